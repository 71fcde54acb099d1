/** The tree as SVG: built once, then only what a step changes is touched. */
import { svg } from "../board/svg";
import type { Trace, TreeNode } from "./explanation";
import { LABEL, measureNodes, NAME, type Parts, SIGN } from "./geometry";
import { drawSign } from "./signs";
import type { NodeState, Timeline } from "./timeline";
import { tellCount } from "./words";

/** Free room around the tree. */
export const MARGIN = 18;
/** How far along an edge its cut mark stands, and how far above the child's sign the action's name. */
const CUT_AT = 0.45;
const NAME_RISE = 9;
/** How much room the word "better" needs to the left of a sign. */
const REASON_ROOM = 48;
const LONGEST_NAME = 14;
const LONGEST_LABEL = 26;

interface Point {
  x: number;
  y: number;
}

interface Drawn {
  edge: SVGGElement | null;
  node: SVGGElement;
  label: SVGTextElement;
}

/** A tree that shows any step of its search. */
export class TreeDrawing {
  readonly element: SVGSVGElement;
  readonly parts: Parts[];
  private readonly drawn: Drawn[];
  private readonly halo = svg("circle", { class: "ply-here", r: SIGN + 5 });
  private readonly reason = svg("g", { class: "ply-because" });
  private readonly reasonName = svg("text", { "font-size": LABEL }, "better");
  private readonly children: number[][];
  private readonly marked: Record<"path" | "current" | "line", number[]> = { path: [], current: [], line: [] };
  private step = -1;

  constructor(
    private readonly trace: Trace,
    private readonly timeline: Timeline,
  ) {
    this.parts = measureNodes(trace);
    this.children = trace.nodes.map(() => []);
    trace.nodes.forEach((node, number) => node.parent !== null && this.children[node.parent]?.push(number));
    const edges = svg("g", { class: "ply-edges" });
    const nodes = svg("g", { class: "ply-nodes" });
    this.drawn = trace.nodes.map((node, number) => this.drawNode(node, number));
    for (const { edge, node } of this.drawn) {
      if (edge !== null) edges.append(edge);
      nodes.append(node);
    }
    this.reason.append(svg("circle", { r: SIGN + 4.5 }), this.reasonName);
    const box = [-MARGIN, -MARGIN, trace.width + 2 * MARGIN, trace.height + 2 * MARGIN];
    this.element = svg("svg", { class: "ply-tree", viewBox: box.join(" "), "aria-hidden": "true" });
    this.element.append(edges, this.halo, nodes, this.reason);
  }

  /** Show the tree as it stands after a step. */
  show(step: number): void {
    const touched = this.step < 0 ? this.trace.nodes.keys() : this.timeline.touchedBetween(this.step, step);
    const dressed = [...touched];
    for (const node of dressed) this.dress(node, this.timeline.stateAt(node, step));
    for (const node of dressed) for (const each of [node, ...(this.children[node] ?? [])]) this.cut(each, step);
    this.step = step;
    const at = this.trace.steps[step];
    this.marked.path = this.mark("is-on-path", this.marked.path, at === undefined ? [] : this.timeline.pathTo(at.node));
    this.marked.current = this.mark("is-current", this.marked.current, at === undefined ? [] : [at.node]);
    this.marked.line = this.mark("is-line", this.marked.line, this.bestLine(step));
    this.put(this.halo, at?.node ?? null);
    this.put(this.reason, at?.because ?? null);
    this.placeReasonName(at?.because ?? null);
  }

  /** The group in which a node is drawn. */
  groupOf(node: number): SVGGElement | undefined {
    return this.drawn[node]?.node;
  }

  private drawNode(node: TreeNode, number: number): Drawn {
    const parts = this.parts[number] as Parts;
    const group = svg("g", { class: "ply-node", "data-node": number });
    const label = parts.isLeaf
      ? svg("text", { class: "ply-label ply-below", x: node.x, y: node.y + SIGN + LABEL })
      : svg("text", { class: "ply-label", x: node.x + SIGN + 5, y: node.y + 4.5 });
    group.append(drawSign(this.trace, node, node.x, node.y), label);
    if (node.folded > 0) {
      const folded = `+${tellCount(node.folded, "state")}`;
      group.append(svg("text", { class: "ply-folded", x: node.x, y: node.y + parts.foot - 2 }, folded));
    }
    return { edge: this.drawEdge(node, number), node: group, label };
  }

  private drawEdge(node: TreeNode, number: number): SVGGElement | null {
    const parent = node.parent === null ? undefined : this.trace.nodes[node.parent];
    if (parent === undefined) return null;
    const from = { x: parent.x, y: parent.y + (this.parts[node.parent as number] as Parts).foot + 1 };
    const to = { x: node.x, y: node.y - SIGN };
    const edge = svg("g", { class: "ply-edge", "data-edge": number });
    edge.append(svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
    const name = shorten(nameEdge(node), LONGEST_NAME);
    const nameAt = to.x + ((from.x - to.x) * NAME_RISE) / Math.max(1, to.y - from.y);
    edge.append(
      svg("path", { class: "ply-cut", d: cutMark(from, to) }),
      svg("text", { class: "ply-name", x: nameAt.toFixed(1), y: to.y - NAME_RISE + 0.3 * NAME }, name),
    );
    return edge;
  }

  private dress(number: number, state: NodeState): void {
    const { node, edge, label } = this.drawn[number] as Drawn;
    node.dataset["status"] = state.status;
    node.dataset["label"] = state.label;
    label.textContent = shorten(state.label, LONGEST_LABEL);
    node.classList.toggle("is-best", state.best);
    if (edge === null) return;
    edge.dataset["status"] = state.status;
    edge.classList.toggle("is-best", state.best);
  }

  /** Mark an edge as cut where a pruned subtree hangs on a branch that is not pruned itself. */
  private cut(number: number, step: number): void {
    const parent = this.trace.nodes[number]?.parent ?? null;
    if (parent === null) return;
    const isPruned = (node: number): boolean => this.timeline.stateAt(node, step).status === "pruned";
    this.drawn[number]?.edge?.classList.toggle("is-cut", isPruned(number) && !isPruned(parent));
  }

  /** Give the nodes of a set and their edges a look, and take it from those that had it; return the set. */
  private mark(look: string, before: number[], now: number[]): number[] {
    for (const number of before) if (!now.includes(number)) this.toggle(number, look, false);
    for (const number of now) this.toggle(number, look, true);
    return now;
  }

  private toggle(number: number, look: string, isOn: boolean): void {
    const { node, edge } = this.drawn[number] as Drawn;
    node.classList.toggle(look, isOn);
    edge?.classList.toggle(look, isOn);
  }

  /** The nodes that are chosen one after the other, from the root down. */
  private bestLine(step: number): number[] {
    const line: number[] = [];
    for (let at: number | undefined = 0; at !== undefined;) {
      at = this.children[at]?.find((child) => this.timeline.stateAt(child, step).best);
      if (at !== undefined) line.push(at);
    }
    return line;
  }

  /** Write "better" to the left of the better alternative; at the edge of the tree, above it. */
  private placeReasonName(number: number | null): void {
    const isAtEdge = number !== null && (this.trace.nodes[number]?.x ?? 0) < REASON_ROOM;
    this.reasonName.setAttribute("x", String(isAtEdge ? SIGN + 12 : -SIGN - 8));
    this.reasonName.setAttribute("y", String(isAtEdge ? -SIGN - 20 : 4));
  }

  private put(mark: SVGElement, number: number | null): void {
    const node = number === null ? undefined : this.trace.nodes[number];
    mark.classList.toggle("is-shown", node !== undefined);
    if (node !== undefined) mark.setAttribute("transform", `translate(${node.x} ${node.y})`);
  }
}

/** What leads along an edge; chance adds how likely that is. */
function nameEdge(node: TreeNode): string {
  const odds = node.probability === null ? "" : String(Number(node.probability.toPrecision(3)));
  return odds === "" || odds === node.action ? node.action : `${node.action} ${odds}`;
}

/** Two short strokes across an edge. */
function cutMark(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const middle = { x: from.x + CUT_AT * (to.x - from.x), y: from.y + CUT_AT * (to.y - from.y) };
  const place = (forth: number, aside: number): string => {
    const [x, y] = [middle.x + forth * along.x - aside * along.y, middle.y + forth * along.y + aside * along.x];
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  return `M${place(-4, -6)}L${place(0, 6)}M${place(0, -6)}L${place(4, 6)}`;
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
