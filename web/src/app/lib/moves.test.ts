/** A tree of moves: variations, redo, and that nothing is lost. */

import { describe, expect, it } from "vitest";
import { Moves } from "./moves";

function walked(...lines: string[][]): Moves {
  const moves = new Moves();
  for (const line of lines) moves.go(line);
  return moves;
}

describe("moves", () => {
  it("keeps what came after a move that is taken back", () => {
    const moves = walked(["e4", "e5", "Nf3"], ["e4"]);
    expect(moves.actions).toEqual(["e4"]);
    expect(moves.forward).toEqual(["e4", "e5"]);
    expect(moves.end).toEqual(["e4", "e5", "Nf3"]);
  });

  it("begins a variation where something else is played, and goes forward along what was visited last", () => {
    const moves = walked(["e4", "e5", "Nf3"], ["e4", "c5"], ["e4"]);
    expect(moves.here.next.map((move) => move.action)).toEqual(["e5", "c5"]);
    expect(moves.forward).toEqual(["e4", "c5"]);
    expect(moves.count).toBe(4);
  });

  it("adds nothing where the same is played again", () => {
    expect(walked(["a", "b"], [], ["a", "b"]).count).toBe(2);
    expect(walked(["a"], []).forward).toEqual(["a"]);
    expect(walked(["a"]).forward).toBeNull();
  });

  it("is the same after it was stored and read", () => {
    const moves = walked(["e4", "e5"], ["d4"]);
    moves.here.comment = "solid";
    const read = Moves.from(JSON.parse(JSON.stringify(moves.toData())));
    expect(read.toData()).toEqual(moves.toData());
    expect(read.actions).toEqual([]);
    expect(read.end).toEqual(["e4", "e5"]);
  });
});
