/** Sowing: seeds that leave one pit fall into the others one after another, as hands do it. */

import type { CellData, ViewData } from "../data";
import { wantsMotion } from "./motion";

/** How long a seed takes from one pit to the next, in milliseconds. */
const STEP = 170;
const LONGEST = 2600;

/** What is shown at one moment: the cells that change then, as they are from then on. */
export interface Moment {
  cell: number;
  shown: CellData;
}

/**
 * Return what changes when seeds are sown, in order: first the pit that was emptied, then those that each seed fell
 * into, as they lie counter-clockwise from it; last whatever else changed, as by a capture. Empty if nothing was sown.
 */
export function sowing(before: ViewData, after: ViewData, cells: string[]): Moment[] {
  if (after.look.pieces !== "seeds" || before.cells.length !== after.cells.length) return [];
  const origin = before.cells.findIndex((cell) => cell.name !== "" && cell.name === cells[0]);
  const count = seedsIn(before.cells[origin]);
  if (origin < 0 || count === 0) return [];
  const round = inRound(before.cells, origin);
  // A pit may be left out, such as the other's store: what explains the board best is shown.
  const ways = [-1, ...round].map((out) => sown(round, out, count));
  const rests = ways.map((way) => differences(before, after, origin, way));
  const best = rests.reduce((least, rest, at) => (rest.length < rests[least]!.length ? at : least), 0);
  const held = before.cells.map(seedsIn);
  held[origin] = 0;
  const moments: Moment[] = [{ cell: origin, shown: { ...before.cells[origin]!, piece: "" } }];
  for (const at of ways[best]!) {
    held[at]! += 1;
    moments.push({ cell: at, shown: { ...before.cells[at]!, piece: String(held[at]) } });
  }
  return [...moments, ...rests[best]!.map((at) => ({ cell: at, shown: after.cells[at]! }))];
}

/** Return where each of `count` seeds falls, around the board from after its first pit, one pit left out. */
function sown(round: number[], out: number, count: number): number[] {
  const pits = [...round.slice(1), round[0]!].filter((at) => at !== out);
  return Array.from({ length: count }, (_, seed) => pits[seed % pits.length]!);
}

/** Return the cells that hold something else in the end than they would after sowing. */
function differences(before: ViewData, after: ViewData, origin: number, way: number[]): number[] {
  const held = before.cells.map(seedsIn);
  held[origin] = 0;
  for (const at of way) held[at]! += 1;
  return held.flatMap((count, at) => (count === seedsIn(after.cells[at]) ? [] : [at]));
}

/** Return the numbers of the cells as they lie around the middle of the board, counter-clockwise from one of them. */
function inRound(cells: CellData[], origin: number): number[] {
  const middle = (values: number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
  const [x, y] = [middle(cells.map((cell) => cell.x)), middle(cells.map((cell) => cell.y))];
  const angle = (cell: CellData): number => Math.atan2(y - cell.y, cell.x - x);
  const start = angle(cells[origin]!);
  const away = (at: number): number => (angle(cells[at]!) - start + 4 * Math.PI) % (2 * Math.PI);
  return cells.map((_, at) => at).sort((a, b) => away(a) - away(b));
}

function seedsIn(cell: CellData | undefined): number {
  return Number.parseInt(cell?.piece ?? "", 10) || 0;
}

/** Shows moments one after another; `finish` shows the rest at once. */
export class Film {
  private timer = 0;
  private rest: Moment[] = [];

  constructor(private readonly show: (moment: Moment) => void) {}

  /** Show moments in turn, or none of them if the reader wants no motion. */
  play(moments: Moment[], end: () => void): void {
    this.rest = moments;
    const step = Math.min(STEP, LONGEST / Math.max(1, moments.length));
    const next = (): void => {
      const moment = this.rest.shift();
      if (!moment) return end();
      this.show(moment);
      this.timer = window.setTimeout(next, step);
    };
    this.stop = end;
    if (wantsMotion() && moments.length > 0) next();
    else this.finish();
  }

  /** Stop, and show how it ends. */
  finish(): void {
    window.clearTimeout(this.timer);
    this.rest = [];
    this.stop();
    this.stop = () => {};
  }

  private stop: () => void = () => {};
}
