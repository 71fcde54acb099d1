/** What a value proves, and what a search found as data: `plywise.rules.Scale` and `plywise.rules.Decision` in a page. */

import type { GameData } from "./driver";
import type { Code } from "./rules";
import type { Bound, ChoiceOf, DecisionOf, Status, Unit } from "./types";

export type Found = DecisionOf<Code>;
export type Option = ChoiceOf<Code>;

/** What a decision says of a search that has only begun. */
export const NOTHING_YET = {
  line: [],
  choices: [],
  depth: 0,
  distance: null,
  nodes: 0,
  leaves: 0,
  simulations: 0,
  seconds: 0,
};

/** Return a decision of which only this much is known. */
export function plainly(action: Code | null, value: number, player: number, status: Status): Found {
  const line = action === null ? [] : [action];
  return { action, value, player, status, bound: "exact", unit: "utility", ...NOTHING_YET, line };
}

/** Return the greatest of some items: the first of equals, as Python has it. */
export function greatest<T>(items: readonly T[], isGreater: (a: T, b: T) => boolean): T | undefined {
  let best = items[0];
  for (const item of items.slice(1)) if (isGreater(item, best!)) best = item;
  return best;
}

/** A game's line of values: what a value found there proves. */
export class Scale {
  readonly low: number;
  readonly high: number;
  readonly middle: number;
  readonly stretched: boolean;

  constructor(private readonly game: GameData) {
    [this.low, this.high] = game.utility_range;
    this.middle = game.draw_utility;
    this.stretched = game.stretched;
  }

  /** Return what a value to the player to move proves, where estimates (`horizon`) took part or not. */
  private standing(value: number, unit: Unit, horizon: boolean): [Status, Bound] {
    if (!horizon) return ["proven", "exact"];
    if (!this.game.ranked || unit === "evaluation" || value === this.middle) return ["heuristic", "exact"];
    if (value === this.low || value === this.high) return ["proven", "exact"];
    return ["bounded", value > this.middle ? "lower" : "upper"];
  }

  /** Describe an action of the root by its value to the player to move; nothing is below the lowest utility. */
  choice(line: Code[], value: number, unit: Unit, asked: Bound, horizon: boolean): Option {
    let [status, side] = this.standing(value, unit, horizon);
    let bound = asked;
    if (bound === "exact" || (unit === "utility" && value === this.low)) bound = side;
    else if (status === "bounded" && side !== bound) status = "heuristic";
    return { action: line[0]!, value, bound, status, unit, line, distance: null, visits: 0 };
  }

  /** Return what is proven of the root: its best choice, and that none of the others is better. */
  verdict(best: Option, choices: readonly Option[]): [Status, Bound] {
    if (best.status !== "proven") return [best.status, best.bound];
    const isSettled = choices.every(
      (choice) => choice.status === "proven" || (choice.status === "bounded" && choice.bound === "upper"),
    );
    return isSettled || best.value === this.high ? ["proven", "exact"] : ["bounded", "lower"];
  }
}
