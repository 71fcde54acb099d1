import { describe, expect, it } from "vitest";
import { sampleTrace } from "./sample.test-data";
import { Timeline } from "./timeline";

describe("Timeline", () => {
  const trace = sampleTrace();
  const timeline = new Timeline(trace);

  it("gives the state of a node after any step, even before its first change", () => {
    expect([0, 1, 5].map((step) => timeline.stateAt(0, step).label)).toEqual(["[−∞, +∞]", "[3, +∞]", "[3, 3]"]);
    expect(timeline.stateAt(4, 3).status).toBe("unseen");
    expect(timeline.stateAt(4, 4).status).toBe("pruned");
    expect(timeline.stateAt(1, 5)).toMatchObject({ status: "done", label: "3", best: true });
  });

  it("equals applying all changes one after the other, at every step", () => {
    const applied = trace.nodes.map(() => ({ status: "unseen", label: "", range: null as unknown, best: false }));
    trace.steps.forEach((step, at) => {
      for (const { node, ...change } of step.changes) Object.assign(applied[node] as object, change);
      trace.nodes.forEach((_, node) => expect(timeline.stateAt(node, at)).toMatchObject(applied[node] as object));
    });
  });

  it("names every node that differs between two steps, forward and backward", () => {
    expect(timeline.touchedBetween(1, 4)).toEqual(new Set([2, 3, 4, 5]));
    expect(timeline.touchedBetween(4, 1)).toEqual(timeline.touchedBetween(1, 4));
    expect(timeline.touchedBetween(2, 2).size).toBe(0);
  });

  it("keeps the window with which a node was entered, not the one at its cutoff", () => {
    expect(timeline.visitOf(2, 5)?.window).toEqual([3, null]);
    expect(timeline.visitOf(2, 1)).toBeUndefined();
  });

  it("refuses a change of a node that is not there", () => {
    const broken = sampleTrace();
    broken.steps[0]?.changes.push({ node: 99, status: "open" });
    expect(() => new Timeline(broken)).toThrow("Step 1 changes node 99");
  });
});
