import { expect, it } from "vitest";
import type { TreeNode } from "./explanation";
import { sampleTrace } from "./sample.test-data";
import { tellCount, tellNumber, tellPlayer, tellRange, tellStepWindow, tellWindow, windowData } from "./words";

it("writes numbers, ranges and windows as the book does", () => {
  expect([3, -1, 0.5, 1 / 3].map(tellNumber)).toEqual(["3", "−1", "0.5", "0.333333"]);
  expect(tellRange([3, null])).toBe("[3, +∞]");
  expect(tellWindow([null, -2])).toBe("α = −∞, β = −2");
  expect([windowData([3, null]), windowData([null, null]), windowData(null)]).toEqual(["3,inf", "-inf,inf", ""]);
});

it("prefers a window in the game's own units", () => {
  const [step] = sampleTrace().steps;
  if (step === undefined) throw new Error("no step");
  expect(tellStepWindow({ ...step, window: [74, null], window_told: ["≈ −3", "1"] })).toBe("α ≈ −3, β = 1");
  expect(tellStepWindow({ ...step, window: null })).toBe("");
});

it("counts and names who moves", () => {
  expect([tellCount(1, "state"), tellCount(2000, "state")]).toEqual(["1 state", "2,000 states"]);
  const trace = sampleTrace();
  expect(trace.nodes.map((node) => tellPlayer(trace, node)).slice(0, 3)).toEqual([
    "A (MAX) to move",
    "the game is over",
    "B (MIN) to move",
  ]);
  const tree = { ...trace, players: ["MAX", "MIN"] };
  expect(tellPlayer(tree, tree.nodes[0] as TreeNode)).toBe("MAX to move");
});
