/** Check-in and check-out: two labelled native date fields, and the nights between them. */

import { addDays, nightsBetween } from "../dates.js";
import { h } from "../dom.js";
import { plural, words } from "../words.js";
import { controlForm, field } from "./parts.js";

/** @typedef {{today: string, maxCheckOut: string}} StayLimits */

/** @type {StayLimits} */
const limits = { today: "", maxCheckOut: "" };

/** @param {StayLimits} given the hotels' own date and the last possible check-out, as the server knows them */
export function setStayLimits(given) {
  Object.assign(limits, given);
}

/**
 * @param {import("../types.js").CriterionValue | null} value
 * @param {import("./parts.js").ControlHandlers} handlers
 */
export function datesControl(value, handlers) {
  const { today, maxCheckOut } = limits;
  const checkIn = h("input", { type: "date", min: today, max: addDays(maxCheckOut, -1), value: value?.check_in ?? "" });
  const checkOut = h("input", { type: "date", max: maxCheckOut, value: value?.check_out ?? "" });
  const nights = h("output", { class: "nights-count" });

  const refresh = () => {
    checkOut.min = addDays(checkIn.value || today, 1);
    const count = checkIn.value && checkOut.value ? nightsBetween(checkIn.value, checkOut.value) : 0;
    nights.textContent = count > 0 ? plural(count, "night", "nights") : "";
  };
  checkIn.addEventListener("input", refresh);
  checkOut.addEventListener("input", refresh);
  refresh();

  return controlForm(
    {
      title: words.form.dates.title,
      body: [
        h("div", { class: "field-row" }, field(words.form.dates.checkIn, checkIn), field(words.form.dates.checkOut, checkOut)),
        nights,
      ],
      hint() {
        if (!checkIn.value) return words.form.dates.empty;
        if (checkIn.value < today) return words.form.dates.tooEarly;
        if (!checkOut.value) return words.form.dates.half;
        return checkOut.value <= checkIn.value ? words.form.dates.order : "";
      },
      read() {
        if (!checkIn.value) return null;
        return { check_in: checkIn.value, check_out: checkOut.value || null };
      },
    },
    handlers,
  );
}
