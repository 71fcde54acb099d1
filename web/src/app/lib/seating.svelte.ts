/** Who sits at a game: who plays each seat and for how long, the clocks, and from which side the board is seen. */

import type { GameDescription } from "./api";
import { Clocks, type TimeControl } from "./clocks.svelte";
import { changeTable, settings, tableOf } from "./settings.svelte";

/** Who plays a seat: "you", "engine" for what suits the game, "level:3" for a level, or the name of an agent. */
export type Seat = string;

/** How long a level may take, in seconds: it ends by itself, as far as it looks. */
const LEVEL_SECONDS = 20;

/** Return the level of strength that an agent plays at; null where it isn't one. */
export function levelOf(who: Seat): number | null {
  return who.startsWith("level:") ? Number(who.slice("level:".length)) : null;
}

/** The seats of one game, remembered in the browser. */
export abstract class Seating {
  seats = $state<Seat[]>([]);
  /** How long each engine thinks, in seconds; null for as long as all others do. */
  times = $state<(number | null)[]>([]);
  /** Whether the board is shown from the other side. */
  isTurned = $state(false);
  /** Whether the board turns to whoever moves. */
  followsMover = $state(false);
  isPaused = $state(false);
  readonly clocks: Clocks;

  constructor(readonly game: GameDescription) {
    const { seats, times, control, isTurned, followsMover } = tableOf(game.id);
    const usual = game.players.map((_, seat): Seat => (seat === 0 ? "you" : "engine"));
    const isKnown = seats?.every((each) => (levelOf(each) ?? 0) <= game.levels) ?? false;
    this.seats = seats?.length === game.players.length && isKnown ? seats : usual;
    this.times = game.players.map((_, seat) => times[seat] ?? null);
    this.isTurned = isTurned;
    this.followsMover = followsMover;
    this.clocks = new Clocks(game.players.length, `plywise-clock-${game.id}`, () => this.endOnTime());
    this.clocks.set(control);
    this.clocks.resume();
  }

  /** Do what the current position calls for. */
  abstract proceed(): void;

  /** Set who plays each seat, and continue. */
  seat(seats: Seat[]): void {
    this.seats = seats;
    changeTable(this.game.id, { seats });
    this.isPaused = false;
    this.proceed();
  }

  /** Turn the board, and remember that. */
  turn(): void {
    this.isTurned = !this.isTurned;
    changeTable(this.game.id, { isTurned: this.isTurned });
  }

  /** Let the board turn to whoever moves, or not, and remember that. */
  follow(followsMover: boolean): void {
    this.followsMover = followsMover;
    changeTable(this.game.id, { followsMover });
  }

  /** Set how long a seat's engine thinks, and remember that. */
  setTime(seat: number, seconds: number | null): void {
    this.times = this.times.map((time, each) => (each === seat ? seconds : time));
    changeTable(this.game.id, { times: $state.snapshot(this.times) });
  }

  /** Set the clocks, all of them to the full time, and remember that. */
  setClocks(control: TimeControl | null): void {
    this.clocks.set(control);
    changeTable(this.game.id, { control });
    this.proceed();
  }

  /** What is said of a game that ended on time; null while everybody has some left. */
  protected get lossOnTime(): string | null {
    const late = this.clocks.flagged;
    if (late === null) return null;
    const others = this.game.players.filter((_, seat) => seat !== late);
    const rest = others.length === 1 ? ` ${others[0] ?? ""} wins.` : "";
    return `${this.game.players[late] ?? ""} has lost on time.${rest}`;
  }

  /** Return how long the engine of a seat may think, in seconds. */
  protected secondsOf(seat: number): number {
    const isLevel = levelOf(this.seats[seat] ?? "engine") !== null;
    return this.clocks.allot(seat, isLevel ? LEVEL_SECONDS : (this.times[seat] ?? settings.seconds));
  }

  /** End the game: somebody's time is over. */
  protected abstract endOnTime(): void;
}
