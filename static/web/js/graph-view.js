/** The declared graph as a picture: drawn once, then lit where the turn passes. */

import { h, svg } from "./dom.js";
import { SIZE, arcBetween, placeNodes } from "./graph-layout.js";
import { words } from "./words.js";

/** @import { Arc, Graph, NodeBox } from "./types.js" */

const ARROW = "graph-arrow";

/** A small sign for a node's kind, so that colour is not the only difference. @type {Record<string, string>} */
const KIND_SHAPE = {
  decision: "M 6 0 L 12 6 L 6 12 L 0 6 Z",
  conversation: "M 0 1 H 12 V 9 H 6 L 3 12 V 9 H 0 Z",
  graph: "M 1 1 H 11 V 11 H 1 Z",
  terminate: "M 6 0 A 6 6 0 1 1 5.99 0 Z",
};

/** @param {string[]} path @returns {Map<string, number[]>} numbers of the steps that took each edge */
function stepsByEdge(path) {
  const steps = new Map();
  for (let index = 1; index < path.length; index += 1) {
    const key = `${path[index - 1]}>${path[index]}`;
    steps.set(key, [...(steps.get(key) ?? []), index]);
  }
  return steps;
}

/** The sign of each kind, as words. */
export function graphLegend() {
  const names = { decision: "decision", conversation: "conversation", graph: "plain code", terminate: "end" };
  const items = Object.entries(names).map(([kind, name]) =>
    h("li", {}, svg("svg", { viewBox: "-1 -1 14 14", class: "legend__sign", "aria-hidden": "true" }, svg("path", { d: KIND_SHAPE[kind] })), name),
  );
  return h("ul", { class: "legend" }, ...items);
}

export class GraphView {
  /** @type {Map<string, SVGElement>} */
  #boxes = new Map();
  #walked = svg("g", { class: "graph__walked" });

  /** @param {Graph} graph */
  constructor(graph) {
    const { nodes, height } = placeNodes(graph);
    this.nodes = nodes;
    const declared = svg("g", { class: "graph__declared" });
    for (const [from, to] of graph.edges) {
      const arc = this.#arc(from, to);
      if (arc) declared.append(svg("path", { d: arc.d }));
    }
    const boxes = svg("g", { class: "graph__nodes" });
    for (const box of nodes.values()) boxes.append(this.#box(box));
    this.element = svg(
      "svg",
      { class: "graph", role: "img", viewBox: `0 0 ${SIZE.width} ${height}` },
      svg("defs", {}, this.#arrow()),
      declared,
      this.#walked,
      boxes,
    );
  }

  #arrow() {
    return svg(
      "marker",
      { id: ARROW, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: "auto" },
      svg("path", { d: "M 0 0 L 8 4 L 0 8 Z" }),
    );
  }

  /** @param {NodeBox} box */
  #box({ name, kind, x, y }) {
    const { nodeWidth: width, nodeHeight: height } = SIZE;
    const shape = KIND_SHAPE[kind] ?? KIND_SHAPE.terminate;
    const group = svg(
      "g",
      { class: "graph__node", transform: `translate(${x} ${y})` },
      svg("rect", { width, height, rx: 7 }),
      svg("path", { class: "graph__sign", d: shape, transform: "translate(9 8)" }),
      svg("text", { x: 28, y: height / 2, "dominant-baseline": "central" }, name),
    );
    this.#boxes.set(name, group);
    return group;
  }

  /** @param {string} from @param {string} to @returns {Arc | null} null for a name the graph does not have */
  #arc(from, to) {
    const [source, target] = [this.nodes.get(from), this.nodes.get(to)];
    return source && target && source !== target ? arcBetween(source, target) : null;
  }

  /**
   * @param {string[]} path nodes entered, in order
   * @param {string} working the node at work, '' when none is
   * @param {string} resting where the session resumes, '' while a turn runs
   */
  light(path, working, resting) {
    const visited = new Set(path);
    for (const [name, group] of this.#boxes) {
      group.classList.toggle("graph__node--visited", visited.has(name));
      group.classList.toggle("graph__node--working", name === working);
      group.classList.toggle("graph__node--resting", name === resting);
    }
    this.#walked.replaceChildren();
    for (const [key, numbers] of stepsByEdge(path)) {
      const [from, to] = key.split(">");
      const arc = this.#arc(from, to);
      if (arc) this.#walked.append(...this.#walkedEdge(arc, numbers));
    }
    this.element.setAttribute("aria-label", words.panel.graph(path.join(", ") || "–"));
  }

  /** @param {Arc} arc @param {number[]} numbers */
  #walkedEdge(arc, numbers) {
    const label = numbers.join(",");
    const width = 12 + label.length * 5;
    return [
      svg("path", { d: arc.d, "marker-end": `url(#${ARROW})` }),
      svg("rect", { x: arc.labelX - width / 2, y: arc.labelY - 9, width, height: 18, rx: 9 }),
      svg("text", { x: arc.labelX, y: arc.labelY, "text-anchor": "middle", "dominant-baseline": "central" }, label),
    ];
  }
}
