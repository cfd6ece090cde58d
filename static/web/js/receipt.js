/** The booking in the conversation: what was booked, and where its receipt is. */

import { nightsBetween, stay } from "./dates.js";
import { h, icon } from "./dom.js";
import { money } from "./money.js";
import { counted, words } from "./words.js";

/** @import { BookingSummary } from "./types.js" */

/** @param {string} term @param {...(Node | string)} details */
function row(term, ...details) {
  return h("div", {}, h("dt", {}, term), h("dd", {}, ...details));
}

/** @param {BookingSummary} booking */
export function bookingCard(booking) {
  const { confirmation, check_in: checkIn, check_out: checkOut } = booking;
  const path = `/bookings/${encodeURIComponent(confirmation)}`;
  const nights = counted(nightsBetween(checkIn, checkOut), "night");
  return h(
    "section",
    { class: "booking", "aria-label": words.booking.title },
    h("h3", { class: "booking__title" }, icon("check"), words.booking.title),
    h(
      "dl",
      { class: "booking__facts" },
      row(words.booking.confirmation, h("strong", { class: "booking__number" }, confirmation)),
      row(words.booking.hotel, h("span", { dir: "auto" }, booking.hotel)),
      row(words.booking.stay, `${stay(checkIn, checkOut)} · ${nights}`),
      row(words.booking.total, money(booking.total)),
    ),
    h("p", { class: "price__note" }, words.hotels.notIncluded),
    h(
      "p",
      { class: "booking__actions" },
      h("a", { class: "button button--primary", href: `${path}/` }, words.booking.receipt),
      h("a", { class: "button", href: `${path}.ics` }, icon("dates"), words.booking.calendar),
    ),
  );
}
