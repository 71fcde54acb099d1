/** The tree as SVG: built once, then only what a step changes is touched. */
import { svg } from "../board/svg";
import { drawEdge, type Edge, HIDEABLE, layEdge, shorten } from "./edges";
import type { Trace, TreeNode } from "./explanation";
import { LABEL, measureNodes, NAME, NAME_GAP, type Parts, SIGN } from "./geometry";
import { measureReach, type Note, type Places, type Point, type Reach } from "./places";
import { drawSign } from "./signs";
import { type NodeState, type Timeline, UNSEEN } from "./timeline";
import { tellCount } from "./words";

/** Free space around the tree. */
export const MARGIN = 18;
const LONGEST_LABEL = 26;
/** The looks of a prediction: marked by the user, and after the verdict. */
const PREDICTED = ["is-guess", "is-right", "is-wrong", "is-missed"];
/** What is written beside a leaf that has been judged: never colour alone. */
const SIGNS_OF: Record<string, string> = { "is-right": " ✓", "is-wrong": " ✗", "is-missed": " !" };
/** How many nodes are in one group: the browser skips a group that is out of view without looking at its nodes. */
const IN_ONE_GROUP = 48;

interface Drawn {
  edge: Edge | null;
  node: SVGGraphicsElement;
  label: SVGTextElement;
  /** α and β, where the search ever had them; a text more at every node would slow down scrolling. */
  window: SVGTextElement | null;
}

/** A tree that shows any step of its search. */
export class TreeDrawing {
  readonly element: SVGSVGElement;
  readonly parts: Parts[];
  readonly reach: Reach[];
  private readonly drawn: Drawn[];
  private readonly halo = svg("circle", { class: "ply-here", r: SIGN + 5 });
  private readonly reason = svg("g", { class: "ply-because" });
  private readonly notes = svg("g", { class: "ply-notes" });
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
    this.reach = measureReach(trace, this.parts);
    this.children = trace.nodes.map(() => []);
    trace.nodes.forEach((node, number) => node.parent !== null && this.children[node.parent]?.push(number));
    this.drawn = trace.nodes.map((node, number) => this.drawNode(node, number));
    const edges = inGroups(this.drawn.flatMap(({ edge }) => (edge === null ? [] : [edge.group])));
    const nodes = inGroups(this.drawn.map(({ node }) => node));
    // Above the action's name, where no neighbour has anything but its edge.
    const better = svg("text", { "font-size": LABEL, y: -SIGN - 2 * NAME }, "better");
    this.reason.append(svg("circle", { r: SIGN + 3.5 }), better);
    this.element = svg("svg", { class: "ply-tree is-near", "aria-hidden": "true" });
    this.element.append(...edges, this.halo, ...nodes, this.notes, this.reason);
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
    const moved = places === null ? this.drawn.keys() : new Set([...(before?.at.keys() ?? []), ...places.at.keys()]);
    for (const number of moved) {
      this.moveNode(number);
      this.layEdge(number);
    }
    for (const number of places?.at.keys() ?? []) {
      this.toggle(number, "is-shown", true);
      const isNoted = places?.notes?.some(({ x, look }) => look !== undefined && x === this.placeOf(number).x) ?? false;
      const isFolded = !isNoted && (this.children[number]?.some((child) => !places?.at.has(child)) ?? false);
      this.drawn[number]?.node.classList.toggle("is-folded", isFolded);
    }
    this.notes.replaceChildren(...(places?.notes ?? []).map(drawNote));
    this.setBox(places ?? this.trace);
  }

  /** Whether a step has been shown. */
  get isShown(): boolean {
    return this.step >= 0;
  }

  /** Where a node is now. */
  placeOf(number: number): Point {
    return this.places?.at.get(number) ?? this.trace.nodes[number] ?? { x: 0, y: 0 };
  }

  /** Show the tree as it is after a step, for which the nodes have already been arranged. */
  show(step: number): void {
    if (this.step < 0) for (const number of this.drawn.keys()) this.setLook(number, "");
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
  }

  /** Show the tree before any search, with its leaves' values, and marks by which classes say what is predicted. */
  showBlank(lookOf: (number: number) => string): void {
    this.trace.nodes.forEach((node, number) => {
      const sign = SIGNS_OF[lookOf(number)] ?? "";
      this.dress(number, { ...UNSEEN, label: `${node.worth ?? ""}${sign}` });
      this.cut(number, -1);
      this.setLook(number, lookOf(number));
    });
    for (const look of ["is-on-path", "is-current", "is-line"] as const) {
      for (const number of this.drawn.keys()) this.toggle(number, look, false);
    }
    this.put(this.halo, null);
    this.put(this.reason, null);
    this.step = -1;
  }

  /** Give a node and its edge one of the looks of a prediction, or none. */
  private setLook(number: number, look: string): void {
    for (const each of PREDICTED) this.toggle(number, each, each === look);
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
    const beside = node.x + Math.max(SIGN + 5, parts.board.width / 2 + 4);
    const window = this.timeline.hasWindow(number)
      ? svg("text", { class: "ply-alpha-beta", x: beside, y: node.y + 4.5 + LABEL + 1 })
      : null;
    group.append(drawSign(this.trace, node, node.x, node.y), label, ...(window ? [window] : []));
    if (node.name) {
      group.append(svg("text", { class: "ply-own", x: node.x - SIGN - NAME_GAP, y: node.y + 4.5 }, node.name));
    }
    if (node.folded > 0) {
      const folded = `+${tellCount(node.folded, "state")}`;
      group.append(svg("text", { class: "ply-folded", x: node.x, y: node.y + parts.foot - 2 }, folded));
    }
    if (!parts.isLeaf) {
      const more = { class: "ply-more", x: node.x, y: node.y + parts.foot + LABEL };
      group.append(svg("text", more, "⋮"));
    }
    return { edge: drawEdge(node, number), node: group, label, window };
  }

  private moveNode(number: number): void {
    const node = this.trace.nodes[number] ?? { x: 0, y: 0 };
    const { x, y } = this.placeOf(number);
    if (x === node.x && y === node.y) this.drawn[number]?.node.removeAttribute("transform");
    else this.drawn[number]?.node.setAttribute("transform", `translate(${x - node.x} ${y - node.y})`);
  }

  /** Put an edge between its ends: the nearest node above that is shown, and the node. */
  private layEdge(number: number): void {
    const edge = this.drawn[number]?.edge;
    let parent = this.trace.nodes[number]?.parent ?? null;
    if (!edge || parent === null) return;
    const isJump = this.places !== null && this.places.at.has(number) && !this.places.at.has(parent);
    while (isJump && parent !== 0 && !this.places?.at.has(parent)) parent = this.trace.nodes[parent]?.parent ?? 0;
    edge.group.classList.toggle("is-jump", isJump);
    const foot = this.parts[parent]?.foot ?? 0;
    layEdge(edge, this.placeOf(parent), this.placeOf(number), foot, this.reach[parent]?.right ?? 0);
  }

  private setBox({ width, height }: { width: number; height: number }): void {
    const box = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
    this.element.setAttribute("viewBox", box.join(" "));
  }

  private dress(number: number, state: NodeState): void {
    const { node, edge, label, window } = this.drawn[number] as Drawn;
    node.dataset["status"] = state.status;
    node.dataset["label"] = state.label;
    label.textContent = shorten(state.label, LONGEST_LABEL);
    if (window) window.textContent = state.status === "open" ? state.window : "";
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

function drawNote({ x, y, text, look }: Note): SVGTextElement {
  return svg("text", { class: look ?? "ply-folded", x, y }, text);
}
