/** Short references of turns, by which staff find them. `hotelsite/conversations/references.py` reads them. */

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The first 30 bits of the session's id in Crockford's base 32, and the turn's number.
 * @param {string} session uuid
 * @param {number} turn
 */
export function turnReference(session, turn) {
  const bits = Number.parseInt(session.replaceAll("-", "").slice(0, 8), 16) >>> 2;
  let text = "";
  for (let shift = 25; shift >= 0; shift -= 5) text += ALPHABET[(bits >>> shift) & 31];
  return `${text}-${turn}`;
}
