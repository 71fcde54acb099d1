/** How long a search may take, and how it is told that it is over. */

/** No limit, in the words of a block. */
export const UNLIMITED = 1n << 60n;

/** Milliseconds that are kept for putting the answer together. */
const WRAP_UP = 5;

/** The work was stopped before it was complete: no error. */
export class Stopped extends Error {}

/** The time of one search. */
export interface Timer {
  readonly seconds: number;
  /** When compiled code stops by itself, in nanoseconds of its clock; 0 for never. */
  readonly deadline: bigint;
  /** When that is, in milliseconds of the host's clock. */
  readonly ends: number;
}

/** Start the time of a search that has so many milliseconds. */
export function startTimer(now: () => number, ms: number | undefined): Timer {
  const started = now();
  const ends = ms === undefined ? Infinity : started + Math.max(0, ms - Math.min(WRAP_UP, ms / 20));
  return {
    get seconds() {
      return (now() - started) / 1000;
    },
    deadline: ends === Infinity ? 0n : toClock(ends),
    ends,
  };
}

/** Return milliseconds as compiled code reads the clock; never 0, which stands for no deadline. */
export function toClock(milliseconds: number): bigint {
  return BigInt(Math.max(1, Math.round(milliseconds * 1e6)));
}
