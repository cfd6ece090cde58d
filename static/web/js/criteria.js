/** How a criterion reads in the rail: its state, a line for it, and a few characters for small screens. */

import { day, nightsBetween, shortStay, stay } from "./dates.js";
import { miles, roundMoney } from "./money.js";
import { ROOM_TYPES, amenityLabel, roomTypeLabel } from "./vocabulary.js";
import { counted, words } from "./words.js";

/** @import { Criteria, CriterionName, CriterionValue, Description, Wording } from "./types.js" */

const ANY = { text: words.rail.any, short: words.rail.shortAny };
const NO_LIMIT = { text: words.rail.noLimit, short: words.rail.shortAny };

/** What each criterion says once it holds something, null while it holds nothing.
 * @type {Record<CriterionName, (value: CriterionValue) => Wording | null>} */
const SAY = {
  dates({ check_in, check_out }) {
    if (check_in && check_out) {
      const nights = counted(nightsBetween(check_in, check_out), "night").replace(" ", "\u00a0");
      return { text: `${stay(check_in, check_out)} · ${nights}`, short: shortStay(check_in, check_out) };
    }
    if (check_in) return { text: words.rail.halfStay(day(check_in)), short: `${shortStay(check_in, check_in)} –` };
    if (check_out) return { text: words.rail.halfStayEnd(day(check_out)), short: `– ${shortStay(check_out, check_out)}` };
    return null;
  },
  budget({ min, max }) {
    if (min && max) {
      const both = `${roundMoney(min)}–${roundMoney(max)}`;
      return { text: words.rail.perNight(both), short: both };
    }
    if (max) return { text: words.rail.perNight(words.rail.atMost(roundMoney(max))), short: `≤ ${roundMoney(max)}` };
    if (min) return { text: words.rail.perNight(words.rail.atLeast(roundMoney(min))), short: `≥ ${roundMoney(min)}` };
    return null;
  },
  room_type({ room_type }) {
    if (!room_type) return null;
    return { text: roomTypeLabel(room_type), short: ROOM_TYPES[room_type]?.short ?? roomTypeLabel(room_type) };
  },
  amenities({ amenities }) {
    if (!amenities?.length) return null;
    return { text: amenities.map(amenityLabel).join(", "), short: String(amenities.length) };
  },
  distance({ airport, city_center }) {
    const parts = [];
    if (city_center) parts.push(words.rail.toCenter(miles(city_center)));
    if (airport) parts.push(words.rail.toAirport(miles(airport)));
    if (!parts.length) return null;
    const short = parts.length > 1 ? words.rail.limits(parts.length) : `≤ ${miles(airport ?? city_center)}`;
    return { text: words.rail.atMost(parts.join(", ")), short };
  },
};

/** @type {Record<CriterionName, Wording>} */
const OPEN = {
  dates: ANY,
  budget: NO_LIMIT,
  room_type: { text: words.rail.anyRoom, short: words.rail.shortAny },
  amenities: ANY,
  distance: NO_LIMIT,
};

/**
 * A value in words, for the customer's side of the transcript before the server's own words arrive.
 * @param {CriterionName} criterion
 * @param {CriterionValue} value
 */
export function sayValue(criterion, value) {
  return (SAY[criterion](value) ?? OPEN[criterion]).text;
}

/**
 * @param {CriterionName} criterion
 * @param {Criteria | null} criteria null before the server has spoken
 * @returns {Description}
 */
export function describe(criterion, criteria) {
  const value = criteria?.[criterion];
  const held = value ? SAY[criterion](value) : null;
  if (!value?.answered) {
    if (held) return { state: "half", ...held, problem: "" };
    return { state: "missing", text: words.rail.missing, short: words.rail.shortMissing, problem: "" };
  }
  const wording = held ?? OPEN[criterion];
  const problem = criteria?.issues.find((issue) => issue.criterion === criterion)?.message ?? "";
  return { state: problem ? "problem" : held ? "set" : "any", ...wording, problem };
}
