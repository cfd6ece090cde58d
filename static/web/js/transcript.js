/** The conversation log: one view a turn, redrawn only where a turn changed. */

import { ScrollFollower } from "./scroll.js";
import { isCurrent } from "./store.js";
import { TurnView } from "./turn-view.js";

/** @import { State, TranscriptParts, Turn, TurnActions } from "./types.js" */

export class Transcript {
  /** @type {Map<string, TurnView>} */
  #views = new Map();
  #firstId = "";

  /**
   * @param {TranscriptParts} parts
   * @param {TurnActions} actions
   * @param {{earlier: () => void, connected: () => boolean}} session
   */
  constructor(parts, actions, session) {
    this.parts = parts;
    this.actions = actions;
    this.connected = session.connected;
    this.follower = new ScrollFollower(parts.scroller, parts.newReply);
    parts.earlier.addEventListener("click", () => {
      parts.scroller.focus({ preventScroll: true });
      session.earlier();
    });
  }

  /** @param {State} state */
  render(state) {
    const { turns } = state;
    this.parts.welcome.hidden = turns.length > 0 || state.earlier || state.status !== "active";
    const prepended = Boolean(this.#firstId) && turns[0]?.id !== this.#firstId && turns.some((turn) => turn.id === this.#firstId);
    this.#firstId = turns[0]?.id ?? "";
    if (prepended) this.follower.keepPlace(() => this.#draw(state));
    else this.#draw(state);
  }

  /** @param {State} state */
  #draw(state) {
    const { turns } = state;
    this.parts.earlier.hidden = !state.earlier;
    this.#removeOthers(new Set(turns.map((turn) => turn.id)));
    /** @type {HTMLElement | null} */
    let grown = null;
    turns.forEach((turn, index) => {
      const view = this.#viewAt(turn, index);
      const place = {
        newest: index === turns.length - 1,
        active: state.status === "active",
        current: state.status === "active" && isCurrent(state, turn),
        connected: this.connected(),
        criteria: state.criteria,
        nextText: turns[index + 1]?.request.text ?? "",
        session: state.session,
      };
      if (view.update(turn, place)) grown = view.element;
    });
    if (grown && grown === this.parts.turns.lastElementChild) this.follower.added(grown);
  }

  /** @param {Set<string>} ids */
  #removeOthers(ids) {
    for (const [id, view] of this.#views) {
      if (ids.has(id)) continue;
      view.element.remove();
      this.#views.delete(id);
    }
  }

  /** The view of a turn, at its place in the log. @param {Turn} turn @param {number} index */
  #viewAt(turn, index) {
    let view = this.#views.get(turn.id);
    if (!view) {
      view = new TurnView(this.actions);
      this.#views.set(turn.id, view);
      // Whoever sends something wants to see it, wherever they were reading.
      if (turn.phase === "sending") this.follower.toEnd();
    }
    const occupant = this.parts.turns.children[index] ?? null;
    if (occupant !== view.element) this.parts.turns.insertBefore(view.element, occupant);
    return view;
  }
}
