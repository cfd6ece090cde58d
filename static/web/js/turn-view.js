/** One turn on the page: the customer's bubble with its state, the work in progress, and the reply. */

import { createControl } from "./controls/index.js";
import { fullMoment, timeOfDay } from "./dates.js";
import { h } from "./dom.js";
import { HotelList } from "./hotels.js";
import { QuickReplies } from "./quick-replies.js";
import { bookingCard } from "./receipt.js";
import { turnReference } from "./reference.js";
import { plainText, richText } from "./rich-text.js";
import { isOpen } from "./store.js";
import { progressLabel } from "./vocabulary.js";
import { words } from "./words.js";

/** @import { CriterionName, Message, QuickReply, Turn, TurnActions, TurnPlace } from "./types.js" */

/** A turn longer than this gets a word of patience. */
const SLOW_MS = 8_000;

/** @param {Date | null} moment */
function clockTime(moment) {
  if (!moment) return null;
  return h("time", { datetime: moment.toISOString(), title: fullMoment(moment) }, timeOfDay(moment));
}

/**
 * The reply's words. A numbered list of the very hotels whose cards follow is left out of them: the cards say it
 * better. Words that are nothing but such a list stay.
 * @param {Message} message
 */
function replyText({ html, text, hotels }) {
  const body = html ? richText(html) : plainText(text);
  for (const list of body.querySelectorAll("ol")) {
    const alone = list.textContent?.trim() === body.textContent?.trim();
    if (!alone && list.children.length === hotels.length) list.remove();
  }
  return h("div", { class: "reply__text", dir: "auto" }, body);
}

/** @param {string} speaker */
function spokenLabel(speaker) {
  return h("h2", { class: "visually-hidden" }, speaker);
}

export class TurnView {
  #version = -1;
  #drawnState = "";
  /** @type {Message | null} */
  #message = null;
  /** @type {HotelList | null} */
  #hotels = null;
  /** @type {QuickReplies | null} */
  #replies = null;
  /** @type {HTMLElement | null} */
  #form = null;
  /** @type {number | undefined} */
  #timer;
  #bubbleText = h("p", { class: "bubble__text", dir: "auto" });
  #state = h("p", { class: "turn__state" });
  #bubble = h("div", { class: "bubble bubble--customer" }, spokenLabel(words.you), this.#bubbleText);
  #asked = h("div", { class: "turn__asked" }, this.#bubble, this.#state);
  #progress = h("p", { class: "progress", hidden: true });
  #reply = h("div", { class: "reply", hidden: true });

  /** @param {TurnActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.element = h("article", { class: "turn" }, this.#asked, this.#progress, this.#reply);
  }

  /** @param {Turn} turn @param {TurnPlace} place @returns {boolean} whether something new is to be read */
  update(turn, place) {
    const grown = this.#version !== turn.version;
    if (grown) {
      this.#version = turn.version;
      this.element.dataset.phase = turn.phase;
      this.#bubbleText.textContent = turn.request.text;
      this.#asked.hidden = !turn.request.text;
      this.#drawProgress(turn);
      this.#drawReply(turn, place);
    }
    this.#drawState(turn, place);
    this.#hotels?.setCurrent(place.current, place.active);
    if (!place.newest) this.#retire(turn, place);
    return grown;
  }

  /** @param {Turn} turn @param {TurnPlace} place */
  #drawState(turn, place) {
    const drawn = `${turn.version} ${place.connected}`;
    if (this.#drawnState === drawn) return;
    this.#drawnState = drawn;
    const { phase } = turn;
    /** @type {(HTMLElement | null)[]} */
    const parts = [clockTime(turn.askedAt)];
    if (phase === "sending") parts.push(h("span", {}, place.connected ? words.phase.sending : words.phase.waiting));
    if (phase === "received") parts.push(h("span", {}, words.phase.received));
    if (phase === "answered") parts.push(h("span", { class: "visually-hidden" }, words.phase.answered));
    if (phase === "cancelled") parts.push(h("span", {}, words.phase.cancelled), this.#editButton(turn));
    if (phase === "failed") parts.push(h("span", { class: "turn__failure" }, turn.failure), this.#retryButton(turn));
    this.#state.replaceChildren(...parts.filter((part) => part !== null));
  }

  /** @param {Turn} turn */
  #editButton(turn) {
    if (turn.request.type !== "message") return null;
    return h("button", { type: "button", class: "link-button", onclick: () => this.actions.edit(turn) }, words.edit);
  }

  /** @param {Turn} turn */
  #retryButton(turn) {
    if (!turn.retryable) return null;
    const button = h(
      "button",
      { type: "button", class: "button button--small", onclick: () => this.actions.retry(turn) },
      words.retry,
    );
    const wait = turn.retryAt - Date.now();
    if (wait > 0) {
      button.disabled = true;
      setTimeout(() => (button.disabled = false), wait);
    }
    return button;
  }

  /** One calm line for the work in progress. @param {Turn} turn */
  #drawProgress(turn) {
    clearTimeout(this.#timer);
    this.#progress.hidden = turn.phase !== "received" || Boolean(turn.streamed);
    if (this.#progress.hidden) return;
    const label = progressLabel(turn.node || "Router");
    this.#progress.textContent = `${label}…`;
    const patience = `${words.slow}: ${label.toLowerCase()}…`;
    this.#timer = setTimeout(() => (this.#progress.textContent = patience), SLOW_MS);
  }

  /** @param {Turn} turn @param {TurnPlace} place */
  #drawReply(turn, place) {
    const { message } = turn;
    if (message && message !== this.#message) {
      this.#message = message;
      this.#reply.replaceChildren(...this.#replyParts(turn, message, place));
    } else if (!message && isOpen(turn) && turn.streamed) {
      this.#reply.replaceChildren(h("div", { class: "bubble bubble--assistant", dir: "auto" }, plainText(turn.streamed)));
    }
    this.#reply.hidden = !message && !(isOpen(turn) && turn.streamed);
  }

  /** @param {Turn} turn @param {Message} message @param {TurnPlace} place */
  #replyParts(turn, message, place) {
    const reference =
      place.session && turn.number ? h("span", { class: "turn__reference" }, words.reference(turnReference(place.session, turn.number))) : null;
    const footer = h("p", { class: "turn__state" }, clockTime(turn.answeredAt), reference);
    /** @type {HTMLElement[]} */
    const parts = [h("div", { class: "bubble bubble--assistant" }, spokenLabel(words.assistant), replyText(message))];
    if (message.hotels.length) parts.push(this.#hotelList(message, place));
    if (message.booking) parts.push(bookingCard(message.booking));
    if (message.form && place.newest) parts.push(this.#inlineForm(message.form, place));
    if (message.quick_replies.length) parts.push(this.#quickReplies(turn, message.quick_replies));
    return turn.answeredAt || reference ? [...parts, footer] : parts;
  }

  /** @param {Message} message @param {TurnPlace} place */
  #hotelList(message, place) {
    const asked = new Set(place.criteria?.amenities?.amenities ?? []);
    this.#hotels = new HotelList(message.hotels, { asked, book: this.actions.book, search: this.actions.search });
    return this.#hotels.element;
  }

  /** @param {CriterionName} criterion @param {TurnPlace} place */
  #inlineForm(criterion, place) {
    const control = createControl(criterion, place.criteria?.[criterion] ?? null, {
      save: (value) => this.actions.answer(criterion, value),
    });
    this.#form = h("div", { class: "inline-form" }, control.element);
    return this.#form;
  }

  /** @param {Turn} turn @param {QuickReply[]} replies */
  #quickReplies(turn, replies) {
    this.#replies = new QuickReplies(replies, (index, event) => this.actions.quickReply(turn, index, event));
    return this.#replies.element;
  }

  /** The conversation has moved on: the rail is the place to change an answer now.
   * @param {Turn} turn @param {TurnPlace} place */
  #retire(turn, place) {
    this.#form?.remove();
    this.#form = null;
    if (!this.#replies) return;
    const said = turn.message?.quick_replies.findIndex((reply) => reply.frame.text === place.nextText) ?? -1;
    this.#replies.retire(turn.chosen ?? (said >= 0 ? said : null));
  }
}
