/** Searches side by side, kept in step by the states they have visited:
 *
 *   states       1    2    3              4
 *   minimax      A    B    b1             b2     A moment shows one step of each search. Where one of them has more to
 *   alpha-beta   A    B    b1   B ≤ 3     b2     say about the same state, the other waits: no step is left out.
 */
import type { Step, Trace } from "./explanation";

/** At each moment, the number of the step that each search shows. */
export type Moments = number[][];

/** Put the steps of searches beside each other; those of a single search stay as they are. */
export function alignSteps(traces: Trace[]): Moments {
  const next = traces.map(() => 0);
  const moments: Moments = [];
  const statesAt = (trace: Trace, step: number): number => trace.steps[step]?.states ?? Infinity;
  for (;;) {
    const states = Math.min(...traces.map((trace, pane) => statesAt(trace, next[pane] ?? 0)));
    if (states === Infinity) return moments;
    const ends = traces.map((trace, pane) => {
      let end = next[pane] ?? 0;
      while (statesAt(trace, end) <= states) end += 1;
      return end;
    });
    const most = Math.max(...ends.map((end, pane) => end - (next[pane] ?? 0)));
    for (let shown = 1; shown <= most; shown += 1) {
      moments.push(ends.map((end, pane) => Math.max(0, Math.min((next[pane] ?? 0) + shown, end) - 1)));
    }
    next.splice(0, next.length, ...ends);
  }
}

/** Whether a search takes a step at a moment; otherwise it waits for the other one. */
export function isStepping(moments: Moments, moment: number, pane: number): boolean {
  return moment === 0 || moments[moment]?.[pane] !== moments[moment - 1]?.[pane];
}

/** The next moment at which any of the searches takes a step of a kind, or null. */
export function nextMoment(traces: Trace[], moments: Moments, after: number, kind: Step["kind"]): number | null {
  for (let moment = after + 1; moment < moments.length; moment += 1) {
    const isFound = traces.some(
      (trace, pane) => isStepping(moments, moment, pane) && trace.steps[moments[moment]?.[pane] ?? -1]?.kind === kind,
    );
    if (isFound) return moment;
  }
  return null;
}
