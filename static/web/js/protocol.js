/** The frames the page sends, and the limits it shares with the server. */

/** @import { ActionFrame, CriterionName, CriterionValue } from "./types.js" */

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

/** A message's length as the server counts it: code points, without surrounding space. @param {string} text */
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
