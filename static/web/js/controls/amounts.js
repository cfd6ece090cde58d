/** Two amounts, or no limit: what a night may cost, and how far a hotel may be. */

import { h } from "../dom.js";
import { readAmount } from "../money.js";
import { words } from "../words.js";
import { checkbox, controlForm, field } from "./parts.js";

/** @import { ControlHandlers, CriterionValue } from "../types.js" */

/**
 * @typedef {object} AmountsKind
 * @property {typeof words.form.budget | typeof words.form.distance} text
 * @property {[string, string]} keys of the value, in the order of the fields
 * @property {{before?: string, after?: string}} unit
 * @property {(amounts: number[]) => string} advise on amounts that can be read; '' when nothing is to be said
 */

/** @type {AmountsKind} */
const BUDGET = {
  text: words.form.budget,
  keys: ["min", "max"],
  unit: { before: "$" },
  advise(amounts) {
    if (amounts.some((amount) => amount <= 0)) return words.form.budget.low;
    return amounts[0] > amounts[1] ? words.form.budget.order : "";
  },
};

/** @type {AmountsKind} */
const DISTANCE = {
  text: words.form.distance,
  keys: ["city_center", "airport"],
  unit: { after: "mi" },
  advise: (distances) => (distances.some((distance) => distance < 0) ? words.form.distance.low : ""),
};

/** A text input, because number inputs swallow commas and change on scrolling. @param {string | null} value */
function amountInput(value) {
  return h("input", { type: "text", inputmode: "decimal", autocomplete: "off", maxlength: 12, value });
}

/** @param {AmountsKind} kind @param {CriterionValue | null} value @param {ControlHandlers} handlers */
function amountsControl({ text, keys, unit, advise }, value, handlers) {
  const inputs = keys.map((key) => amountInput(value?.[key] ?? null));
  const noLimit = checkbox(text.noLimit, Boolean(value?.answered && !keys.some((key) => value[key])));
  const limitless = () => noLimit.input.checked;
  const lift = () => inputs.forEach((input) => (input.disabled = limitless()));
  noLimit.input.addEventListener("change", lift);
  lift();

  const given = () => inputs.map((input) => input.value).filter((typed) => typed.trim());
  const readable = () => given().every((typed) => readAmount(typed) !== null);
  const fields = inputs.map((input, index) => field(text.fields[index], input, unit));
  return controlForm(
    {
      title: text.title,
      body: [h("div", { class: "field-row" }, ...fields), noLimit.element, h("p", { class: "control__note" }, text.note)],
      hint() {
        if (limitless()) return "";
        if (!given().length) return text.empty;
        return readable() ? advise(given().map((typed) => Number(readAmount(typed)))) : text.invalid;
      },
      read() {
        if (!limitless() && !(given().length && readable())) return null;
        const amounts = inputs.map((input) => (limitless() ? null : readAmount(input.value)));
        return Object.fromEntries(keys.map((key, index) => [key, amounts[index]]));
      },
    },
    handlers,
  );
}

/** @param {CriterionValue | null} value @param {ControlHandlers} handlers */
export function budgetControl(value, handlers) {
  return amountsControl(BUDGET, value, handlers);
}

/** @param {CriterionValue | null} value @param {ControlHandlers} handlers */
export function distanceControl(value, handlers) {
  return amountsControl(DISTANCE, value, handlers);
}
