/** Numbers, ranges and windows in words, as the figures of the book write them. */
import type { Range, Step, Trace, TreeNode } from "./explanation";

const DIGITS = 6;

/** A number as people write it: 3, -1, 0.5, with a real minus sign. */
export function tellNumber(value: number): string {
  return String(Number(value.toPrecision(DIGITS))).replace("-", "−");
}

function tellEnd(end: number | null, unbounded: string): string {
  return end === null ? unbounded : tellNumber(end);
}

/** A range of possible values: [3, +∞]. */
export function tellRange([low, high]: Range): string {
  return `[${tellEnd(low, "−∞")}, ${tellEnd(high, "+∞")}]`;
}

/** A window: α = 3, β = +∞. */
export function tellWindow([alpha, beta]: Range): string {
  return `α = ${tellEnd(alpha, "−∞")}, β = ${tellEnd(beta, "+∞")}`;
}

/** A step's window, in the game's own units where the step tells it so. */
export function tellStepWindow(step: Step): string {
  if (step.window === null) return "";
  const [alpha, beta] = step.window_told ?? [];
  if (alpha === undefined || beta === undefined) return tellWindow(step.window);
  const equals = (end: string): string => (end.startsWith("≈") ? end : `= ${end}`);
  return `α ${equals(alpha)}, β ${equals(beta)}`;
}

/** A window for programs: "3,inf"; empty where there is none. */
export function windowData(window: Range | null): string {
  return window === null ? "" : `${window[0] ?? "-inf"},${window[1] ?? "inf"}`;
}

/** A count with its noun: 1 state, 2,000 states. */
export function tellCount(count: number, noun: string): string {
  return `${count.toLocaleString("en-GB")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Whether the game of a trace has MAX and MIN. */
export function hasMaxAndMin(trace: Trace): boolean {
  return trace.players.length === 2 && trace.marks !== "vector";
}

/** Who moves at a node: "A (MAX) to move". */
export function tellPlayer(trace: Trace, node: TreeNode): string {
  if (node.player === null) return "the game is over";
  if (node.player < 0) return "chance moves";
  const role = hasMaxAndMin(trace) ? (node.player === 0 ? " (MAX)" : " (MIN)") : "";
  return `${trace.players[node.player] ?? "?"}${role} to move`;
}

/** What the labels beside the nodes tell. */
export function tellMarks(trace: Trace): string {
  const first = trace.players[0] ?? "A";
  switch (trace.marks) {
    case "range":
      return `[low, high]: the range in which the value to ${first} must lie`;
    case "value":
      return `numbers: the value to ${first}`;
    case "vector":
      return `(${trace.players.join(", ")}): the value to each player`;
    case "visits":
      return "0.5 (12): the mean to whoever chooses it, and the visits";
    case "proof":
      return "1 / 3: how many leaves must still say yes to prove it, or no to disprove it";
  }
}
