/** Records as trees of moves, and back. */

import { describe, expect, it } from "vitest";
import { Moves } from "./moves";
import { fromRecord, type RecordData, tellSigns, toRecord } from "./records";

const RECORD: RecordData = {
  start: "8/8 w",
  tags: { White: "Ana", Unknown: "x" },
  result: "1-0",
  nodes: [
    { action: "", after: -1, comment: "before anything" },
    { action: "e4", after: 0, comment: "best", signs: [1, 14, 99] },
    { action: "e5", after: 1, comment: "" },
    { action: "c5", after: 1, comment: "", before: "or", properties: { LB: ["aa:1"] } },
    { action: "d4", after: 0, comment: "" },
  ],
};

describe("records", () => {
  it("become trees of moves and come back without loss", () => {
    expect(toRecord(fromRecord(RECORD))).toEqual(RECORD);
  });

  it("are kept with the game in this browser", () => {
    const kept = Moves.from(JSON.parse(JSON.stringify(fromRecord(RECORD).toData())));
    expect(toRecord(kept)).toEqual(RECORD);
  });

  it("may be long", () => {
    const moves = new Moves();
    moves.go(Array.from({ length: 1000 }, (_, ply) => `a${String(ply)}`));
    expect(toRecord(fromRecord(toRecord(moves))).nodes).toHaveLength(1001);
  });

  it("have signs as players write them", () => {
    const [move] = fromRecord(RECORD).root.next;
    expect(move && tellSigns(move)).toBe("! ⩲ $99");
  });
});
