/** Round pieces: discs, draughtsmen, stones, piles of checkers, and counters that run along a track. */

import { svg } from "../svg";

/** How many checkers of a pile are drawn; the last one says how many there are. */
const MOST_DRAWN = 5;
const CROWN = "M-11 6V-5L-5.5 0 0 -9 5.5 0 11 -5V6Z";

/** Draw a flat disc. */
export function drawDisc(radius: number): SVGElement[] {
  return [svg("circle", { class: "pw-body", r: radius * 0.78 }), svg("circle", { class: "pw-ridge", r: radius * 0.6 })];
}

/** Draw a stone with a light on it. */
export function drawStone(radius: number): SVGElement[] {
  const light = { cx: -radius * 0.26, cy: -radius * 0.3, rx: radius * 0.3, ry: radius * 0.2 };
  return [svg("circle", { class: "pw-body", r: radius * 0.86 }), svg("ellipse", { class: "pw-light", ...light })];
}

/** Draw a draughtsman with its ridges; a king is a second one on top of it, with a crown. */
export function drawDraughtsman(radius: number, isKing: boolean): SVGElement[] {
  const man = (dy: number): SVGElement[] => [
    svg("circle", { class: "pw-body", r: radius * 0.74, cy: dy }),
    svg("circle", { class: "pw-ridge", r: radius * 0.56, cy: dy }),
  ];
  if (!isKing) return [...man(0), svg("circle", { class: "pw-ridge", r: radius * 0.32 })];
  const crown = svg("path", { class: "pw-crown", d: CROWN });
  crown.setAttribute("transform", `translate(0 ${-radius * 0.08}) scale(${radius / 26})`);
  return [...man(radius * 0.1), ...man(-radius * 0.08), crown];
}

/** Draw a pile of checkers that grows from the edge of the board, up to where the fifth one is. */
export function drawPile(count: number, radius: number, hangs: boolean): SVGElement[] {
  const size = radius * 0.9;
  const drawn = Math.min(count, MOST_DRAWN);
  const sign = hangs ? -1 : 1;
  const parts: SVGElement[] = [];
  for (let at = 0; at < drawn; at++) {
    const cy = sign * (4 - 2 * at) * size;
    parts.push(svg("circle", { class: "pw-body", r: size * 0.97, cy }));
    parts.push(svg("circle", { class: "pw-ridge", r: size * 0.66, cy }));
  }
  if (count > MOST_DRAWN) {
    const y = sign * (4 - 2 * (drawn - 1)) * size + size * 0.36;
    parts.push(svg("text", { class: "pw-letter", "font-size": size, y }, String(count)));
  }
  return parts;
}

/** Draw a counter: a small figure with a head. */
export function drawCounter(radius: number): SVGElement[] {
  const [w, h] = [radius * 0.42, radius * 0.62];
  const coat = `M${-w} ${h}C${-w} ${h * 0.2} ${-w * 0.35} ${h * 0.1} ${-w * 0.3} ${-h * 0.35}H${w * 0.3}C${w * 0.35} ${h * 0.1} ${w} ${h * 0.2} ${w} ${h}Z`;
  return [
    svg("path", { class: "pw-body", d: coat }),
    svg("circle", { class: "pw-body", r: radius * 0.27, cy: -h * 0.6 }),
  ];
}
