/** Labels at the board's edges and the words for cells: the same as the terminal's board. */

import { describe, expect, it } from "vitest";
import { type CellData, PLAIN, type ViewData } from "./data";
import { cellWords, edgeLabels, isGrid, isLabel, needsNames } from "./labels";
import { arrivals } from "./play/motion";

function grid(names: string[][], pieces: string[] = []): ViewData {
  const cells = names.flatMap((row, y) =>
    row.map((name, x): CellData => {
      const piece = pieces[y]?.[x] ?? "";
      return { x, y, piece: piece === "." ? "" : piece, player: piece === "X" ? 0 : null, name, mark: "", action: "" };
    }),
  );
  return { cells, caption: "", edges: [], dice: [], look: PLAIN, turn: "" };
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

  it("are found if the letters are capitals", () => {
    const { columns, rows } = edgeLabels(grid([["A2", "B2"], ["A1", "B1"]])); // prettier-ignore
    expect([texts(columns), texts(rows)]).toEqual([["A", "B"], ["2", "1"]]); // prettier-ignore
  });

  it("stand beside points joined by lines, where they say every name", () => {
    const corners = grid([["a3", "", "c3"], ["", "", ""], ["a1", "", "c1"]]); // prettier-ignore
    const points = { ...corners, cells: corners.cells.filter((cell) => cell.name !== "") };
    const { columns, rows } = edgeLabels({ ...points, edges: [[0, 1]] });
    expect([texts(columns), texts(rows)]).toEqual([["a", "c"], ["3", "1"]]); // prettier-ignore
    expect(columns.map((label) => label.at)).toEqual([0, 2]);
    const pits = grid([["", "B2", "B1"], ["A", "A1", "A2"]]); // prettier-ignore
    expect(edgeLabels({ ...pits, cells: pits.cells.slice(1) })).toEqual({ columns: [], rows: [] });
  });
});

describe("a board with grooves", () => {
  it("has labels for its squares, and none for what lies between them", () => {
    const squares = grid([["a2", "b2"], ["a1", "b1"]]); // prettier-ignore
    const wall: CellData = { x: 0.5, y: 0, piece: "│", player: null, name: "a2v", mark: "", action: "" };
    const view = { ...squares, cells: [...squares.cells, wall], look: { ...PLAIN, board: "grooves" as const } };
    const { columns, rows } = edgeLabels(view);
    expect([texts(columns), texts(rows)]).toEqual([["a", "b"], ["2", "1"]]); // prettier-ignore
  });
});

describe("names on the cells", () => {
  it("are shown where rows and columns share nothing", () => {
    expect(needsNames(grid([["", "1"], ["2", ""]]))).toBe(true); // prettier-ignore
    expect(needsNames(grid([["a2", "b2"], ["a1", "b1"]]))).toBe(false); // prettier-ignore
    expect(needsNames(grid([["", ""]]))).toBe(false);
  });

  it("are not shown twice where a cell beside them says them", () => {
    const view = grid([["", ""], ["12", "13"]], ["..", ".."]); // prettier-ignore
    expect(needsNames(view)).toBe(true);
    const told = view.cells.map((cell, index) => ({ ...cell, piece: ["12", "13"][index] ?? "" }));
    expect(needsNames({ ...view, cells: told })).toBe(false);
  });
});

describe("labels among the cells", () => {
  it("have neither name nor owner, where others have names", () => {
    const view = grid([["", "bar"], ["12", "11"]], ["12", "5X"]); // prettier-ignore
    expect(view.cells.filter((cell) => isLabel(view, cell)).map((cell) => cell.x + 2 * cell.y)).toEqual([0]);
    const nameless = grid([["", ""]], ["Q."]);
    expect(nameless.cells.some((cell) => isLabel(nameless, cell))).toBe(false);
  });
});

describe("words for a cell", () => {
  it("are its name and what stands there", () => {
    const view = grid([["a1", "b1"]], ["X."]);
    expect(view.cells.map((cell) => cellWords(view, cell))).toEqual(["a1, X of A", "b1, empty"]);
  });

  it("distinguish cells of the same name", () => {
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
    expect(isGrid({ ...view, edges: [[0, 1]] })).toBe(false);
  });

  it("a piece comes from the cell that was clicked first", () => {
    const [before, after] = [grid([["a1", "b1", "c1"]], ["X.."]), grid([["a1", "b1", "c1"]], ["..X"])];
    expect(arrivals(before, after, ["a1", "c1"])).toEqual(new Map([[2, { kind: "from", cells: [0] }]]));
    expect(arrivals(before, after, ["c1"])).toEqual(new Map([[2, { kind: "new" }]]));
  });
});
