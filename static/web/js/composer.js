/**
 * The message field. It stays open for drafting while a turn runs; Send becomes Stop. The draft outlives a
 * reload and a refusal.
 */

import { MESSAGE_LIMIT, messageLength } from "./protocol.js";
import { isBusy } from "./store.js";
import { words } from "./words.js";

/** @import { State } from "./types.js" */
/** @import { TabStorage } from "./storage.js" */

/** The counter appears when this few characters are left. */
const COUNT_FROM = 200;

/** Safari reports the Enter that ends a composition as an ordinary key, but with this code. */
const COMPOSITION_KEY = 229;

export class Composer {
  #busy = false;

  /**
   * @param {object} parts
   * @param {HTMLFormElement} parts.form
   * @param {HTMLTextAreaElement} parts.field
   * @param {HTMLButtonElement} parts.button
   * @param {HTMLElement} parts.note
   * @param {object} actions
   * @param {(text: string) => void} actions.say
   * @param {() => void} actions.stop
   * @param {(sentence: string) => void} actions.announce
   * @param {TabStorage} storage
   */
  constructor({ form, field, button, note }, actions, storage) {
    this.field = field;
    this.button = button;
    this.note = note;
    this.actions = actions;
    this.storage = storage;
    field.value = storage.draft;
    field.addEventListener("input", () => this.#edited());
    field.addEventListener("keydown", (event) => this.#onKey(event));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#busy) actions.stop();
      else this.#send();
    });
    this.#edited();
  }

  /** @param {State} state */
  render(state) {
    const busy = isBusy(state);
    if (busy !== this.#busy || !this.button.dataset.mode) {
      this.#busy = busy;
      this.button.dataset.mode = busy ? "stop" : "send";
      this.button.setAttribute("aria-label", busy ? words.stop : words.send);
      this.button.title = busy ? words.stop : words.send;
      this.field.placeholder = busy ? words.placeholderBusy : words.placeholder;
    }
    this.#showNote(state.notice);
  }

  /** Put words back for editing, without losing what was typed since. @param {string} text */
  giveBack(text) {
    this.field.value = this.field.value.trim() ? `${text}\n${this.field.value}` : text;
    this.#edited();
    this.field.focus();
  }

  focus() {
    this.field.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key !== "Enter" || event.shiftKey) return;
    if (event.isComposing || event.keyCode === COMPOSITION_KEY) return;
    event.preventDefault();
    if (this.#busy) {
      this.#showNote(words.waitForReply);
      this.actions.announce(words.waitForReply);
    } else {
      this.#send();
    }
  }

  #send() {
    const length = messageLength(this.field.value);
    if (length > MESSAGE_LIMIT) {
      this.actions.announce(words.tooLong(length - MESSAGE_LIMIT));
      return;
    }
    if (length === 0) {
      this.field.focus();
      return;
    }
    const text = this.field.value;
    this.field.value = "";
    this.#edited();
    this.actions.say(text);
  }

  #edited() {
    this.storage.draft = this.field.value;
    this.#fit();
    this.#showNote("");
  }

  /** Grow with the text, up to the limit the style sets. */
  #fit() {
    this.field.style.height = "auto";
    this.field.style.height = `${this.field.scrollHeight}px`;
  }

  /** @param {string} notice said when the length has nothing to say */
  #showNote(notice) {
    const left = MESSAGE_LIMIT - messageLength(this.field.value);
    const tooLong = left < 0;
    this.field.setAttribute("aria-invalid", String(tooLong));
    this.note.classList.toggle("composer__note--problem", tooLong || Boolean(notice));
    if (tooLong) this.note.textContent = words.tooLong(-left);
    else if (left <= COUNT_FROM) this.note.textContent = words.charactersLeft(left);
    else this.note.textContent = notice;
  }
}
