/** Labels at the board's edges and the words for cells: the same as the terminal's board. */

import { describe, expect, it } from "vitest";
import type { CellData, ViewData } from "./data";
import { cellWords, edgeLabels, isGrid } from "./labels";
import { arrivals } from "./motion";

function grid(names: string[][], pieces: string[] = []): ViewData {
  const cells = names.flatMap((row, y) =>
    row.map((name, x): CellData => {
      const piece = pieces[y]?.[x] ?? "";
      return { x, y, piece: piece === "." ? "" : piece, player: piece === "X" ? 0 : null, name, mark: "", action: "" };
    }),
  );
  return { cells, caption: "", edges: [] };
}

const texts = (labels: { text: string }[]): string[] => labels.map((label) => label.text);

describe("edge labels", () => {
  it("are letters below and numbers beside a board of squares", () => {
    const { columns, rows } = edgeLabels(grid([["a2", "b2"], ["a1", "b1"]])); // prettier-ignore
    expect([texts(columns), texts(rows)]).toEqual([["a", "b"], ["2", "1"]]); // prettier-ignore
  });

  it("are the columns' names where these are all alike", () => {
    const { columns, rows } = edgeLabels(grid([["1", "2"], ["1", "2"]])); // prettier-ignore
    expect([texts(columns), texts(rows)]).toEqual([["1", "2"], []]);
  });

  it("are the rows' letters where each row has one name", () => {
    const { columns, rows } = edgeLabels(grid([["A", "A"], ["B", "B"]])); // prettier-ignore
    expect([texts(columns), texts(rows)]).toEqual([[], ["A", "B"]]);
  });
});

describe("words for a cell", () => {
  it("are its name and what stands there", () => {
    const view = grid([["a1", "b1"]], ["X."]);
    expect(view.cells.map((cell) => cellWords(view, cell))).toEqual(["a1, X of A", "b1, empty"]);
  });

  it("tell cells of one name apart", () => {
    const view = grid([["1", "2"], ["1", "2"]]); // prettier-ignore
    expect(view.cells.map((cell) => cellWords(view, cell))[2]).toBe("column 1, row 2, empty");
    const nameless = grid([["", ""]]);
    expect(nameless.cells.map((cell) => cellWords(nameless, cell))[1]).toBe("column 2, row 1, empty");
  });
});

describe("shape and motion", () => {
  it("a board with a hole is no grid", () => {
    const view = grid([["a2", "b2"], ["a1", "b1"]]); // prettier-ignore
    expect(isGrid(view)).toBe(true);
    expect(isGrid({ ...view, cells: view.cells.slice(1) })).toBe(false);
  });

  it("a piece comes from the cell that was clicked first", () => {
    const [before, after] = [grid([["a1", "b1", "c1"]], ["X.."]), grid([["a1", "b1", "c1"]], ["..X"])];
    expect(arrivals(before, after, ["a1", "c1"])).toEqual(new Map([[2, { kind: "from", cell: 0 }]]));
    expect(arrivals(before, after, ["c1"])).toEqual(new Map([[2, { kind: "new" }]]));
  });
});
