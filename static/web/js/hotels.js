/** Hotel cards: one line a fact, each from the hotel's own record, and a Book button that says what it books. */

import { day } from "./dates.js";
import { h, icon } from "./dom.js";
import { miles, money } from "./money.js";
import { amenityLabel, roomTypeLabel } from "./vocabulary.js";
import { words } from "./words.js";

/** @import { Hotel } from "./types.js" */

/** Below or at this number of rooms the card says how many are left. */
const FEW_ROOMS = 3;

/** Amenities shown at once beside those the customer asked for. */
const SHOWN_AMENITIES = 4;

/** @param {Hotel} hotel */
function priceRange(hotel) {
  const { nightly_low: low, nightly_high: high } = hotel;
  return low === high ? money(low) : `${money(low)} – ${money(high)}`;
}

/** @param {Hotel} hotel */
function nightTable(hotel) {
  const rows = hotel.nights.map((night) =>
    h("tr", {}, h("th", { scope: "row" }, day(night.date)), h("td", {}, money(night.price))),
  );
  return h(
    "details",
    { class: "nights" },
    h("summary", {}, words.hotels.nightByNight),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, words.hotels.night), h("th", { scope: "col" }, words.hotels.price))),
      h("tbody", {}, ...rows),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, words.booking.total), h("td", {}, money(hotel.total)))),
    ),
  );
}

/** @param {string} amenity @param {boolean} asked */
function amenityItem(amenity, asked) {
  if (!asked) return h("li", {}, amenityLabel(amenity));
  const note = h("span", { class: "visually-hidden" }, ` (${words.hotels.asked})`);
  return h("li", { class: "amenity--asked" }, icon("check"), amenityLabel(amenity), note);
}

/** @param {Hotel} hotel @param {Set<string>} asked */
function amenityLists(hotel, asked) {
  const wanted = hotel.amenities.filter((amenity) => asked.has(amenity));
  const others = hotel.amenities.filter((amenity) => !asked.has(amenity));
  const shown = others.slice(0, SHOWN_AMENITIES);
  const rest = others.slice(SHOWN_AMENITIES);
  const list = h("ul", { class: "amenities" });
  list.append(...wanted.map((amenity) => amenityItem(amenity, true)));
  list.append(...shown.map((amenity) => amenityItem(amenity, false)));
  if (!rest.length) return [list];
  const more = h("ul", { class: "amenities" }, ...rest.map((amenity) => amenityItem(amenity, false)));
  return [list, h("details", { class: "amenities-more" }, h("summary", {}, words.hotels.allAmenities(rest.length)), more)];
}

/** @param {Hotel} hotel */
function facts(hotel) {
  const few = hotel.rooms_left <= FEW_ROOMS;
  return h(
    "ul",
    { class: "facts" },
    h("li", {}, icon("room"), roomTypeLabel(hotel.room_type)),
    h("li", {}, icon("plane"), `${miles(hotel.airport_miles)} · ${words.hotels.airport}`),
    h("li", {}, icon("distance"), `${miles(hotel.city_center_miles)} · ${words.hotels.center}`),
    few && h("li", { class: "facts__few" }, words.hotels.roomsLeft(hotel.rooms_left)),
  );
}

/** @param {Hotel} hotel */
function price(hotel) {
  return h(
    "div",
    { class: "price" },
    h("p", { class: "price__total" }, h("strong", {}, money(hotel.total)), ` ${words.hotels.total(hotel.nights.length)}`),
    h("p", { class: "price__nightly" }, `${priceRange(hotel)} ${words.hotels.perNight}`),
    h("p", { class: "price__note" }, words.hotels.notIncluded),
  );
}

export class HotelList {
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  #outdated;

  /**
   * @param {Hotel[]} hotels
   * @param {object} options
   * @param {Set<string>} options.asked amenities the customer asked for
   * @param {(hotel: Hotel) => void} options.book
   * @param {() => void} options.search
   */
  constructor(hotels, { asked, book, search }) {
    this.#outdated = h(
      "p",
      { class: "outdated", hidden: true },
      h("span", {}, words.hotels.outdated),
      h("button", { type: "button", class: "button button--small", onclick: search }, words.hotels.searchAgain),
    );
    const cards = hotels.map((hotel) => this.#card(hotel, asked, book));
    this.element = h("div", { class: "hotels" }, this.#outdated, h("ol", { class: "hotels__list" }, ...cards));
  }

  /** @param {Hotel} hotel @param {Set<string>} asked @param {(hotel: Hotel) => void} book */
  #card(hotel, asked, book) {
    const button = h(
      "button",
      { type: "button", class: "button button--primary hotel__book", onclick: () => book(hotel) },
      words.hotels.book(hotel.name, money(hotel.total)),
    );
    this.#buttons.push(button);
    const heading = h(
      "h3",
      { class: "hotel__name" },
      h("span", { class: "hotel__number", "aria-hidden": "true" }, String(hotel.number)),
      h("span", { class: "visually-hidden" }, `${hotel.number}. `),
      h("span", { dir: "auto" }, hotel.name),
    );
    const about = h("div", { class: "hotel__about" }, heading, h("p", { class: "hotel__address" }, hotel.address), facts(hotel));
    const details = h("div", { class: "hotel__details" }, ...amenityLists(hotel, asked), nightTable(hotel));
    return h("li", { class: "hotel" }, about, price(hotel), details, button);
  }

  /**
   * @param {boolean} current false voids the list: nothing in it can be booked any more
   * @param {boolean} active whether another search is possible
   */
  setCurrent(current, active) {
    this.element.classList.toggle("hotels--outdated", active && !current);
    this.#outdated.hidden = current || !active;
    for (const button of this.#buttons) button.disabled = !current;
  }
}
