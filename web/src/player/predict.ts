/** Predicting what a search will leave out: the whole tree with its leaves' values, branches to mark, and a verdict.
 *
 * What is compared are leaves: to mark a branch is to say that none of its leaves will be looked at.
 */
import type { Trace } from "./explanation";
import type { Timeline } from "./timeline";
import { tellCount } from "./words";

/** How a leaf was predicted. */
export type Mark = "right" | "wrong" | "missed";

/** A prediction of what a search will leave out. */
export class Prediction {
  private readonly guessed = new Set<number>();
  private readonly pruned: Set<number>;

  constructor(
    private readonly trace: Trace,
    timeline: Timeline,
    private readonly children: number[][],
  ) {
    const last = trace.steps.length - 1;
    const leaves = this.leavesBelow(0);
    this.pruned = new Set(leaves.filter((leaf) => timeline.stateAt(leaf, last).status === "pruned"));
  }

  /** Mark a node and what is below it, or take the mark back. */
  toggle(number: number): void {
    if (number === 0) return;
    const leaves = this.leavesBelow(number);
    const isMarked = leaves.every((leaf) => this.guessed.has(leaf));
    for (const leaf of leaves) {
      if (isMarked) this.guessed.delete(leaf);
      else this.guessed.add(leaf);
    }
  }

  /** Whether all the leaves below a node are marked. */
  has(number: number): boolean {
    return number > 0 && this.leavesBelow(number).every((leaf) => this.guessed.has(leaf));
  }

  /** How a leaf was predicted; null if it was rightly left alone, or is no leaf. */
  markOf(number: number): Mark | null {
    if ((this.children[number]?.length ?? 0) > 0) return null;
    if (this.guessed.has(number)) return this.pruned.has(number) ? "right" : "wrong";
    return this.pruned.has(number) ? "missed" : null;
  }

  /** The verdict in a sentence. */
  tell(): string {
    const marks = [...this.trace.nodes.keys()].map((number) => this.markOf(number));
    const count = (mark: Mark): number => marks.filter((each) => each === mark).length;
    const found = `${count("right")} of ${tellCount(this.pruned.size, "leaf", "leaves")}`;
    if (count("missed") + count("wrong") === 0) return `Right: ${found} that the search never looks at, and no other.`;
    const wrong = count("wrong");
    const tooMany = wrong === 0 ? "" : `, and ${wrong} that it does look at`;
    return `You found ${found} that the search never looks at${tooMany}. Step through it to see why.`;
  }

  private leavesBelow(number: number): number[] {
    const leaves: number[] = [];
    const waiting = [number];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const below = this.children[at] ?? [];
      if (below.length === 0) leaves.push(at);
      waiting.push(...below);
    }
    return leaves;
  }
}
