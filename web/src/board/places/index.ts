/** Places: what a board is made of under its pieces, one drawing for each kind of board. */

import type { CellData, ViewData } from "../data";
import { type Frame, GROOVE, SQUARE, UNIT } from "../frame";
import { ownerClass } from "../pieces";
import { svg } from "../svg";

/** Draw what lies under all cells: the ground of the board, and the lines that join its cells. */
export function drawGround(view: ViewData, frame: Frame): SVGGElement {
  const group = svg("g", { class: "pw-under", "aria-hidden": "true" });
  for (const block of frame.hasGround ? frame.blocks : [])
    group.append(svg("rect", { class: "pw-ground", rx: 3, ...block }));
  if (view.look.board === "backgammon") group.append(...drawBar(frame));
  if (frame.kind === "hexagons" && view.look.sides.length === 4) group.append(...drawSides(view, frame));
  for (const [from, to] of view.edges) {
    const [a, b] = [view.cells[from], view.cells[to]];
    if (!a || !b) continue;
    const [start, end] = [frame.place(a), frame.place(b)];
    const edge = svg("line", { class: "pw-edge", x1: start.x, y1: start.y, x2: end.x, y2: end.y });
    edge.dataset["to"] = String(to);
    group.append(edge);
  }
  return group;
}

/** Draw the sides of a board of hexagons in the colours of those who have to join them. */
function drawSides(view: ViewData, { place }: Frame): SVGElement[] {
  const places = view.cells.map(place);
  const [top, bottom] = [Math.min(...places.map(({ y }) => y)), Math.max(...places.map(({ y }) => y))];
  const isTurned = place({ x: 0, y: 1 }).y < place({ x: 0, y: 0 }).y;
  const rows = new Map<number, { x: number; y: number }[]>();
  for (const at of places) rows.set(Math.round(at.y), [...(rows.get(Math.round(at.y)) ?? []), at]);
  const lines: [number, number][][] = [[], [], [], []];
  const [half, tall] = [UNIT / 2, UNIT / Math.sqrt(3)];
  for (const at of [...rows.keys()].sort((a, b) => a - b)) {
    const row = rows.get(at)!.sort((a, b) => a.x - b.x);
    const [first, last] = [row[0]!, row.at(-1)!];
    for (const { x, y } of row) {
      if (y === top) lines[0]!.push([x - half, y - tall / 2], [x, y - tall], [x + half, y - tall / 2]);
      if (y === bottom) lines[2]!.push([x - half, y + tall / 2], [x, y + tall], [x + half, y + tall / 2]);
    }
    if (last.y !== top) lines[1]!.push([last.x, last.y - tall]);
    lines[1]!.push([last.x + half, last.y - tall / 2], [last.x + half, last.y + tall / 2]);
    lines[3]!.push([first.x - half, first.y - tall / 2], [first.x - half, first.y + tall / 2]);
    if (first.y !== bottom) lines[3]!.push([first.x, first.y + tall]);
  }
  return lines.map((points, side) => {
    const owner = view.look.sides[isTurned ? (side + 2) % 4 : side] ?? -1;
    return svg("polyline", { class: `pw-side ${ownerClass(owner, view.look)}`, points: points.join(" ") });
  });
}

function drawBar({ ground, place }: Frame): SVGElement[] {
  return [6, 13].map((x) =>
    svg("rect", {
      class: "pw-bar",
      x: place({ x, y: 1 }).x - UNIT / 2,
      y: ground.y,
      width: UNIT,
      height: ground.height,
    }),
  );
}

/** Draw a dot at each point that lines join; where lines cross as on a grid, only at those that are marked. */
export function drawPoints(view: ViewData, frame: Frame): SVGGElement {
  const group = svg("g", { class: "pw-points", "aria-hidden": "true" });
  const isCrossed = view.edges.length > 0 && view.edges.length < view.cells.length;
  for (const cell of frame.hasLines ? view.cells : []) {
    if (isCrossed && cell.mark !== "star") continue;
    const { x, y } = frame.place(cell);
    group.append(svg("circle", { cx: x, cy: y, r: 4.5 }));
  }
  return group;
}

/** Draw the place of one cell around (0, 0). */
export function drawPlace(cell: CellData, view: ViewData, frame: Frame): SVGElement {
  const half = frame.radius;
  const square = { x: -half, y: -half, width: 2 * half, height: 2 * half };
  const shade = (cell.x + cell.y) % 2 === 0 ? "pw-bright" : "pw-deep";
  switch (frame.kind) {
    case "points":
    case "tree":
      return svg("circle", { class: "pw-place", r: half * 0.86 });
    case "pits":
      return drawPit(cell, view, frame);
    case "hexagons":
      return svg("polygon", { class: "pw-place pw-hexagon", points: corners(UNIT / Math.sqrt(3)) });
    case "grooves":
      return drawGroove(cell);
    case "dots":
      return drawBetweenDots(cell, half);
    case "chequered":
      return svg("rect", { class: `pw-place ${shade}`, ...square });
    case "holes":
      return svg("circle", { class: "pw-place pw-opening", r: half * 0.82 });
    case "backgammon":
      return drawLongPoint(cell, frame);
    default:
      return cell.mark === "star" ? drawCrossed(square, half) : svg("rect", { class: "pw-place", ...square });
  }
}

/** Draw a dot, where both coordinates are even; room for a line, where one is; or room for a box. */
function drawBetweenDots(cell: CellData, half: number): SVGElement {
  const [isAcross, isDown] = [cell.x % 2 === 1, cell.y % 2 === 1];
  if (!isAcross && !isDown) return svg("circle", { class: "pw-dot", r: 5 });
  if (isAcross && isDown) return svg("rect", { class: "pw-unseen" });
  const [long, wide] = [half - 7, 11];
  const [x, y] = isAcross ? [long, wide] : [wide, long];
  return svg("rect", { class: "pw-place pw-gap", x: -x, y: -y, width: 2 * x, height: 2 * y, rx: wide });
}

/** Draw a square that is unlike the others, such as a throne, with a cross in it. */
function drawCrossed(square: Record<string, number>, half: number): SVGElement {
  const [group, reach] = [svg("g"), half * 0.6];
  const cross = `M${-reach} ${-reach}L${reach} ${reach}M${-reach} ${reach}L${reach} ${-reach}`;
  group.append(svg("rect", { class: "pw-place", ...square }), svg("path", { class: "pw-cross", d: cross }));
  return group;
}

function drawPit(cell: CellData, view: ViewData, frame: Frame): SVGElement {
  const owner = ownerClass(cell.player, view.look);
  return svg("circle", { class: `pw-place pw-hole ${owner}`, r: frame.radius * 0.92 });
}

/** Draw a square, or a part of a groove between squares. */
function drawGroove(cell: CellData): SVGElement {
  const [width, height] = [cell.x, cell.y].map((at) => (Number.isInteger(at) ? SQUARE : GROOVE)) as [number, number];
  const kind = width === SQUARE && height === SQUARE ? "pw-tile" : "pw-groove";
  return svg("rect", {
    class: `pw-place ${kind}`,
    x: -width / 2,
    y: -height / 2,
    width,
    height,
    rx: kind === "pw-tile" ? 4 : 0,
  });
}

function corners(size: number): string {
  const angles = [0, 1, 2, 3, 4, 5].map((side) => ((side + 0.5) * Math.PI) / 3);
  return angles
    .map((angle) => `${(size * Math.cos(angle)).toFixed(2)},${(size * Math.sin(angle)).toFixed(2)}`)
    .join(" ");
}

/** Draw a long point, a tray or a half of the bar; a label's place can't be seen. */
function drawLongPoint(cell: CellData, frame: Frame): SVGElement {
  const [half, height] = [UNIT / 2, frame.tall];
  if (cell.y !== 1 && cell.y !== 2) return svg("rect", { class: "pw-unseen" });
  if (cell.x === 6 || cell.x === 13)
    return svg("rect", { class: "pw-place", x: -half, y: -height / 2, width: UNIT, height });
  const [edge, tip] = frame.hangs(cell) ? [-height / 2, height / 2 - 14] : [height / 2, 14 - height / 2];
  const shade = (cell.x + cell.y) % 2 === 0 ? "pw-bright" : "pw-deep";
  const group = svg("g");
  group.append(
    svg("rect", { class: "pw-touch", x: -half, y: -height / 2, width: UNIT, height }),
    svg("polygon", { class: `pw-place ${shade}`, points: `${-half},${edge} ${half},${edge} 0,${tip}` }),
  );
  return group;
}
