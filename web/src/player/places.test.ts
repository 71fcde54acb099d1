import { expect, it } from "vitest";
import { measureNodes } from "./geometry";
import { WayLayout } from "./places";
import { sampleTrace } from "./sample.test-data";

const trace = sampleTrace();
const children = trace.nodes.map((_, number) =>
  [...trace.nodes.keys()].filter((at) => trace.nodes[at]?.parent === number),
);
const layout = new WayLayout(trace, measureNodes(trace), children);

it("shows the path to a node, the siblings along it, and its children", () => {
  expect([...layout.layOut([0]).at.keys()]).toEqual([0, 1, 2]);
  expect([...layout.layOut([0, 2]).at.keys()]).toEqual([0, 1, 2, 3, 4]);
  expect([...layout.layOut([0, 2, 4, 5]).at.keys()]).toEqual([0, 1, 2, 3, 4, 5]);
});

it("keeps rows apart, siblings in order, everything within its width, and heights from one path to the next", () => {
  const { at, width, height } = layout.layOut([0, 2, 4]);
  const place = (number: number): { x: number; y: number } => at.get(number) ?? { x: NaN, y: NaN };
  expect(place(1).x).toBeLessThan(place(2).x);
  expect(place(3).y).toBeGreaterThan(place(2).y);
  expect(place(5).y).toBeLessThanOrEqual(height);
  for (const { x } of at.values()) expect(x >= 0 && x <= width).toBe(true);
  expect(layout.layOut([0]).at.get(2)).toEqual(place(2));
});
