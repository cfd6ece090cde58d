/** Check-in and check-out: two labelled native date fields, and the nights between them. */

import { addDays, nightsBetween } from "../dates.js";
import { h } from "../dom.js";
import { counted, words } from "../words.js";
import { controlForm, field } from "./parts.js";

/** @import { ControlHandlers, CriterionValue, StayLimits } from "../types.js" */

/** @type {StayLimits} */
const limits = { today: "", maxCheckIn: "", maxCheckOut: "" };

/** @param {StayLimits} given the hotels' own date, the last possible check-in, and its last possible check-out */
export function setStayLimits(given) {
  Object.assign(limits, given);
}

/** @param {CriterionValue | null} value @param {ControlHandlers} handlers */
export function datesControl(value, handlers) {
  const { today, maxCheckIn, maxCheckOut } = limits;
  const longest = nightsBetween(maxCheckIn, maxCheckOut);
  const checkIn = h("input", { type: "date", min: today, max: maxCheckIn, value: value?.check_in ?? "" });
  const checkOut = h("input", { type: "date", value: value?.check_out ?? "" });
  const nights = h("output", { class: "nights-count" });

  const refresh = () => {
    const arrival = checkIn.value || today;
    checkOut.min = addDays(arrival, 1);
    checkOut.max = checkIn.value ? addDays(arrival, longest) : maxCheckOut;
    const count = checkIn.value && checkOut.value ? nightsBetween(checkIn.value, checkOut.value) : 0;
    nights.textContent = count > 0 ? counted(count, "night") : "";
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
        if (checkOut.value <= checkIn.value) return words.form.dates.order;
        return checkOut.value > checkOut.max || checkIn.value > maxCheckIn ? words.form.dates.tooLong(longest) : "";
      },
      read() {
        if (!checkIn.value) return null;
        return { check_in: checkIn.value, check_out: checkOut.value || null };
      },
    },
    handlers,
  );
}
