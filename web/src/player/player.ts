/** The explanation player: steps through a search, or two side by side, and shows why each step was taken. */
import "../board/board.css";
import "../board/looks.css";
import "./player.css";
import "./tree.css";
import "./desk.css";
import "./lecture.css";
import "./print.css";
import { writeAnswer } from "./answer";
import { Aside } from "./aside";
import { Controls, USUAL_PACE, writeKeys } from "./controls";
import { html } from "./dom";
import { type Explanation, FORMAT, type Trace } from "./explanation";
import { alignSteps, isStepping, type Moments, nextMoment } from "./moments";
import { Pane } from "./pane";
import { type Tool, Tools } from "./tools";
import { windowData } from "./words";

/** Where there is room for code beside the tree from the start. */
const CODE_BESIDE = "(min-width: 1000px)";
/** The height of a usual screen beside its width. */
const SCREEN_SHAPE = 9 / 16;
/** The least screen that a player can fill; on a smaller one it is as high as it needs to be, and scrolls. */
const LEAST_SCREEN = "(min-width: 700px) and (min-height: 440px)";

/** Options for mounting a player. */
export interface PlayerOptions {
  /** The level of its heading, 2 by default. */
  heading?: number;
  /** Whether it shows the title and the summary, true by default. */
  hasTitle?: boolean;
  /** The step it opens at, counted from 0; a higher number than the last means the last. */
  step?: number;
  /** Whether keys work without the focus in the player, for a page with nothing else on it. */
  ownsKeys?: boolean;
  /** Whether it fills the window from the start, for a page with nothing else on it. */
  fills?: boolean;
}

/** A mounted player. */
export interface MountedPlayer {
  readonly element: HTMLElement;
  readonly step: number;
  /** Show a step, counted from 0; numbers out of range mean the first or the last. */
  goTo(step: number): void;
  /** Remove the player from the page. */
  destroy(): void;
}

/** Mount a player into an element, at its end. */
export function mountPlayer(parent: Element, explanation: Explanation, options: PlayerOptions = {}): MountedPlayer {
  if (explanation.format !== FORMAT) {
    throw new Error(`This player reads ${FORMAT}, not ${String(explanation.format)}: write the explanation again.`);
  }
  if (explanation.panes.length === 0) throw new Error("The explanation has no pane: give it one or two traces.");
  return new Player(parent, explanation, options);
}

class Player implements MountedPlayer {
  readonly element: HTMLElement;
  step = 0;
  private readonly panes: Pane[];
  private readonly traces: Trace[];
  private readonly moments: Moments;
  private readonly controls: Controls;
  private readonly tools: Tools;
  private readonly aside: Aside | null;
  private readonly answer: HTMLElement | null;
  private readonly listening = new AbortController();
  private pace = USUAL_PACE;
  private timer = 0;

  constructor(
    parent: Element,
    explanation: Explanation,
    private readonly options: PlayerOptions,
  ) {
    const heading = options.heading ?? 2;
    this.traces = explanation.panes;
    this.moments = alignSteps(this.traces);
    this.panes = this.traces.map((trace) => new Pane(trace, heading + 1));
    this.controls = new Controls(this.moments.length, this.cutoffAfter(-1) !== null, {
      start: () => this.goTo(0),
      back: () => this.goTo(this.step - 1),
      togglePlay: () => this.togglePlay(),
      forward: () => this.goTo(this.step + 1),
      nextCutoff: () => this.nextCutoff(),
      end: () => this.goTo(this.last),
      goTo: (step) => this.goTo(step),
      setPace: (pace) => this.setPace(pace),
    });
    this.tools = new Tools(this.listTools(explanation));
    this.answer = options.hasTitle === false ? null : writeAnswer(explanation);
    const panes = html("div", { class: "ply-panes", "data-panes": String(this.panes.length) });
    panes.append(...this.panes.map((pane) => pane.element));
    // With one search, its sentence is beside the controls, always visible; with two, each is under its tree.
    const [only] = this.panes;
    const isOne = only !== undefined && this.panes.length === 1;
    this.aside = isOne && only.trace.code ? new Aside(only.trace.code) : null;
    const body = html("div", { class: "ply-body" }, panes, ...(this.aside ? [this.aside.element] : []));
    const title = html(`h${Math.min(6, heading)}` as "h2", {}, explanation.title);
    const head = html("header", { class: "ply-head" }, ...(this.answer ? [title] : []), this.tools.element);
    const keys = writeKeys(this.tools.keys);
    this.element = html(
      "section",
      { class: "plywise-player", "aria-label": explanation.title },
      head,
      ...(this.answer ? [this.answer] : []),
      body,
      html("div", { class: "ply-desk" }, ...(isOne ? [only.sentence] : []), this.controls.element),
      keys,
    );
    parent.append(this.element);
    this.toggle("code", "P", this.aside !== null && window.matchMedia(CODE_BESIDE).matches);
    this.fill();
    this.listen();
    this.show(Math.min(options.step ?? 0, this.last), true);
  }

  goTo(step: number): void {
    this.pause();
    this.show(step, false);
  }

  destroy(): void {
    this.pause();
    this.listening.abort();
    for (const pane of this.panes) pane.stop();
    this.element.remove();
  }

  private get last(): number {
    return this.moments.length - 1;
  }

  private show(wanted: number, isQuick: boolean): void {
    this.step = Math.max(0, Math.min(wanted, this.last));
    const shown = this.moments[this.step] ?? [];
    this.panes.forEach((pane, number) => {
      pane.show(shown[number] ?? 0, isQuick, isStepping(this.moments, this.step, number));
    });
    this.element.dataset["step"] = String(this.step);
    const at = this.traces[0]?.steps[shown[0] ?? 0];
    this.aside?.show(at);
    this.tools.mark("Q", false);
    this.element.classList.remove("is-predicting");
    this.element.dataset["window"] = windowData(at?.window ?? null);
    this.showControls();
  }

  // The tools

  private listTools(explanation: Explanation): Tool[] {
    const tools: Tool[] = [];
    const add = (name: string, key: string, meaning: string, act: () => void): number =>
      tools.push({ name, key, meaning, act });
    if (this.options.hasTitle !== false && explanation.summary.length > 0) {
      add("Answer", "A", "show or hide the answer", () => this.toggle("answer", "A"));
    }
    if (this.traces.length === 1 && this.traces[0]?.code) {
      add("Code", "P", "pseudo-code", () => this.toggle("code", "P"));
    }
    if (this.traces.some((trace) => trace.marks === "range")) {
      add("α β", "B", "alpha and beta along the path", () => this.toggle("windows", "B"));
    }
    if (this.traces.length === 1 && this.traces[0]?.is_whole) {
      add("Predict", "Q", "predict what will be pruned; once more to be marked", () => this.predict());
    }
    add("Legend", "L", "what the signs mean", () => this.toggle("legend", "L"));
    add("Full screen", "F", "full screen", () => this.toggleFull());
    return tools;
  }

  /** Let what will be pruned be predicted; the next time, mark it; then go on. */
  private predict(): void {
    this.pause();
    const stage = this.panes[0]?.predict() ?? "over";
    this.tools.mark("Q", stage !== "over");
    this.element.classList.toggle("is-predicting", stage !== "over");
    this.aside?.show(stage === "over" ? this.traces[0]?.steps[this.step] : undefined);
  }

  /** Show or hide a part, or set whether it is shown. */
  private toggle(part: "answer" | "code" | "windows" | "legend", key: string, isOn?: boolean): void {
    const isShown = this.element.classList.toggle(`has-${part}`, isOn);
    this.tools.mark(key, isShown);
  }

  private get isFull(): boolean {
    return document.fullscreenElement === this.element || this.element.classList.contains("is-full");
  }

  /** Fill the screen, or go back; where the browser doesn't allow it, fill the window. */
  private toggleFull(): void {
    if (document.fullscreenElement === this.element) void document.exitFullscreen();
    else if (this.element.classList.contains("is-full")) this.setFull(false);
    else if (document.fullscreenEnabled) this.element.requestFullscreen().catch(() => this.setFull(true));
    else this.setFull(true);
  }

  private setFull(isFull: boolean): void {
    this.element.classList.toggle("is-full", isFull);
    this.fill();
  }

  /** Take the whole window if the player is to fill it, and let the trees take what room they have. */
  private fill(): void {
    const isFilling = (this.isFull || this.options.fills === true) && window.matchMedia(LEAST_SCREEN).matches;
    this.element.classList.toggle("is-filling", isFilling);
    this.tools.mark("F", this.isFull);
    // A screen that is higher than wide is read from as near as one of the usual shape and the same width.
    const screen = Math.min(window.innerHeight, window.innerWidth * SCREEN_SHAPE);
    for (const pane of this.panes) pane.open(isFilling ? screen : 0);
  }

  // Going on

  private cutoffAfter(step: number): number | null {
    return nextMoment(this.traces, this.moments, step, "cutoff");
  }

  private showControls(): void {
    this.controls.show(this.step, this.cutoffAfter(this.step) !== null, this.timer !== 0);
  }

  private togglePlay(): void {
    if (this.timer !== 0) {
      this.pause();
      return;
    }
    // While playing, a screen reader could not keep up with the sentences.
    for (const pane of this.panes) pane.sentence.setAttribute("aria-live", "off");
    if (this.step === this.last) this.show(0, true);
    this.tick();
    this.showControls();
  }

  private tick(): void {
    this.timer = window.setTimeout(() => {
      this.show(this.step + 1, this.pace > 2);
      if (this.step === this.last) this.pause();
      else this.tick();
    }, 1000 / this.pace);
  }

  private pause(): void {
    if (this.timer === 0) return;
    clearTimeout(this.timer);
    this.timer = 0;
    for (const pane of this.panes) pane.sentence.setAttribute("aria-live", "polite");
    this.showControls();
  }

  private setPace(pace: number): void {
    this.pace = pace;
    if (this.timer === 0) return;
    clearTimeout(this.timer);
    this.tick();
  }

  private nextCutoff(): void {
    const found = this.cutoffAfter(this.step);
    if (found !== null) this.goTo(found);
  }

  private listen(): void {
    const { signal } = this.listening;
    const target = this.options.ownsKeys === true ? document : this.element;
    target.addEventListener("keydown", (event) => this.onKey(event as KeyboardEvent), { signal });
    document.addEventListener("fullscreenchange", () => this.fill(), { signal });
    if (this.options.fills === true) window.addEventListener("resize", () => this.fill(), { signal });
    for (const [event, isOnPaper] of [
      ["beforeprint", true],
      ["afterprint", false],
    ] as const) {
      window.addEventListener(event, () => this.panes.forEach((pane) => pane.setOnPaper(isOnPaper)), { signal });
    }
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const on =
      event.target instanceof Element ? event.target.closest("input, select, textarea, button, summary") : null;
    // Elements that use keys themselves keep them: the slider and the list of speeds all keys, a button the space bar.
    if (on !== null && (!on.matches("button, summary") || event.key === " ") && event.key.toLowerCase() !== "c") return;
    if (this.act(event)) event.preventDefault();
  }

  private act(event: KeyboardEvent): boolean {
    if (event.shiftKey && event.key.startsWith("Arrow")) return this.paneOf(event.target).walk(event.key);
    const deeds: Record<string, () => void> = {
      ArrowRight: () => this.goTo(this.step + 1),
      ArrowLeft: () => this.goTo(this.step - 1),
      " ": () => this.togglePlay(),
      c: () => this.nextCutoff(),
      Home: () => this.goTo(0),
      End: () => this.goTo(this.last),
      "+": () => this.paneOf(event.target).stage.zoomBy(1.25),
      "=": () => this.paneOf(event.target).stage.zoomBy(1.25),
      "-": () => this.paneOf(event.target).stage.zoomBy(0.8),
      w: () => this.paneOf(event.target).toggleWhole(),
      "0": () => this.paneOf(event.target).stage.fit(),
    };
    if (event.key === "Enter") return this.paneOf(event.target).guess();
    const deed = deeds[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    deed?.();
    return deed !== undefined || this.tools.use(event.key);
  }

  private paneOf(target: EventTarget | null): Pane {
    const found = this.panes.find((pane) => target instanceof Element && pane.element.contains(target));
    return found ?? (this.panes[0] as Pane);
  }
}
