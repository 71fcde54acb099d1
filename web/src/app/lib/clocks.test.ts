// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Clocks, tellTime } from "./clocks.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => vi.useRealTimers());

test("times are written as on a chess clock", () => {
  expect([600_000, 61_000, 59_001, 10_000, 9_940, 50, 0].map(tellTime)).toEqual([
    "10:00",
    "1:01",
    "1:00",
    "0:10",
    "0:10.0",
    "0:00.1",
    "0:00.0",
  ]);
});

test("the mover pays, gets the increment, and finds the old times when looking back", () => {
  const clocks = new Clocks(2, "clock", () => undefined);
  clocks.set({ minutes: 1, increment: 2 });
  clocks.lookAt("[]");
  clocks.run(0);
  vi.advanceTimersByTime(5000);
  clocks.moveOn("[a]", clocks.stop());
  expect(clocks.left).toEqual([57_000, 60_000]);
  clocks.run(1);
  vi.advanceTimersByTime(30_000);
  expect(clocks.left).toEqual([57_000, 30_000]);
  clocks.stop();
  clocks.moveOn("[a,6]", null);
  expect(clocks.left, "dice cost nobody time").toEqual([57_000, 30_000]);
  clocks.lookAt("[]");
  expect(clocks.left).toEqual([60_000, 60_000]);
});

test("the flag falls once, and the times outlive the page", () => {
  const fallen = vi.fn();
  const clocks = new Clocks(3, "clock", fallen);
  clocks.set({ minutes: 1, increment: 0 });
  clocks.lookAt("[a]");
  clocks.run(2);
  vi.advanceTimersByTime(60_500);
  expect(fallen).toHaveBeenCalledOnce();
  expect([clocks.flagged, clocks.running]).toEqual([2, null]);
  const later = new Clocks(3, "clock", fallen);
  later.set({ minutes: 1, increment: 0 });
  later.resume();
  later.lookAt("[a]");
  expect(later.left).toEqual([60_000, 60_000, 0]);
  expect(later.allot(0, 30)).toBeCloseTo(2.4);
});
