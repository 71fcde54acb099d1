/** The edges of a tree: a line, the action's name near the child, and a stroke across it where the search cut it. */
import { svg } from "../board/svg";
import type { TreeNode } from "./explanation";
import { NAME, SIGN } from "./geometry";
import type { Point } from "./places";

/** How far along an edge its cut mark is, and how far above the child's sign the action's name is. */
const CUT_AT = 0.45;
const CUT_REACH = 6;
const NAME_RISE = 9;
const MOST_ASIDE = 20;
const LONGEST_NAME = 14;
/** What a node and an edge are drawn in. Browsers lay out a hidden `g` all the same; an `a` without an address draws
 * alike, and costs nothing while it is hidden. */
export const HIDEABLE = "a";

/** An edge as drawn. */
export interface Edge {
  group: SVGGraphicsElement;
  line: SVGLineElement;
  cut: SVGPathElement;
  name: SVGTextElement;
}

/** Draw the edge that leads to a node; the root has none. */
export function drawEdge(node: TreeNode, number: number): Edge | null {
  if (node.parent === null) return null;
  const edge = {
    group: svg(HIDEABLE, { class: "ply-edge", "data-edge": number }),
    line: svg("line"),
    cut: svg("path", { class: "ply-cut" }),
    name: svg("text", { class: "ply-name" }, shorten(nameEdge(node), LONGEST_NAME)),
  };
  edge.group.append(edge.line, edge.cut, edge.name);
  return edge;
}

/** Put an edge between its ends, with the action's name just above the child's sign; along one row, above the line. */
export function layEdge(edge: Edge, above: Point, below: Point, foot: number, right: number): void {
  if (Math.abs(above.y - below.y) < 1) {
    const [from, to] = [above.x + right + 4, below.x - SIGN - NAME - 6];
    setAttributes(edge.line, { x1: from, y1: above.y, x2: to, y2: below.y });
    setAttributes(edge.name, { x: ((from + to) / 2).toFixed(1), y: below.y - 6 });
    return;
  }
  const from = { x: above.x, y: above.y + foot + 1 };
  const to = { x: below.x, y: below.y - SIGN };
  setAttributes(edge.line, { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
  edge.cut.setAttribute("d", cutMark(from, to));
  // On a shallow edge the name would be far from its node, so it is kept near.
  const aside = ((from.x - to.x) * NAME_RISE) / Math.max(1, to.y - from.y);
  const nameAt = to.x + Math.max(-MOST_ASIDE, Math.min(aside, MOST_ASIDE));
  setAttributes(edge.name, { x: nameAt.toFixed(1), y: to.y - NAME_RISE + 0.3 * NAME });
}

function setAttributes(element: SVGElement, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/** The action along an edge; for chance, with its probability. */
function nameEdge(node: TreeNode): string {
  const odds = node.probability === null ? "" : String(Number(node.probability.toPrecision(3)));
  return odds === "" || odds === node.action ? node.action : `${node.action} ${odds}`;
}

/** A short stroke across an edge. */
function cutMark(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const middle = { x: from.x + CUT_AT * (to.x - from.x), y: from.y + CUT_AT * (to.y - from.y) };
  const aside = (by: number): string =>
    `${(middle.x - by * along.y).toFixed(1)} ${(middle.y + by * along.x).toFixed(1)}`;
  return `M${aside(-CUT_REACH)}L${aside(CUT_REACH)}`;
}

/** Cut a long text short. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
