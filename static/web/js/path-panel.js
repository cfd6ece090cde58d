/** "How it decides": the graph with this turn's path, the decisions it took, and what they cost. */

import { h } from "./dom.js";
import { GraphView, graphLegend } from "./graph-view.js";
import { isOpen } from "./store.js";
import { words } from "./words.js";

/** @import { Counts, Decision, Graph, State, Turn, Usage } from "./types.js" */

/**
 * Answers come with the inspector on only, and so does the code that draws them; without a network they stay out.
 * @param {HTMLElement} item
 * @param {Record<string, Record<string, any>>} answers
 */
function showAnswers(item, answers) {
  import("./answers-view.js").then(
    ({ answersView }) => item.append(answersView(answers)),
    () => {},
  );
}

/** @param {Decision} decision */
function decisionItem(decision) {
  const outcome = words.panel.outcome[/** @type {keyof typeof words.panel.outcome} */ (decision.outcome)] ?? decision.outcome;
  const facts = [decision.failure, decision.outcome === "skipped" ? "" : words.panel.attempts(decision.attempts), `${decision.duration_ms} ms`];
  const item = h(
    "li",
    { class: "decision", "data-outcome": decision.outcome },
    h("span", { class: "decision__node" }, decision.node),
    h("span", { class: "decision__outcome" }, outcome),
    h("span", { class: "decision__facts" }, facts.filter(Boolean).join(" · ")),
  );
  if (decision.answers) showAnswers(item, decision.answers);
  return item;
}

/** @param {Turn["tools"][number]} tool */
function toolItem({ node, tool, accepted }) {
  return h(
    "li",
    { class: "decision", "data-outcome": accepted ? "success" : "failed" },
    h("span", { class: "decision__node" }, node),
    h("span", { class: "decision__outcome" }, accepted ? words.panel.accepted : words.panel.refused),
    h("span", { class: "decision__facts" }, h("code", {}, tool)),
  );
}

/** @param {Counts | undefined} counts */
function countsText(counts) {
  if (!counts) return "–";
  const parts = [words.panel.calls(counts.calls), words.panel.tokens(counts.total_tokens ?? 0)];
  if (counts.skipped) parts.push(words.panel.skipped(counts.skipped));
  return parts.join(" · ");
}

/** @param {string} title @param {Usage | null} usage */
function usageRow(title, usage) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, title),
    h("td", {}, countsText(usage?.decisions)),
    h("td", {}, countsText(usage?.chat)),
  );
}

export class PathPanel {
  /** @type {Graph | null} */
  #graph = null;
  /** @type {GraphView | null} */
  #view = null;
  #drawn = "";
  #picture = h("div", { class: "panel__graph" });
  #decisions = h("ol", { class: "decisions" });
  #note = h("p", { class: "panel__note" });
  #usage = h("tbody");

  /** @param {HTMLElement} body */
  constructor(body) {
    const head = h(
      "thead",
      {},
      h("tr", {}, h("td"), h("th", { scope: "col" }, words.panel.deciding), h("th", { scope: "col" }, words.panel.talking)),
    );
    body.append(
      this.#note,
      this.#picture,
      graphLegend(),
      h("h3", {}, words.panel.decisions),
      this.#decisions,
      h("table", { class: "usage" }, head, this.#usage),
    );
  }

  /** @param {State} state */
  render(state) {
    if (state.graph && JSON.stringify(state.graph) !== JSON.stringify(this.#graph)) this.#drawGraph(state.graph);
    const turn = state.turns.findLast((candidate) => candidate.live) ?? null;
    const drawn = [turn?.id, turn?.version, state.node, state.turns.length, state.session].join(" ");
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#drawTurn(state, turn);
  }

  /** @param {Graph} graph */
  #drawGraph(graph) {
    this.#graph = graph;
    this.#view = new GraphView(graph);
    this.#picture.replaceChildren(this.#view.element);
    this.#drawn = "";
  }

  /** @param {State} state @param {Turn | null} turn */
  #drawTurn(state, turn) {
    const running = turn !== null && isOpen(turn);
    this.#view?.light(turn?.path ?? [], running ? turn.node : "", running ? "" : state.node);
    this.#note.hidden = turn !== null;
    this.#note.textContent = state.turns.length ? words.panel.restored : words.panel.idle;
    const items = [...(turn?.decisions ?? []).map(decisionItem), ...(turn?.tools ?? []).map(toolItem)];
    this.#decisions.replaceChildren(...items);
    if (turn && !running && !items.length) this.#decisions.append(h("li", { class: "decision decision--none" }, words.panel.noDecisions));
    this.#usage.replaceChildren(usageRow(words.panel.thisTurn, turn?.usage ?? null), usageRow(words.panel.session, state.usage));
  }
}
