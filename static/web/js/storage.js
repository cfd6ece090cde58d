/**
 * What this tab remembers across a reload: its session, the draft, and frames the server has not settled yet.
 * Session storage, so that two tabs never overwrite each other; where a browser forbids storage, nothing is
 * remembered and everything else works.
 */

/** @import { Unsettled } from "./types.js" */

const SESSION = "chat.session";
const DRAFT = "chat.draft";
const UNSETTLED = "chat.unsettled";
const PANEL = "chat.panel";

/** @param {string} key */
function read(key) {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} key @param {string} value '' forgets it */
function write(key, value) {
  try {
    if (value) sessionStorage.setItem(key, value);
    else sessionStorage.removeItem(key);
  } catch {
    // A full or forbidden store costs the customer a convenience, not the conversation.
  }
}

/** @returns {Unsettled[]} */
function readUnsettled() {
  try {
    return JSON.parse(read(UNSETTLED) || "[]");
  } catch {
    return [];
  }
}

export const storage = {
  get session() {
    return read(SESSION) || null;
  },
  set session(id) {
    write(SESSION, id ?? "");
  },

  get draft() {
    return read(DRAFT);
  },
  set draft(text) {
    write(DRAFT, text);
  },

  /** Whether the customer opened or closed the panel; null while they did neither. */
  get panel() {
    return { open: true, closed: false }[read(PANEL)] ?? null;
  },
  set panel(open) {
    write(PANEL, open ? "open" : "closed");
  },

  /** Frames whose turn has no final answer yet, oldest first. */
  get unsettled() {
    return readUnsettled();
  },

  /** @param {Unsettled} entry */
  keep(entry) {
    const others = readUnsettled().filter((kept) => kept.frame.id !== entry.frame.id);
    write(UNSETTLED, JSON.stringify([...others, entry]));
  },

  /** @param {string} id */
  settle(id) {
    const others = readUnsettled().filter((kept) => kept.frame.id !== id);
    write(UNSETTLED, others.length ? JSON.stringify(others) : "");
  },
};

/** @typedef {typeof storage} TabStorage */
