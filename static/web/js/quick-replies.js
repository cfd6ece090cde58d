/**
 * Quick replies: a toolbar with one tab stop, walked with the arrow keys. Used once, the buttons stay where
 * they are, disabled, with the chosen one marked.
 */

import { h, icon } from "./dom.js";

/** @import { QuickReply } from "./types.js" */

export class QuickReplies {
  /** @type {HTMLButtonElement[]} */
  #buttons;

  /** @param {QuickReply[]} replies @param {(index: number, event: Event) => void} choose */
  constructor(replies, choose) {
    this.#buttons = replies.map((reply, index) =>
      h(
        "button",
        {
          type: "button",
          class: "chip",
          tabindex: index ? -1 : 0,
          onclick: (/** @type {Event} */ event) => choose(index, event),
        },
        h("span", { dir: "auto" }, reply.label),
      ),
    );
    this.element = h("div", { class: "quick-replies", role: "toolbar", "aria-label": "Suggested replies" }, ...this.#buttons);
    this.element.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const here = this.#buttons.indexOf(/** @type {any} */ (document.activeElement));
    const rightToLeft = getComputedStyle(this.element).direction === "rtl";
    const last = this.#buttons.length - 1;
    /** @type {Record<string, number>} */
    const next = {
      ArrowRight: here + (rightToLeft ? -1 : 1),
      ArrowLeft: here + (rightToLeft ? 1 : -1),
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      Home: 0,
      End: last,
    };
    if (here < 0 || !(event.key in next)) return;
    event.preventDefault();
    const target = this.#buttons[Math.min(last, Math.max(0, next[event.key]))];
    for (const button of this.#buttons) button.tabIndex = button === target ? 0 : -1;
    target.focus();
  }

  /** @param {number | null} chosen index of the one that was used, null when the customer did something else */
  retire(chosen) {
    this.#buttons.forEach((button, index) => {
      button.disabled = true;
      if (index !== chosen || button.classList.contains("chip--chosen")) return;
      button.classList.add("chip--chosen");
      button.prepend(icon("check"));
      button.append(h("span", { class: "visually-hidden" }, " (chosen)"));
    });
  }
}
