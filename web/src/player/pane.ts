/** The display of one search: its name, its tree on a stage, the window and the counters of the current step. */
import { ARROWS } from "../arrows";
import { Boards } from "./boards";
import { writeCard } from "./card";
import { html } from "./dom";
import type { Trace } from "./explanation";
import { writeLegend } from "./legend";
import { WayLayout } from "./places";
import { Stage } from "./stage";
import { Timeline } from "./timeline";
import { TreeDrawing } from "./tree";
import { tellStepWindow, windowData } from "./words";

/** How far below a node's drawing its children's signs and labels reach. */
const CHILDREN_BELOW = 80;
const COUNTERS = ["states", "leaves", "pruned"] as const;

/** A pane of the player. */
export class Pane {
  readonly element: HTMLElement;
  readonly stage: Stage;
  /** The step's sentence; it is under the tree unless the player puts it elsewhere. */
  readonly sentence = html("p", { class: "ply-sentence", "aria-live": "polite" });
  private readonly timeline: Timeline;
  private readonly tree: TreeDrawing;
  private readonly boards: Boards;
  private readonly card = html("div", { class: "ply-card", role: "status" });
  private readonly window = html("p", { class: "ply-window" });
  private readonly counters = { states: html("dd"), leaves: html("dd"), pruned: html("dd") };
  private readonly layout: WayLayout;
  /** Whether only the path to the search's node is shown, since the tree is too wide to be read. */
  private isNear = false;
  private way = "";
  private whole: HTMLButtonElement | null = null;
  private step = 0;
  private inspected: number | null = null;

  constructor(
    readonly trace: Trace,
    heading: number,
  ) {
    this.timeline = new Timeline(trace);
    this.tree = new TreeDrawing(trace, this.timeline);
    this.boards = new Boards(trace, this.tree);
    this.layout = new WayLayout(trace, this.tree.parts, this.tree.children);
    const label = `Tree of the search, ${trace.nodes.length.toLocaleString("en-GB")} nodes: Shift and arrow keys walk it`;
    this.stage = new Stage(this.tree.element, trace, label, (region, zoom) => this.boards.update(region, zoom));
    this.stage.element.append(this.card);
    const name = html(`h${Math.min(6, heading)}` as "h3", {}, trace.name);
    const head = html("div", { class: "ply-pane-head" }, html("div", {}, name, ...noteOf(trace)), this.window);
    const foot = html("div", { class: "ply-foot" }, this.effort(), writeLegend(trace));
    this.element = html("div", { class: "ply-pane" }, head, this.stage.element, this.sentence, foot);
    this.listen();
  }

  /** Show a step; `isQuick` turns off smooth scrolling, `isStepping` is false while it waits for the other pane. */
  show(step: number, isQuick: boolean, isStepping = true): void {
    const at = this.trace.steps[step];
    if (at === undefined) return;
    this.step = step;
    this.arrange(at.node);
    this.tree.show(step);
    this.element.dataset["step"] = String(step);
    this.element.dataset["window"] = windowData(at.window);
    this.window.dataset["window"] = windowData(at.window);
    // A space keeps the line's height where there is no window.
    this.window.textContent = tellStepWindow(at) || "\u00a0";
    if (this.sentence.textContent !== at.text) this.sentence.textContent = at.text;
    this.sentence.dataset["kind"] = at.kind;
    this.sentence.classList.toggle("is-waiting", !isStepping);
    for (const name of COUNTERS) {
      this.counters[name].textContent = at[name].toLocaleString("en-GB");
    }
    this.reveal(at.node, isQuick);
    if (this.inspected !== null) this.inspect(this.inspected);
  }

  /** Set the stage's first zoom, once the element is on the page. */
  open(): void {
    this.isNear = !this.stage.isWideEnough;
    if (this.isNear) {
      const name = "Whole tree, or only the path to where the search is (W)";
      this.whole = this.stage.addButton("Whole tree", name, () => this.toggleWhole());
    }
    this.openStage();
  }

  /** Show all of a wide tree, or only the path to where the search is. */
  toggleWhole(): void {
    if (this.whole === null) return;
    this.isNear = !this.isNear;
    this.openStage();
    this.show(this.step, true);
  }

  /** Prepare for printing, which shows the whole tree, or return from it. */
  setOnPaper(isOnPaper: boolean): void {
    this.boards.setOnPaper(isOnPaper);
  }

  /** Move the cursor to the parent, a child or a sibling, and show that node's card. */
  walk(key: string): boolean {
    const direction = ARROWS[key];
    if (direction === undefined) return false;
    const from = this.inspected ?? this.trace.steps[this.step]?.node ?? 0;
    const found = this.neighbour(from, direction[0], direction[1]);
    this.arrange(found);
    this.tree.show(this.step);
    this.inspect(found);
    this.reveal(found, true);
    return true;
  }

  /** Show a node's card, or none. */
  inspect(number: number | null): void {
    if (this.inspected !== null) this.tree.groupOf(this.inspected)?.classList.remove("is-inspected");
    this.inspected = number;
    this.card.classList.toggle("is-shown", number !== null);
    if (number === null) return;
    this.tree.groupOf(number)?.classList.add("is-inspected");
    this.card.replaceChildren(...writeCard(this.trace, this.timeline, number, this.step));
    this.placeCard(this.tree.placeOf(number));
  }

  /** Release everything that outlives the element. */
  stop(): void {
    this.stage.stop();
    this.boards.stop();
  }

  private openStage(): void {
    this.whole?.setAttribute("aria-pressed", String(!this.isNear));
    this.way = "";
    const at = this.trace.steps[this.step]?.node ?? 0;
    if (this.isNear) this.stage.openPart(this.arrange(at), this.tree.placeOf(0).x);
    else {
      this.tree.arrange(null);
      this.boards.setShown(null);
      this.stage.setSize(this.trace);
      this.stage.open(this.tree.placeOf(0).x);
    }
  }

  /** If the whole tree isn't shown, show the path to a node, and at the end of the search the best line. */
  private arrange(number: number): { width: number; height: number } {
    if (!this.isNear) return this.trace;
    const isEnd = number === 0 && this.step === this.trace.steps.length - 1;
    const way = isEnd ? [0, ...this.tree.bestLine(this.step)] : this.timeline.pathTo(number);
    const places = this.layout.layOut(way);
    if (way.join() === this.way) return places;
    this.way = way.join();
    this.tree.arrange(places);
    this.boards.setShown(places.at.keys());
    this.stage.setSize(places);
    return places;
  }

  private reveal(number: number, isQuick: boolean): void {
    const below = this.isNear ? (this.tree.parts[number]?.foot ?? 0) + CHILDREN_BELOW : 0;
    this.stage.reveal(this.tree.placeOf(number), below, isQuick);
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
