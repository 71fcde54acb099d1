/**
 * Iterative deepening over a compiled search, without Python: `plywise.kernel.alpha_beta.worker` and `.root_search` in a page.
 *
 * One thread; the compiled code itself looks at the clock, and each completed depth is reported.
 */

import type { SearchDriver } from "./driver";
import { Block } from "./memory";
import { Stopped, type Timer, UNLIMITED } from "./limits";
import { type RootAction, RoundReport } from "./round-report";
import type { Cells, Code, Rules } from "./rules";
import type { Limits } from "./types";
import { type Found, plainly } from "./verdict";

const NONE = -(2 ** 40);
const LINE_OF_BYTES = 64;

/** The memory of a transposition table. */
class Table {
  readonly shift: bigint;
  readonly address: number;
  age = 0;

  constructor(rules: Rules, driver: SearchDriver, megabytes: number) {
    const bytes = Math.floor((driver.switches.table ? megabytes : 0.001) * 1_048_576);
    const bits = 31 - Math.clz32(Math.floor(bytes / driver.bucket));
    const block = new Block(rules.host, (driver.bucket / 8) * 2 ** bits + 8);
    this.address = Math.ceil(block.address / LINE_OF_BYTES) * LINE_OF_BYTES;
    this.shift = BigInt(64 - bits);
  }
}

/** A game's alpha-beta, which keeps its table from one decision to the next. */
export class AlphaBeta {
  private readonly block: Block;
  private readonly table: Table;
  private order: RootAction[] = [];
  private sign = 1;
  private roots = 0;

  constructor(
    private readonly rules: Rules,
    private readonly driver: SearchDriver,
    tableMb: number,
  ) {
    this.block = new Block(rules.host, rules.place("BLOCK_END"));
    this.table = new Table(rules, driver, tableMb);
  }

  /** Return the decision of the deepest round completed within the limits; it ends early where that is proven. */
  decide(state: Cells, history: Cells[], limits: Limits, timer: Timer, onDepth?: (found: Found) => void): Found {
    const { rules, driver } = this;
    const actions = rules.playable(state, history);
    if (actions.length === 0) return { ...plainly(null, rules.utility(state, 0), 0, "proven"), nodes: 1, leaves: 1 };
    const player = rules.toMove(state);
    const report = new RoundReport(rules, driver, state, player);
    this.prepare(state, history, actions, player, limits, timer);
    const deepest = Math.min(limits.depth ?? driver.max_depth, driver.max_depth);
    let best: Found = plainly(actions[0]!, rules.game.draw_utility, player, "heuristic");
    let unfinished: RootAction[] = [];
    let guess: number | null = null;
    try {
      for (let depth = driver.switches.deepening ? 1 : deepest; depth <= deepest; depth++) {
        unfinished = this.order;
        guess = this.runRound(depth, guess);
        unfinished = [];
        const leaves = this.nodes - this.word("INNER") - this.roots;
        best = { ...report.decide(this.order, depth, actions), nodes: this.nodes, leaves, seconds: timer.seconds };
        onDepth?.(best);
        if (report.isProven(this.order, depth)) break;
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
    if (best.depth > 0 && unfinished.length > 0) best = report.amend(best, unfinished, best.depth + 1);
    return { ...best, nodes: this.nodes, seconds: timer.seconds };
  }

  private word(name: string): number {
    return this.block.get(this.rules.place(name));
  }

  /** States visited so far, roots included. */
  private get nodes(): number {
    return this.word("SPENT") + this.word("QUANTUM") - this.word("LEFT");
  }

  private prepare(state: Cells, history: Cells[], actions: Code[], player: number, limits: Limits, timer: Timer): void {
    const { block, rules, table, driver } = this;
    const at = (name: string): number => rules.place(name);
    table.age = (table.age + 1) % driver.ages;
    block.fill(at("LEFT"), at("LINES"), 0);
    block.fill(at("KILLERS"), at("HISTORY"), -1);
    block.fill(at("COUNTERS"), at("PATH"), -1);
    block.words.set(state, 0);
    block.set(at("TABLE_AT"), table.address);
    block.set(at("SHIFT"), table.shift);
    block.set(at("AGE"), table.age);
    for (const [place, word] of driver.words) block.set(place, BigInt(word));
    rules.writeHistory(block, history);
    block.set(at("MAX_NODES"), limits.nodes ?? UNLIMITED);
    block.set(at("DEADLINE"), timer.deadline);
    const unknown = { value: NONE, isExact: false, hasEstimates: false, leans: false, line: [], depth: 0 };
    this.order = actions.map((code) => ({ code, ...unknown }));
    this.sign = 1 - 2 * player;
    this.roots = 0;
  }

  /** Search every action of the root to a depth; return the best value to the player to move. */
  private runRound(depth: number, guess: number | null): number {
    const [low, high] = this.driver.window;
    const { top } = this.driver;
    if (guess === null || !this.driver.switches.aspiration) return this.searchRoot(depth, low, high);
    let delta = this.driver.first_delta;
    let alpha = Math.max(low, guess - delta);
    let beta = Math.min(high, guess + delta);
    for (;;) {
      const found = this.searchRoot(depth, alpha, beta);
      delta *= 4;
      if (found <= alpha && alpha > low) alpha = found < -top ? low : Math.max(low, found - delta);
      else if (found >= beta && beta < high) beta = found > top ? high : Math.min(high, found + delta);
      else return found;
    }
  }

  /** Try the root's actions in order within a window to the player to move (fail-soft). */
  private searchRoot(depth: number, from: number, beta: number): number {
    const { pvs, deepening } = this.driver.switches;
    let alpha = from;
    let best = NONE;
    this.countRoot();
    for (const [number, root] of this.order.entries()) {
      const isNarrow = pvs && number > 0 && beta - alpha > 1;
      let found = this.ask(root, depth, alpha, isNarrow ? alpha + 1 : beta);
      if (isNarrow && alpha < found && found < beta) found = this.ask(root, depth, alpha, beta);
      root.value = found;
      root.depth = depth;
      root.isExact = found > alpha || alpha <= this.driver.window[0];
      best = Math.max(best, found);
      alpha = Math.max(alpha, found);
      if (alpha >= beta) break;
    }
    const isKnown = (root: RootAction): number => Number(root.depth === depth && root.isExact);
    if (deepening) this.order = [...this.order].sort((a, b) => isKnown(b) - isKnown(a) || b.value - a.value);
    return best;
  }

  /** Count the root in the words that the compiled code uses, granting states as it does. */
  private countRoot(): void {
    const { block, rules } = this;
    if (this.word("LEFT") <= 0) {
      const spent = this.word("SPENT") + this.word("QUANTUM");
      const granted = Math.min(rules.place("GRANT"), this.word("MAX_NODES") - spent);
      if (granted <= 0) throw new Stopped();
      block.set(rules.place("SPENT"), spent);
      block.set(rules.place("QUANTUM"), granted);
      block.set(rules.place("LEFT"), granted);
    }
    block.set(rules.place("LEFT"), this.word("LEFT") - 1);
    this.roots += 1;
  }

  /** Search the state after one action; values here are to the player to move, there to player 0. */
  private ask(root: RootAction, depth: number, alpha: number, beta: number): number {
    const { block, rules } = this;
    const before = [this.word("HORIZON"), this.word("LEANS")];
    const [low, high] = this.sign > 0 ? [alpha, beta] : [-beta, -alpha];
    const found = this.sign * rules.call("search", block, root.code, depth - 1, low, high);
    if (this.word("STOPPED") !== 0) throw new Stopped();
    root.hasEstimates = this.word("HORIZON") !== before[0];
    root.leans = this.word("LEANS") !== before[1];
    const hasLine = alpha < found && found < beta && beta - alpha > 1;
    const start = rules.place("LINES") + rules.place("LINE");
    const length = hasLine ? block.get(rules.place("LENGTHS") + 1) : 0;
    root.line = Array.from(block.words.subarray(start, start + length));
    return found;
  }
}
