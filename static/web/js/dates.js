/**
 * Calendar dates as `YYYY-MM-DD`. A stay has no time of day: every date is read and shown in UTC, so that a
 * customer's own time zone never moves it by a day.
 */

const DAY_MS = 86_400_000;
const LOCALE = "en-US";

/** @type {Intl.DateTimeFormatOptions} */
const UTC = { timeZone: "UTC" };
const range = new Intl.DateTimeFormat(LOCALE, { ...UTC, month: "short", day: "numeric", year: "numeric" });
const shortRange = new Intl.DateTimeFormat(LOCALE, { ...UTC, month: "short", day: "numeric" });
const weekday = new Intl.DateTimeFormat(LOCALE, { ...UTC, weekday: "short", month: "short", day: "numeric" });
const clock = new Intl.DateTimeFormat(LOCALE, { hour: "numeric", minute: "2-digit" });
const full = new Intl.DateTimeFormat(LOCALE, { dateStyle: "full", timeStyle: "medium" });

/** @param {string} iso @returns {Date} midnight UTC of that day */
function parse(iso) {
  return new Date(`${iso}T00:00:00Z`);
}

/** @param {string} iso @param {number} days may be negative */
export function addDays(iso, days) {
  return new Date(parse(iso).getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Nights from check-in up to check-out; zero or negative when they are the wrong way round.
 * @param {string} checkIn
 * @param {string} checkOut
 */
export function nightsBetween(checkIn, checkOut) {
  return Math.round((parse(checkOut).getTime() - parse(checkIn).getTime()) / DAY_MS);
}

/** @param {string} checkIn @param {string} checkOut */
export function stay(checkIn, checkOut) {
  return range.formatRange(parse(checkIn), parse(checkOut));
}

/** @param {string} checkIn @param {string} checkOut */
export function shortStay(checkIn, checkOut) {
  return shortRange.formatRange(parse(checkIn), parse(checkOut)).replaceAll(" – ", "–");
}

/** @param {string} iso for example "Tue, Aug 3" */
export function day(iso) {
  return weekday.format(parse(iso));
}

/** @param {Date} moment the reader's own clock, for example "3:04 PM" */
export function timeOfDay(moment) {
  return clock.format(moment);
}

/** @param {Date} moment */
export function fullMoment(moment) {
  return full.format(moment);
}
