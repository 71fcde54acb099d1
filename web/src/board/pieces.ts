/** Pieces: discs in their player's colour, with their sign, so that colour is never the only difference. */

import { seatClass } from "../seats";
import type { CellData } from "./data";
import { svg } from "./svg";

/** Return the class that gives an element its player's colour. */
export function ownerClass(player: number | null): string {
  return seatClass(player) || "pw-nobody";
}

/** Draw what stands in a cell around the point (0, 0); an empty group if nothing does. A label has no disc. */
export function drawPiece(cell: CellData, radius: number, isLabel = false): SVGGElement {
  const group = svg("g", { class: `pw-piece ${ownerClass(cell.player)}` });
  if (!cell.piece) return group;
  if (isLabel) {
    const size = round(radius * 0.5);
    group.append(svg("text", { class: "pw-label", "font-size": size, y: round(size * 0.35) }, cell.piece));
    return group;
  }
  if (cell.piece === "|") {
    group.append(match(radius));
    return group;
  }
  group.append(svg("circle", { class: "pw-disc", r: round(radius * 0.74) }));
  group.append(sign(cell.piece, radius));
  return group;
}

function match(radius: number): SVGElement {
  const [width, height] = [radius * 0.24, radius * 1.4];
  return svg("rect", { class: "pw-match", x: -width / 2, y: -height / 2, width, height, rx: width / 2 });
}

function sign(piece: string, radius: number): SVGElement {
  if (piece === "X") {
    const arm = round(radius * 0.27);
    return svg("path", { class: "pw-sign", d: `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}` });
  }
  if (piece === "O") return svg("circle", { class: "pw-sign", r: round(radius * 0.31) });
  const length = [...piece].length;
  const size = round((radius * 1.5) / Math.max(1.9, length + 0.4));
  return svg("text", { class: "pw-letter", "font-size": size, y: round(size * 0.35) }, piece);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
