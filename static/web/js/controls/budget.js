/** What a night may cost: two amounts, or no limit. */

import { h } from "../dom.js";
import { readAmount } from "../money.js";
import { words } from "../words.js";
import { amountInput, controlForm, field, noLimitBox } from "./parts.js";

/**
 * @param {import("../types.js").CriterionValue | null} value
 * @param {import("./parts.js").ControlHandlers} handlers
 */
export function budgetControl(value, handlers) {
  const text = words.form.budget;
  const min = amountInput(value?.min);
  const max = amountInput(value?.max);
  const unlimited = Boolean(value?.answered && !value.min && !value.max);
  const noLimit = noLimitBox({ inputs: [min, max], label: text.noLimit, checked: unlimited });
  const given = () => [min, max].filter((input) => input.value.trim() !== "");

  return controlForm(
    {
      title: text.title,
      body: [
        h("div", { class: "field-row" }, field(text.min, min, { before: "$" }), field(text.max, max, { before: "$" })),
        noLimit.element,
        h("p", { class: "control__note" }, text.note),
      ],
      hint() {
        if (noLimit.input.checked) return "";
        if (!given().length) return text.empty;
        const amounts = given().map((input) => readAmount(input.value));
        if (amounts.includes(null)) return text.invalid;
        if (amounts.some((amount) => Number(amount) <= 0)) return text.zero;
        return amounts.length === 2 && Number(amounts[0]) > Number(amounts[1]) ? text.order : "";
      },
      read() {
        if (noLimit.input.checked) return { min: null, max: null };
        if (!given().length || given().some((input) => readAmount(input.value) === null)) return null;
        return { min: readAmount(min.value), max: readAmount(max.value) };
      },
      focus: () => (unlimited ? noLimit.input : max).focus(),
    },
    handlers,
  );
}
