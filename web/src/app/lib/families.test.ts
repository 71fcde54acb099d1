import { expect, test } from "vitest";
import type { OfferedGame, Parameter } from "./api";
import { allValues, isMember, memberId } from "./families";
import { readRoute, writeRoute } from "./route";

const parameter = (name: string, usual: string): Parameter => ({
  name,
  kind: "whole",
  default: usual,
  choices: [],
  lowest: null,
  highest: null,
});
const MORRIS: OfferedGame = {
  id: "morris",
  family: "morris",
  title: "Morris",
  about: "",
  players: 2,
  shelf: "games",
  parameters: [parameter("men", "9"), parameter("flying", "true")],
  values: {},
  variants: [{ id: "six-mens-morris", title: "Six", values: { men: "6", flying: "false" } }],
};

test("values have one id: the family's, a preset's, or one with what isn't the default", () => {
  expect(memberId(MORRIS, { men: "9", flying: "true" })).toBe("morris");
  expect(memberId(MORRIS, { men: "6", flying: "false" })).toBe("six-mens-morris");
  expect(memberId(MORRIS, { men: "6", flying: "true" })).toBe("morris:men=6");
  expect(allValues(MORRIS, { men: "6" })).toEqual({ men: "6", flying: "true" });
  expect([isMember(MORRIS, "morris:men=6"), isMember(MORRIS, "six-mens-morris"), isMember(MORRIS, "nim")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("an address may name parameters in its query, with actions or without", () => {
  expect(readRoute("#/othello?size=6")).toEqual({ game: "othello:size=6", actions: [] });
  expect(readRoute("#/othello:size=6?empties=winner&actions=d3,c3")).toEqual({
    game: "othello:size=6,empties=winner",
    actions: ["d3", "c3"],
  });
  const chess = { game: "chess:fen=8/8/4k3/8 w - - 0 1", actions: ["e1=Q", "a,b"] };
  expect(readRoute(writeRoute(chess))).toEqual(chess);
  expect(readRoute("#/nim?saved=x1")).toEqual({ game: "nim", actions: [], saved: "x1" });
  expect(readRoute("#/")).toEqual({ game: null, actions: [] });
});
