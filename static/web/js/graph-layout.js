/**
 * Where the declared graph is drawn: one row a node in the declared order, edges as arcs beside the column,
 * downward ones on the right and upward ones on the left. Dense graphs stay readable this way in a narrow
 * panel: no edge crosses a name, and the same graph always looks the same.
 */

/** @import { Arc, Graph, NodeBox } from "./types.js" */

export const SIZE = { width: 340, row: 38, top: 6, nodeWidth: 148, nodeHeight: 28 };

/** How far the widest arc leans out, and how much each row of span adds. */
const LEAN = { least: 16, perRow: 8, most: 88 };

/** Arcs leave below a node's middle and arrive above it, so that both ends can be told apart. */
const PORT = 5;

/** @param {Graph} graph @returns {{nodes: Map<string, NodeBox>, height: number}} */
export function placeNodes(graph) {
  const x = (SIZE.width - SIZE.nodeWidth) / 2;
  const nodes = new Map(
    graph.nodes.map(({ name, kind }, index) => [name, { name, kind, x, y: SIZE.top + index * SIZE.row }]),
  );
  return { nodes, height: SIZE.top * 2 + graph.nodes.length * SIZE.row - (SIZE.row - SIZE.nodeHeight) };
}

/** @param {NodeBox} from @param {NodeBox} to @returns {Arc} */
export function arcBetween(from, to) {
  const middle = SIZE.nodeHeight / 2;
  const down = to.y > from.y;
  const side = down ? from.x + SIZE.nodeWidth : from.x;
  const direction = down ? 1 : -1;
  const startY = from.y + middle + (down ? PORT : -PORT);
  const endY = to.y + middle + (down ? -PORT : PORT);
  const rows = Math.abs(to.y - from.y) / SIZE.row;
  const lean = Math.min(LEAN.most, LEAN.least + rows * LEAN.perRow) * direction;
  // The control points of a cubic pull its middle three quarters of their own way out.
  const control = side + lean / 0.75;
  return {
    d: `M ${side} ${startY} C ${control} ${startY} ${control} ${endY} ${side} ${endY}`,
    labelX: side + lean,
    labelY: (startY + endY) / 2,
  };
}
