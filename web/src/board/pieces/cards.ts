/** Playing cards, dice as pieces, and ships: face down, or under a cup, where they are hidden. */

import { svg } from "../svg";
import { drawDie } from "./dice";

const FACE_DOWN = "?";
const SUITS = "♠♥♦♣";
const RED_SUITS = "♥♦";

/** Draw a card with a rank, and a suit where it has one; its back is in its owner's colour. */
export function drawCard(piece: string, radius: number): SVGElement[] {
  const [width, height] = [radius * 1.36, radius * 1.88];
  const place = { x: -width / 2, y: -height / 2, width, height, rx: radius * 0.18 };
  if (piece === FACE_DOWN) {
    const inset = radius * 0.16;
    const inner = { x: place.x + inset, y: place.y + inset, width: width - 2 * inset, height: height - 2 * inset };
    return [
      svg("rect", { class: "pw-back", ...place }),
      svg("rect", { class: "pw-back-line", rx: radius * 0.1, ...inner }),
    ];
  }
  const suit = piece.slice(-1);
  const style = RED_SUITS.includes(suit) ? "pw-face pw-face-red" : "pw-face";
  const write = (text: string, size: number, y: number): SVGElement =>
    svg("text", { class: style, "font-size": Math.round(size), y: Math.round(y + size * 0.36) }, text);
  const face = svg("rect", { class: "pw-card", ...place });
  if (SUITS.includes(suit)) {
    const size = radius * 0.8;
    return [face, write(piece.slice(0, -1), size, -radius * 0.38), write(suit, size, radius * 0.44)];
  }
  return [face, write(piece, Math.min(radius, (radius * 1.9) / piece.length), 0)];
}

/** Draw a die with its pips, or the cup that it is under. */
export function drawRolledDie(piece: string, radius: number): SVGElement[] {
  if (piece === FACE_DOWN) {
    const [top, foot, up] = [radius * 0.58, radius * 0.82, radius * 0.82];
    const outline = `M${-top} ${-up}H${top}L${foot} ${up}H${-foot}Z`;
    return [svg("path", { class: "pw-cup", d: outline })];
  }
  const die = drawDie(Number.parseInt(piece, 10) || 0);
  die.classList.add("pw-owned");
  die.setAttribute("transform", `scale(${(radius * 1.5) / 40})`);
  return [die];
}

/** Draw a part of a ship, a hit on one, or a shot into the water; nothing for another letter. */
export function drawShip(piece: string, radius: number): SVGElement[] {
  const reach = radius * 0.5;
  const cross = `M${-reach} ${-reach}L${reach} ${reach}M${reach} ${-reach}L${-reach} ${reach}`;
  switch (piece) {
    case "S":
      return [svg("circle", { class: "pw-body", r: radius * 0.78 })];
    case "o":
      return [svg("circle", { class: "pw-miss", r: radius * 0.32 })];
    case "x":
      return [svg("circle", { class: "pw-card", r: radius * 0.78 }), svg("path", { class: "pw-hit", d: cross })];
    default:
      return [];
  }
}
