/** Seeds fall into the pits one after another, and what a capture changes comes last. */

import { expect, it } from "vitest";
import { type CellData, PLAIN, type ViewData } from "../data";
import { sowing } from "./sowing";

/** A board of three pits a side: B's above, from its right to its left, and the stores at the ends. */
function board(b3: number, b2: number, b1: number, a1: number, a2: number, a3: number, a: number, b: number): ViewData {
  const cell = (x: number, y: number, name: string, seeds: number): CellData => {
    return { x, y, piece: String(seeds || ""), player: null, name, mark: "", action: "" };
  };
  const upper = [cell(1, 0, "B3", b3), cell(2, 0, "B2", b2), cell(3, 0, "B1", b1)];
  const lower = [cell(1, 1, "A1", a1), cell(2, 1, "A2", a2), cell(3, 1, "A3", a3)];
  const cells = [...upper, cell(0, 0.5, "B", b), cell(4, 0.5, "A", a), ...lower];
  return { cells, caption: "", edges: [], dice: [], look: { ...PLAIN, board: "pits", pieces: "seeds" }, turn: "" };
}

function told(before: ViewData, after: ViewData, origin: string): string[] {
  return sowing(before, after, [origin]).map(({ cell, shown }) => `${after.cells[cell]?.name}:${shown.piece || 0}`);
}

it("sows counter-clockwise, the own store included", () => {
  expect(told(board(2, 2, 2, 2, 2, 2, 0, 0), board(2, 2, 3, 2, 2, 0, 1, 0), "A3")).toEqual(["A3:0", "A:1", "B1:3"]);
});

it("leaves the other's store out", () => {
  const [before, after] = [board(1, 1, 1, 1, 1, 6, 0, 0), board(2, 2, 2, 2, 2, 0, 1, 0)];
  const way = ["A3:0", "A:1", "B1:2", "B2:2", "B3:2", "A1:2", "A2:2"];
  expect(told(before, after, "A3")).toEqual(way);
});

it("shows a capture last", () => {
  const way = told(board(2, 2, 2, 1, 0, 2, 0, 0), board(2, 0, 2, 0, 0, 2, 3, 0), "A1");
  expect(way.slice(0, 2)).toEqual(["A1:0", "A2:1"]);
  expect(new Set(way.slice(2))).toEqual(new Set(["B2:0", "A2:0", "A:3"]));
});

it("shows nothing of other boards, or of what wasn't sown", () => {
  const one = board(1, 1, 1, 1, 1, 1, 0, 0);
  expect(told(one, one, "z9")).toEqual([]);
  expect(sowing({ ...one, look: PLAIN }, { ...one, look: PLAIN }, ["A1"])).toEqual([]);
});
