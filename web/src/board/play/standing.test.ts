/** Which cell shows an action, what is out of play, who owns a piece, and which boards can be turned. */

import { expect, it } from "vitest";
import { planClicks } from "./clicks";
import { type CellData, PLAIN, type ViewData } from "../data";
import { canTurn, outOfPlay, showingCells } from "./standing";

function cell(x: number, y: number, piece = "", action = "", player: number | null = null): CellData {
  return { x, y, piece, player, name: "", mark: "", action };
}

function board(...cells: CellData[]): ViewData {
  return { cells, caption: "", edges: [], dice: [], look: PLAIN, turn: "" };
}

it("shows a column's action where a stone would land", () => {
  const column = [cell(0, 0, "", "1"), cell(0, 1, "", "1"), cell(0, 2, "X", "1"), cell(1, 2, "", "2")];
  expect([...showingCells(column)]).toEqual([
    ["1", 1],
    ["2", 3],
  ]);
});

it("turns boards of several rows on which nothing falls down", () => {
  expect(canTurn(board(cell(0, 0), cell(1, 0)))).toBe(false);
  expect(canTurn(board(cell(0, 0, "", "1"), cell(0, 1, "", "1")))).toBe(false);
  expect(canTurn(board(cell(0, 0, "", "a2"), cell(0, 1, "", "a1")))).toBe(true);
});

it("puts other players' cells out of play where one's own are played", () => {
  const pits = [cell(0, 0, "4", "", 1), cell(0, 1, "4", "1", 0), cell(1, 1, "0", "", 0)];
  expect(outOfPlay(pits, planClicks(pits, [{ name: "1", cells: [], probability: null }]))).toEqual(new Set([pits[0]]));
  expect(outOfPlay(pits, planClicks(pits, []))).toEqual(new Set());
});
