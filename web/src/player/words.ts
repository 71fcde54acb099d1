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

/** A step's window, in the game's own units if the step gives them. */
export function tellStepWindow(step: Step): string {
  if (step.window === null) return "";
  const [alpha, beta] = step.window_told ?? [];
  if (alpha === undefined || beta === undefined) return tellWindow(step.window);
  const equals = (end: string): string => (end.startsWith("≈") ? end : `= ${end}`);
  return `α ${equals(alpha)}, β ${equals(beta)}`;
}

/** A window for programs: "3,inf"; empty if there is none. */
export function windowData(window: Range | null): string {
  return window === null ? "" : `${window[0] ?? "-inf"},${window[1] ?? "inf"}`;
}

/** A count with its noun: 1 state, 2,000 states. */
export function tellCount(count: number, noun: string, many = `${noun}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? noun : many}`;
}

/** Whether the game of a trace has MAX and MIN. */
export function hasMaxAndMin(trace: Trace): boolean {
  return trace.has_roles;
}

/** What a player of a trace is called: by the role, and by the name if that is another. */
export function tellRole(trace: Trace, player: number, join: (name: string, role: string) => string): string {
  const name = trace.players[player] ?? "?";
  const role = !hasMaxAndMin(trace) ? name : player === 0 ? "MAX" : "MIN";
  return name === role ? name : join(name, role);
}

/** Who moves at a node: "MAX to move", or if the player has a name, "A (MAX) to move". */
export function tellPlayer(trace: Trace, node: TreeNode): string {
  if (node.player === null) return "the game is over";
  if (node.player < 0) return "chance moves";
  return `${tellRole(trace, node.player, (name, role) => `${name} (${role})`)} to move`;
}

/** What the labels beside the nodes mean, in the words of `explain/svg/trace_drawing.py`. */
export function tellMarks(trace: Trace): string {
  const own = hasMaxAndMin(trace) ? "MAX" : (trace.players[trace.viewpoint] ?? "A");
  switch (trace.marks) {
    case "range":
      return `[least, most] that the value to ${own} can still be`;
    case "value":
      return `Numbers are values to ${own}`;
    case "vector":
      return "Numbers are the values to every player";
    case "visits":
      return "Numbers are the mean to whoever chooses the state, and how often it was visited";
    case "proof":
      return "Numbers are how many leaves are still needed to prove / to disprove; yes and no are settled";
  }
}
