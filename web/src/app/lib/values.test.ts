/** Values in order and as shares of bars, and addresses that lead back to where they came from. */

import { describe, expect, it } from "vitest";
import type { Choice, Decision } from "./api";
import { readRoute, writeRoute } from "./route";
import {
  choiceShares,
  hasPreference,
  type Measure,
  nearness,
  outcomeOf,
  ranked,
  share,
  tellBoardWorth,
  tellOutcome,
  tellShortWorth,
  tellWorth,
} from "./values";

function choice(action: string, value: number, unit: Choice["unit"] = "utility"): Choice {
  return {
    action,
    value,
    unit,
    told: String(value),
    status: "heuristic",
    bound: "exact",
    line: [action],
    distance: null,
    visits: 0,
  };
}

function decision(action: string, choices: Choice[]): Decision {
  const chosen = choices.find((each) => each.action === action) ?? choice(action, 0);
  const effort = { depth: 1, nodes: 1, leaves: 1, simulations: 0, probes: 0, by_table: false, engine: "", seconds: 0 };
  return { ...chosen, ...effort, state: "", player: 0, values: null, choices };
}

const MEASURE: Measure = { low: 0, high: 1, even: 0.5 };

describe("values", () => {
  it("rank wins above every estimate and losses below, whatever a draw is worth", () => {
    const found = decision("e", [
      choice("lost", 0),
      choice("e", 900, "evaluation"),
      choice("drawn", 0.5),
      choice("d", -900, "evaluation"),
      choice("won", 1),
    ]);
    expect(ranked(found, MEASURE).map((each) => each.action)).toEqual(["won", "e", "drawn", "d", "lost"]);
  });

  it("put the chosen action before its equals", () => {
    const found = decision("b", [choice("a", 1), choice("b", 1)]);
    expect(ranked(found, MEASURE)[0]?.action).toBe("b");
  });

  it("fill half of a bar when the game is even, and all of it only for a win", () => {
    const found = decision("a", [choice("a", 5000, "evaluation"), choice("b", 0.75)]);
    expect(share(choice("x", 0.5), found, MEASURE)).toBe(0.5);
    expect(share(choice("x", 1), found, MEASURE)).toBe(1);
    expect(share(choice("x", 5000, "evaluation"), found, MEASURE)).toBeLessThan(0.95);
    expect(choiceShares(decision("a", [choice("a", 0.6), choice("b", 0.4)]), MEASURE).get("a")).toBeCloseTo(1);
  });

  it("from tables are outcomes with a distance: sooner wins and later losses first", () => {
    const told = (action: string, value: number, distance: number | null): Choice => ({
      ...choice(action, value),
      distance,
    });
    const choices = [told("l3", 0, 3), told("w9", 1, 9), told("d", 0.5, null), told("l8", 0, 8), told("w2", 1, 2)];
    const found = { ...decision("w2", choices), by_table: true };
    expect(ranked(found, MEASURE).map((each) => each.action)).toEqual(["w2", "w9", "d", "l8", "l3"]);
    expect(choices.map((each) => outcomeOf(each, found, MEASURE))).toEqual(["lost", "won", "drawn", "lost", "won"]);
    expect(outcomeOf(choices[0] as Choice, decision("w2", choices), MEASURE)).toBeNull();
    expect(tellOutcome(choices[1] as Choice, "won")).toBe("won in 9");
    expect(tellOutcome(choices[2] as Choice, "drawn")).toBe("drawn");
    expect(nearness(choices[4] as Choice, found)).toBeGreaterThan(nearness(choices[1] as Choice, found));
  });

  it("are written with bound and unit", () => {
    expect(tellWorth({ ...choice("x", -150, "evaluation"), told: "-1.50 pawns", bound: "upper" })).toBe(
      "≤ ≈ −1.50 pawns",
    );
    expect(tellShortWorth(choice("x", 12.345, "evaluation"))).toBe("≈12.3");
    expect(tellShortWorth({ ...choice("x", -36, "evaluation"), told: "-0.36 pawns" })).toBe("≈−0.36");
  });
});

describe("what was ranked elsewhere", () => {
  const told = (action: string, value: number, tried: boolean): Choice => ({ ...choice(action, value), tried });

  it("stays in its order, and what was never tried says so", () => {
    const found = decision("b", [told("b", 0.1, true), told("a", 0.9, true), told("c", 0, false)]);
    expect(ranked(found, MEASURE).map((each) => each.action)).toEqual(["b", "a", "c"]);
    const untried: Choice = { ...told("c", 0, false), status: "proven" };
    expect([tellWorth(untried), tellShortWorth(untried), tellBoardWorth(untried, null)]).toEqual([
      "not tried",
      "not tried",
      "",
    ]);
    expect(outcomeOf(untried, found, MEASURE)).toBeNull();
  });

  it("is ranked here where nothing says what was tried, as by an engine in the page", () => {
    const found = decision("b", [choice("b", 0.1), choice("a", 0.9)]);
    expect(ranked(found, MEASURE).map((each) => each.action)).toEqual(["a", "b"]);
  });

  it("has a preference unless it says that it has none", () => {
    const found = decision("a", [choice("a", 0)]);
    expect([found, { ...found, preference: true }, { ...found, preference: false }].map(hasPreference)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("digits", () => {
  const proven = (value: number): Choice => ({ ...choice("x", value), status: "proven" });

  it("of estimates are three at most, those of proven values are all there are", () => {
    expect(tellWorth(choice("x", 0.333333333))).toBe("≈ 0.333");
    expect(tellWorth(choice("x", 12.345))).toBe("≈ 12.3");
    expect(tellWorth(choice("x", -1234.5))).toBe("≈ −1230");
    expect(tellWorth(choice("x", 0.0409926))).toBe("≈ 0.041");
    expect(tellWorth(proven(0.0409926))).toBe("0.0409926");
    expect(tellWorth(proven(1234567))).toBe("1234567");
    expect(tellWorth(proven(1 / 3))).toBe("0.333333");
    expect(tellShortWorth(proven(1 / 3))).toBe("0.333333");
  });

  it("of estimates in a game's own words are three too", () => {
    const told = (words: string): Choice => ({ ...choice("x", 1, "evaluation"), told: words });
    expect(tellWorth(told("+12.34 pawns"))).toBe("≈ +12.3 pawns");
    expect(tellWorth(told("-0.0409926"))).toBe("≈ −0.041");
    expect(tellWorth(told("+1.50 pawns"))).toBe("≈ +1.50 pawns");
    expect(tellWorth(told("24 discs up"))).toBe("≈ 24 discs up");
  });
});

describe("addresses", () => {
  it("lead back, including odd names", () => {
    const route = { game: "connect-four:width=5", actions: ["a1-b2", "x,y", "50% ?", "é"] };
    expect(readRoute(writeRoute(route))).toEqual(route);
    expect(readRoute("#/")).toEqual({ game: null, actions: [] });
    expect(readRoute("#/nim?actions=%zz")).toEqual({ game: "nim", actions: ["%zz"] });
  });
});

describe("outcomes", () => {
  const proven = (action: string, value: number): Choice => ({ ...choice(action, value), status: "proven" });

  it("are said of what is proven, and never of an estimate", () => {
    const found = decision("a", [proven("a", 1), proven("b", 0.5), proven("c", 0), choice("d", 1)]);
    expect(found.choices.map((each) => outcomeOf(each, found, MEASURE))).toEqual(["won", "drawn", "lost", null]);
    expect(tellWorth(choice("d", 1))).toBe("≈ 1");
    expect(tellWorth(proven("a", 1))).toBe("1");
  });

  it("leave margins and expected values as numbers", () => {
    const found = decision("a", [proven("a", 0.659)]);
    expect(outcomeOf(proven("a", 0.659), found, MEASURE)).toBeNull();
    expect(tellWorth(proven("a", 0.659))).toBe("0.659");
    expect(outcomeOf(proven("a", 0.659), { ...found, by_table: true }, MEASURE)).toBeNull();
    expect(outcomeOf(proven("a", 1), { ...found, by_table: true, values: [1, 0, 0] }, MEASURE)).toBeNull();
  });
});
