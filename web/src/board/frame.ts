/** Where things are on the drawn board: from a view's coordinates to pixels. */

import type { CellData, ViewData } from "./data";
import { type EdgeLabel, edgeLabels, isGrid, needsNames } from "./labels";

/** The distance between one cell and the next, in pixels of the drawing. */
export const UNIT = 64;
const LABEL = 26;
const EDGE = 6;

/** A board's measurements: its size, where its cells are, and its labels. */
export interface Frame {
  isGrid: boolean;
  /** Whether lines join the cells, which are then points on them. */
  hasLines: boolean;
  width: number;
  height: number;
  /** The rectangle that the cells cover. */
  ground: { x: number; y: number; width: number; height: number };
  /** Half of a cell's extent. */
  radius: number;
  columns: EdgeLabel[];
  rows: EdgeLabel[];
  /** Whether each cell shows its name. */
  hasNames: boolean;
  place(cell: { x: number; y: number }): { x: number; y: number };
}

/** Measure a board; `isTurned` shows it from the other side, `hasLabels` leaves room for the labels. */
export function frameOf(view: ViewData, isTurned = false, hasLabels = true): Frame {
  const [left, right] = extent(view.cells.map((cell) => cell.x));
  const [top, bottom] = extent(view.cells.map((cell) => cell.y));
  const grid = isGrid(view);
  const labels = hasLabels ? edgeLabels(view) : { columns: [], rows: [] };
  const ground = {
    x: EDGE + (labels.rows.length > 0 ? LABEL : 0),
    y: EDGE,
    width: (right - left + 1) * UNIT,
    height: (bottom - top + 1) * UNIT,
  };
  return {
    isGrid: grid,
    hasLines: view.edges.length > 0,
    ...labels,
    hasNames: hasLabels && needsNames(view),
    ground,
    width: ground.x + ground.width + EDGE,
    height: ground.y + ground.height + EDGE + (labels.columns.length > 0 ? LABEL : 0),
    radius: grid ? UNIT / 2 : (UNIT * closest(view.cells)) / 2,
    place: ({ x, y }) => ({
      x: ground.x + ((isTurned ? right - x : x - left) + 0.5) * UNIT,
      y: ground.y + ((isTurned ? bottom - y : y - top) + 0.5) * UNIT,
    }),
  };
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
