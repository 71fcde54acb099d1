import { expect, it } from "vitest";
import { measureNodes } from "./geometry";
import { measureReach } from "./places";
import { RoomLayout, stretch } from "./room";
import { sampleTrace } from "./sample.test-data";

const trace = sampleTrace();
const parts = measureNodes(trace);
const children = trace.nodes.map((_, number) =>
  [...trace.nodes.keys()].filter((at) => trace.nodes[at]?.parent === number),
);
const layout = new RoomLayout(trace, parts, measureReach(trace, parts), children);
const WAY = [0, 2, 4, 5];

it("stretches a tree to its room and keeps its order", () => {
  const { at, width, height } = stretch(trace, { width: 200, height: 400 });
  expect([width, height]).toEqual([200, 400]);
  expect(at.get(1)?.y).toBe(at.get(2)?.y);
  expect(at.get(3)?.y ?? 0).toBeGreaterThan((at.get(2)?.y ?? 0) + 70);
});

it("keeps the path and the root in a room of any height: what has no room is beside the root", () => {
  for (const height of [120, 180, 260, 600]) {
    const { at } = layout.layOut(WAY, { width: 500, height });
    for (const number of WAY) expect(at.has(number)).toBe(true);
    for (const { x, y } of at.values()) expect(x >= 0 && x <= 500 && y >= 0 && y <= Math.max(height, 120)).toBe(true);
  }
  const low = layout.layOut(WAY, { width: 500, height: 120 }).at;
  expect(low.get(0)?.y).toBe(low.get(2)?.y);
  expect(layout.layOut(WAY, { width: 500, height: 600 }).at.get(0)?.y).toBeLessThan(low.get(5)?.y ?? 0);
});

it("leaves neighbours out of a row that is too wide, and says how many; names a better one that isn't shown", () => {
  const narrow = layout.layOut([0, 2], { width: 100, height: 600 });
  expect(narrow.at.has(2)).toBe(true);
  expect(narrow.at.has(1)).toBe(false);
  expect(narrow.notes?.map(({ text }) => text)).toContain("‹ 1 more");
  const low = layout.layOut(WAY, { width: 500, height: 120 }, { node: 1, label: "3" });
  expect(low.notes?.map(({ text }) => text)).toContain("better: a1 3");
});
