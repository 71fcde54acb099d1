/** The display of one search: its name, its tree on a stage, the window and the counters of the current step. */
import { ARROWS } from "../arrows";
import { Boards } from "./boards";
import { placeCard, writeCard } from "./card";
import { html } from "./dom";
import type { Trace } from "./explanation";
import { writeLegend } from "./legend";
import { WayLayout } from "./places";
import { Prediction } from "./predict";
import { RoomLayout, stretch } from "./room";
import { Stage } from "./stage";
import { Timeline } from "./timeline";
import { TreeDrawing } from "./tree";
import { tellStepWindow, windowData } from "./words";

/** A tree of more nodes keeps its place: to move each of them would take long. */
const MOST_STRETCHED = 400;
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
  private readonly room: RoomLayout;
  /** The height of the screen that the stage helps to fill; 0 if it is as high as the tree needs it. */
  private screen = 0;
  /** What the user wants to see of a wide tree: all of it, or the path; null if they haven't said. */
  private wanted: "whole" | "path" | null = null;
  /** Whether only the path to the search's node is shown, since the tree is too wide to be read. */
  private isNear = false;
  private way = "";
  private whole: HTMLButtonElement | null = null;
  private step = 0;
  private inspected: number | null = null;
  private prediction: Prediction | null = null;
  private isJudged = false;

  constructor(
    readonly trace: Trace,
    heading: number,
  ) {
    this.timeline = new Timeline(trace);
    this.tree = new TreeDrawing(trace, this.timeline);
    this.boards = new Boards(trace, this.tree);
    this.layout = new WayLayout(trace, this.tree.parts, this.tree.children);
    this.room = new RoomLayout(trace, this.tree.parts, this.tree.reach, this.tree.children);
    const label = `Tree of the search, ${trace.nodes.length.toLocaleString("en-GB")} nodes: Shift and arrow keys walk it`;
    this.stage = new Stage(this.tree.element, trace, label, (region, zoom) => this.boards.update(region, zoom));
    this.stage.element.append(this.card);
    const name = html(`h${Math.min(6, heading)}` as "h3", {}, trace.name);
    const told = html("div", {}, name, ...noteOf(trace));
    const head = html("div", { class: "ply-pane-head" }, told, this.effort(), this.window);
    const foot = html("div", { class: "ply-foot" }, writeLegend(trace));
    this.element = html("div", { class: "ply-pane" }, head, this.stage.element, this.sentence, foot);
    this.listen();
  }

  /** Show a step; `isQuick` turns off smooth scrolling, `isStepping` is false while it waits for the other pane. */
  show(step: number, isQuick: boolean, isStepping = true): void {
    const at = this.trace.steps[step];
    if (at === undefined) return;
    this.step = step;
    if (this.prediction !== null) this.endPrediction();
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

  /** Set the stage's zoom, once the element is on the page; on a screen of some height, fill it. */
  open(screen = 0): void {
    this.screen = screen;
    this.stage.setScreen(screen, screen > 0 ? () => this.open(screen) : null);
    this.stage.setSize(this.trace);
    const isWide = !this.stage.isWideEnough;
    // What is to be predicted must be seen, however small.
    this.isNear = this.prediction === null && (this.wanted === null ? isWide : this.wanted === "path");
    if (isWide && this.whole === null) {
      const name = "Whole tree, or only the path to where the search is (W)";
      this.whole = this.stage.addButton("Whole tree", name, () => this.toggleWhole());
    }
    this.openStage();
    if (this.prediction !== null) this.showPrediction();
    else if (this.tree.isShown) this.show(this.step, true);
  }

  private get isFilling(): boolean {
    return this.screen > 0;
  }

  /** Show all of a wide tree, or only the path to where the search is. */
  toggleWhole(): void {
    if (this.whole === null) return;
    this.wanted = this.isNear ? "whole" : "path";
    this.isNear = !this.isNear;
    this.openStage();
    this.show(this.step, true);
  }

  // Predicting

  /** Whether what the search leaves out can be predicted here. */
  get isPredictable(): boolean {
    return this.trace.is_whole === true;
  }

  /** Show the tree with its leaves' values and wait for marks; the second time, say what was right; then end it. */
  predict(): "marking" | "judged" | "over" {
    if (this.prediction === null) {
      this.prediction = new Prediction(this.trace, this.timeline, this.tree.children);
      this.element.classList.add("is-predicting");
      const how = "Click the branches, or walk there with Shift and arrows and press Enter; then press Q again.";
      this.sentence.textContent = `Which branches will the search never look at? ${how}`;
      this.open(this.screen);
      return "marking";
    }
    if (this.isJudged) {
      this.show(this.step, true);
      return "over";
    }
    this.isJudged = true;
    this.sentence.textContent = this.prediction.tell();
    this.showPrediction();
    return "judged";
  }

  /** Mark a node, or the node at the cursor, in a prediction; false if there is none to mark. */
  guess(number: number | null = this.inspected): boolean {
    if (this.prediction === null || this.isJudged || number === null) return false;
    this.prediction.toggle(number);
    this.showPrediction();
    return true;
  }

  private showPrediction(): void {
    const { prediction } = this;
    if (prediction === null) return;
    const lookOf = (number: number): string => {
      if (!this.isJudged) return prediction.has(number) ? "is-guess" : "";
      const mark = prediction.markOf(number);
      return mark === null ? "" : `is-${mark}`;
    };
    this.sentence.dataset["kind"] = "predict";
    this.tree.showBlank(lookOf);
  }

  private endPrediction(): void {
    this.prediction = null;
    this.isJudged = false;
    this.element.classList.remove("is-predicting");
    this.open(this.screen);
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
    if (this.prediction === null) {
      this.arrange(found);
      this.tree.show(this.step);
    }
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
    if (this.prediction !== null) {
      this.card.classList.remove("is-shown");
      return;
    }
    this.card.replaceChildren(...writeCard(this.trace, this.timeline, number, this.step));
    const { x, y } = this.tree.placeOf(number);
    placeCard(this.card, this.stage.element, this.stage.placeOf(x, y));
  }

  /** Release everything that outlives the element. */
  stop(): void {
    this.stage.stop();
    this.boards.stop();
  }

  private openStage(): void {
    this.whole?.setAttribute("aria-pressed", String(!this.isNear));
    this.way = "";
    if (!this.isNear) this.stage.setSize(this.trace);
    const at = this.trace.steps[this.step]?.node ?? 0;
    if (this.isNear && this.isFilling) this.stage.openRoom(this.arrange(at), "readable");
    else if (this.isNear) this.stage.openPart(this.arrange(at), this.tree.placeOf(0).x);
    else if (
      this.isFilling &&
      this.trace.nodes.length <= MOST_STRETCHED &&
      (this.stage.isWideEnough || this.prediction !== null)
    ) {
      const places = stretch(this.trace, this.stage.roomAt("fitting"));
      this.tree.arrange(places);
      this.boards.setShown(places.at.keys());
      this.stage.openRoom(places, "fitting");
    } else {
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
    const because = this.trace.steps[this.step]?.because ?? null;
    const better = because === null ? null : { node: because, label: this.timeline.stateAt(because, this.step).label };
    const places = this.isFilling
      ? this.room.layOut(way, this.stage.roomAt("readable"), better)
      : this.layout.layOut(way);
    const shown = [...way, better?.node ?? ""].join();
    if (shown === this.way) return places;
    this.way = shown;
    this.tree.arrange(places);
    this.boards.setShown(places.at.keys());
    this.stage.setSize(places);
    return places;
  }

  private reveal(number: number, isQuick: boolean): void {
    if (this.isNear && this.isFilling) return;
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
    this.tree.element.addEventListener("click", (event) => {
      if (!this.guess(nodeOf(event))) this.inspect(nodeOf(event));
    });
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
}

function noteOf(trace: Trace): HTMLElement[] {
  return trace.note === "" ? [] : [html("p", { class: "ply-quiet" }, trace.note)];
}
