/**
 * The five criteria, always in sight. A press opens the control for one in a dialog; saving sends a typed answer,
 * and only the server's reply changes what the rail shows.
 */

import { createControl } from "./controls/index.js";
import { describe } from "./criteria.js";
import { h, icon } from "./dom.js";
import { CRITERIA, CRITERION } from "./vocabulary.js";
import { words } from "./words.js";

/** @import { CriterionName, State } from "./types.js" */

/** One line of the rail. */
class RailItem {
  #value = h("span", { class: "rail__value" });
  #short = h("span", { class: "rail__short", "aria-hidden": "true" });
  #problem = h("span", { class: "rail__problem" });
  #mark = h("span", { class: "rail__mark" });
  #drawn = "";

  /** @param {CriterionName} criterion @param {() => void} open */
  constructor(criterion, open) {
    this.criterion = criterion;
    const { title, icon: symbol } = CRITERION[criterion];
    this.button = h(
      "button",
      { type: "button", class: "rail__button", "data-criterion": criterion, "aria-haspopup": "dialog", onclick: open },
      icon(symbol),
      h("span", { class: "rail__title" }, title),
      this.#value,
      this.#short,
      this.#problem,
      this.#mark,
    );
    this.element = h("li", { class: "rail__item" }, this.button);
  }

  /** @param {State} state */
  render(state) {
    const { state: kind, text, short, problem } = describe(this.criterion, state.criteria);
    const drawn = [kind, text, short, problem].join("\n");
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.button.dataset.state = kind;
    this.#value.textContent = text;
    this.#short.textContent = short;
    this.#problem.textContent = problem;
    const symbols = { set: "check", any: "check", half: "half", missing: "plus", problem: "alert" };
    this.#mark.replaceChildren(icon(symbols[kind]));
    // What is missing says so already, in the place of its value.
    if (kind !== "missing") this.#mark.append(h("span", { class: "visually-hidden" }, ` (${words.rail.state[kind]})`));
  }
}

export class Rail {
  /** @type {RailItem[]} */
  #items;
  /** @type {State | null} */
  #state = null;

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.list
   * @param {HTMLButtonElement} parts.search
   * @param {HTMLDialogElement} parts.dialog
   * @param {object} actions
   * @param {(criterion: CriterionName, value: object) => boolean} actions.answer
   * @param {() => void} actions.search
   */
  constructor({ list, search, dialog }, actions) {
    this.dialog = dialog;
    this.search = search;
    this.answer = actions.answer;
    this.#items = CRITERIA.map((criterion) => new RailItem(criterion, () => this.open(criterion)));
    list.replaceChildren(...this.#items.map((item) => item.element));
    search.addEventListener("click", actions.search);
    dialog.addEventListener("click", (event) => {
      // A press on the backdrop arrives with the dialog itself as its target.
      if (event.target === dialog) dialog.close();
    });
  }

  /** @param {State} state */
  render(state) {
    this.#state = state;
    const ended = state.status !== "active";
    this.search.disabled = ended;
    for (const item of this.#items) {
      item.button.disabled = ended;
      item.render(state);
    }
  }

  /** @param {CriterionName} criterion */
  open(criterion) {
    const control = createControl(criterion, this.#state?.criteria?.[criterion] ?? null, {
      save: (value) => {
        const taken = this.answer(criterion, value);
        if (taken) this.dialog.close();
        return taken;
      },
      cancel: () => this.dialog.close(),
    });
    this.dialog.replaceChildren(control.element);
    this.dialog.setAttribute("aria-label", CRITERION[criterion].title);
    this.dialog.showModal();
    control.focus();
  }
}
