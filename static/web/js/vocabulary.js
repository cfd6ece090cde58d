/**
 * The words for the values the protocol names: criteria, room types, amenities, nodes. The keys are the server's; a
 * value it adds later is shown by its name.
 */

import { byId } from "./dom.js";

/** @import { CriterionName } from "./types.js" */

/** In the order in which the assistant asks. @type {CriterionName[]} */
export const CRITERIA = ["dates", "budget", "room_type", "amenities", "distance"];

/** @type {Record<CriterionName, {title: string, icon: string}>} */
export const CRITERION = {
  dates: { title: "Dates", icon: "dates" },
  budget: { title: "Budget", icon: "budget" },
  room_type: { title: "Room", icon: "room" },
  amenities: { title: "Amenities", icon: "amenities" },
  distance: { title: "Distance", icon: "distance" },
};

/** @type {Record<string, {label: string, short: string, note: string}>} */
export const ROOM_TYPES = {
  one_bed: { label: "One bed", short: "1 bed", note: "A room with one large bed" },
  two_beds: { label: "Two beds", short: "2 beds", note: "A room with two separate beds" },
  suite: { label: "Suite", short: "Suite", note: "A separate living area" },
};

/** @type {Record<string, string>} the server's words for its amenities, in its order */
const amenityLabels = JSON.parse(byId("amenity-labels").textContent ?? "{}");

/** @type {[string, string[]][]} */
const GROUPS = [
  ["Food and drink", ["free_breakfast", "on_site_restaurant", "evening_reception", "room_service", "kitchen"]],
  ["Pool and sport", ["indoor_pool", "outdoor_pool", "fitness_center", "tennis"]],
  ["Getting around", ["free_parking", "ev_charging", "airport_shuttle"]],
  ["Work and services", ["free_wifi", "business_center", "meeting_room", "concierge"]],
  ["Your room", ["connecting_rooms", "digital_key", "streaming", "non_smoking", "pet_friendly"]],
];

/** Every amenity the server knows, in groups; those that belong to none of the above come last. */
export function amenityGroups() {
  const grouped = new Set(GROUPS.flatMap(([, amenities]) => amenities));
  const others = Object.keys(amenityLabels).filter((amenity) => !grouped.has(amenity));
  return [...GROUPS, /** @type {[string, string[]]} */ (["Kind of hotel", others])];
}

/** @param {string} words */
function capitalised(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {string} amenity */
export function amenityLabel(amenity) {
  return capitalised(amenityLabels[amenity] ?? amenity.replaceAll("_", " "));
}

/** @param {string} roomType */
export function roomTypeLabel(roomType) {
  return ROOM_TYPES[roomType]?.label ?? capitalised(roomType.replaceAll("_", " "));
}

/** What the customer reads while a node works. @type {Record<string, string>} */
const PROGRESS = {
  Router: "Reading your message",
  DateRange: "Looking at your dates",
  Budget: "Looking at your budget",
  RoomType: "Looking at the room",
  Amenities: "Looking at the amenities",
  Distance: "Looking at the distance",
  CriteriaReadiness: "Checking that nothing is missing",
  SearchHotels: "Searching hotels",
  Present: "Working on your hotels",
  PresentationReview: "Checking every fact",
  Terminate: "Saying goodbye",
};

/** @param {string} node */
export function progressLabel(node) {
  return PROGRESS[node] ?? "Working on it";
}
