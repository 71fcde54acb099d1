/** The player's buttons, its slider, its speeds, and the list of keys. */
import { svg } from "../board/svg";
import { html } from "./dom";

/** What the controls can trigger. */
export interface Actions {
  start(): void;
  back(): void;
  togglePlay(): void;
  forward(): void;
  nextCutoff(): void;
  end(): void;
  goTo(step: number): void;
  setPace(stepsASecond: number): void;
}

const ICONS = {
  start: "M5 4v12M16 4L8 10l8 6Z",
  back: "M14 4L6 10l8 6Z",
  play: "M6 3.5L16 10L6 16.5Z",
  pause: "M6.5 4v12M13.5 4v12",
  forward: "M6 4l8 6l-8 6Z",
  end: "M15 4v12M4 4l8 6l-8 6Z",
} as const;

const PACES = [0.5, 1, 2, 5, 20];
/** Steps a second by default. */
export const USUAL_PACE = 1;

const KEYS: [string, string][] = [
  ["→ ←", "step, back"],
  ["Space", "play, pause"],
  ["C", "next cutoff"],
  ["Home End", "start, end"],
  ["+ − 0", "zoom in, out, fit"],
  ["W", "whole tree, or the path to the search"],
  ["Shift + arrows", "walk the tree, node by node"],
  ["Ctrl + wheel", "zoom; drag to move"],
];

/** The bar of controls; it shows where the player is, and reports what is pressed. */
export class Controls {
  readonly element: HTMLElement;
  private readonly buttons: Record<"start" | "back" | "play" | "forward" | "cutoff" | "end", HTMLButtonElement>;
  private readonly slider: HTMLInputElement;
  private readonly count = html("output", { class: "ply-count" });
  private isPlaying = false;

  constructor(
    private readonly steps: number,
    hasCutoffs: boolean,
    actions: Actions,
  ) {
    this.buttons = {
      start: iconButton("start", "Start (Home)", () => actions.start()),
      back: iconButton("back", "Back (←)", () => actions.back()),
      play: iconButton("play", "Play (space)", () => actions.togglePlay()),
      forward: iconButton("forward", "Step (→)", () => actions.forward()),
      end: iconButton("end", "End (End)", () => actions.end()),
      cutoff: html("button", { type: "button", class: "ply-cutoff", title: "Next cutoff (C)" }, "Next cutoff"),
    };
    this.buttons.play.classList.add("ply-play");
    this.buttons.cutoff.hidden = !hasCutoffs;
    this.buttons.cutoff.addEventListener("click", () => actions.nextCutoff());
    this.slider = html("input", { type: "range", min: "0", max: String(steps - 1), value: "0", "aria-label": "Step" });
    this.slider.addEventListener("input", () => actions.goTo(Number(this.slider.value)));
    const { start, back, play, forward, end, cutoff } = this.buttons;
    const bar = html("div", { class: "ply-bar" }, start, back, play, forward, end, cutoff);
    const way = html("div", { class: "ply-way" }, this.slider, this.count, paces(actions));
    this.element = html("div", { class: "ply-controls", role: "group", "aria-label": "Player" }, bar, way);
  }

  /** Show where the player is. */
  show(step: number, hasCutoffAhead: boolean, isPlaying: boolean): void {
    const { start, back, forward, end, cutoff, play } = this.buttons;
    start.disabled = back.disabled = step === 0;
    forward.disabled = end.disabled = step === this.steps - 1;
    cutoff.disabled = !hasCutoffAhead;
    const name = isPlaying ? "Pause (space)" : "Play (space)";
    play.title = name;
    play.setAttribute("aria-label", name);
    // Only where it changes: a click whose press and release meet two icons is none, and steps may come fast.
    if (this.isPlaying !== isPlaying) play.replaceChildren(icon(isPlaying ? "pause" : "play"));
    this.isPlaying = isPlaying;
    this.slider.value = String(step);
    this.slider.setAttribute("aria-valuetext", `step ${step + 1} of ${this.steps}`);
    this.count.textContent = `${(step + 1).toLocaleString("en-GB")} / ${this.steps.toLocaleString("en-GB")}`;
  }
}

/** Write the list of keys. */
export function writeKeys(more: [string, string][]): HTMLElement {
  const list = html("dl");
  for (const [key, meaning] of [...KEYS, ...more]) {
    list.append(html("div", {}, html("dt", {}, html("kbd", {}, key)), html("dd", {}, meaning)));
  }
  return html("details", { class: "ply-keys" }, html("summary", {}, "Keys"), list);
}

function paces(actions: Actions): HTMLElement {
  const select = html("select", { "aria-label": "Steps a second" });
  for (const pace of PACES) select.append(html("option", { value: String(pace) }, `${pace === 0.5 ? "½" : pace}×`));
  select.value = String(USUAL_PACE);
  select.addEventListener("change", () => actions.setPace(Number(select.value)));
  return select;
}

function iconButton(name: keyof typeof ICONS, title: string, act: () => void): HTMLButtonElement {
  const button = html("button", { type: "button", title, "aria-label": title }, icon(name));
  button.addEventListener("click", act);
  return button;
}

function icon(name: keyof typeof ICONS): SVGSVGElement {
  const drawing = svg("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" });
  drawing.append(svg("path", { d: ICONS[name] }));
  return drawing;
}
