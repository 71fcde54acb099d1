/** The tree as SVG: built once, then only what a step changes is touched. */
import { svg } from "../board/svg";
import type { Trace, TreeNode } from "./explanation";
import { LABEL, measureNodes, NAME, type Parts, SIGN } from "./geometry";
import type { Places, Point } from "./places";
import { drawSign } from "./signs";
import type { NodeState, Timeline } from "./timeline";
import { tellCount } from "./words";

/** Free space around the tree. */
export const MARGIN = 18;
/** How far along an edge its cut mark is, and how far above the child's sign the action's name is. */
const CUT_AT = 0.45;
const CUT_REACH = 6;
const NAME_RISE = 9;
const MOST_ASIDE = 20;
/** How much space the word "better" needs to the left of a sign. */
const REASON_ROOM = 48;
const LONGEST_NAME = 14;
const LONGEST_LABEL = 26;
/** How many nodes are in one group: the browser skips a group that is out of view without looking at its nodes. */
const IN_ONE_GROUP = 48;
/** What a node and an edge are drawn in. Browsers lay out a hidden `g` all the same; an `a` without an address draws
 * alike, and costs nothing while it is hidden. */
const HIDEABLE = "a";

interface Edge {
  group: SVGGraphicsElement;
  line: SVGLineElement;
  cut: SVGPathElement;
  name: SVGTextElement;
}

interface Drawn {
  edge: Edge | null;
  node: SVGGraphicsElement;
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
  readonly children: number[][];
  /** Where the nodes are if not all are shown; null if they are where the trace places them. At first none is shown:
   * the stage is measured before `arrange` decides, and a large tree would be laid out in vain. */
  private places: Places | null = { at: new Map(), width: 0, height: 0 };
  private readonly marked: Record<"path" | "current" | "line", number[]> = { path: [], current: [], line: [] };
  private step = -1;

  constructor(
    private readonly trace: Trace,
    private readonly timeline: Timeline,
  ) {
    this.parts = measureNodes(trace);
    this.children = trace.nodes.map(() => []);
    trace.nodes.forEach((node, number) => node.parent !== null && this.children[node.parent]?.push(number));
    this.drawn = trace.nodes.map((node, number) => this.drawNode(node, number));
    const edges = inGroups(this.drawn.flatMap(({ edge }) => (edge === null ? [] : [edge.group])));
    const nodes = inGroups(this.drawn.map(({ node }) => node));
    this.reason.append(svg("circle", { r: SIGN + 3.5 }), this.reasonName);
    this.element = svg("svg", { class: "ply-tree is-near", "aria-hidden": "true" });
    this.element.append(...edges, this.halo, ...nodes, this.reason);
    this.drawn.forEach((_, number) => this.layEdge(number));
    this.setBox(trace);
  }

  /** Show only the nodes that are given a place, at that place; with null, all of them where the trace places them. */
  arrange(places: Places | null): void {
    const before = this.places;
    if (before === places) return;
    this.places = places;
    this.element.classList.toggle("is-near", places !== null);
    for (const number of before?.at.keys() ?? []) if (!places?.at.has(number)) this.toggle(number, "is-shown", false);
    // Edges end at their children, and a note says where folded children are missing.
    for (const number of new Set([...(before?.at.keys() ?? []), ...(places?.at.keys() ?? [])])) {
      this.moveNode(number);
      this.layEdge(number);
    }
    for (const number of places?.at.keys() ?? []) {
      this.toggle(number, "is-shown", true);
      const isFolded = this.children[number]?.some((child) => !places?.at.has(child)) ?? false;
      this.drawn[number]?.node.classList.toggle("is-folded", isFolded);
    }
    this.setBox(places ?? this.trace);
  }

  /** Where a node is now. */
  placeOf(number: number): Point {
    return this.places?.at.get(number) ?? this.trace.nodes[number] ?? { x: 0, y: 0 };
  }

  /** Show the tree as it is after a step, for which the nodes have already been arranged. */
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
  groupOf(node: number): SVGGraphicsElement | undefined {
    return this.drawn[node]?.node;
  }

  private drawNode(node: TreeNode, number: number): Drawn {
    const parts = this.parts[number] as Parts;
    const group = svg(HIDEABLE, { class: "ply-node", "data-node": number });
    const label = parts.isLeaf
      ? svg("text", { class: "ply-label ply-below", x: node.x, y: node.y + SIGN + LABEL })
      : svg("text", { class: "ply-label", x: node.x + SIGN + 5, y: node.y + 4.5 });
    group.append(drawSign(this.trace, node, node.x, node.y), label);
    if (node.folded > 0) {
      const folded = `+${tellCount(node.folded, "state")}`;
      group.append(svg("text", { class: "ply-folded", x: node.x, y: node.y + parts.foot - 2 }, folded));
    }
    if (!parts.isLeaf) {
      const more = { class: "ply-more", x: node.x, y: node.y + parts.foot + LABEL };
      group.append(svg("text", more, "⋮"));
    }
    return { edge: drawEdge(node, number), node: group, label };
  }

  private moveNode(number: number): void {
    const node = this.trace.nodes[number] ?? { x: 0, y: 0 };
    const { x, y } = this.placeOf(number);
    if (x === node.x && y === node.y) this.drawn[number]?.node.removeAttribute("transform");
    else this.drawn[number]?.node.setAttribute("transform", `translate(${x - node.x} ${y - node.y})`);
  }

  /** Put an edge between its ends, with the action's name just above the child's sign. */
  private layEdge(number: number): void {
    const edge = this.drawn[number]?.edge;
    const parent = this.trace.nodes[number]?.parent ?? null;
    if (!edge || parent === null) return;
    const [above, below] = [this.placeOf(parent), this.placeOf(number)];
    const from = { x: above.x, y: above.y + (this.parts[parent]?.foot ?? 0) + 1 };
    const to = { x: below.x, y: below.y - SIGN };
    setAttributes(edge.line, { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    edge.cut.setAttribute("d", cutMark(from, to));
    // On a shallow edge the name would be far from its node, so it is kept near.
    const aside = ((from.x - to.x) * NAME_RISE) / Math.max(1, to.y - from.y);
    const nameAt = to.x + Math.max(-MOST_ASIDE, Math.min(aside, MOST_ASIDE));
    setAttributes(edge.name, { x: nameAt.toFixed(1), y: to.y - NAME_RISE + 0.3 * NAME });
  }

  private setBox({ width, height }: { width: number; height: number }): void {
    const box = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
    this.element.setAttribute("viewBox", box.join(" "));
  }

  private dress(number: number, state: NodeState): void {
    const { node, edge, label } = this.drawn[number] as Drawn;
    node.dataset["status"] = state.status;
    node.dataset["label"] = state.label;
    label.textContent = shorten(state.label, LONGEST_LABEL);
    node.classList.toggle("is-best", state.best);
    if (edge === null) return;
    edge.group.dataset["status"] = state.status;
    edge.group.classList.toggle("is-best", state.best);
  }

  /** Mark an edge as cut where a pruned subtree hangs on a branch that is not pruned itself. */
  private cut(number: number, step: number): void {
    const parent = this.trace.nodes[number]?.parent ?? null;
    if (parent === null) return;
    const isPruned = (node: number): boolean => this.timeline.stateAt(node, step).status === "pruned";
    this.drawn[number]?.edge?.group.classList.toggle("is-cut", isPruned(number) && !isPruned(parent));
  }

  /** Give a class to the nodes of a set and their edges, and take it from those that had it; return the set. */
  private mark(look: string, before: number[], now: number[]): number[] {
    for (const number of before) if (!now.includes(number)) this.toggle(number, look, false);
    for (const number of now) this.toggle(number, look, true);
    return now;
  }

  private toggle(number: number, look: string, isOn: boolean): void {
    const { node, edge } = this.drawn[number] as Drawn;
    node.classList.toggle(look, isOn);
    edge?.group.classList.toggle(look, isOn);
  }

  /** The nodes chosen one after the other, starting below the root. */
  bestLine(step: number): number[] {
    const line: number[] = [];
    for (let at: number | undefined = 0; at !== undefined;) {
      at = this.children[at]?.find((child) => this.timeline.stateAt(child, step).best);
      if (at !== undefined) line.push(at);
    }
    return line;
  }

  /** Write "better" to the left of the better alternative; at the edge of the tree, above it. */
  private placeReasonName(number: number | null): void {
    const isAtEdge = number !== null && this.placeOf(number).x < REASON_ROOM;
    this.reasonName.setAttribute("x", String(isAtEdge ? SIGN + 12 : -SIGN - 8));
    this.reasonName.setAttribute("y", String(isAtEdge ? -SIGN - 20 : 4));
  }

  private put(mark: SVGElement, number: number | null): void {
    const isShown = number !== null && (this.places === null || this.places.at.has(number));
    mark.classList.toggle("is-shown", isShown);
    if (!isShown) return;
    const { x, y } = this.placeOf(number);
    mark.setAttribute("transform", `translate(${x} ${y})`);
  }
}

/** Put elements into groups; neighbours in a trace are neighbours in the drawing, so that each group is narrow. */
function inGroups(elements: SVGElement[]): SVGGElement[] {
  const groups: SVGGElement[] = [];
  for (let at = 0; at < elements.length; at += IN_ONE_GROUP) {
    const group = svg("g");
    group.append(...elements.slice(at, at + IN_ONE_GROUP));
    groups.push(group);
  }
  return groups;
}

function drawEdge(node: TreeNode, number: number): Edge | null {
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

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
