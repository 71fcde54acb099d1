/** Clocks: how much time each seat has left, at every position that was reached. */

/** The time for a whole game, and what each action adds to it. */
export interface TimeControl {
  minutes: number;
  /** In seconds. */
  increment: number;
}

/** The time controls to choose from; none is null. */
export const CONTROLS: TimeControl[] = [
  { minutes: 1, increment: 0 },
  { minutes: 3, increment: 2 },
  { minutes: 5, increment: 0 },
  { minutes: 10, increment: 5 },
  { minutes: 30, increment: 20 },
];

const TICK = 100;
const MINUTE = 60_000;
/** An engine plans to play about this many more actions. */
const ACTIONS_AHEAD = 25;
const SHORTEST_SECONDS = 0.1;

/** Write a time as 9:59, and the last ten seconds as 0:09.9. */
export function tellTime(left: number): string {
  const tenths = Math.ceil(left / 100);
  const seconds = left < 10_000 ? (tenths / 10).toFixed(1).padStart(4, "0") : String(Math.ceil(left / 1000) % 60);
  const minutes = Math.floor((left < 10_000 ? 0 : Math.ceil(left / 1000)) / 60);
  return `${String(minutes)}:${seconds.padStart(2, "0")}`;
}

/** The clocks of one game; without a time control they stand still. */
export class Clocks {
  control = $state.raw<TimeControl | null>(null);
  /** The milliseconds that each seat has left. */
  left = $state.raw<number[]>([]);
  /** The seat whose time runs. */
  running = $state<number | null>(null);

  /** What each seat had left when a position was reached. */
  private kept = new Map<string, number[]>();
  private place = "";
  private timer = 0;
  private since = 0;

  constructor(
    private readonly players: number,
    private readonly name: string,
    private readonly onFlag: () => void,
  ) {}

  /** The seat that has no time left. */
  get flagged(): number | null {
    const seat = this.control ? this.left.findIndex((left) => left <= 0) : -1;
    return seat < 0 ? null : seat;
  }

  /** Set the clocks, all of them to the full time. */
  set(control: TimeControl | null): void {
    this.stop();
    this.control = control;
    this.kept.clear();
    this.left = this.full();
  }

  /** Take up the times that were kept before the page was loaded again. */
  resume(): void {
    try {
      const { place, left } = JSON.parse(sessionStorage.getItem(this.name) ?? "{}") as Partial<Kept>;
      if (place !== undefined && left?.length === this.players) this.kept.set(place, left);
    } catch {
      // Storage may be switched off: then the clocks begin anew.
    }
  }

  /** Come to a position by playing on; the seat whose time was running until then has its increment. */
  moveOn(place: string, mover: number | null): void {
    const added = 1000 * (this.control?.increment ?? 0);
    this.arrive(
      place,
      this.left.map((left, seat) => (seat === mover ? left + added : left)),
    );
  }

  /** Come to a position by looking back or ahead: the times are those of then, as far as they are known. */
  lookAt(place: string): void {
    this.arrive(place, this.kept.get(place) ?? this.left);
  }

  private arrive(place: string, left: number[]): void {
    if (!this.control) return;
    this.left = left;
    this.place = place;
    this.kept.set(place, this.left);
    this.store();
  }

  /** Let a seat's time run. */
  run(seat: number): void {
    this.stop();
    if (!this.control || this.flagged !== null) return;
    this.running = seat;
    this.since = performance.now();
    this.timer = window.setInterval(() => this.tick(), TICK);
  }

  /** Stop all clocks, and return the seat whose time was running. */
  stop(): number | null {
    clearInterval(this.timer);
    const seat = this.running;
    if (seat !== null) this.charge(seat);
    this.running = null;
    return seat;
  }

  /** Return how long an engine should think, given what it may take at most. */
  allot(seat: number, most: number): number {
    if (!this.control) return most;
    const share = (this.left[seat] ?? 0) / 1000 / ACTIONS_AHEAD + 0.7 * this.control.increment;
    return Math.max(SHORTEST_SECONDS, Math.min(most, share));
  }

  private full(): number[] {
    const { control } = this;
    return control ? Array.from({ length: this.players }, () => control.minutes * MINUTE) : [];
  }

  private tick(): void {
    if (this.running === null) return;
    this.charge(this.running);
    if (this.flagged === null) return;
    this.stop();
    this.kept.set(this.place, this.left);
    this.onFlag();
  }

  private charge(seat: number): void {
    const now = performance.now();
    const passed = now - this.since;
    this.since = now;
    this.left = this.left.map((left, each) => (each === seat ? Math.max(0, left - passed) : left));
    this.store();
  }

  private store(): void {
    try {
      const kept: Kept = { place: this.place, left: this.left };
      sessionStorage.setItem(this.name, JSON.stringify(kept));
    } catch {
      // Without storage they last as long as the page.
    }
  }
}

interface Kept {
  place: string;
  left: number[];
}
