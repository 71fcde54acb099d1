/** A game under way in a single page: its states, whose turn it is, and how it ended. */

import type { LastData, OptionData, ViewData } from "../board";
import { LocalEngine } from "../kernel/engine";
import type { KernelFile } from "../kernel/driver";
import type { Action } from "../kernel/types";
import { type PackagedBoards, showState } from "./boards";

/** Where a game stands. */
export interface Standing {
  view: ViewData;
  options: OptionData[];
  /** Who moves, from 0; -1 for chance, and null where the game is over. */
  mover: number | null;
  /** How it ended, in words. */
  outcome: string;
  last: LastData | null;
  before: ViewData | null;
}

interface Step {
  cells: bigint[];
  played: OptionData | null;
}

/** Plays a game by its compiled rules. */
export class Match {
  readonly engine: LocalEngine;
  private steps: Step[];

  constructor(
    file: KernelFile,
    private readonly boards: PackagedBoards,
  ) {
    this.engine = new LocalEngine(file);
    this.steps = [{ cells: this.first(), played: null }];
  }

  private first(): bigint[] {
    return this.engine.rules.game.initial.map((digits) => BigInt.asIntN(64, BigInt(digits)));
  }

  get cells(): bigint[] {
    return this.steps.at(-1)!.cells;
  }

  /** The states so far, the first one first. */
  get history(): bigint[][] {
    return this.steps.slice(0, -1).map((step) => step.cells);
  }

  get length(): number {
    return this.steps.length - 1;
  }

  restart(): void {
    this.steps = [{ cells: this.first(), played: null }];
  }

  /** Take the last action back. */
  undo(): void {
    if (this.steps.length > 1) this.steps.pop();
  }

  standing(): Standing {
    const { rules } = this.engine;
    const offered = this.offered();
    const mover = offered.length > 0 ? rules.toMove(this.cells) : null;
    const { view, options } = showState(this.boards, this.cells, rules.toMove(this.cells), offered);
    const past = this.steps.at(-2);
    const before = past ? showState(this.boards, past.cells, rules.toMove(past.cells), []).view : null;
    const played = this.steps.at(-1)!.played;
    const last = played && { name: played.name, cells: played.cells };
    return { view, options: [...options.values()], mover, outcome: mover === null ? this.outcome() : "", last, before };
  }

  private offered(): bigint[] {
    const { rules } = this.engine;
    if (rules.isTerminal(this.cells) || this.isRepeated()) return [];
    if (rules.isChance(this.cells)) return rules.chances(this.cells).map(([code]) => code);
    return rules.playable(this.cells, this.history);
  }

  /** Whether the game is drawn because a state came up too often. */
  private isRepeated(): boolean {
    const { rules } = this.engine;
    return rules.game.repetition === "draw" && rules.fatalKeys(this.history).includes(rules.repetitionKey(this.cells));
  }

  private outcome(): string {
    const { rules } = this.engine;
    const { players, player_names, draw_utility } = rules.game;
    if (!rules.isTerminal(this.cells)) return "A draw, by repetition.";
    const utilities = Array.from({ length: players }, (_, player) => rules.utility(this.cells, player));
    const most = Math.max(...utilities);
    if (utilities.every((each) => each === draw_utility)) return "A draw.";
    const winners = player_names.filter((_, player) => utilities[player] === most);
    return winners.length === 1 ? `${winners[0]} wins.` : `${winners.join(" and ")} share the win.`;
  }

  /** Play the action of a name. */
  playNamed(name: string): void {
    const found = [...this.shownOptions()].find(([, option]) => option.name === name);
    if (found) this.steps.push({ cells: this.engine.rules.after(this.cells, found[0]), played: found[1] });
  }

  /** Play an action. */
  play(action: Action): void {
    const code = this.engine.terms.code(action);
    const played = this.shownOptions().get(code) ?? null;
    this.steps.push({ cells: this.engine.rules.after(this.cells, code), played });
  }

  /** Let chance bring something, by its probabilities. */
  roll(): void {
    const outcomes = this.engine.rules.chances(this.cells);
    let lot = Math.random();
    const drawn = outcomes.find(([, odds]) => (lot -= odds) < 0) ?? outcomes.at(-1)!;
    this.play(this.engine.terms.action(drawn[0]));
  }

  /** Return what an action is called here. */
  nameOf(action: Action): string {
    return this.shownOptions().get(this.engine.terms.code(action))?.name ?? String(action);
  }

  private shownOptions(): Map<bigint, OptionData> {
    return showState(this.boards, this.cells, this.engine.rules.toMove(this.cells), this.offered()).options;
  }
}
