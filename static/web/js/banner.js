/** The strip that says when the page is not connected, what happens next, and lets the customer hurry it. */

import { h } from "./dom.js";
import { words } from "./words.js";

/** @import { Status } from "./types.js" */
/** @import { Connection } from "./connection.js" */
/** @import { Announcer } from "./announcer.js" */

/** The very first connection is given this long before anything is said of it. */
const PATIENCE_MS = 1_500;

export class Banner {
  /** @type {number | undefined} */
  #tick;
  #wasLost = false;
  #text = h("p", { class: "banner__text" });
  #button = h("button", { type: "button", class: "button button--small" });

  /** @param {HTMLElement} root @param {Connection} connection @param {Announcer} announcer */
  constructor(root, connection, announcer) {
    this.root = root;
    this.connection = connection;
    this.announcer = announcer;
    this.#button.addEventListener("click", () => this.#act());
    root.append(this.#text, this.#button);
    connection.addEventListener("status", () => this.#render());
    this.#render();
  }

  #act() {
    if (this.connection.status.state === "closed") location.reload();
    else this.connection.retryNow();
  }

  #render() {
    const status = this.connection.status;
    clearTimeout(this.#tick);
    document.documentElement.dataset.connection = status.state;
    this.#announce(status);
    if (status.state === "connecting") {
      this.#tick = setTimeout(() => this.#show(words.connection.connecting, ""), PATIENCE_MS);
      this.#hide();
    } else if (status.state === "live") {
      this.#hide();
    } else if (status.state === "offline") {
      this.#show(words.connection.offline, words.connection.retryNow);
    } else if (status.state === "closed") {
      const reason = status.reason === "signed_out" ? "signed_out" : "too_many_errors";
      this.#show(words.connection[reason], words.connection.reload);
    } else {
      this.#countDown(status);
    }
  }

  /** @param {Status} status */
  #countDown(status) {
    const reason = status.reason === "restarting" || status.reason === "silent" ? status.reason : "lost";
    const left = status.retryAt === null ? 0 : Math.ceil((status.retryAt - Date.now()) / 1000);
    const next = left > 0 ? words.connection.retryIn(left) : words.connection.retrying;
    this.#show(`${words.connection[reason]} ${next}`, left > 0 ? words.connection.retryNow : "");
    if (left > 0) this.#tick = setTimeout(() => this.#countDown(status), 250);
  }

  /** @param {string} text @param {string} action '' for none */
  #show(text, action) {
    this.#text.textContent = text;
    this.#button.textContent = action;
    this.#button.hidden = !action;
    this.root.hidden = false;
  }

  #hide() {
    this.root.hidden = true;
  }

  /** Say that the connection was lost, and that it is back, once each; the countdown is for the eye.
   * @param {Status} status */
  #announce(status) {
    const lost = status.state !== "live" && status.state !== "connecting";
    if (lost && !this.#wasLost) {
      this.announcer.say(status.state === "offline" ? words.connection.offline : words.connection.gone);
    } else if (status.state === "live" && this.#wasLost) {
      this.announcer.say(words.connection.back);
    }
    if (status.state !== "connecting") this.#wasLost = lost;
  }
}
