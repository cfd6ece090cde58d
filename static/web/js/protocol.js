/**
 * The frames of the websocket, as types, and the few functions that build the ones the page sends.
 *
 * @typedef {"dates" | "budget" | "room_type" | "amenities" | "distance"} CriterionName
 * @typedef {Record<string, any>} CriterionValue the keys of one criterion, beside `answered`
 *
 * @typedef {object} Issue
 * @property {CriterionName} criterion
 * @property {string} message
 *
 * @typedef {Record<CriterionName, CriterionValue> & {issues: Issue[]}} Criteria
 *
 * @typedef {object} Hotel
 * @property {string} slug
 * @property {number} number its number in the current list
 * @property {string} name
 * @property {string} address
 * @property {string} room_type
 * @property {string} nightly_low decimal dollars
 * @property {string} nightly_high decimal dollars
 * @property {string} total decimal dollars for the stay
 * @property {{date: string, price: string}[]} nights
 * @property {string[]} amenities
 * @property {string} airport_miles
 * @property {string} city_center_miles
 * @property {number} rooms_left
 *
 * @typedef {object} BookingSummary
 * @property {string} confirmation
 * @property {string} hotel the hotel's name
 * @property {string} check_in
 * @property {string} check_out
 * @property {string} total
 *
 * @typedef {object} QuickReply
 * @property {string} label
 * @property {ActionFrame} frame without its `id`
 *
 * @typedef {object} Message
 * @property {string} text
 * @property {string} html
 * @property {Hotel[]} hotels
 * @property {number} more
 * @property {BookingSummary | null} booking
 * @property {QuickReply[]} quick_replies
 * @property {CriterionName | null} form
 *
 * @typedef {object} Decision
 * @property {string} node
 * @property {string} outcome
 * @property {string | null} failure
 * @property {number} attempts
 * @property {number} duration_ms
 * @property {Record<string, any>} [answers] only with the inspector on
 *
 * @typedef {{calls: number, skipped?: number, input_tokens: number, output_tokens: number, total_tokens: number}} Counts
 * @typedef {{decisions: Counts, chat: Counts}} Usage
 *
 * @typedef {{name: string, kind: string}} GraphNode
 * @typedef {{nodes: GraphNode[], edges: [string, string][]}} Graph
 *
 * @typedef {object} ActionFrame a frame that begins a turn
 * @property {"message" | "answer" | "search" | "choose"} type
 * @property {string} [id]
 * @property {string} [text]
 * @property {CriterionName} [criterion]
 * @property {CriterionValue} [value]
 * @property {string} [hotel]
 *
 * @typedef {object} TurnRecord a turn as `session` and `history` list it
 * @property {number} turn
 * @property {string} id
 * @property {{type: string, text: string}} request
 * @property {Message | null} message
 * @property {string} status
 *
 * @typedef {object} SessionFrame
 * @property {string} session
 * @property {"active" | "completed" | "expired"} status
 * @property {string} node
 * @property {Criteria} criteria
 * @property {number | null} results_turn
 * @property {TurnRecord[]} turns
 * @property {boolean} earlier
 * @property {string | null} in_flight
 * @property {Usage} usage
 * @property {Graph} graph
 *
 * @typedef {Record<string, any> & {type: string}} ServerFrame
 */

/** The longest message the server takes, in characters. */
export const MESSAGE_LIMIT = 2000;

/** Turns the server sends at once, and so the page asks for. */
export const HISTORY_LIMIT = 50;

/** @returns {string} a fresh turn id */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Browsers offer randomUUID on secure origins only; the demo may be opened by a host name over plain HTTP.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * A message's length as the server counts it: code points, without surrounding space.
 * @param {string} text
 */
export function messageLength(text) {
  return Array.from(text.trim()).length;
}

/** @param {string} text @returns {ActionFrame} */
export function messageFrame(text) {
  return { type: "message", text: text.trim() };
}

/** @param {CriterionName} criterion @param {CriterionValue} value @returns {ActionFrame} */
export function answerFrame(criterion, value) {
  return { type: "answer", criterion, value };
}

/** @returns {ActionFrame} */
export function searchFrame() {
  return { type: "search" };
}

/** @param {string} hotel slug of a current result @returns {ActionFrame} */
export function chooseFrame(hotel) {
  return { type: "choose", hotel };
}
