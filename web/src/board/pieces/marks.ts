/** Marks as drawn with a pencil, matches, and discs with a sign, so that colour is never the only difference. */

import { round, svg } from "../svg";

/** Draw a player's mark: a cross, a ring, a triangle, a square. */
export function drawMark(player: number, radius: number): SVGElement[] {
  const arm = round(radius * 0.46);
  const shapes = [
    svg("path", { d: `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}` }),
    svg("circle", { r: round(radius * 0.52) }),
    svg("path", { d: `M0 ${-arm * 1.15}L${arm * 1.15} ${arm * 0.85}H${-arm * 1.15}Z` }),
    svg("rect", { x: -arm, y: -arm, width: 2 * arm, height: 2 * arm }),
  ];
  const shape = shapes[player % shapes.length] ?? svg("circle");
  shape.setAttribute("class", "pw-stroke");
  shape.setAttribute("stroke-width", String(round(radius * 0.19)));
  return [shape];
}

/** Draw a match with its head. */
export function drawMatch(radius: number): SVGElement {
  const [width, height] = [radius * 0.22, radius * 1.4];
  const group = svg("g", { class: "pw-match" });
  group.append(
    svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: width / 3 }),
    svg("ellipse", { class: "pw-head", cy: -height / 2 + width * 0.6, rx: width * 0.85, ry: width * 1.15 }),
  );
  return group;
}

/** Draw a crown with a number; without any, a king is lost. */
export function drawKing(number: string, radius: number): SVGElement[] {
  const [w, h] = [round(radius * 0.62), round(radius * 0.5)];
  const points = `M${-w} ${h}V${-h * 0.7}L${-w * 0.5} ${-h * 0.05}L0 ${-h}L${w * 0.5} ${-h * 0.05}L${w} ${-h * 0.7}V${h}Z`;
  const size = round(Math.min(h, (1.7 * w) / Math.max(1, number.length)));
  return [
    svg("path", { class: number === "0" ? "pw-body pw-lost" : "pw-body", d: points }),
    svg("text", { class: "pw-letter", "font-size": size, y: round(h * 0.8) }, number),
  ];
}

/** Draw a disc with a sign: X and O as strokes, anything else as letters. */
export function drawSigned(piece: string, radius: number): SVGElement[] {
  return [svg("circle", { class: "pw-disc", r: round(radius * 0.74) }), sign(piece, radius)];
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

/** Draw a line from dot to dot, across or down; a box with its owner's letter; nothing for a dot. */
export function drawLine(piece: string, radius: number): SVGElement[] {
  if (piece === "+") return [];
  if (piece === "-") return [svg("line", { class: "pw-drawn", x1: -radius, x2: radius })];
  if (piece === "|") return [svg("line", { class: "pw-drawn", y1: -radius, y2: radius })];
  const side = radius - 6;
  const box = svg("rect", { class: "pw-body pw-box", x: -side, y: -side, width: 2 * side, height: 2 * side, rx: 4 });
  return [box, sign(piece, radius)];
}

/** Draw a piece of Quarto from above, by its four letters: large ones are tall, and hollow ones have a hole. */
export function drawQuarto(piece: string, radius: number): SVGElement[] {
  const size = round(radius * (piece[1] === "T" ? 0.78 : 0.52));
  const kind = piece[0] === "D" ? "pw-body pw-dark-wood" : "pw-body pw-light-wood";
  const square = { x: -size * 0.88, y: -size * 0.88, width: size * 1.76, height: size * 1.76, rx: 3 };
  const outline = piece[2] === "Q" ? svg("rect", { class: kind, ...square }) : svg("circle", { class: kind, r: size });
  return piece[3] === "H" ? [outline, svg("circle", { class: "pw-bore", r: round(radius * 0.26) })] : [outline];
}
