/** How a conversation ends on the page: one friendly line and one next step. */

import { h } from "./dom.js";
import { words } from "./words.js";

/** @import { State } from "./types.js" */

export class Ending {
  #drawn = "";

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} composer hidden once there is nobody left to answer
   * @param {(from?: string) => void} startNew
   */
  constructor(root, composer, startNew) {
    this.root = root;
    this.composer = composer;
    this.startNew = startNew;
  }

  /** @param {State} state */
  render(state) {
    const drawn = `${state.status} ${state.session} ${state.statusNote}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.root.hidden = state.status === "active";
    this.composer.hidden = state.status !== "active";
    if (state.status !== "active") this.#draw(state);
  }

  /** @param {State} state */
  #draw({ status, statusNote, session }) {
    const expired = status === "expired";
    const text = statusNote || (expired ? words.ending.expired : words.ending.completed);
    const step = expired ? words.ending.expiredStep : words.ending.completedStep;
    const from = expired && session ? session : undefined;
    this.root.replaceChildren(
      h("p", {}, text),
      h("button", { type: "button", class: "button button--primary", onclick: () => this.startNew(from) }, step),
    );
  }
}
