/**
 * The one live region of the page: one sentence a turn, never the pieces of a reply. While the tab is in the
 * background the same sentence is its title.
 */

import { money } from "./money.js";
import { words } from "./words.js";

/** @import { Turn } from "./types.js" */

const LONGEST = 220;

/** The first sentence, and the question a longer text ends with. @param {string} text */
function gist(text) {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= LONGEST) return plain;
  const sentences = plain.match(/[^.!?]+[.!?]+(?=\s|$)/g) ?? [plain.slice(0, LONGEST)];
  const last = sentences[sentences.length - 1].trim();
  const first = sentences[0].trim();
  return last.endsWith("?") && last !== first ? `${first} ${last}` : first;
}

/** @param {Turn} turn that has just ended @returns {string} */
export function sentenceFor(turn) {
  if (turn.phase === "cancelled") return words.spoken.stopped;
  if (turn.phase === "failed") return words.spoken.failed(turn.failure);
  const message = turn.message;
  if (!message) return "";
  if (message.booking) return words.spoken.booked(message.booking.hotel, message.booking.confirmation);
  // The list is sorted by total, so its first hotel is the cheapest.
  if (message.hotels.length) {
    return words.spoken.hotels(message.hotels.length + message.more, money(message.hotels[0].total));
  }
  return gist(message.text);
}

export class Announcer {
  #title = document.title;

  /** @param {HTMLElement} region */
  constructor(region) {
    this.region = region;
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") document.title = this.#title;
    });
  }

  /** @param {string} sentence */
  say(sentence) {
    if (!sentence) return;
    // An unchanged text is not spoken again; a trailing no-break space makes it a change.
    this.region.textContent = this.region.textContent === sentence ? `${sentence}\u00a0` : sentence;
    if (document.visibilityState === "hidden") document.title = sentence;
  }
}
