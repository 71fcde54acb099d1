/** Arrows for actions that are recommended: from their first cell to their last, or their rank where there is only one. */

import type { CellData } from "../data";
import { type Frame, UNIT } from "../frame";
import { svg } from "../svg";

const WIDTH = UNIT * 0.16;
const HEAD = UNIT * 0.3;

/** Draw an action through the cells that it is played by; the `rank`th best is the fainter the higher its rank. */
export function drawArrow(cells: CellData[], rank: number, frame: Frame): SVGGElement {
  // Marks of one cell hide what is under them; arrows run over pieces, which stay to be seen.
  const opacities = cells.length > 1 ? [0.8, 0.5, 0.35, 0.25] : [1, 0.85, 0.7, 0.6];
  const group = svg("g", { class: "pw-arrow", opacity: opacities[Math.min(rank, 3)] ?? 0.25 });
  const stops = cells.map((cell) => frame.place(cell));
  const [end, before] = [stops.at(-1), stops.at(-2)];
  if (!end) return group;
  if (!before) {
    // On an empty cell it stands in the middle; what stands on a full one stays to be seen.
    const aside = cells.at(-1)?.piece ? frame.radius * 0.62 : 0;
    const [x, y] = [end.x + aside, end.y - aside];
    group.append(
      svg("circle", { cx: x, cy: y, r: UNIT * 0.2 }),
      svg("text", { x, y: y + UNIT * 0.1 }, String(rank + 1)),
    );
    return group;
  }
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const neck = { x: end.x - HEAD * dx, y: end.y - HEAD * dy };
  const shaft = [...stops.slice(0, -1), neck].map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  group.append(svg("polyline", { points: shaft, "stroke-width": WIDTH }), drawHead(end, neck, dx, dy));
  return group;
}

function drawHead(end: { x: number; y: number }, neck: { x: number; y: number }, dx: number, dy: number): SVGElement {
  const half = HEAD * 0.75;
  const corners = [
    [end.x + dx * 4, end.y + dy * 4],
    [neck.x - dy * half, neck.y + dx * half],
    [neck.x + dy * half, neck.y - dx * half],
  ];
  return svg("polygon", { points: corners.map((corner) => corner.map((at) => at.toFixed(1)).join(",")).join(" ") });
}
