/**
 * The words for the values the protocol names: criteria, room types, amenities, nodes.
 * The keys are the server's; a value it adds later is shown by its name with the underscores taken out.
 */

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

/** @type {{title: string, amenities: [string, string][]}[]} */
export const AMENITY_GROUPS = [
  {
    title: "Food and drink",
    amenities: [
      ["free_breakfast", "Free breakfast"],
      ["on_site_restaurant", "On-site restaurant"],
      ["evening_reception", "Evening reception"],
      ["room_service", "Room service"],
      ["kitchen", "Kitchen"],
    ],
  },
  {
    title: "Pool and sport",
    amenities: [
      ["indoor_pool", "Indoor pool"],
      ["outdoor_pool", "Outdoor pool"],
      ["fitness_center", "Fitness center"],
      ["tennis", "Tennis"],
    ],
  },
  {
    title: "Getting around",
    amenities: [
      ["free_parking", "Free parking"],
      ["ev_charging", "EV charging"],
      ["airport_shuttle", "Airport shuttle"],
    ],
  },
  {
    title: "Work and services",
    amenities: [
      ["free_wifi", "Free Wi-Fi"],
      ["business_center", "Business center"],
      ["meeting_room", "Meeting rooms"],
      ["concierge", "Concierge"],
    ],
  },
  {
    title: "Your room",
    amenities: [
      ["connecting_rooms", "Connecting rooms"],
      ["digital_key", "Digital key"],
      ["streaming", "Streaming"],
      ["non_smoking", "Non-smoking"],
      ["pet_friendly", "Pet-friendly"],
    ],
  },
  {
    title: "Kind of hotel",
    amenities: [
      ["boutique", "Boutique"],
      ["new_hotel", "New hotel"],
    ],
  },
];

/** @type {Map<string, string>} */
const amenityLabels = new Map(AMENITY_GROUPS.flatMap((group) => group.amenities));

/** @param {string} value */
function spelledOut(value) {
  const words = value.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {string} amenity */
export function amenityLabel(amenity) {
  return amenityLabels.get(amenity) ?? spelledOut(amenity);
}

/** @param {string} roomType */
export function roomTypeLabel(roomType) {
  return ROOM_TYPES[roomType]?.label ?? spelledOut(roomType);
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
