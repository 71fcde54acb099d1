/** Where cells are drawn: a board of hexagons is as wide as its cells, and boards side by side have a gap. */

import { describe, expect, it } from "vitest";
import { type CellData, PLAIN, type ViewData } from "./data";
import { frameOf, UNIT } from "./frame";

function hexagons(places: [number, number][]): ViewData {
  return { ...grid(places), look: { ...PLAIN, board: "hexagons" } };
}

function grid(places: [number, number][]): ViewData {
  const cells = places.map(([x, y]): CellData => ({
    x,
    y,
    piece: "",
    player: null,
    name: `${x} ${y}`,
    mark: "",
    action: "",
  }));
  return { cells, caption: "", edges: [], dice: [], look: PLAIN, turn: "" };
}

describe("a board of hexagons", () => {
  it("is a rhombus where all rows are equally long", () => {
    const frame = frameOf(hexagons([[0, 0], [1, 0], [0, 1], [1, 1]])); // prettier-ignore
    expect(frame.ground.width).toBe(2.5 * UNIT);
    expect(frame.place({ x: 0, y: 1 }).x - frame.place({ x: 0, y: 0 }).x).toBe(UNIT / 2);
  });

  it("leaves no room beside a hexagon of hexagons, seen from either side", () => {
    const rosette = hexagons([[1, 0], [2, 0], [0, 1], [1, 1], [2, 1], [0, 2], [1, 2]]); // prettier-ignore
    for (const isTurned of [false, true]) {
      const frame = frameOf(rosette, isTurned);
      expect(frame.ground.width).toBe(3 * UNIT);
      const across = rosette.cells.map((cell) => frame.place(cell).x - frame.ground.x);
      expect([Math.min(...across), Math.max(...across)]).toEqual([UNIT / 2, 2.5 * UNIT]);
    }
  });
});

describe("boards side by side", () => {
  const pair = grid([0, 1, 3, 4].flatMap((x): [number, number][] => [[x, 0], [x, 1]])); // prettier-ignore

  it("have a ground each, seen from either side, and none between them", () => {
    for (const isTurned of [false, true]) {
      const { ground, blocks, place } = frameOf(pair, isTurned);
      expect(ground.width).toBe(5 * UNIT);
      expect(blocks.map(({ x, width }) => [x - ground.x, width])).toEqual([[0, 2 * UNIT], [3 * UNIT, 2 * UNIT]]); // prettier-ignore
      const isCovered = (at: number): boolean => blocks.some(({ x, width }) => x < at && at < x + width);
      expect(pair.cells.every((cell) => isCovered(place(cell).x))).toBe(true);
    }
  });

  it("are one where no column is left out", () => {
    const { ground, blocks } = frameOf(grid([[2, 0], [3, 0], [2, 1], [3, 1]])); // prettier-ignore
    expect(blocks).toEqual([ground]);
  });
});
