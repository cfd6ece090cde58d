/**
 * What the page knows of its session, and how each frame changes it. No DOM and no network.
 *
 * Views subscribe and read; one notice a microtask covers however many frames came at once. A turn's `version`
 * rises with every change, so that a view redraws only what is new.
 */

import { sayValue } from "./criteria.js";
import { words } from "./words.js";

/** @import { ActionFrame, Counts, Phase, ServerFrame, SessionFrame, State, Turn, TurnRecord } from "./types.js" */

/** @returns {State} */
function emptyState() {
  return {
    session: null,
    status: "active",
    statusNote: "",
    node: "",
    criteria: null,
    resultsTurn: null,
    turns: [],
    earlier: false,
    inFlight: null,
    usage: null,
    graph: null,
    notice: "",
  };
}

/** @param {string} id @param {{type: string, text: string}} request @returns {Turn} */
function newTurn(id, request) {
  return {
    id,
    number: null,
    after: 0,
    request,
    phase: "sending",
    frame: null,
    message: null,
    streamed: "",
    failure: "",
    retryable: false,
    retryAt: 0,
    askedAt: null,
    answeredAt: null,
    node: "",
    path: [],
    decisions: [],
    tools: [],
    usage: null,
    seq: 0,
    chosen: null,
    version: 0,
    live: false,
  };
}

/** @param {Turn} turn forget a run that is being repeated */
function forgetRun(turn) {
  Object.assign(turn, { seq: 0, node: "", path: [], decisions: [], tools: [], streamed: "", failure: "" });
}

/**
 * Let a turn have failed. To be tried again it needs its frame, which words sent from elsewhere are enough for.
 * @param {Turn} turn
 * @param {string} failure
 * @param {boolean} [retryable]
 */
function fail(turn, failure, retryable = true) {
  const { id, request } = turn;
  if (!turn.frame && request.type === "message") turn.frame = { type: "message", id, text: request.text };
  Object.assign(turn, { phase: "failed", failure, retryable: retryable && turn.frame !== null });
}

/** @param {Turn} turn */
export function isOpen(turn) {
  return turn.phase === "sending" || turn.phase === "received";
}

/** @param {State} state @returns {Turn | null} the turn that is being sent or answered */
export function openTurn(state) {
  return state.turns.findLast(isOpen) ?? null;
}

/** @param {State} state whether the customer has to wait or stop before sending more */
export function isBusy(state) {
  return state.inFlight !== null || openTurn(state) !== null;
}

/**
 * Cards can be booked from while their turn belongs to the current results; "more" shows further ones of the
 * same results in a later turn.
 * @param {State} state
 * @param {Turn} turn
 */
export function isCurrent(state, turn) {
  return state.resultsTurn !== null && turn.number !== null && turn.number >= state.resultsTurn;
}

/** Words that stand for an action until the server sends its own. @param {ActionFrame} frame */
function wordsFor(frame) {
  if (frame.type === "message") return frame.text ?? "";
  if (frame.type === "answer" && frame.criterion && frame.value) return sayValue(frame.criterion, frame.value);
  return "";
}

/** @param {Counts | undefined} total @param {Counts} more @returns {Counts} */
function addCounts(total, more) {
  const sums = Object.entries(more).map(([name, count]) => [name, (total?.[name] ?? 0) + count]);
  return Object.fromEntries(sums);
}

export class Store {
  /** @type {State} */
  state = emptyState();
  /** @type {Set<(state: State) => void>} */
  #views = new Set();
  #notified = true;

  /** @param {(state: State) => void} view called at once, and after every change */
  subscribe(view) {
    this.#views.add(view);
    view(this.state);
  }

  #changed() {
    if (!this.#notified) return;
    this.#notified = false;
    queueMicrotask(() => {
      this.#notified = true;
      for (const view of this.#views) view(this.state);
    });
  }

  /** @param {string} id */
  turn(id) {
    return this.state.turns.find((turn) => turn.id === id) ?? null;
  }

  /** The last turn number of which nothing is open, for `hello`. */
  get settledThrough() {
    const claimed = this.state.turns.filter((turn) => turn.number !== null);
    const unsettled = claimed.find((turn) => isOpen(turn) || turn.retryable);
    return unsettled ? Number(unsettled.number) - 1 : (claimed.at(-1)?.number ?? 0);
  }

  /** Begin with nothing, for a new session. */
  clear() {
    const { graph } = this.state;
    this.state = { ...emptyState(), graph };
    this.#changed();
  }

  /** @param {string} notice */
  setNotice(notice) {
    if (this.state.notice === notice) return;
    this.state.notice = notice;
    this.#changed();
  }

  /** @param {"completed" | "expired"} status @param {string} note */
  close(status, note) {
    this.state.status = status;
    this.state.statusNote = note;
    this.#changed();
  }

  /**
   * A turn this tab is about to send.
   * @param {ActionFrame & {id: string}} frame
   * @param {string} [text] the words for it
   */
  addTurn(frame, text) {
    const turn = newTurn(frame.id, { type: frame.type, text: text || wordsFor(frame) });
    turn.frame = frame;
    turn.askedAt = new Date();
    turn.after = Math.max(0, ...this.state.turns.map((other) => other.number ?? 0));
    this.state.turns.push(turn);
    this.state.notice = "";
    this.#changed();
    return turn;
  }

  /** @param {Turn} turn @param {Partial<Turn>} change */
  update(turn, change) {
    Object.assign(turn, change);
    turn.version += 1;
    this.#changed();
  }

  /** @param {Turn} turn that the server refused before it became one */
  removeTurn(turn) {
    this.state.turns = this.state.turns.filter((other) => other !== turn);
    this.#changed();
  }

  /**
   * Take over the server's view of the session: all of it, not only the turns.
   * @param {SessionFrame} frame
   * @param {number} after what `hello` said was settled here
   */
  applySession(frame, after) {
    const { state } = this;
    const same = state.session === frame.session;
    const first = frame.turns[0]?.turn ?? null;
    const gap = same && first !== null && first > after + 1;
    const kept = state.turns.filter((turn) => turn.number === null || (same && !gap));
    const knowsOlder = kept.some((turn) => turn.number !== null && (first === null || turn.number < first));
    state.turns = kept;
    state.earlier = knowsOlder ? state.earlier : frame.earlier;
    state.session = frame.session;
    state.status = frame.status;
    state.statusNote = "";
    state.node = frame.node;
    state.criteria = frame.criteria;
    state.resultsTurn = frame.results_turn;
    state.inFlight = frame.in_flight;
    state.usage = frame.usage;
    state.graph = frame.graph;
    state.notice = "";
    for (const record of frame.turns) this.#merge(record);
    for (const turn of state.turns) this.#reconcile(turn);
    this.#sort();
    this.#changed();
  }

  /** @param {{turns: TurnRecord[], earlier: boolean}} frame */
  applyHistory(frame) {
    for (const record of frame.turns) this.#merge(record);
    this.state.earlier = frame.earlier;
    this.#sort();
    this.#changed();
  }

  /** @param {TurnRecord} record */
  #merge(record) {
    let turn = this.turn(record.id);
    if (turn?.phase === "answered") return; // an answer never changes
    if (!turn) {
      turn = newTurn(record.id, record.request);
      this.state.turns.push(turn);
    }
    turn.number = record.turn;
    turn.request = record.request;
    if (record.status === "completed") {
      Object.assign(turn, { phase: "answered", message: record.message, failure: "", retryable: false });
    } else if (record.status === "cancelled") {
      Object.assign(turn, { phase: "cancelled", retryable: false });
    } else if (record.status === "running" && this.state.inFlight === record.id) {
      turn.phase = "received";
    } else if (turn.phase !== "failed") {
      fail(turn, record.status === "failed" ? words.failure.general : words.failure.interrupted);
    }
    turn.version += 1;
  }

  /**
   * After a resync: a turn the server had taken but neither runs nor recorded was interrupted.
   * @param {Turn} turn
   */
  #reconcile(turn) {
    if (this.state.inFlight === turn.id) {
      turn.phase = "received";
      forgetRun(turn);
    } else if (turn.phase === "received") {
      fail(turn, words.failure.interrupted);
    } else {
      return;
    }
    turn.version += 1;
  }

  /** By number; a turn the server never took stays behind the one it was written after. */
  #sort() {
    const place = (/** @type {Turn} */ turn) => turn.number ?? turn.after + 0.5;
    this.state.turns.sort((one, other) => place(one) - place(other));
  }

  /**
   * Apply one event of a turn, once; what was already applied is passed over.
   * @param {ServerFrame} event
   * @returns {Turn | null} the turn it changed
   */
  applyEvent(event) {
    const turn = this.turn(event.id) ?? this.#foreignTurn(event);
    if (event.type === "turn.started" && turn.phase !== "received") forgetRun(turn);
    if (event.seq <= turn.seq) return null;
    turn.seq = event.seq;
    turn.number = event.turn;
    this.#applyTo(turn, event);
    turn.version += 1;
    this.#sort();
    this.#changed();
    return turn;
  }

  /** A turn that began in another tab. @param {ServerFrame} event */
  #foreignTurn(event) {
    const turn = newTurn(event.id, event.request ?? { type: "message", text: "" });
    turn.phase = "received";
    turn.askedAt = new Date();
    this.state.turns.push(turn);
    return turn;
  }

  /** @param {Turn} turn @param {ServerFrame} event */
  #applyTo(turn, event) {
    switch (event.type) {
      case "turn.started":
        Object.assign(turn, { phase: "received", request: event.request ?? turn.request, retryable: false, live: true });
        this.state.inFlight = turn.id;
        break;
      case "node.entered":
        turn.live = true;
        turn.node = event.node;
        turn.path.push(event.node);
        break;
      case "decision.made":
        turn.decisions.push(/** @type {any} */ (event));
        break;
      case "tool.called":
        turn.tools.push({ node: event.node, tool: event.tool, accepted: event.accepted });
        break;
      case "message.delta":
        turn.streamed += event.text;
        break;
      case "turn.completed":
        this.#complete(turn, event);
        break;
      case "turn.failed":
        this.#end(turn, "failed");
        fail(turn, event.message || words.failure.general, event.retryable);
        break;
      case "turn.cancelled":
        this.#end(turn, "cancelled");
        break;
    }
  }

  /** @param {Turn} turn @param {ServerFrame} event */
  #complete(turn, event) {
    const { state } = this;
    this.#end(turn, "answered");
    turn.message = event.message;
    turn.path = event.path;
    turn.usage = event.usage;
    state.node = event.node;
    state.criteria = event.criteria;
    state.resultsTurn = event.results_turn;
    state.usage = {
      decisions: addCounts(state.usage?.decisions, event.usage.decisions),
      chat: addCounts(state.usage?.chat, event.usage.chat),
    };
    if (event.completed) state.status = "completed";
  }

  /** @param {Turn} turn @param {Phase} phase */
  #end(turn, phase) {
    Object.assign(turn, { phase, node: "", streamed: "", retryable: false, answeredAt: new Date() });
    if (this.state.inFlight === turn.id) this.state.inFlight = null;
  }
}
