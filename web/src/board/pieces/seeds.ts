/** Seeds in a pit, as many as there are, and their number. */

import { round, svg } from "../svg";

/** The angle between one seed and the next on their spiral, in radians: no two directions ever coincide. */
const TURN = 2.39996;
/** How many seeds are drawn: more lie below. */
const MOST_DRAWN = 40;

/** Draw seeds on a spiral from the middle, and their number below. */
export function drawSeeds(count: number, radius: number): SVGElement[] {
  const drawn = Math.min(count, MOST_DRAWN);
  const size = Math.min(radius * 0.17, (radius * 0.62) / Math.sqrt(Math.max(1, drawn)));
  const parts: SVGElement[] = [];
  for (let at = 0; at < drawn; at++) {
    const away = size * 1.12 * Math.sqrt(at + 0.3);
    const [cx, cy] = [away * Math.cos(at * TURN), away * Math.sin(at * TURN) - radius * 0.14];
    parts.push(svg("circle", { class: `pw-seed pw-seed-${at % 3}`, r: round(size), cx: round(cx), cy: round(cy) }));
  }
  parts.push(
    svg("text", { class: "pw-count", "font-size": round(radius * 0.46), y: round(radius * 0.8) }, String(count)),
  );
  return parts;
}
