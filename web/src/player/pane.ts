/** One search on show: its name, its tree on a stage, the window and the counters of the step it stands at. */
import { Boards } from "./boards";
import { writeCard } from "./card";
import { html } from "./dom";
import type { Trace } from "./explanation";
import { writeLegend } from "./legend";
import { Stage } from "./stage";
import { Timeline } from "./timeline";
import { TreeDrawing } from "./tree";
import { tellStepWindow, windowData } from "./words";

const COUNTERS = ["states", "leaves", "pruned"] as const;
const WALKS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** A pane of the player. */
export class Pane {
  readonly element: HTMLElement;
  readonly stage: Stage;
  private readonly timeline: Timeline;
  private readonly tree: TreeDrawing;
  private readonly boards: Boards;
  private readonly card = html("div", { class: "ply-card", role: "status" });
  private readonly window = html("p", { class: "ply-window" });
  private readonly counters = { states: html("dd"), leaves: html("dd"), pruned: html("dd") };
  private step = 0;
  private inspected: number | null = null;

  constructor(
    readonly trace: Trace,
    heading: number,
  ) {
    this.timeline = new Timeline(trace);
    this.tree = new TreeDrawing(trace, this.timeline);
    this.boards = new Boards(trace, this.tree);
    const label = `Tree of the search, ${trace.nodes.length.toLocaleString("en-GB")} nodes: shift and arrow keys walk it`;
    this.stage = new Stage(this.tree.element, trace, label, (region, zoom) => this.boards.update(region, zoom));
    this.stage.element.append(this.card);
    const name = html(`h${Math.min(6, heading)}` as "h3", {}, trace.name);
    const head = html("div", { class: "ply-pane-head" }, html("div", {}, name, ...noteOf(trace)), this.window);
    const foot = html("div", { class: "ply-foot" }, this.effort(), writeLegend(trace));
    this.element = html("div", { class: "ply-pane" }, head, this.stage.element, foot);
    this.listen();
  }

  /** Show a step; `isQuick` leaves the smooth scrolling out. */
  show(step: number, isQuick: boolean): void {
    this.step = step;
    this.tree.show(step);
    const at = this.trace.steps[step];
    if (at === undefined) return;
    this.element.dataset["step"] = String(step);
    this.element.dataset["window"] = windowData(at.window);
    this.window.dataset["window"] = windowData(at.window);
    // A space keeps the line's height where there is no window.
    this.window.textContent = tellStepWindow(at) || "\u00a0";
    for (const name of COUNTERS) {
      this.counters[name].textContent = at[name].toLocaleString("en-GB");
    }
    const node = this.trace.nodes[at.node];
    if (node !== undefined) this.stage.reveal(node.x, node.y, isQuick);
    if (this.inspected !== null) this.inspect(this.inspected);
  }

  /** Give the stage its first zoom, once the element is in the page. */
  open(): void {
    this.stage.open(this.trace.nodes[0]?.x ?? 0);
  }

  /** Get ready for paper, which shows the whole tree, or back from it. */
  setOnPaper(isOnPaper: boolean): void {
    this.boards.setOnPaper(isOnPaper);
  }

  /** Walk the cursor to the parent, a child or a sibling, and show that node's card. */
  walk(key: string): boolean {
    const direction = WALKS[key];
    if (direction === undefined) return false;
    const from = this.inspected ?? this.trace.steps[this.step]?.node ?? 0;
    const found = this.neighbour(from, direction[0], direction[1]);
    this.inspect(found);
    const node = this.trace.nodes[found];
    if (node !== undefined) this.stage.reveal(node.x, node.y, true);
    return true;
  }

  /** Show a node's card, or none. */
  inspect(number: number | null): void {
    if (this.inspected !== null) this.tree.groupOf(this.inspected)?.classList.remove("is-inspected");
    this.inspected = number;
    this.card.classList.toggle("is-shown", number !== null);
    const node = number === null ? undefined : this.trace.nodes[number];
    if (number === null || node === undefined) return;
    this.tree.groupOf(number)?.classList.add("is-inspected");
    this.card.replaceChildren(...writeCard(this.trace, this.timeline, number, this.step));
    this.placeCard(node);
  }

  /** Let go of everything that outlives the element. */
  stop(): void {
    this.stage.stop();
    this.boards.stop();
  }

  private effort(): HTMLElement {
    const list = html("dl", { class: "ply-counters" });
    const endsAtLeaves = this.trace.marks !== "visits" && this.trace.marks !== "proof";
    for (const name of endsAtLeaves ? COUNTERS : (["states"] as const)) {
      list.append(html("div", {}, html("dt", {}, name), this.counters[name]));
    }
    return list;
  }

  private listen(): void {
    const nodeOf = (event: Event): number | null => {
      const group = event.target instanceof Element ? event.target.closest<SVGElement>("[data-node]") : null;
      return group === null ? null : Number(group.dataset["node"]);
    };
    this.tree.element.addEventListener("pointerover", (event) => {
      const number = nodeOf(event);
      if (number !== this.inspected) this.inspect(number);
    });
    this.tree.element.addEventListener("click", (event) => this.inspect(nodeOf(event)));
    this.stage.element.addEventListener("pointerleave", () => this.inspect(null));
    this.stage.scroller.addEventListener("scroll", () => this.inspected !== null && this.inspect(null));
    this.stage.scroller.addEventListener("blur", () => this.inspect(null));
  }

  private neighbour(from: number, across: number, down: number): number {
    const { nodes } = this.trace;
    const node = nodes[from];
    if (node === undefined) return from;
    if (down < 0) return node.parent ?? from;
    if (down > 0)
      return Math.max(
        from,
        nodes.findIndex((each) => each.parent === from),
      );
    const siblings = [...nodes.keys()].filter((each) => nodes[each]?.parent === node.parent);
    return siblings[siblings.indexOf(from) + across] ?? from;
  }

  private placeCard(node: { x: number; y: number }): void {
    const at = this.stage.placeOf(node.x, node.y);
    const { clientWidth, clientHeight } = this.stage.element;
    const { offsetWidth, offsetHeight } = this.card;
    const isRight = at.x + 24 + offsetWidth <= clientWidth || at.x < clientWidth / 2;
    const left = isRight ? at.x + 24 : at.x - 24 - offsetWidth;
    const top = at.y - offsetHeight / 2;
    this.card.style.left = `${clamp(left, clientWidth - offsetWidth)}px`;
    this.card.style.top = `${Math.min(Math.max(top, -40), clientHeight - offsetHeight / 2)}px`;
  }
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

function noteOf(trace: Trace): HTMLElement[] {
  return trace.note === "" ? [] : [html("p", { class: "ply-quiet" }, trace.note)];
}
