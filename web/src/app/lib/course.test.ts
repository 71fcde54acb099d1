/** The course of a game, and which moves gave something away. */

import { describe, expect, it } from "vitest";
import type { Choice, Decision, Position } from "./api";
import { courseOf, type Findings, judge, placeOf, saysMore, stretchesOf } from "./course";
import type { Measure } from "./values";

const MEASURE: Measure = { low: -1, high: 1, even: 0 };

function choice(action: string, value: number, more: Partial<Choice> = {}): Choice {
  const plain = { unit: "utility", told: "", status: "proven", bound: "exact", distance: null, visits: 0 } as const;
  return { ...plain, action, value, line: [action], ...more };
}

/** A decision for the best of some choices. */
function decision(player: number, choices: Choice[], more: Partial<Decision> = {}): Decision {
  const best = choices.reduce((high, each) => (each.value > high.value ? each : high));
  const effort = { depth: 1, nodes: 1, leaves: 1, simulations: 0, probes: 0, by_table: false, engine: "", seconds: 0 };
  return { ...best, ...effort, state: "", player, values: null, choices, ...more };
}

function findings(...found: [string[], Decision][]): Findings {
  return new Map(found.map(([actions, each]) => [placeOf(actions), each]));
}

const over = (actions: string[], utilities: number[]): Position =>
  ({ actions, utilities, is_over: true }) as unknown as Position;

describe("the course of a game", () => {
  it("is seen from the first player, whoever moves", () => {
    const found = findings([[], decision(0, [choice("a", 1)])], [["a"], decision(1, [choice("b", -1)])]);
    const points = courseOf(["a", "b"], found, MEASURE, over(["a", "b"], [1, -1]));
    expect(points.map((point) => [point.ply, point.shares])).toEqual([
      [0, [1]],
      [1, [1]],
      [2, [1]],
    ]);
  });

  it("has a gap where nothing is known, but not at a single roll of dice", () => {
    const points = [1, 2, 4, 9, 10].map((ply) => ({ ply, shares: [0.5], isProven: false }));
    expect(stretchesOf(points).map((each) => each.map(({ ply }) => ply))).toEqual([
      [1, 2, 4],
      [9, 10],
    ]);
  });

  it("calls giving a proven win away a blunder, and says that it is proven", () => {
    const found = findings([[], decision(0, [choice("a", 1), choice("b", 0)])]);
    expect(judge(["b"], found, MEASURE)).toEqual({ fault: "blunder", isProven: true, better: "a" });
    expect(judge(["a"], found, MEASURE)).toBeNull();
  });

  it("doesn't call an estimate proven, nor a small difference a mistake", () => {
    const guess = { unit: "evaluation", status: "heuristic" } as const;
    const found = findings([[], decision(0, [choice("a", 3, guess), choice("b", 2.9, guess), choice("c", -9, guess)])]);
    expect(judge(["c"], found, MEASURE)).toEqual({ fault: "blunder", isProven: false, better: "a" });
    expect(judge(["b"], found, MEASURE)).toBeNull();
  });

  it("says nothing where a few simulations may be off by as much", () => {
    const guess = (visits: number): Partial<Choice> => ({ status: "heuristic", visits });
    const judged = (visits: number): string | undefined => {
      const choices = [choice("a", 0.4, guess(visits)), choice("b", -0.4, guess(visits))];
      return judge(["b"], findings([[], decision(0, choices, { simulations: 2 * visits })]), MEASURE)?.fault;
    };
    expect([judged(10), judged(10_000)]).toEqual([undefined, "blunder"]);
  });

  it("looks at the next position where a search only says that a move isn't worse than something", () => {
    const before = decision(0, [choice("a", 1), choice("b", -1, { bound: "lower" })]);
    expect(judge(["b"], findings([[], before]), MEASURE)).toBeNull();
    const after = decision(1, [choice("c", 1)]);
    expect(judge(["b"], findings([[], before], [["b"], after]), MEASURE)?.fault).toBe("blunder");
  });

  it("keeps a proof whatever was searched later", () => {
    const proof = decision(0, [choice("a", 1)]);
    const deep = decision(0, [choice("a", 0, { status: "heuristic" })], { status: "heuristic", depth: 30 });
    expect([saysMore(deep, proof), saysMore(proof, deep), saysMore(deep, undefined)]).toEqual([false, true, true]);
  });
});
