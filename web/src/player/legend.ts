/** What the signs, lines and labels of a tree mean: only those that occur in it. */
import { svg } from "../board/svg";
import { html } from "./dom";
import type { Trace, TreeNode } from "./explanation";
import { drawSign, signKind } from "./signs";
import { hasMaxAndMin, tellMarks } from "./words";

/** Write the legend of a trace. */
export function writeLegend(trace: Trace): HTMLElement {
  const legend = html("ul", { class: "ply-legend", "aria-label": "Legend" });
  const seen = new Set<string>();
  const order = (node: TreeNode): number => (node.player === null ? Infinity : node.player);
  for (const node of [...trace.nodes].sort((first, second) => order(first) - order(second))) {
    const kind = signKind(trace, node);
    const name = kind === "over" ? "game over" : kind === "chance" ? "chance" : seatName(trace, node.player ?? 0);
    if (seen.has(name)) continue;
    seen.add(name);
    const sign = svg("svg", { viewBox: "-11 -11 22 22", width: 16, height: 16, "aria-hidden": "true" });
    const shown = svg("g", { class: "ply-node", "data-status": "done" });
    shown.append(drawSign(trace, node, 0, 0));
    sign.append(shown);
    legend.append(html("li", {}, sign, name));
  }
  const changes = trace.steps.flatMap((step) => step.changes);
  if (changes.some((change) => change.best)) legend.append(lineEntry("is-best is-line", "chosen"));
  if (changes.some((change) => change.status === "pruned")) legend.append(lineEntry("is-cut", "cut off"));
  legend.append(html("li", {}, tellMarks(trace)));
  return legend;
}

function seatName(trace: Trace, player: number): string {
  const letter = trace.players[player] ?? "?";
  return hasMaxAndMin(trace) ? `${letter}, ${player === 0 ? "MAX" : "MIN"}` : letter;
}

function lineEntry(look: string, name: string): HTMLElement {
  const sample = svg("svg", { viewBox: "0 -8 30 16", width: 30, height: 16, "aria-hidden": "true" });
  const edge = svg("g", { class: `ply-edge ${look}`, "data-status": look === "is-cut" ? "pruned" : "done" });
  const cut = svg("path", { class: "ply-cut", d: "M11-6l4 12M15-6l4 12" });
  edge.append(svg("line", { x1: 2, x2: 28, y1: 0, y2: 0 }), cut);
  sample.append(edge);
  return html("li", {}, sample, name);
}
