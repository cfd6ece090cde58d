/** How far a hotel may be from the airport and the center: two distances, or no limit. */

import { h } from "../dom.js";
import { readAmount } from "../money.js";
import { words } from "../words.js";
import { amountInput, controlForm, field, noLimitBox } from "./parts.js";

/**
 * @param {import("../types.js").CriterionValue | null} value
 * @param {import("./parts.js").ControlHandlers} handlers
 */
export function distanceControl(value, handlers) {
  const text = words.form.distance;
  const airport = amountInput(value?.airport);
  const center = amountInput(value?.city_center);
  const unlimited = Boolean(value?.answered && !value.airport && !value.city_center);
  const noLimit = noLimitBox({ inputs: [airport, center], label: text.noLimit, checked: unlimited });
  const given = () => [airport, center].filter((input) => input.value.trim() !== "");

  return controlForm(
    {
      title: text.title,
      body: [
        h("div", { class: "field-row" }, field(text.center, center, { after: "mi" }), field(text.airport, airport, { after: "mi" })),
        noLimit.element,
        h("p", { class: "control__note" }, text.note),
      ],
      hint() {
        if (noLimit.input.checked) return "";
        if (!given().length) return text.empty;
        const distances = given().map((input) => readAmount(input.value));
        if (distances.includes(null)) return text.invalid;
        return distances.some((distance) => Number(distance) < 0) ? text.negative : "";
      },
      read() {
        if (noLimit.input.checked) return { airport: null, city_center: null };
        if (!given().length || given().some((input) => readAmount(input.value) === null)) return null;
        return { airport: readAmount(airport.value), city_center: readAmount(center.value) };
      },
      focus: () => (unlimited ? noLimit.input : center).focus(),
    },
    handlers,
  );
}
