/** From clicks to actions: which option a sequence of clicked cells means. It knows only names, no rules. */

import type { CellData, OptionData } from "../data";

/** How the options of a state can be played: by one cell's own action, by naming cells in order, or by a button. */
export interface Plan {
  own: Map<string, OptionData>;
  named: OptionData[];
  buttons: OptionData[];
}

/** What a click leads to: something to play, a choice between several, or more cells to click. */
export interface Clicked {
  /** Names of the cells clicked so far, if more are needed. */
  path: string[];
  /** The action to play now, or null. */
  play: string | null;
  /** Actions that the clicks so far name completely, if it isn't clear which of them is meant. */
  choice: string[];
}

const NOTHING: Clicked = { path: [], play: null, choice: [] };

/** Sort options by how they are played; an option that a cell's own action plays at once isn't named by cells. */
export function planClicks(cells: CellData[], options: OptionData[]): Plan {
  const actions = new Set(cells.map((cell) => cell.action));
  const names = new Set(cells.map((cell) => cell.name).filter((name) => name !== ""));
  const plan: Plan = { own: new Map(), named: [], buttons: [] };
  for (const option of options) {
    if (actions.has(option.name)) plan.own.set(option.name, option);
    else if (option.cells.length > 0 && option.cells.every((name) => names.has(name))) plan.named.push(option);
    else plan.buttons.push(option);
  }
  return plan;
}

/** Return what a click on a cell means after the cells of `path` were clicked. */
export function click(cell: CellData, path: string[], plan: Plan): Clicked {
  if (path.length > 0) {
    const further = follow(cell, path, plan);
    if (further) return further;
    // Clicking the origin again takes it back; clicking another origin starts from there.
    if (path.length === 1 && path[0] === cell.name) return NOTHING;
  }
  return follow(cell, [], plan) ?? NOTHING;
}

function follow(cell: CellData, path: string[], plan: Plan): Clicked | null {
  const fitting = reached(cell, path, plan);
  const [only] = fitting;
  if (only === undefined) return null;
  const complete = fitting.filter((option) => isComplete(option, cell, path.length + 1)).map((option) => option.name);
  if (fitting.length === 1 && complete.length === 1) return { ...NOTHING, play: only.name };
  return { path: [...path, cell.name], play: null, choice: complete };
}

/** Return the option that a click on a cell is certain to play, after the cells of `path`, or undefined. */
export function playedBy(cell: CellData, path: string[], plan: Plan): OptionData | undefined {
  const [only, ...others] = reached(cell, path, plan);
  return only && others.length === 0 && isComplete(only, cell, path.length + 1) ? only : undefined;
}

/** Return whether an option is played in full by clicking a cell as the `count`th. */
function isComplete(option: OptionData, cell: CellData, count: number): boolean {
  return option.name === cell.action || option.cells.length === count;
}

/** Return the options that a click on a cell would play or continue, after the cells of `path`. */
export function reached(cell: CellData, path: string[], plan: Plan): OptionData[] {
  const clicked = [...path, cell.name];
  const named = plan.named.filter((option) => clicked.every((name, index) => option.cells[index] === name));
  const own = path.length === 0 ? plan.own.get(cell.action) : undefined;
  return own ? [own, ...named] : named;
}

/** Return the number of the cell nearest to another in a direction, or that cell itself if there is none. */
export function neighbour(cells: CellData[], from: number, dx: number, dy: number): number {
  const here = cells[from];
  let best = from;
  let least = Infinity;
  cells.forEach((cell, index) => {
    if (here === undefined) return;
    const along = (cell.x - here.x) * dx + (cell.y - here.y) * dy;
    const aside = Math.abs((cell.x - here.x) * dy) + Math.abs((cell.y - here.y) * dx);
    if (along > 0.01 && along + 3 * aside < least) {
      least = along + 3 * aside;
      best = index;
    }
  });
  return best;
}
