/** What the signs, lines and labels of a tree mean: only those that occur in it, in the words of `explain/svg/picture.py`. */
import { svg } from "../board/svg";
import { html } from "./dom";
import type { Status, Trace, TreeNode } from "./explanation";
import { drawSign, signKind } from "./signs";
import { tellMarks, tellRole } from "./words";

/** Write the legend of a trace. */
export function writeLegend(trace: Trace): HTMLElement {
  const legend = html("ul", { class: "ply-legend", "aria-label": "Legend" });
  const seen = new Set<string>();
  const order = (node: TreeNode): number => (node.player === null ? Infinity : node.player);
  for (const node of [...trace.nodes].sort((first, second) => order(first) - order(second))) {
    const name = signName(trace, node);
    if (seen.has(name)) continue;
    seen.add(name);
    legend.append(signEntry(trace, node, "done", name));
  }
  const root = trace.nodes[0];
  if (root !== undefined) legend.append(signEntry(trace, root, "open", "full: being searched, pale: searched"));
  const changes = trace.steps.flatMap((step) => step.changes);
  if (changes.some((change) => change.best)) legend.append(lineEntry("is-best is-line", "the best line"));
  if (changes.some((change) => change.status === "pruned")) {
    legend.append(lineEntry("is-cut", "pruned: never looked at"));
  }
  legend.append(html("li", {}, tellMarks(trace)));
  return legend;
}

function signName(trace: Trace, node: TreeNode): string {
  const kind = signKind(trace, node);
  if (kind === "over") return "the game is over";
  if (kind === "chance") return "chance";
  return `${tellRole(trace, node.player ?? 0, (name, role) => `${name}, ${role},`)} moves`;
}

function signEntry(trace: Trace, node: TreeNode, status: Status, name: string): HTMLElement {
  const sign = svg("svg", { viewBox: "-11 -11 22 22", width: 16, height: 16, "aria-hidden": "true" });
  const shown = svg("g", { class: "ply-node", "data-status": status });
  shown.append(drawSign(trace, node, 0, 0));
  sign.append(shown);
  return html("li", {}, sign, name);
}

function lineEntry(look: string, name: string): HTMLElement {
  const sample = svg("svg", { viewBox: "0 -8 30 16", width: 30, height: 16, "aria-hidden": "true" });
  const edge = svg("g", { class: `ply-edge ${look}`, "data-status": look === "is-cut" ? "pruned" : "done" });
  const cut = svg("path", { class: "ply-cut", d: "M15-6v12" });
  edge.append(svg("line", { x1: 2, x2: 28, y1: 0, y2: 0 }), cut);
  sample.append(edge);
  return html("li", {}, sample, name);
}
