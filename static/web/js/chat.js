/**
 * The conversation between store and connection: what the customer does becomes a frame with an id of its own,
 * what the server says becomes state. A frame is sent again only under the same id, so nothing runs twice.
 */

import { HISTORY_LIMIT, messageFrame, newId } from "./protocol.js";
import { isBusy, isOpen, openTurn } from "./store.js";
import { words } from "./words.js";

/** @import { ActionFrame, ServerFrame, SessionFrame, Status, Turn } from "./types.js" */
/** @import { Connection } from "./connection.js" */
/** @import { Store } from "./store.js" */
/** @import { TabStorage } from "./storage.js" */

/** A turn may take 45 seconds; when nothing was heard for longer, the connection is not to be trusted. */
const SILENCE_MS = 60_000;

const MESSAGE_TOO_BIG = 1009;

/** Refusals after which the words go back to the message field. */
const RETURNED = new Set(["message_empty", "message_too_long", "session_completed", "session_expired"]);

/** Refusals that are over in a while; the same frame may then be sent again. */
const PASSING = new Set(["busy", "rate_limited", "internal"]);

/** Emits `settled` (detail: Turn), `refused` (detail: string) and `returned` (detail: the words to edit). */
export class Chat extends EventTarget {
  /** @type {number | undefined} */
  #watchdog;
  /** What the next `hello` asks for beside the session. @type {{new?: boolean, from?: string}} */
  #beginning = {};
  #after = 0;

  /** @param {Store} store @param {TabStorage} storage */
  constructor(store, storage) {
    super();
    this.store = store;
    this.storage = storage;
    /** @type {Connection | null} */
    this.connection = null;
  }

  /** @param {Connection} connection */
  connect(connection) {
    this.connection = connection;
    for (const { frame, text, session, failure } of this.storage.unsettled) {
      if (session !== this.storage.session) this.storage.settle(frame.id);
      else if (failure) this.store.update(this.store.addTurn(frame, text), { phase: "failed", failure, retryable: true });
      else this.store.addTurn(frame, text);
    }
    connection.addEventListener("frame", (event) => this.#receive(/** @type {CustomEvent} */ (event).detail));
    connection.addEventListener("status", (event) => this.#onStatus(/** @type {CustomEvent} */ (event).detail));
    connection.start();
  }

  /** The frame each socket opens with. */
  hello() {
    this.#after = this.store.settledThrough;
    return { type: "hello", session: this.storage.session, after: this.#after, ...this.#beginning };
  }

  /** @param {string} text */
  say(text) {
    this.act(messageFrame(text), text.trim());
  }

  /**
   * Begin a turn, or refuse while another is open.
   * @param {ActionFrame} frame without an id
   * @param {string} [text] the customer's words for it
   * @returns {boolean} whether it was taken
   */
  act(frame, text = "") {
    if (isBusy(this.store.state)) {
      this.#emit("refused", words.spoken.busy);
      return false;
    }
    const identified = { ...frame, id: newId() };
    const turn = this.store.addTurn(identified, text);
    this.#deliver(turn);
    return true;
  }

  /** @param {Turn} turn */
  retry(turn) {
    if (isBusy(this.store.state)) {
      this.#emit("refused", words.spoken.busy);
      return;
    }
    this.store.update(turn, { phase: "sending", seq: 0, failure: "", retryable: false, retryAt: 0 });
    this.#deliver(turn);
  }

  /** Stop the turn in flight, whichever tab began it; one that was never sent is simply taken back. */
  stop() {
    const { inFlight } = this.store.state;
    const turn = openTurn(this.store.state);
    const id = inFlight ?? turn?.id;
    if (id && this.connection?.send({ type: "cancel", id })) return;
    if (turn?.phase === "sending" && turn.number === null) this.#takeBack(turn);
  }

  /** @param {string} [from] an own session whose criteria the new one starts with */
  startNew(from) {
    this.#beginning = from ? { new: true, from } : { new: true };
    this.storage.session = null;
    this.store.clear();
    this.connection?.restart();
  }

  earlier() {
    const before = this.store.state.turns.find((turn) => turn.number !== null)?.number;
    if (before) this.connection?.send({ type: "history", before, limit: HISTORY_LIMIT });
  }

  /** @param {Turn} turn */
  #deliver(turn) {
    this.#remember(turn);
    if (turn.frame) this.connection?.send(turn.frame);
    this.#watch();
  }

  /** Keep what has no final answer yet, for the case of a reload. @param {Turn} turn */
  #remember(turn) {
    const { frame, request, failure } = turn;
    if (frame) this.storage.keep({ frame, text: request.text, session: this.store.state.session, failure });
  }

  /** @param {ServerFrame} frame */
  #receive(frame) {
    switch (frame.type) {
      case "session":
        this.#onSession(/** @type {any} */ (frame));
        break;
      case "history":
        this.store.applyHistory(/** @type {any} */ (frame));
        break;
      case "error":
        this.#onError(frame);
        break;
      default:
        if (frame.type.startsWith("turn.") || frame.id) this.#onEvent(frame);
    }
  }

  /** @param {SessionFrame} frame */
  #onSession(frame) {
    this.#beginning = {};
    this.storage.session = frame.session;
    this.store.applySession(frame, this.#after);
    this.#after = 0;
    for (const turn of this.store.state.turns) {
      // Repeating a frame under its id is safe, and the only way to be told how its turn went on.
      if (isOpen(turn) && turn.frame) this.#deliver(turn);
      if (!isOpen(turn) && turn.phase !== "failed") this.storage.settle(turn.id);
    }
    this.#watch();
  }

  /** @param {ServerFrame} event */
  #onEvent(event) {
    const turn = this.store.applyEvent(event);
    this.#watch();
    if (!turn || isOpen(turn)) return;
    if (turn.retryable) this.#remember(turn);
    else this.storage.settle(turn.id);
    this.#emit("settled", turn);
  }

  /** @param {ServerFrame} error */
  #onError(error) {
    if (error.code === "not_found" && !error.id && !this.connection?.live) {
      this.#forgetSession();
      return;
    }
    const turn = error.id ? this.store.turn(error.id) : null;
    if (error.code === "session_completed" || error.code === "session_expired") {
      this.store.close(error.code === "session_completed" ? "completed" : "expired", error.message);
    }
    if (!turn) {
      this.store.setNotice(error.message);
      this.#emit("refused", error.message);
    } else if (RETURNED.has(error.code)) {
      this.#takeBack(turn);
      if (!error.code.startsWith("session_")) this.store.setNotice(error.message);
    } else {
      this.#refuse(turn, error);
    }
  }

  /** A session that is not ours, or no longer there: ask for the newest one instead, once. */
  #forgetSession() {
    if (!this.storage.session) return;
    this.storage.session = null;
    this.connection?.restart();
  }

  /** @param {Turn} turn @param {ServerFrame} error */
  #refuse(turn, error) {
    const retryable = PASSING.has(error.code);
    const retryAt = Date.now() + (error.retry_after ?? 0) * 1000;
    this.store.update(turn, { phase: "failed", failure: error.message, retryable, retryAt });
    if (retryable) this.#remember(turn);
    else this.storage.settle(turn.id);
    this.#emit("settled", turn);
  }

  /** @param {Turn} turn give its words back to the message field */
  #takeBack(turn) {
    this.storage.settle(turn.id);
    this.store.removeTurn(turn);
    if (turn.request.type === "message") this.#emit("returned", turn.request.text);
  }

  /** @param {Status} status */
  #onStatus(status) {
    if (status.state === "live") return;
    clearTimeout(this.#watchdog);
    const sending = this.store.state.turns.find((turn) => turn.phase === "sending");
    if (status.closeCode === MESSAGE_TOO_BIG && sending) {
      // Sent again it would only close the next socket too.
      this.storage.settle(sending.id);
      this.store.update(sending, { phase: "failed", failure: words.failure.tooLarge, retryable: false });
    }
  }

  /** Tie the running turn to a deadline, so that "working on it" cannot stay for ever. */
  #watch() {
    clearTimeout(this.#watchdog);
    if (!this.connection?.live || !isBusy(this.store.state)) return;
    this.#watchdog = setTimeout(() => this.connection?.restart(), SILENCE_MS);
  }

  /** @param {string} type @param {unknown} detail */
  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
