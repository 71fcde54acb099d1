/** Beside the tree: the book's pseudo-code with the line that the step is at, and the step's arithmetic. */
import { html } from "./dom";
import type { Step } from "./explanation";

/** The column beside a tree. */
export class Aside {
  readonly element = html("aside", { class: "ply-aside", "aria-label": "Pseudo-code" });
  private readonly lines: HTMLElement[];
  private readonly working = html("div", { class: "ply-working" });

  constructor(code: string[]) {
    this.lines = code.map((line) => html("code", { class: "ply-code-line" }, line === "" ? "\u00a0" : line));
    const list = html(
      "div",
      { class: "ply-code", tabindex: "0", role: "group", "aria-label": "Pseudo-code" },
      ...this.lines,
    );
    list.style.setProperty("--ply-lines", String(code.length));
    list.style.setProperty("--ply-columns", String(Math.max(...code.map((line) => line.length))));
    this.element.append(html("div", { class: "ply-code-room" }, list), this.working);
  }

  /** Show the line and the arithmetic of a step. */
  show(step: Step | undefined): void {
    const active = step?.line ?? null;
    this.lines.forEach((line, number) => {
      line.classList.toggle("is-active", number === active);
      if (number === active) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    this.working.replaceChildren(...(step?.working ?? []).map((line) => html("p", {}, line)));
  }
}
