/** The answer: what to play and why, in sentences. */
import { html } from "./dom";
import type { Explanation } from "./explanation";

/** The answer, hidden until it is asked for: a class is to find it first. */
export function writeAnswer(explanation: Explanation): HTMLElement {
  const sentences = explanation.summary.map((sentence) => html("p", {}, sentence));
  return html("div", { class: "ply-answer", role: "region", "aria-label": "Answer", tabindex: "0" }, ...sentences);
}
