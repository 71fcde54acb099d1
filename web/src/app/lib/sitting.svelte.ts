/** A game that hides something, as one screen has it: the server keeps the record, and the page what one seat sees. */

import type { ViewData } from "../../board";
import { ask, type GameDescription, tellProblem } from "./api";
import type { SeatKey } from "./route";
import { askSeat, watchSeat } from "./service";
import { changeTable, settings, tableOf } from "./settings.svelte";

/** Something that was done, named as far as the seat can see it; the player is -1 for chance. */
export interface SeenMove {
  player: number;
  name: string;
}

/** All that a seat may know. */
export interface SeatView {
  game: string;
  player: number;
  /** Who plays: "person", or an agent's name. */
  seats: string[];
  players: string[];
  view: ViewData;
  to_move: number | null;
  is_over: boolean;
  outcome: string | null;
  utilities: number[] | null;
  options: { name: string; cells: string[] }[];
  moves: SeenMove[];
  problem: string | null;
}

/** What is kept until the window is closed: seats of people here, and of people elsewhere. */
interface Kept {
  sitting: string;
  here: [number, string][];
  elsewhere: [number, string][];
  next: number;
}

/** Who plays a seat: "you", "elsewhere", "engine" for what suits the game, or the name of an agent. */
type Seat = string;

/** One screen at a game that hides something. */
export class Sitting {
  /** Who plays each seat of the next game. */
  seats = $state<Seat[]>([]);
  seen = $state.raw<SeatView | null>(null);
  before = $state.raw<ViewData | null>(null);
  /** To whom the screen is to be handed over; meanwhile nothing is shown. */
  next = $state<number | null>(null);
  problem = $state<string | null>(null);
  isAsking = $state(false);
  private kept = $state.raw<Kept | null>(null);
  private unwatch: (() => void) | null = null;
  private starts = 0;

  constructor(readonly game: GameDescription) {
    const { seats } = tableOf(game.id);
    const usual = game.players.map((_, seat): Seat => (seat === 0 ? "you" : "engine"));
    const isKnown = seats?.length === game.players.length && seats.every((each) => !each.startsWith("level:"));
    this.seats = isKnown && seats ? seats : usual;
  }

  /** Whether several people share this screen. */
  get isShared(): boolean {
    return (this.kept?.here.length ?? 0) > 1;
  }

  /** Whether it is the turn of whoever is shown. */
  get isYours(): boolean {
    return this.seen !== null && !this.seen.is_over && this.seen.to_move === this.seen.player;
  }

  /** The people at this screen, by their seats. */
  get here(): number[] {
    return this.kept?.here.map(([player]) => player) ?? [];
  }

  /** What opens the seats of people who play elsewhere. */
  get invitations(): SeatKey[] {
    const { sitting, elsewhere } = this.kept ?? { sitting: "", elsewhere: [] };
    return elsewhere.map(([player, token]) => ({ sitting, player, token }));
  }

  /** Take a seat that somebody has invited to, continue what this window was playing, or start a game. */
  async open(key: SeatKey | null): Promise<void> {
    const kept = key
      ? { sitting: key.sitting, here: [[key.player, key.token] as [number, string]], elsewhere: [], next: key.player }
      : this.recall();
    if (kept) this.take(kept);
    else await this.start();
  }

  /** Choose who plays each seat, from the next game on. */
  seat(seats: Seat[]): void {
    this.seats = seats;
    changeTable(this.game.id, { seats });
  }

  /** Start a game with the seats as they are chosen. */
  async start(): Promise<void> {
    const start = ++this.starts;
    const { seats } = this;
    this.leave();
    this.problem = null;
    try {
      const { sitting, tokens } = await ask<{ sitting: string; tokens: { player: number; token: string }[] }>(
        "api/sittings",
        { game: this.game.id, seats: seats.map(whoPlays), seconds: settings.seconds },
      );
      if (start !== this.starts) return;
      const all = tokens.map(({ player, token }): [number, string] => [player, token]);
      const here = all.filter(([player]) => seats[player] !== "elsewhere");
      const elsewhere = all.filter(([player]) => seats[player] === "elsewhere");
      this.take({ sitting, here, elsewhere, next: here[0]?.[0] ?? 0 });
    } catch (error) {
      if (start === this.starts) this.problem = tellProblem(error);
    }
  }

  /** Show the seat that the screen was handed over to, or another one after the end. */
  show(player: number): void {
    const token = this.tokenOf(player);
    if (!this.kept || token === null) return;
    this.leave();
    this.problem = null;
    this.unwatch = watchSeat<SeatView>(
      `${this.address(player)}/live`,
      token,
      (seen) => this.see(seen),
      (problem) => (this.problem = problem),
    );
  }

  /** Try again after a problem. */
  retry(): void {
    if (this.kept && this.problem !== null && this.next === null) this.take(this.kept);
    else if (!this.kept) void this.start();
  }

  /** Play an action. */
  async play(action: string): Promise<void> {
    const { seen } = this;
    const token = seen && this.tokenOf(seen.player);
    if (!seen || token === null || this.isAsking) return;
    this.isAsking = true;
    this.problem = null;
    try {
      const after = await askSeat<SeatView>(`${this.address(seen.player)}/actions`, token, { action });
      // What came by the socket meanwhile may be newer.
      if (this.seen?.player === after.player && after.moves.length > this.seen.moves.length) this.see(after);
    } catch (error) {
      this.problem = tellProblem(error);
    } finally {
      this.isAsking = false;
    }
  }

  /** Show nothing any more. */
  leave(): void {
    this.unwatch?.();
    this.unwatch = null;
    this.seen = this.before = this.next = null;
  }

  private take(kept: Kept): void {
    this.keep(kept);
    if (kept.here.length > 1) this.handOver(kept.next);
    else if (kept.here[0]) this.show(kept.here[0][0]);
  }

  /** Take in what a seat sees; where another person here is to act, hide it at once. */
  private see(seen: SeatView): void {
    if (this.seen && seen.moves.length < this.seen.moves.length) return;
    const mover = seen.to_move;
    if (mover !== null && mover !== seen.player && this.here.includes(mover)) {
      this.handOver(mover);
      return;
    }
    this.before = this.seen?.view ?? null;
    this.seen = seen;
    if (seen.problem) this.problem = seen.problem;
  }

  /** Hide everything until the next person asks for it. */
  private handOver(player: number): void {
    this.leave();
    this.next = player;
    if (this.kept) this.keep({ ...this.kept, next: player });
  }

  private address(player: number): string {
    return `api/sittings/${this.kept?.sitting ?? ""}/seats/${String(player)}`;
  }

  private tokenOf(player: number): string | null {
    return this.kept?.here.find(([each]) => each === player)?.[1] ?? null;
  }

  private get place(): string {
    return `plywise-sitting-${this.game.id}`;
  }

  private keep(kept: Kept): void {
    this.kept = kept;
    try {
      sessionStorage.setItem(this.place, JSON.stringify(kept));
    } catch {
      // Without storage the game lasts as long as the page.
    }
  }

  private recall(): Kept | null {
    try {
      return JSON.parse(sessionStorage.getItem(this.place) ?? "null") as Kept | null;
    } catch {
      return null;
    }
  }
}

function whoPlays(seat: Seat): string {
  if (seat === "engine") return "auto";
  return seat === "you" || seat === "elsewhere" ? "person" : seat;
}
