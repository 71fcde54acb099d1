/** What a tree looks like after any step: every node keeps a short list of its changes, so a jump costs little. */
import type { Range, Status, Step, Trace } from "./explanation";

/** How a node stands after a step. */
export interface NodeState {
  status: Status;
  label: string;
  range: Range | null;
  best: boolean;
  /** α and β there, in words; empty if it has none. */
  window: string;
}

/** A node before it is searched. */
export const UNSEEN: NodeState = { status: "unseen", label: "", range: null, best: false, window: "" };

interface Moment extends NodeState {
  step: number;
}

/** Gives the state of each node of a trace after a step, and the nodes that differ between two steps. */
export class Timeline {
  private readonly moments: Moment[][];
  private readonly visits: { step: number }[][];

  constructor(private readonly trace: Trace) {
    this.moments = trace.nodes.map(() => []);
    this.visits = trace.nodes.map(() => []);
    trace.steps.forEach((step, at) => this.record(step, at));
  }

  private record(step: Step, at: number): void {
    const visits = this.visits[step.node];
    if (step.window !== null && (step.kind === "enter" || visits?.length === 0)) visits?.push({ step: at });
    for (const { node, ...changed } of step.changes) {
      const own = this.moments[node];
      if (own === undefined) throw new Error(`Step ${at + 1} changes node ${node}, which the tree does not have.`);
      own.push({ ...(own.at(-1) ?? UNSEEN), ...changed, step: at });
    }
  }

  /** Whether α and β are ever known at a node. */
  hasWindow(node: number): boolean {
    return this.moments[node]?.at(-1)?.window !== "" && (this.moments[node]?.length ?? 0) > 0;
  }

  /** How a node stands after a step. */
  stateAt(node: number, step: number): NodeState {
    return lastUpTo(this.moments[node] ?? [], step) ?? UNSEEN;
  }

  /** The step at which the search last entered a node with a window, or undefined if it hasn't. */
  visitOf(node: number, step: number): Step | undefined {
    const visit = lastUpTo(this.visits[node] ?? [], step);
    return visit === undefined ? undefined : this.trace.steps[visit.step];
  }

  /** The nodes that may differ between two steps. */
  touchedBetween(first: number, second: number): Set<number> {
    const low = Math.min(first, second) + 1;
    const high = Math.max(first, second);
    const touched = new Set<number>();
    for (const step of this.trace.steps.slice(low, high + 1)) {
      for (const change of step.changes) touched.add(change.node);
    }
    return touched;
  }

  /** The nodes from the root down to a node, including both. */
  pathTo(node: number): number[] {
    const path: number[] = [];
    for (let at: number | null = node; at !== null; at = this.trace.nodes[at]?.parent ?? null) path.push(at);
    return path.reverse();
  }
}

function lastUpTo<T extends { step: number }>(moments: T[], step: number): T | undefined {
  let low = 0;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] as T).step <= step) low = middle + 1;
    else high = middle;
  }
  return moments[low - 1];
}
