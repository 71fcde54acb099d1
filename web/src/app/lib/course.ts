/** The course of a game: what each position along it was worth, and which moves gave something away. */

import type { Choice, Decision, Position } from "./api";
import { hasPreference, type Measure, shareOf } from "./values";

/** How much a move gave away, from little to much; each has its sign, as in records of chess. */
export type Fault = "inaccuracy" | "mistake" | "blunder";

export const FAULT_SIGNS: Record<Fault, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** From which loss on, as a share of all there is between losing and winning, a move is called what. */
const LEAST: [Fault, number][] = [
  ["blunder", 0.15],
  ["mistake", 0.1],
  ["inaccuracy", 0.05],
];

/** A move that gave something away. */
export interface Judgement {
  fault: Fault;
  /** Whether what it was worth and what was best are both proven; otherwise it is an estimate. */
  isProven: boolean;
  /** What would have been best. */
  better: string;
}

/** Say how much was given away, and how certain that is: "blunder, proven". */
export function tellFault({ fault, isProven }: Judgement): string {
  return `${fault}, ${isProven ? "proven" : "by estimate"}`;
}

/** A position of the course. */
export interface Point {
  /** How many actions had been played. */
  ply: number;
  /** Each player's share, from 0 (lost) to 1 (won); of two players only the first's, the other has the rest. */
  shares: number[];
  isProven: boolean;
}

/** What was found in each position, by the actions that led there. */
export type Findings = ReadonlyMap<string, Decision>;

/** Return the key of a position among findings. */
export function placeOf(actions: readonly string[]): string {
  return JSON.stringify(actions);
}

/** Return the estimate that fills three quarters of a bar: a third of the highest of a game, and at least 1. */
export function sizeOf(findings: Findings): number {
  let highest = 0;
  for (const decision of findings.values())
    for (const each of [decision, ...decision.choices])
      if (each.unit === "evaluation") highest = Math.max(highest, Math.abs(each.value));
  return Math.max(1, highest / 3);
}

/** Return the points of a line of actions that something is known of. */
export function courseOf(
  line: readonly string[],
  findings: Findings,
  measure: Measure,
  end: Position | null,
  size = sizeOf(findings),
): Point[] {
  const points: Point[] = [];
  for (let ply = 0; ply <= line.length; ply++) {
    const decision = findings.get(placeOf(line.slice(0, ply)));
    if (decision) points.push({ ply, shares: sharesOf(decision, measure, size), isProven: isCertain(decision) });
  }
  if (end?.utilities && end.actions.length === line.length) {
    const shares = end.utilities.map((value) => shareOf({ value, unit: "utility" }, measure, size));
    points.push({ ply: line.length, shares: shares.length === 2 ? shares.slice(0, 1) : shares, isProven: true });
  }
  return points;
}

/** Return the stretches of a course in which values are known: one missing value, as where chance moves, ends none. */
export function stretchesOf(points: readonly Point[]): Point[][] {
  const stretches: Point[][] = [];
  for (const point of points) {
    const last = stretches.at(-1);
    if (last && point.ply - (last.at(-1)?.ply ?? 0) <= 2) last.push(point);
    else stretches.push([point]);
  }
  return stretches;
}

/** Judge a move by what was found before it and, where that says nothing of it, after it; null if it is good enough. */
export function judge(
  path: readonly string[],
  findings: Findings,
  measure: Measure,
  size = sizeOf(findings),
): Judgement | null {
  const played = path.at(-1);
  const before = findings.get(placeOf(path.slice(0, -1)));
  if (played === undefined || !before?.action || before.action === played || !hasPreference(before)) return null;
  const worth = worthOf(played, before, findings.get(placeOf(path)), measure);
  if (!worth || (before.bound === "upper" && !isCertain(before))) return null;
  const lost = shareOf(before, measure, size) - shareOf(worth, measure, size) - doubt(before, worth.visits);
  const found = LEAST.find(([, least]) => lost >= least - 1e-9);
  return found ? { fault: found[0], isProven: isCertain(before) && worth.isProven, better: before.action } : null;
}

/** Return how far the difference of two means of simulations may be off: two standard errors of results from 0 to 1.
 *
 * Searches that don't simulate have no such error. */
function doubt(before: Decision, visits: number): number {
  if (before.simulations === 0 || isCertain(before)) return 0;
  const most = Math.max(1, ...before.choices.map((choice) => choice.visits));
  return Math.sqrt(1 / most + 1 / Math.max(1, visits));
}

interface Worth {
  value: number;
  unit: Choice["unit"];
  isProven: boolean;
  /** By how many simulations it is known. */
  visits: number;
}

/** Return what an action was worth to whoever played it, or at most worth; null if nothing says so. */
function worthOf(action: string, before: Decision, after: Decision | undefined, measure: Measure): Worth | null {
  const choice = before.choices.find((each) => each.action === action);
  if (choice && choice.tried !== false && choice.bound !== "lower")
    return { value: choice.value, unit: choice.unit, isProven: choice.status === "proven", visits: choice.visits };
  if (!after || after.bound !== "exact") return null;
  const value = valueTo(before.player, after, measure);
  return { value, unit: after.unit, isProven: isCertain(after), visits: after.simulations };
}

/** Return what a decision is worth to a player, whoever decides. */
function valueTo(player: number, { values, value, unit, ...decision }: Decision, measure: Measure): number {
  if (values) return values[player] ?? 0;
  if (decision.player === player) return value;
  return unit === "utility" ? 2 * measure.even - value : -value;
}

function sharesOf(decision: Decision, measure: Measure, size: number): number[] {
  if (decision.values) return decision.values.map((value) => shareOf({ value, unit: decision.unit }, measure, size));
  const own = shareOf(decision, measure, size);
  return [decision.player === 0 ? own : 1 - own];
}

function isCertain(decision: Decision): boolean {
  return decision.status === "proven" && decision.unit === "utility";
}

/** Whether a decision says more than another: a proof more than an estimate, a deeper search more than a shallow one. */
export function saysMore(decision: Decision, than: Decision | undefined): boolean {
  if (!than) return true;
  if (isCertain(decision) !== isCertain(than)) return isCertain(decision);
  return decision.depth + decision.simulations >= than.depth + than.simulations;
}
