/** The explanation player: steps through a search, or two side by side, and shows why each step was taken. */
import "../board/board.css";
import "../board/looks.css";
import "./player.css";
import "./tree.css";
import "./desk.css";
import "./print.css";
import { Controls, USUAL_PACE, writeKeys } from "./controls";
import { html } from "./dom";
import { type Explanation, FORMAT, type Trace } from "./explanation";
import { alignSteps, isStepping, type Moments, nextMoment } from "./moments";
import { Pane } from "./pane";
import { windowData } from "./words";

/** How many sentences of the summary are shown above the tree. */
const SENTENCES_SHOWN = 2;

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
    const panes = html("div", { class: "ply-panes", "data-panes": String(this.panes.length) });
    panes.append(...this.panes.map((pane) => pane.element));
    // With one search, its sentence is beside the controls, always visible; with two, each is under its tree.
    const [only] = this.panes;
    const told = only !== undefined && this.panes.length === 1 ? [only.sentence] : [];
    this.element = html(
      "section",
      { class: "plywise-player", "aria-label": explanation.title },
      ...(options.hasTitle === false ? [] : [writeHead(explanation, heading)]),
      panes,
      html("div", { class: "ply-desk" }, ...told, this.controls.element),
      writeKeys(),
    );
    parent.append(this.element);
    for (const pane of this.panes) pane.open();
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
    this.element.dataset["window"] = windowData(at?.window ?? null);
    this.showControls();
  }

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
    const deed = deeds[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    deed?.();
    return deed !== undefined;
  }

  private paneOf(target: EventTarget | null): Pane {
    const found = this.panes.find((pane) => target instanceof Element && pane.element.contains(target));
    return found ?? (this.panes[0] as Pane);
  }
}

/** The title and the first sentences; the rest can be unfolded, so that the tree stays visible. */
function writeHead(explanation: Explanation, level: number): HTMLElement {
  const title = html(`h${Math.min(6, level)}` as "h2", {}, explanation.title);
  const sentences = explanation.summary.map((sentence) => html("p", {}, sentence));
  const head = html("header", { class: "ply-head" }, title, ...sentences.slice(0, SENTENCES_SHOWN));
  const more = sentences.slice(SENTENCES_SHOWN);
  if (more.length > 0) head.append(html("details", {}, html("summary", {}, "Full explanation"), ...more));
  return head;
}
