/** The pieces that the controls share: a form with a hint and its buttons, labelled fields, a checkbox. */

import { h, uniqueId } from "../dom.js";
import { words } from "../words.js";

/** @import { Control, ControlHandlers, ControlParts } from "../types.js" */

/** @param {ControlParts} parts @param {ControlHandlers} handlers @returns {Control} */
export function controlForm(parts, handlers) {
  const titleId = uniqueId("control-title");
  const hint = h("p", { class: "control__hint", id: uniqueId("control-hint") });
  const cancel = h("button", { type: "button", class: "button", onclick: () => handlers.cancel?.() }, words.form.cancel);
  const element = h(
    "form",
    { class: "control", novalidate: true, "aria-labelledby": titleId, "aria-describedby": hint.id },
    h("h3", { class: "control__title", id: titleId }, parts.title),
    h("div", { class: "control__body" }, ...parts.body),
    hint,
    h(
      "div",
      { class: "control__actions" },
      h("button", { type: "submit", class: "button button--primary" }, words.form.save),
      handlers.cancel && cancel,
    ),
  );
  const showHint = () => (hint.textContent = parts.hint());
  element.addEventListener("input", showHint);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    const value = parts.read();
    hint.classList.toggle("control__hint--refused", value === null);
    if (value === null) showHint();
    else handlers.save(value);
  });
  const focusFirst = () => /** @type {HTMLElement | null} */ (element.querySelector("input:enabled"))?.focus();
  return { element, focus: parts.focus ?? focusFirst };
}

/**
 * @param {string} label
 * @param {HTMLInputElement} input
 * @param {{before?: string, after?: string}} [unit] shown beside the input
 */
export function field(label, input, { before = "", after = "" } = {}) {
  input.id ||= uniqueId("field");
  return h(
    "div",
    { class: "field" },
    h("label", { for: input.id }, label),
    h(
      "div",
      { class: "field__box" },
      before && h("span", { class: "field__unit", "aria-hidden": "true" }, before),
      input,
      after && h("span", { class: "field__unit", "aria-hidden": "true" }, after),
    ),
  );
}

/** @param {string} label @param {boolean} checked */
export function checkbox(label, checked) {
  const input = h("input", { type: "checkbox", checked });
  return { input, element: h("label", { class: "check" }, input, h("span", {}, label)) };
}
