/** What the cells stand for: which cell shows an action that several play, what is out of play. */

import type { Plan } from "./clicks";
import type { CellData, ViewData } from "../data";

/** Return, for each action of a cell, the number of the cell that shows it: in a column that plays it, the lowest empty
 * one, where a stone would land; otherwise the first. */
export function showingCells(cells: CellData[]): Map<string, number> {
  const showing = new Map<string, number>();
  cells.forEach((cell, index) => {
    const known = cells[showing.get(cell.action) ?? -1];
    if (known === undefined) showing.set(cell.action, index);
    else if (cell.piece === "" && cell.x === known.x && (known.piece !== "" || cell.y > known.y))
      showing.set(cell.action, index);
  });
  return showing;
}

/** Return whether several cells of a column play the same action, as when stones fall down. */
function hasColumns(cells: CellData[]): boolean {
  return cells.some(
    (cell) => cell.action && cells.some((each) => each !== cell && each.action === cell.action && each.x === cell.x),
  );
}

/** Return whether a board makes sense from the other side: it has several rows, and nothing falls down on it. */
export function canTurn({ cells, look }: ViewData): boolean {
  return (
    look.board !== "holes" &&
    look.board !== "tree" &&
    new Set(cells.map((cell) => cell.y)).size > 1 &&
    !hasColumns(cells)
  );
}

/** Return the cells that are out of play: the other players' cells, if players play by clicking cells of their own. */
export function outOfPlay(cells: CellData[], plan: Plan): Set<CellData> {
  const played = cells.filter((cell) => cell.player !== null && cell.piece !== "" && plan.own.has(cell.action));
  const owners = new Set(played.map((cell) => cell.player));
  return new Set(owners.size !== 1 ? [] : cells.filter((cell) => cell.player !== null && !owners.has(cell.player)));
}
