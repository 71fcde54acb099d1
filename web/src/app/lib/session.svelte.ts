/** A game played in the browser: the actions so far, who plays each seat, and who has to act next. */

import type { ViewData } from "../../board";
import { Analysis } from "./analysis.svelte";
import { type Decision, fetchPosition, type OfferedGame, type Position, tellProblem } from "./api";
import { settings } from "./settings.svelte";

const CHANCE = -1;
const CHANCE_DELAY = 650;
const SHORTEST_TURN = 450;
const WATCH_SECONDS = 30;

/** Who plays a seat. */
export type Seat = "you" | "engine";

/** A game being played, looked at and analysed. */
export class Session {
  position = $state.raw<Position | null>(null);
  before = $state.raw<ViewData | null>(null);
  seats = $state<Seat[]>([]);
  isPaused = $state(false);
  problem = $state<string | null>(null);
  /** How many actions had been played when the engine last decided something. */
  decidedAt = $state<number | null>(null);
  readonly analysis = new Analysis();

  private known = new Map<string, Position>();
  /** Counts the positions visited: an answer about an earlier one comes too late. */
  private visit = 0;
  /** Counts what was started at a position, a turn of the engine or of chance: anything started earlier is dropped. */
  private errand = 0;
  private isHeld = false;

  constructor(
    readonly game: OfferedGame,
    private readonly onActions: (actions: string[]) => void,
  ) {
    this.seats = Array.from({ length: game.players }, (_, seat) => (seat === 0 ? "you" : "engine"));
  }

  /** The actions played so far. */
  get actions(): string[] {
    return this.position?.actions ?? [];
  }

  /** Whether it is the turn of the person at the screen. */
  get isYours(): boolean {
    const player = this.position?.to_move ?? null;
    return player !== null && player !== CHANCE && this.seats[player] === "you";
  }

  /** Whether the engine or chance would move now if the game weren't paused. */
  get isWaiting(): boolean {
    return this.isPaused && this.position !== null && !this.position.is_over && !this.isYours;
  }

  /** Go to the position that some actions lead to. */
  async go(actions: string[]): Promise<void> {
    const visit = ++this.visit;
    this.errand += 1;
    this.analysis.clear();
    this.problem = null;
    try {
      const [position, previous] = await Promise.all([
        this.fetch(actions),
        actions.length > 0 ? this.fetch(actions.slice(0, -1)) : null,
      ]);
      if (visit !== this.visit) return;
      this.position = position;
      this.before = previous?.view ?? null;
      if (this.decidedAt !== null && this.decidedAt >= actions.length) this.decidedAt = null;
      this.onActions(actions);
      this.proceed();
    } catch (error) {
      if (visit === this.visit) this.problem = tellProblem(error);
    }
  }

  /** Play an action. */
  play(action: string): Promise<void> {
    this.isPaused = false;
    return this.go([...this.actions, action]);
  }

  /** Go back to an earlier position, and pause there. */
  goBack(count: number): Promise<void> {
    this.isPaused = true;
    return this.go(this.actions.slice(0, count));
  }

  /** Take back your last action and what followed it; if no seat is yours, only the last action. */
  undo(): Promise<void> {
    for (let count = this.actions.length - 1; count >= 0; count--) {
      const player = this.known.get(key(this.actions.slice(0, count)))?.to_move ?? null;
      if (player !== null && this.seats[player] === "you") return this.goBack(count);
    }
    return this.goBack(Math.max(0, this.actions.length - 1));
  }

  /** Start again. */
  restart(): Promise<void> {
    this.isPaused = false;
    this.decidedAt = null;
    return this.go([]);
  }

  /** Set who plays each seat, and continue. */
  seat(seats: Seat[]): void {
    this.seats = seats;
    this.isPaused = false;
    this.proceed();
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
    if (position.is_over) return;
    const isOpen = this.isYours || this.isPaused;
    const [only, ...others] = position.options;
    if (position.to_move === CHANCE && !isOpen) this.later(CHANCE_DELAY, () => this.drawLot(position));
    else if (!isOpen && only && others.length === 0) this.later(SHORTEST_TURN, () => this.playFor(only.name));
    else if (!isOpen) this.think(position);
    else if (settings.showsAnalysis && position.to_move !== CHANCE) this.search(position, WATCH_SECONDS);
  }

  /** End the session. */
  close(): void {
    this.visit += 1;
    this.errand += 1;
    this.analysis.close();
  }

  /** Do something after a delay, unless something else has been started by then. */
  private later(delay: number, act: () => void): void {
    const { errand } = this;
    setTimeout(() => errand === this.errand && act(), delay);
  }

  private think(position: Position): void {
    const started = performance.now();
    this.search(position, settings.seconds, ({ action }) => {
      const rest = SHORTEST_TURN - (performance.now() - started);
      if (action !== null) this.later(Math.max(0, rest), () => this.playFor(action));
    });
  }

  /** Play the engine's action. */
  private playFor(action: string): void {
    this.decidedAt = this.actions.length;
    void this.go([...this.actions, action]);
  }

  private search(position: Position, seconds: number, onFinal: ((decision: Decision) => void) | null = null): void {
    this.analysis.ask({ game: this.game.id, actions: position.actions, seconds }, onFinal);
  }

  private drawLot(position: Position): void {
    let lot = Math.random();
    const drawn = position.options.find((option) => (lot -= option.probability ?? 0) < 0) ?? position.options.at(-1);
    if (drawn) void this.go([...position.actions, drawn.name]);
  }

  private async fetch(actions: string[]): Promise<Position> {
    const found = this.known.get(key(actions)) ?? (await fetchPosition(this.game.id, actions));
    this.known.set(key(actions), found);
    return found;
  }
}

function key(actions: string[]): string {
  return JSON.stringify(actions);
}
