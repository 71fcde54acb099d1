/** Click sequences: what plays at once, what needs more clicks, and what the user is asked. */

import { describe, expect, it } from "vitest";
import { click, neighbour, planClicks, reached } from "./clicks";
import type { CellData, OptionData } from "../data";

function cell(name: string, action = "", x = 0, y = 0): CellData {
  return { x, y, piece: "", player: null, name, mark: "", action };
}

function option(name: string, ...cells: string[]): OptionData {
  return { name, cells, probability: null };
}

describe("one click", () => {
  it("plays the cell's own action, even where cells share a name", () => {
    const row = [cell("A", "A2"), cell("A", "A1"), cell("A")];
    const plan = planClicks(row, [option("A1", "A"), option("A2", "A")]);
    expect(row.map((each) => click(each, [], plan).play)).toEqual(["A2", "A1", null]);
    expect(plan.buttons).toEqual([]);
  });

  it("plays an option that names the one cell", () => {
    const plan = planClicks([cell("c3")], [option("N@c3", "c3")]);
    expect(click(cell("c3"), [], plan).play).toBe("N@c3");
  });
});

describe("several clicks", () => {
  const cells = ["a1", "a2", "b1", "b2", "c3"].map((name) => cell(name));
  const plan = planClicks(cells, [
    option("a1-a2", "a1", "a2"),
    option("a1xb2", "a1", "b2"),
    option("a1xb2xc3", "a1", "b2", "c3"),
    option("b1-b2=Q", "b1", "b2"),
    option("b1-b2=N", "b1", "b2"),
    option("pass"),
    option("far", "z9"),
  ]);

  it("marks the origin, shows its targets, then plays", () => {
    expect(click(cell("a1"), [], plan)).toEqual({ path: ["a1"], play: null, choice: [] });
    expect(reached(cell("a2"), ["a1"], plan).map((each) => each.name)).toEqual(["a1-a2"]);
    expect(click(cell("a2"), ["a1"], plan).play).toBe("a1-a2");
  });

  it("waits for the target even where there is only one", () => {
    const single = planClicks(cells, [option("a1-a2", "a1", "a2")]);
    expect(click(cell("a1"), [], single)).toEqual({ path: ["a1"], play: null, choice: [] });
  });

  it("asks where the same clicks name several actions", () => {
    expect(click(cell("b2"), ["b1"], plan).choice).toEqual(["b1-b2=Q", "b1-b2=N"]);
  });

  it("offers to stop where the path could continue, and continues", () => {
    expect(click(cell("b2"), ["a1"], plan)).toEqual({ path: ["a1", "b2"], play: null, choice: ["a1xb2"] });
    expect(click(cell("c3"), ["a1", "b2"], plan).play).toBe("a1xb2xc3");
  });

  it("takes the origin back, or begins at another", () => {
    expect(click(cell("a1"), ["a1"], plan).path).toEqual([]);
    expect(click(cell("b1"), ["a1"], plan).path).toEqual(["b1"]);
    expect(click(cell("c3"), ["a1"], plan).path).toEqual([]);
  });

  it("leaves to buttons what no cell can name", () => {
    expect(plan.buttons.map((each) => each.name)).toEqual(["pass", "far"]);
  });
});

describe("arrow keys", () => {
  it("go to the nearest cell in the direction, off a grid too, and stay at the edge", () => {
    const cells = [cell("store", "", 0, 0.5), cell("b6", "", 1, 0), cell("a1", "", 1, 1), cell("a2", "", 2, 1)];
    expect(neighbour(cells, 2, 1, 0)).toBe(3);
    expect(neighbour(cells, 2, 0, -1)).toBe(1);
    expect(neighbour(cells, 2, -1, 0)).toBe(0);
    expect(neighbour(cells, 0, -1, 0)).toBe(0);
  });
});
