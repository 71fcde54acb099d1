/** Walking through a game: its tree of moves, where one stands in it, and that nothing of it is lost. */

import type { ViewData } from "../../board";
import { fetchLenientPosition, fetchPosition, type GameDescription, type Position, tellProblem } from "./api";
import { Moves } from "./moves";
import { fromRecord, type RecordData } from "./records";
import { findSaved, keep, newId } from "./saved";
import { Seating } from "./seating.svelte";

/** A game as a tree of moves, kept in the browser; whoever plays it says what happens at each position. */
export abstract class Walk extends Seating {
  position = $state.raw<Position | null>(null);
  before = $state.raw<ViewData | null>(null);
  problem = $state<string | null>(null);
  /** How many actions had been played when the engine last decided something. */
  decidedAt = $state<number | null>(null);
  /** All moves, variations included; a new tree stands here after every change. */
  moves = $state.raw({ tree: new Moves() });
  /** The seed of the dice, once something was thrown: the same seed throws the same dice again. */
  seed = $state<number | null>(null);

  /** The actions that lead to where the last request was to go. */
  private wanted: string[] = [];
  private known = new Map<string, Position>();
  /** Counts the positions visited: an answer about an earlier one comes too late. */
  protected visits = 0;
  /** By which the game is kept. */
  private id = newId();

  constructor(
    game: GameDescription,
    private readonly onActions: (actions: string[], isPlayed: boolean) => void,
  ) {
    super(game);
  }

  /** The actions played so far. */
  get actions(): string[] {
    return this.position?.actions ?? [];
  }

  /** The actions to the end of the line that is looked at. */
  get line(): string[] {
    return this.moves.tree.end;
  }

  /** Where the game starts; null as usual. */
  get start(): string | null {
    return this.moves.tree.about.start ?? null;
  }

  /** Whether nobody moves any more: the rules say so, or someone's time is over. */
  get isOver(): boolean {
    return this.position?.is_over === true || (this.position !== null && this.clocks.flagged !== null);
  }

  /** How it ended, in players' words. */
  get outcome(): string | null {
    return this.position?.is_over ? this.position.outcome : this.lossOnTime;
  }

  /** Go to the position that some actions lead to; `isPlayed` if the person at the screen has just played the last. */
  async go(actions: string[], isPlayed = false): Promise<void> {
    const visit = ++this.visits;
    this.wanted = actions;
    const mover = this.clocks.stop();
    const isNext = !this.isPaused && actions.length === this.actions.length + 1;
    this.leave();
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
    this.forget();
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

  /** End what was started at the position that is left. */
  protected abstract leave(): void;

  /** Another game begins, or the rules have changed: nothing that was found so far counts any more. */
  protected abstract forget(): void;

  /** Begin another game. */
  private replace(tree: Moves): void {
    this.id = newId();
    this.moves = { tree };
    this.decidedAt = null;
    this.forget();
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
  protected changed(): void {
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

  protected async fetch(actions: string[]): Promise<Position> {
    const key = this.key(actions);
    const found = this.known.get(key) ?? (await fetchPosition(this.game.id, actions, this.start));
    this.known.set(key, found);
    return found;
  }

  private key(actions: string[]): string {
    return JSON.stringify([this.start, ...actions]);
  }
}
