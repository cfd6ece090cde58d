/**
 * One websocket at a time, and an honest word on its state.
 *
 * States: `connecting` (first attempt), `live` (the server has answered `hello`), `reconnecting` (lost; either
 * waiting until `retryAt` or trying), `offline` (the same, while the browser has no network) and `closed` (only
 * the customer can go on, see `reason`). Liveness is judged by frames that arrive, never by a flag: a laptop that
 * slept keeps an "open" socket that is long dead, and one without a network still reaches a server on itself.
 */

/** @import { Reason, ServerFrame, Status } from "./types.js" */

const HEARTBEAT_MS = 15_000;
const MISSED_BEATS = 2;
const ANSWER_MS = 10_000;
const PROBE_MS = 5_000;
const STABLE_MS = 10_000;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

const NO_COOKIE = 4401;
const TOO_MANY_BAD_FRAMES = 4408;
const GOING_AWAY = 1001;
const SERVICE_RESTART = 1012;

/**
 * How long to wait before an attempt: doubling, capped, and half of it random, so that a restarted server
 * does not meet all its customers in the same second.
 * @param {number} attempt 0 for the first retry
 * @param {() => number} [random]
 */
export function retryDelay(attempt, random = Math.random) {
  const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}

function lostState() {
  return navigator.onLine ? "reconnecting" : "offline";
}

/** Emits `status` (detail: Status) and `frame` (detail: ServerFrame). */
export class Connection extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  #attempt = 0;
  #missed = 0;
  #liveSince = 0;
  /** @type {number | undefined} */
  #timer;
  /** @type {number | undefined} */
  #heartbeat;
  /** @type {Status} */
  #status = { state: "connecting", reason: "", retryAt: null, closeCode: 0 };

  /** @param {string} url @param {() => object} hello the frame to open each socket with */
  constructor(url, hello) {
    super();
    this.url = url;
    this.hello = hello;
  }

  get status() {
    return this.#status;
  }

  get live() {
    return this.#status.state === "live";
  }

  /** Open the first socket and follow the browser's hints from then on. */
  start() {
    addEventListener("online", () => this.retryNow());
    addEventListener("offline", () => this.#probe());
    addEventListener("pagehide", () => this.#drop());
    addEventListener("pageshow", (event) => event.persisted && this.retryNow());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#probe();
    });
    this.#open();
  }

  /** @param {object} frame @returns {boolean} whether it was handed to a live socket */
  send(frame) {
    if (!this.live || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** Try at once, whatever the countdown says. */
  retryNow() {
    if (this.live || this.#status.state === "closed") return;
    this.#setStatus({ state: lostState(), retryAt: null, closeCode: 0 });
    this.#open();
  }

  /** Begin again on a new socket: for another session, or when a turn has gone silent. */
  restart() {
    this.#attempt = 0;
    this.#setStatus({ state: "connecting", reason: "", retryAt: null, closeCode: 0 });
    this.#open();
  }

  #open() {
    this.#drop();
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.hello()));
    socket.onmessage = (event) => this.#receive(String(event.data));
    socket.onclose = (event) => this.#closed(event.code);
    this.#timer = setTimeout(() => this.#lost("silent"), ANSWER_MS);
  }

  /** Let go of the current socket so thoroughly that nothing of it can be heard again. */
  #drop() {
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** @param {string} data */
  #receive(data) {
    this.#missed = 0;
    /** @type {ServerFrame} */
    const frame = JSON.parse(data);
    if (frame.type === "session") this.#becomeLive();
    if (frame.type !== "pong") this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
  }

  #becomeLive() {
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
    this.#liveSince = Date.now();
    this.#setStatus({ state: "live", reason: "", retryAt: null });
  }

  #beat() {
    if (this.#missed >= MISSED_BEATS) {
      this.#lost("silent");
      return;
    }
    this.#missed += 1;
    this.send({ type: "ping" });
  }

  /** After a sleep, or when the network seems to be gone: is anyone still there? */
  #probe() {
    if (!this.live) {
      if (this.#status.state !== "connecting") this.retryNow();
      return;
    }
    this.#missed += 1;
    this.send({ type: "ping" });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#missed > 0 && this.#lost("silent"), PROBE_MS);
  }

  /** @param {number} code */
  #closed(code) {
    this.#status.closeCode = code;
    if (code === NO_COOKIE) {
      this.#giveUp("signed_out");
    } else if (code === TOO_MANY_BAD_FRAMES) {
      this.#giveUp("too_many_errors");
    } else {
      this.#lost(code === SERVICE_RESTART || code === GOING_AWAY ? "restarting" : "lost");
    }
  }

  /** @param {Reason} reason */
  #lost(reason) {
    this.#drop();
    // A server that accepts and hangs up at once must not be called again at full speed.
    if (this.live && Date.now() - this.#liveSince > STABLE_MS) this.#attempt = 0;
    const delay = retryDelay(this.#attempt);
    this.#attempt += 1;
    this.#timer = setTimeout(() => this.retryNow(), delay);
    this.#setStatus({ state: lostState(), reason, retryAt: Date.now() + delay });
  }

  /** @param {Reason} reason */
  #giveUp(reason) {
    this.#drop();
    this.#setStatus({ state: "closed", reason, retryAt: null });
  }

  /** @param {Partial<Status>} change */
  #setStatus(change) {
    this.#status = { ...this.#status, ...change };
    this.dispatchEvent(new CustomEvent("status", { detail: this.#status }));
  }
}
