import { expect, it } from "vitest";
import { alignSteps, isStepping, nextMoment } from "./moments";
import { sampleTrace } from "./sample.test-data";
import type { Trace } from "./explanation";

/** The small search without its cutoff: it says less about b1, and looks at b2 and what is below it. */
function longTrace(): Trace {
  const trace = sampleTrace();
  const steps = trace.steps.slice(0, 4).concat(trace.steps.slice(3, 4), trace.steps.slice(3, 4), trace.steps.slice(5));
  const states = [1, 2, 3, 4, 5, 6, 6];
  return { ...trace, steps: steps.map((step, at) => ({ ...step, states: states[at] ?? 0 })) };
}

it("leaves the steps of one search as they are", () => {
  expect(alignSteps([sampleTrace()])).toEqual([[0], [1], [2], [3], [4], [5]]);
});

it("shows every step of both searches, neither ahead of the other by a state", () => {
  const traces = [longTrace(), sampleTrace()];
  const moments = alignSteps(traces);
  expect(moments).toEqual([[0, 0], [1, 1], [2, 2], [3, 3], [3, 4], [3, 5], [4, 5], [5, 5], [6, 5]]); // prettier-ignore
  for (const shown of moments.slice(0, 6)) {
    const [first, second] = traces.map((trace, pane) => trace.steps[shown[pane] ?? 0]?.states);
    expect(first).toBe(second);
  }
  expect([3, 4, 6].map((moment) => [0, 1].map((pane) => isStepping(moments, moment, pane)))).toEqual([
    [true, true],
    [false, true],
    [true, false],
  ]);
});

it("waits at the first step for a search that has already begun", () => {
  const late = sampleTrace();
  for (const step of late.steps) step.states += 1;
  expect(alignSteps([sampleTrace(), late]).slice(0, 3)).toEqual([[0, 0], [1, 0], [2, 1]]); // prettier-ignore
});

it("finds the next cutoff of either search, and null after the last", () => {
  const traces = [longTrace(), sampleTrace()];
  const moments = alignSteps(traces);
  expect(nextMoment(traces, moments, -1, "cutoff")).toBe(4);
  expect(nextMoment(traces, moments, 4, "cutoff")).toBeNull();
});
