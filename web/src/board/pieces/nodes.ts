/** Nodes of a tree: a triangle upwards for A, downwards for B, a disc for others and for chance; a leaf's value. */

import { round, svg } from "../svg";

/** Draw a node with its name, or a leaf, which belongs to nobody, with its value. */
export function drawNode(piece: string, player: number | null, radius: number): SVGElement[] {
  if (player === null) return drawLeaf(piece, radius);
  const size = round(radius * 0.62);
  const isLong = [...piece].length > 2;
  const parts: SVGElement[] = [shape(player, size)];
  const at = player === 0 ? size * 0.3 : player === 1 ? -size * 0.3 : 0;
  const text = isLong
    ? { class: "pw-aside", x: round(size * 1.4), y: 5, "font-size": 15 }
    : { class: "pw-letter", y: round(at + 5), "font-size": 16 };
  parts.push(svg("text", text, piece));
  return parts;
}

function shape(player: number, size: number): SVGElement {
  const wide = round(size * 1.15);
  if (player === 0) return svg("path", { class: "pw-body", d: `M0 ${-size}L${wide} ${size}H${-wide}Z` });
  if (player === 1) return svg("path", { class: "pw-body", d: `M0 ${size}L${wide} ${-size}H${-wide}Z` });
  return svg("circle", { class: "pw-body", r: size });
}

function drawLeaf(value: string, radius: number): SVGElement[] {
  const letters = [...value].length;
  const [width, height] = [Math.max(0.9, Math.min(1.84, 0.34 * letters + 0.3)) * radius, radius * 0.9];
  const size = Math.min(value.includes(",") ? 14 : 20, round((width * 1.45) / Math.max(1, letters)));
  return [
    svg("rect", { class: "pw-leaf", x: -width / 2, y: -height / 2, width, height, rx: 5 }),
    svg("text", { class: "pw-value", y: round(size * 0.36), "font-size": size }, value),
  ];
}
