/** A game played in the browser: the actions so far, who plays each seat, and who has to act next. */

import type { ViewData } from "../../board";
import { Analysis } from "./analysis.svelte";
import { judge, type Judgement } from "./course";
import { Moves } from "./moves";
import { Review } from "./review.svelte";
import { fromRecord, type RecordData } from "./records";
import { findSaved, keep, newId } from "./saved";
import {
  type Decision,
  fetchLenientPosition,
  fetchPosition,
  fetchThrow,
  type GameDescription,
  type Position,
  tellProblem,
} from "./api";
import { type Seat, Seating } from "./seating.svelte";
import { settings } from "./settings.svelte";
import { measureOf } from "./values";

const CHANCE = -1;
const CHANCE_DELAY = 650;
const SHORTEST_TURN = 450;
const WATCH_SECONDS = 30;

export type { Seat };

/** A game being played, looked at and analysed. */
export class Session extends Seating {
  position = $state.raw<Position | null>(null);
  before = $state.raw<ViewData | null>(null);
  problem = $state<string | null>(null);
  /** How many actions had been played when the engine last decided something. */
  decidedAt = $state<number | null>(null);
  /** What was found along the game. */
  readonly review: Review;
  readonly analysis = new Analysis((question, decision) => this.review.note(question.actions, decision));
  /** All moves, variations included; a new tree stands here after every change. */
  moves = $state.raw({ tree: new Moves() });
  /** The seed of the dice, once something was thrown: the same seed throws the same dice again. */
  seed = $state<number | null>(null);

  /** The actions that lead to where the last request was to go. */
  private wanted: string[] = [];
  private known = new Map<string, Position>();
  /** Counts the positions visited: an answer about an earlier one comes too late. */
  private visits = 0;
  /** By which the game is kept. */
  private id = newId();
  /** Counts what was started at a position, a turn of the engine or of chance: anything started earlier is dropped. */
  private errand = 0;
  private isHeld = false;

  constructor(
    game: GameDescription,
    private readonly onActions: (actions: string[], isPlayed: boolean) => void,
  ) {
    super(game);
    this.review = new Review(
      (actions, seconds) => ({ game: game.id, start: this.start, actions, seconds, algorithm: null }),
      (actions) => this.fetch(actions),
    );
  }

  /** The actions played so far. */
  get actions(): string[] {
    return this.position?.actions ?? [];
  }

  /** The actions to the end of the line that is looked at. */
  get line(): string[] {
    return this.moves.tree.end;
  }

  /** Judge the last of some actions by what was found; null if it is good enough, or not known to be worse. */
  judge(path: readonly string[]): Judgement | null {
    return this.position ? judge(path, this.review.findings, measureOf(this.position)) : null;
  }

  /** Where the game starts; null as usual. */
  get start(): string | null {
    return this.moves.tree.about.start ?? null;
  }

  /** Whether it is the turn of the person at the screen. */
  get isYours(): boolean {
    const player = this.position?.to_move ?? null;
    return player !== null && player !== CHANCE && this.seats[player] === "you" && this.clocks.flagged === null;
  }

  /** Whether nobody moves any more: the rules say so, or someone's time is over. */
  get isOver(): boolean {
    return this.position?.is_over === true || (this.position !== null && this.clocks.flagged !== null);
  }

  /** How it ended, in players' words. */
  get outcome(): string | null {
    return this.position?.is_over ? this.position.outcome : this.lossOnTime;
  }

  /** From which side the board is shown: where it follows the mover, from theirs. */
  get showsOtherSide(): boolean {
    const mover = this.position?.to_move ?? CHANCE;
    const isShared = this.followsMover && this.seats.length === 2 && mover !== CHANCE;
    return isShared ? mover === 1 : this.isTurned;
  }

  /** Whether the engine or chance would move now if the game weren't paused. */
  get isWaiting(): boolean {
    return this.isPaused && this.position !== null && !this.isOver && !this.isYours;
  }

  /** Go to the position that some actions lead to; `isPlayed` if the person at the screen has just played the last. */
  async go(actions: string[], isPlayed = false): Promise<void> {
    const visit = ++this.visits;
    this.wanted = actions;
    this.errand += 1;
    const mover = this.clocks.stop();
    const isNext = !this.isPaused && actions.length === this.actions.length + 1;
    this.analysis.clear();
    this.problem = null;
    try {
      const [position, previous] = await Promise.all([
        this.fetch(actions),
        actions.length > 0 ? this.fetch(actions.slice(0, -1)) : null,
      ]);
      if (visit !== this.visits) return;
      this.position = position;
      this.before = previous?.view ?? null;
      if (this.decidedAt !== null && this.decidedAt >= actions.length) this.decidedAt = null;
      if (isNext) this.clocks.moveOn(this.key(actions), mover);
      else this.clocks.lookAt(this.key(actions));
      this.arrive(position, isPlayed);
      this.proceed();
    } catch (error) {
      if (visit === this.visits) this.problem = tellProblem(error);
    }
  }

  /** Play an action. */
  play(action: string): Promise<void> {
    this.isPaused = false;
    return this.go([...this.actions, action], true);
  }

  /** Go to a position of the tree, and pause there: all other moves stay. */
  visit(actions: string[]): Promise<void> {
    this.isPaused = true;
    return this.go(actions);
  }

  /** Go one move back, or to the start. */
  stepBack(isAll = false): void {
    if (this.actions.length > 0) void this.visit(isAll ? [] : this.actions.slice(0, -1));
  }

  /** Go one move forward along the line visited last, or to its end. */
  stepForward(isAll = false): void {
    const { tree } = this.moves;
    const next = isAll ? tree.end : tree.forward;
    if (next && next.length > this.actions.length) void this.visit(next);
  }

  /** Say something about the move that led here. */
  comment(text: string): void {
    this.moves.tree.here.comment = text;
    this.changed();
  }

  /** Continue a game that was kept; false if there is none of this id. */
  async continue(id: string): Promise<boolean> {
    const saved = await findSaved(id);
    if (saved?.game !== this.game.id) return false;
    this.id = saved.id;
    this.moves = { tree: Moves.from(saved.moves) };
    this.seed = saved.seed ?? null;
    await this.visit(saved.actions);
    return true;
  }

  /** Show a game that was brought in; the one so far is kept among the saved games. */
  async load(record: RecordData): Promise<void> {
    this.replace(fromRecord(record));
    await this.visit([]);
    this.changed();
  }

  /** Go where an address leads. */
  open(start: string | null, actions: string[]): Promise<void> {
    if (start !== this.start) this.replace(new Moves(start ? { start } : {}));
    this.isPaused = actions.length > 0;
    return this.go(actions);
  }

  /** Take back your last action and what followed it; if no seat is yours, only the last action. */
  undo(): Promise<void> {
    for (let count = this.actions.length - 1; count >= 0; count--) {
      const player = this.known.get(this.key(this.actions.slice(0, count)))?.to_move ?? null;
      if (player !== null && this.seats[player] === "you") return this.visit(this.actions.slice(0, count));
    }
    return this.visit(this.actions.slice(0, -1));
  }

  /** Try again to go where a request failed to lead; nothing that was played is lost. */
  retry(): Promise<void> {
    return this.go(this.wanted);
  }

  /** Load the game again, its rules have changed: the moves stay as far as they are legal. */
  async reload(): Promise<void> {
    const visit = ++this.visits;
    this.known.clear();
    try {
      const { actions, players } = await fetchLenientPosition(this.game.id, this.actions, this.start);
      if (players.length !== this.game.players.length) location.reload();
      else if (visit === this.visits) await this.go(actions);
    } catch (error) {
      if (visit === this.visits) this.problem = tellProblem(error);
    }
  }

  /** Start a new game, with dice of a new seed or of a given one; the one so far is kept among the saved games. */
  restart(seed: number | null = null): Promise<void> {
    this.seed = seed;
    this.isPaused = false;
    this.clocks.set(this.clocks.control);
    this.replace(new Moves());
    return this.go([]);
  }

  /** Pause the engine and chance, or let them continue. */
  pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.proceed();
  }

  /** Start nothing while something else needs the engine; an action already played is still carried out. */
  hold(): void {
    this.isHeld = true;
    this.errand += 1;
    this.analysis.stop();
  }

  /** Continue after `hold`. */
  release(): void {
    this.isHeld = false;
    if (!this.isYours || this.analysis.decision === null) this.proceed();
  }

  /** Do what the current position calls for: think, draw a random outcome, or watch. */
  proceed(): void {
    const position = this.position;
    if (position === null || this.isHeld) return;
    this.errand += 1;
    this.analysis.clear();
    this.clocks.stop();
    if (this.isOver) return;
    const seat = position.to_move ?? CHANCE;
    if (seat !== CHANCE && !this.isPaused && position.actions.length > 0) this.clocks.run(seat);
    const isOpen = this.isYours || this.isPaused;
    const [only, ...others] = position.options;
    if (position.to_move === CHANCE && !isOpen) this.later(CHANCE_DELAY, () => void this.drawLot(position));
    else if (!isOpen && only && others.length === 0) this.later(SHORTEST_TURN, () => this.playFor(only.name));
    else if (!isOpen) this.think(position);
    else if (settings.showsAnalysis && position.to_move !== CHANCE)
      this.search(position, settings.isEndless ? null : WATCH_SECONDS);
  }

  /** End the session. */
  close(): void {
    this.visits += 1;
    this.errand += 1;
    this.clocks.stop();
    this.analysis.close();
    this.review.close();
  }

  /** Begin another game. */
  private replace(tree: Moves): void {
    this.id = newId();
    this.moves = { tree };
    this.decidedAt = null;
    this.review.clear();
  }

  /** Note where the game has come to: in its tree, in the address and among the saved games. */
  private arrive(position: Position, isPlayed: boolean): void {
    const before = this.moves.tree.count;
    this.moves.tree.go(position.actions);
    this.moves = { tree: this.moves.tree };
    this.onActions(position.actions, isPlayed);
    if (this.moves.tree.count > before) this.changed();
  }

  /** Show the tree as it is now, and keep it. */
  private changed(): void {
    const { tree } = this.moves;
    this.moves = { tree };
    void keep({
      id: this.id,
      game: this.game.id,
      title: this.game.title,
      moves: tree.toData(),
      actions: this.actions,
      count: tree.count,
      seed: this.seed,
      outcome: this.outcome,
      changed: Date.now(),
    });
  }

  /** Do something after a delay, unless something else has been started by then. */
  private later(delay: number, act: () => void): void {
    const { errand } = this;
    setTimeout(() => errand === this.errand && act(), delay);
  }

  private think(position: Position): void {
    const started = performance.now();
    const seat = position.to_move ?? 0;
    const agent = this.seats[seat] ?? "engine";
    if (agent === "random") {
      const any = position.options[Math.floor(Math.random() * position.options.length)];
      if (any) this.later(SHORTEST_TURN, () => this.playFor(any.name));
      return;
    }
    const onFinal = ({ action }: Decision): void => {
      const rest = SHORTEST_TURN - (performance.now() - started);
      if (action !== null) this.later(Math.max(0, rest), () => this.playFor(action));
    };
    this.search(position, this.secondsOf(seat), onFinal, agent === "engine" ? null : agent);
  }

  /** End the game: somebody's time is over. */
  protected endOnTime(): void {
    this.errand += 1;
    this.analysis.clear();
    this.changed();
  }

  /** Play the engine's action. */
  private playFor(action: string): void {
    this.decidedAt = this.actions.length;
    void this.go([...this.actions, action]);
  }

  private search(
    position: Position,
    seconds: number | null,
    onFinal: ((decision: Decision) => void) | null = null,
    algorithm: string | null = null,
  ): void {
    const { actions } = position;
    this.analysis.ask({ game: this.game.id, start: this.start, actions, seconds, algorithm }, onFinal);
  }

  /** Let the service throw the dice; where that fails, the board stays, and Retry asks again. */
  private async drawLot(position: Position): Promise<void> {
    const { errand } = this;
    try {
      const { action, seed } = await fetchThrow(this.game.id, this.start, position.actions, this.seed);
      if (errand !== this.errand) return;
      this.seed = seed;
      await this.go([...position.actions, action]);
    } catch (error) {
      if (errand === this.errand) this.problem = tellProblem(error);
    }
  }

  private async fetch(actions: string[]): Promise<Position> {
    const key = this.key(actions);
    const found = this.known.get(key) ?? (await fetchPosition(this.game.id, actions, this.start));
    this.known.set(key, found);
    return found;
  }

  private key(actions: string[]): string {
    return JSON.stringify([this.start, ...actions]);
  }
}
