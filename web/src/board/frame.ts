/** Where things are on the drawn board: from a view's coordinates to pixels. */

import type { CellData, LookData, ViewData } from "./data";
import { type EdgeLabel, edgeLabels, isGrid, needsNames } from "./labels";

/** The distance between one cell and the next, in pixels of the drawing. */
export const UNIT = 64;
/** On a board with grooves, how wide its squares and its grooves are. */
export const SQUARE = 0.8 * UNIT;
export const GROOVE = 0.2 * UNIT;
const LABEL = 26;
const EDGE = 6;
/** How long a point of a backgammon board is, and the gap between two that face each other. */
const LONG = 4.6 * UNIT;
const GAP = 0.9 * UNIT;
const NUMBERS = 0.5 * UNIT;
/** How far the levels of a tree are apart. */
const LEVEL = 1.5 * UNIT;

/** A board's measurements: its size, where its cells are, and its labels. */
export interface Frame {
  /** How places are drawn: as the look says, or else as the cells lie. */
  kind: Exclude<LookData["board"], "">;
  isGrid: boolean;
  /** Whether lines join the cells, which are then points on them. */
  hasLines: boolean;
  /** Whether a ground is drawn under all cells. */
  hasGround: boolean;
  width: number;
  height: number;
  /** The rectangle that the cells cover. */
  ground: { x: number; y: number; width: number; height: number };
  /** The parts of it that belong to boards side by side: columns that have no cells lie between them. */
  blocks: { x: number; y: number; width: number; height: number }[];
  /** Half of a cell's extent. */
  radius: number;
  /** How tall a place is. */
  tall: number;
  columns: EdgeLabel[];
  rows: EdgeLabel[];
  /** Whether each cell shows its name. */
  hasNames: boolean;
  place(cell: { x: number; y: number }): { x: number; y: number };
  /** Whether what stands in a cell hangs from the board's upper edge. */
  hangs(cell: { y: number }): boolean;
}

/** Measure a board; `isTurned` shows it from the other side, `hasLabels` leaves room for the labels. */
export function frameOf(view: ViewData, isTurned = false, hasLabels = true): Frame {
  const [left, right] = extent(view.cells.map((cell) => cell.x));
  const [top, bottom] = extent(view.cells.map((cell) => cell.y));
  const kind = kindOf(view);
  const labels = hasLabels && kind !== "backgammon" && kind !== "tree" ? edgeLabels(view) : { columns: [], rows: [] };
  const turned = (cell: { x: number; y: number }): { x: number; y: number } =>
    isTurned ? { x: right - cell.x, y: bottom - cell.y } : { x: cell.x - left, y: cell.y - top };
  const slant = extent(view.cells.map((cell) => turned(cell).x + turned(cell).y / 2));
  const size = extents(kind, kind === "hexagons" ? slant[1] - slant[0] : right - left, bottom - top);
  const shift = kind === "hexagons" ? slant[0] * UNIT : 0;
  const ground = { x: EDGE + (labels.rows.length > 0 ? LABEL : 0), y: EDGE, ...size };
  const isEven = isEvenKind(kind);
  const blockOf = (from: number, count: number): Frame["ground"] => ({
    ...ground,
    x: ground.x + from * UNIT,
    width: count * UNIT,
  });
  return {
    kind,
    isGrid: isEven,
    hasLines: kind === "points",
    hasGround: isEven || kind === "backgammon" || view.look.ground !== "",
    ...labels,
    hasNames: hasLabels && isEven && needsNames(view),
    ground,
    blocks: isEven
      ? blocksOf(view.cells.map((cell) => turned(cell).x)).map(([from, count]) => blockOf(from, count))
      : [ground],
    width: ground.x + ground.width + EDGE,
    height: ground.y + ground.height + EDGE + (labels.columns.length > 0 ? LABEL : 0),
    radius: radiusOf(kind, view.cells),
    tall: kind === "backgammon" ? LONG : UNIT,
    place: (cell) => {
      const { x, y } = middle(kind, turned(cell));
      return { x: ground.x + x - shift, y: ground.y + y };
    },
    hangs: (cell) => kind === "backgammon" && turned({ x: 0, y: cell.y }).y <= 1,
  };
}

/** Return where columns without a gap between them begin, and how many they are. */
function blocksOf(columns: number[]): [from: number, count: number][] {
  const blocks: [number, number][] = [];
  for (const x of [...new Set(columns)].sort((a, b) => a - b)) {
    const last = blocks.at(-1);
    if (last && last[0] + last[1] === x) last[1] += 1;
    else blocks.push([x, 1]);
  }
  return blocks;
}

/** Whether places are squares that fill whole rows and columns. */
function isEvenKind(kind: LookData["board"]): boolean {
  return kind === "squares" || kind === "chequered" || kind === "holes";
}

function kindOf(view: ViewData): Frame["kind"] {
  const { board } = view.look;
  if (board === "points" || (board === "" && view.edges.length > 0)) return "points";
  if (board === "" || isEvenKind(board)) return isGrid(view) ? board || "squares" : "pits";
  return board;
}

/** Return the size of the ground, for the distances between the outermost cells. */
function extents(kind: Frame["kind"], across: number, down: number): { width: number; height: number } {
  if (kind === "tree") return { width: (across + 1) * UNIT, height: down * LEVEL + UNIT };
  if (kind === "dots") return { width: (across / 2 + 0.5) * UNIT, height: (down / 2 + 0.5) * UNIT };
  if (kind === "hexagons") return { width: (across + 1) * UNIT, height: (down * 0.866 + 1.155) * UNIT };
  if (kind === "backgammon") return { width: (across + 1) * UNIT, height: 2 * LONG + GAP + 2 * NUMBERS };
  return { width: (across + 1) * UNIT, height: (down + 1) * UNIT };
}

/** Return the middle of a place on the ground. */
function middle(kind: Frame["kind"], { x, y }: { x: number; y: number }): { x: number; y: number } {
  if (kind === "tree") return { x: (x + 0.5) * UNIT, y: y * LEVEL + UNIT / 2 };
  if (kind === "dots") return { x: (x / 2 + 0.25) * UNIT, y: (y / 2 + 0.25) * UNIT };
  if (kind === "hexagons") return { x: (x + y / 2 + 0.5) * UNIT, y: (y * 0.866 + 0.577) * UNIT };
  if (kind === "backgammon") {
    const rows = [NUMBERS / 2, NUMBERS + LONG / 2, NUMBERS + 1.5 * LONG + GAP, 1.5 * NUMBERS + 2 * LONG + GAP];
    return { x: (x + 0.5) * UNIT, y: rows[Math.round(y)] ?? 0 };
  }
  return { x: (x + 0.5) * UNIT, y: (y + 0.5) * UNIT };
}

function radiusOf(kind: Frame["kind"], cells: CellData[]): number {
  if (kind === "grooves") return SQUARE / 2;
  return isEvenKind(kind) || kind === "backgammon" || kind === "hexagons" || kind === "dots" || kind === "tree"
    ? UNIT / 2
    : (UNIT * closest(cells)) / 2;
}

function extent(values: number[]): [number, number] {
  return values.length > 0 ? [Math.min(...values), Math.max(...values)] : [0, 0];
}

/** Return the distance between the two nearest cells, at most 1. */
function closest(cells: CellData[]): number {
  let least = 1;
  cells.forEach((cell, index) => {
    for (const other of cells.slice(index + 1)) {
      const distance = Math.hypot(cell.x - other.x, cell.y - other.y);
      if (distance > 0.05) least = Math.min(least, distance);
    }
  });
  return least;
}
