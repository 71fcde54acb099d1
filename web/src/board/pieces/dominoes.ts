/** Dominoes, one half on each of two places: the halves meet where the places do. */

import { svg } from "../svg";

/** By the sign of a half: the way to the other half. */
const TOWARDS: Readonly<Record<string, readonly [number, number]>> = {
  "∩": [0, 1],
  "∪": [0, -1],
  "⊂": [1, 0],
  "⊃": [-1, 0],
};

/** Draw half a domino, or nothing for another sign. */
export function drawDomino(piece: string, radius: number): SVGElement[] {
  const way = TOWARDS[piece];
  if (!way) return [];
  const [dx, dy] = way;
  const [half, gap, round] = [radius * 0.86, radius, radius * 0.24];
  const left = dx < 0 ? -gap : -half;
  const right = dx > 0 ? gap : half;
  const top = dy < 0 ? -gap : -half;
  const bottom = dy > 0 ? gap : half;
  // Two corners are round, those away from the other half.
  const corner = (x: number, y: number): number => (x * dx < 0 || y * dy < 0 ? round : 0);
  const [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  const outline =
    `M${left + a} ${top}H${right - b}Q${right} ${top} ${right} ${top + b}V${bottom - c}` +
    `Q${right} ${bottom} ${right - c} ${bottom}H${left + d}Q${left} ${bottom} ${left} ${bottom - d}` +
    `V${top + a}Q${left} ${top} ${left + a} ${top}Z`;
  return [svg("path", { class: "pw-domino", d: outline }), svg("circle", { class: "pw-pip", r: radius * 0.13 })];
}
