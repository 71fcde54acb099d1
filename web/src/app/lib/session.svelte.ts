/** A game played in the browser: who has to act next, and what the engine finds meanwhile. */

import { Analysis } from "./analysis.svelte";
import { type Decision, fetchThrow, type GameDescription, type Position, tellProblem } from "./api";
import { judge, type Judgement } from "./course";
import { Review } from "./review.svelte";
import { levelOf, type Seat } from "./seating.svelte";
import { settings } from "./settings.svelte";
import { measureOf } from "./values";
import { Walk } from "./walking.svelte";

const CHANCE = -1;
const CHANCE_DELAY = 650;
const SHORTEST_TURN = 450;
const WATCH_SECONDS = 30;

export type { Seat };

/** A game being played, looked at and analysed. */
export class Session extends Walk {
  /** What was found along the game. */
  readonly review: Review;
  readonly analysis = new Analysis((question, decision) => {
    if (question.level === null) this.review.note(question.actions, decision); // a level may not play the best it found
  });
  /** Counts what was started at a position, a turn of the engine or of chance: anything started earlier is dropped. */
  private errand = 0;
  private isHeld = false;
  /** Whether positions are analysed while the person at the screen thinks. */
  isWatched = true;

  constructor(game: GameDescription, onActions: (actions: string[], isPlayed: boolean) => void) {
    super(game, onActions);
    this.review = new Review(
      (actions, seconds) => ({ game: game.id, start: this.start, actions, seconds, algorithm: null, level: null }),
      (actions) => this.fetch(actions),
    );
  }

  /** Judge the last of some actions by what was found; null if it is good enough, or not known to be worse. */
  judge(path: readonly string[]): Judgement | null {
    return this.position ? judge(path, this.review.findings, measureOf(this.position), this.review.size) : null;
  }

  /** Whether it is the turn of the person at the screen. */
  get isYours(): boolean {
    const player = this.position?.to_move ?? null;
    return player !== null && player !== CHANCE && this.seats[player] === "you" && this.clocks.flagged === null;
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

  /** Play an action. */
  play(action: string): Promise<void> {
    this.isPaused = false;
    return this.go([...this.actions, action], true);
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
    else if (settings.showsAnalysis && this.isWatched && position.to_move !== CHANCE)
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

  protected leave(): void {
    this.errand += 1;
    this.analysis.clear();
  }

  protected forget(): void {
    this.review.clear();
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
    this.search(position, this.secondsOf(seat), onFinal, agent, agent === "engine" && this.game.has_book);
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
    agent: Seat = "engine",
    by_book = false,
  ): void {
    const { actions } = position;
    const level = levelOf(agent);
    const algorithm = agent === "engine" || level !== null ? null : agent;
    const book = by_book ? { by_book } : {};
    this.analysis.ask({ game: this.game.id, start: this.start, actions, seconds, algorithm, level, ...book }, onFinal);
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
}
