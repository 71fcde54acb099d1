/** UCT with proven values, without Python: `plywise.kernel.twins.monte_carlo` and `.tree_report` in a page. */

import { PlywiseError, type TreeDriver } from "./driver";
import { type Timer, toClock, UNLIMITED } from "./limits";
import { Block } from "./memory";
import type { Cells, Code, Rules } from "./rules";
import type { Limits } from "./types";
import { type Found, greatest, type Option, plainly, Scale } from "./verdict";

/** Milliseconds between two reports of a search under way. */
const REPORTS_EVERY = 100;

/** A record of the tree, as its reader sees it. */
interface Branch {
  record: number;
  code: Code;
  visits: number;
  mean: number;
  worth: number;
  proven: number[] | null;
}

/** A game's tree search; each decision starts from scratch. */
export class Uct {
  private readonly block: Block;
  private readonly tree: Block;
  private readonly width: number;
  private readonly size: number;
  private readonly scale: Scale;

  constructor(
    private readonly rules: Rules,
    private readonly driver: TreeDriver,
    treeMb: number,
  ) {
    this.width = rules.place("RECORD_WORDS");
    const records = Math.floor(Math.floor(treeMb * 1_048_576) / (8 * this.width));
    this.size = records - rules.place("MAX_ACTIONS");
    if (this.size < 3 * rules.place("MAX_ACTIONS"))
      throw new PlywiseError(`A tree of ${treeMb} MB has no room for ${rules.game.name}'s actions: give it more.`);
    this.block = new Block(rules.host, rules.place("BLOCK_END"));
    this.tree = new Block(rules.host, records * this.width);
    this.scale = new Scale(rules.game);
  }

  /** Return the action proven best, or else the one visited most. */
  decide(
    state: Cells,
    history: Cells[],
    limits: Limits,
    timer: Timer,
    seed: bigint,
    onReport?: (found: Found) => void,
  ): Found {
    const { rules } = this;
    const isChance = !rules.isTerminal(state) && rules.isChance(state);
    if (!isChance && rules.playable(state, history).length === 0)
      return { ...plainly(null, rules.utility(state, 0), 0, "proven"), nodes: 1, leaves: 1 };
    this.prepare(state, history, limits, seed);
    const wanted = limits.simulations === undefined ? UNLIMITED : BigInt(limits.simulations);
    for (;;) {
      const until = onReport ? Math.min(timer.ends, rules.host.now() + REPORTS_EVERY) : timer.ends;
      this.block.set(rules.place("DEADLINE"), until === Infinity ? 0n : toClock(until));
      rules.call("simulations", this.block, wanted);
      const isOver =
        rules.host.now() >= timer.ends ||
        BigInt(this.word("SIMULATIONS")) >= wanted ||
        this.nodes >= (limits.nodes ?? Infinity) ||
        this.proven(0) !== null;
      const found = this.report(state, timer);
      if (isOver || !onReport) return found;
      onReport(found);
    }
  }

  private word(name: string): number {
    return this.block.get(this.rules.place(name));
  }

  private get nodes(): number {
    return this.word("SPENT") + this.word("QUANTUM") - this.word("LEFT");
  }

  private prepare(state: Cells, history: Cells[], limits: Limits, seed: bigint): void {
    const { block, rules, tree } = this;
    const at = (name: string): number => rules.place(name);
    tree.fill(0, this.width, 0);
    block.fill(at("LEFT"), at("DEADLINE") + 1, 0);
    block.fill(at("LOTS"), at("BLOCK_END"), 0);
    block.words.set(state, 0);
    block.set(at("MAX_NODES"), limits.nodes ?? UNLIMITED);
    block.set(at("LOTS"), BigInt.asIntN(64, seed));
    block.set(at("DEEPEST"), this.driver.longest);
    block.set(at("TREE_AT"), tree.address);
    block.set(at("TREE_SIZE"), this.size);
    block.set(at("USED"), 1);
    block.set(at("SPARE"), tree.address + 8 * this.width * this.size);
    block.set(at("FIRST_BLOCK"), block.address);
    for (const [place, word] of this.driver.words) block.set(place, BigInt(word));
    rules.writeHistory(block, history);
  }

  /** Return what the tree says of its root. */
  private report(state: Cells, timer: Timer): Found {
    const { rules, scale } = this;
    const estimates = this.word("ESTIMATES") > 0;
    const proven = this.proven(0);
    const cost = { nodes: this.nodes, simulations: this.word("SIMULATIONS"), seconds: timer.seconds };
    if (rules.isChance(state)) {
      const mean = this.branch(0, 0).worth;
      return { ...plainly(null, mean, 0, estimates || !proven ? "heuristic" : "proven"), ...cost };
    }
    const player = rules.toMove(state);
    const branches = this.children(0).map((record) => this.branch(record, player));
    const choices = branches.map((branch) => this.choice(branch, state, estimates));
    const best = choices[branches.indexOf(this.best(branches) ?? branches[0]!)]!;
    const [status, bound] = scale.verdict(best, choices);
    const { action, value, line } = best;
    return { ...plainly(action, value, player, status), bound, line, choices, depth: line.length, ...cost };
  }

  /** Return the branch proven best if it is as good as the mean of the one visited most, otherwise that one. */
  private best(branches: Branch[]): Branch | undefined {
    const { middle, margin, win } = this.driver.score;
    const score = (utility: number): number =>
      margin >= 1 ? utility : middle + margin * (utility - middle) + win * Math.sign(utility - middle);
    const known = branches.filter((branch) => branch.proven);
    const tried = branches.filter((branch) => !branch.proven && branch.visits > 0);
    const best = greatest(known, (a, b) => a.worth > b.worth);
    const favourite = greatest(tried, (a, b) => a.visits > b.visits || (a.visits === b.visits && a.mean > b.mean));
    if (!best || !favourite) return best ?? favourite;
    return score(best.worth) >= favourite.mean && best.worth > this.scale.low ? best : favourite;
  }

  private choice(branch: Branch, state: Cells, estimates: boolean): Option {
    const line = [branch.code, ...this.line(branch.record, this.rules.after(state, branch.code))];
    const { worth, visits } = branch;
    if (branch.proven) return { ...this.scale.choice(line, worth, "utility", "exact", estimates), visits };
    const guess = { bound: "exact", status: "heuristic", unit: "utility", distance: null } as const;
    return { action: branch.code, value: worth, line, visits, ...guess };
  }

  private wordOf(record: number, name: string): bigint {
    return this.tree.words[record * this.width + this.rules.place(name)]!;
  }

  private floatOf(record: number, name: string, offset = 0): number {
    return this.tree.floats[record * this.width + this.rules.place(name) + offset]!;
  }

  private children(record: number): number[] {
    const links = this.wordOf(record, "LINKS");
    const first = Number(links >> 24n);
    return Array.from({ length: Number((links >> 8n) & 0xffffn) }, (_, number) => first + number);
  }

  /** Return the proven utilities to every player, or null. */
  private proven(record: number): number[] | null {
    if ((this.wordOf(record, "LINKS") & 1n) === 0n) return null;
    const count = this.rules.place("VALUES");
    const values = Array.from({ length: count }, (_, number) => this.floatOf(record, "PROOF", number));
    return this.rules.place("ADVERSARIAL") ? [values[0]!, (this.rules.game.utility_sum ?? 0) - values[0]!] : values;
  }

  /** Return what a record holds for whoever chooses it. */
  private branch(record: number, chooser: number): Branch {
    const proven = this.proven(record);
    const visits = Number(this.wordOf(record, "VISITS"));
    const mean = visits > 0 ? this.floatOf(record, "TOTAL") / visits : 0;
    const gained = visits > 0 ? this.floatOf(record, "GAINS") / visits : this.rules.game.draw_utility;
    const worth = proven ? proven[Math.max(chooser, 0)]! : gained;
    return { record, code: this.wordOf(record, "CODE"), visits, mean, worth, proven };
  }

  /** Return the best actions from a record on, whose state is given: as far as known, or to the first roll. */
  private line(record: number, state: Cells): Code[] {
    const { rules, block } = this;
    const length = rules.call("best_line", block, record);
    const start = rules.place("PATH");
    const line = Array.from(block.words.subarray(start, start + length));
    const end = block.get(rules.place("KNOWN"));
    const proven = this.proven(end);
    if (this.children(end).length > 0 || !proven) return line;
    const last = line.reduce((reached, code) => rules.after(reached, code), state);
    if (rules.isTerminal(last) || rules.isChance(last)) return line;
    const player = rules.toMove(last);
    const ending = rules.actions(last).find((code) => {
      const after = rules.after(last, code);
      return rules.isTerminal(after) && rules.utility(after, player) === proven[player];
    });
    return ending === undefined ? line : [...line, ending];
  }
}
