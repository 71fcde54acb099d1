import { expect, it } from "vitest";
import { Prediction } from "./predict";
import { sampleTrace } from "./sample.test-data";
import { Timeline } from "./timeline";

const trace = sampleTrace();
const children = trace.nodes.map((_, number) =>
  [...trace.nodes.keys()].filter((at) => trace.nodes[at]?.parent === number),
);
const predict = (): Prediction => new Prediction(trace, new Timeline(trace), children);

it("compares leaves: to mark a branch is to mark all below it", () => {
  const prediction = predict();
  prediction.toggle(4);
  expect([prediction.has(4), prediction.has(5), prediction.has(2)]).toEqual([true, true, false]);
  expect([prediction.markOf(5), prediction.markOf(3), prediction.markOf(4)]).toEqual(["right", null, null]);
  expect(prediction.tell()).toBe("Right: 1 of 1 leaf that the search never looks at, and no other.");
});

it("counts what is missed and what is wrong, and takes marks back", () => {
  const prediction = predict();
  prediction.toggle(1);
  prediction.toggle(0);
  expect([prediction.markOf(1), prediction.markOf(5)]).toEqual(["wrong", "missed"]);
  expect(prediction.tell()).toMatch(
    /^You found 0 of 1 leaf that the search never looks at, and 1 that it does look at\./,
  );
  prediction.toggle(1);
  expect(prediction.markOf(1)).toBe(null);
});
