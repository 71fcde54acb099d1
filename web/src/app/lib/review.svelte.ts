/** What was found along a game: by the way, while somebody looked at it, or by an analysis of the whole game. */

import { Analysis, type Question } from "./analysis.svelte";
import type { Decision, Position } from "./api";
import { type Findings, placeOf, saysMore, sizeOf } from "./course";

/** How far the analysis of a whole game has come. */
export interface Progress {
  done: number;
  of: number;
}

/** Keeps the best that was found in each position, and searches those of a line one after another. */
export class Review {
  findings = $state.raw<Findings>(new Map());
  /** The estimate that fills three quarters of a bar, counted once for all moves. */
  readonly size = $derived(sizeOf(this.findings));
  progress = $state.raw<Progress | null>(null);
  problem = $state<string | null>(null);
  private readonly analysis = new Analysis();
  private run = 0;

  constructor(
    private readonly pose: (actions: string[], seconds: number) => Question,
    private readonly fetch: (actions: string[]) => Promise<Position>,
  ) {}

  /** Keep what was found in a position, unless more is known already. */
  note(actions: readonly string[], decision: Decision): void {
    const place = placeOf(actions);
    if (decision.choices.length === 0 || !saysMore(decision, this.findings.get(place))) return;
    this.findings = new Map(this.findings).set(place, decision);
  }

  /** Search each position of a line for some seconds, from the end to the start: late ones are the surest. */
  async start(line: string[], seconds: number): Promise<void> {
    const run = ++this.run;
    const plies = Array.from({ length: line.length + 1 }, (_, back) => line.length - back);
    this.problem = null;
    for (const [done, ply] of plies.entries()) {
      this.progress = { done, of: plies.length };
      try {
        await this.searchOne(line.slice(0, ply), seconds);
      } catch (error) {
        if (run === this.run) this.problem = error instanceof Error ? error.message : String(error);
      }
      if (run !== this.run) return;
      if (this.problem !== null) break;
    }
    this.progress = null;
  }

  /** End the analysis of the whole game; what it has found stays. */
  stop(): void {
    this.run += 1;
    this.progress = null;
    this.analysis.clear();
  }

  /** Forget everything, for another game. */
  clear(): void {
    this.stop();
    this.findings = new Map();
    this.problem = null;
  }

  /** Close the connection to the service. */
  close(): void {
    this.run += 1;
    this.analysis.close();
  }

  private async searchOne(actions: string[], seconds: number): Promise<void> {
    const position = await this.fetch(actions);
    const known = this.findings.get(placeOf(actions));
    const isKnown = known !== undefined && (known.status === "proven" || known.seconds >= seconds);
    // Nobody chooses at the end, or where chance decides.
    if (position.is_over || position.to_move === -1 || isKnown) return;
    const decision = await this.analysis.settle(this.pose(actions, seconds));
    if (decision) this.note(actions, decision);
  }
}
