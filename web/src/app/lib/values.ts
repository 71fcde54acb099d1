/** Values for people: as text, in order, and as shares of a bar. */

import type { Choice, Decision, Position } from "./api";

type Worth = Pick<Choice, "value" | "unit" | "told" | "bound" | "status" | "tried">;

/** How many digits of an estimate mean anything, and how many of a proven fraction are shown, as in the terminal. */
const [OF_ESTIMATES, OF_FRACTIONS] = [3, 6];
/** What is said of an action about which nothing is known. */
const NOT_TRIED = "not tried";

/** Write an estimate, with as many digits as mean anything: 3, 0.125, −1.5, 250, 1230. */
export function tellEstimate(value: number): string {
  return tellDigits(value, OF_ESTIMATES);
}

/** Write a proven value: whole numbers as they are, fractions with as many digits as everywhere. */
export function tellExact(value: number): string {
  return tellDigits(value, Number.isInteger(value) ? 17 : OF_FRACTIONS);
}

/** Write a value with its bound; "≈" marks whatever isn't proven, in the game's own unit: "≈ −0.36 pawns". */
export function tellWorth(worth: Worth): string {
  if (worth.tried === false) return NOT_TRIED;
  const side = { exact: "", lower: "≥ ", upper: "≤ " }[worth.bound];
  if (worth.unit === "evaluation") return `${side}≈ ${tellWords(worth.told)}`;
  if (worth.status === "heuristic") return `${side}≈ ${tellEstimate(worth.value)}`;
  return side + tellExact(worth.value);
}

/** Write a value where there is little room: "≈−0.36". */
export function tellShortWorth(worth: Worth): string {
  if (worth.tried === false) return NOT_TRIED;
  const [number = ""] = worth.told.split(" ");
  return tellWorth({ ...worth, told: number }).replaceAll(" ", "");
}

/** Write an estimate as its game words it, with no more digits than mean anything: "+12.34 pawns" is "+12.3 pawns". */
function tellWords(told: string): string {
  const [number = "", ...unit] = told.split(" ");
  const digits = number.replace(/^[^1-9]*|\D/g, "");
  const isLong = digits.length > OF_ESTIMATES && number !== "" && Number.isFinite(Number(number));
  const short = isLong ? `${number.startsWith("+") ? "+" : ""}${tellEstimate(Number(number))}` : number;
  return [short, ...unit].join(" ").replace("-", "−");
}

function tellDigits(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits))).replace("-", "−");
}

/** How certain a value is, in a word. */
export const STATUS_WORDS: Record<Choice["status"], string> = {
  proven: "proven",
  bounded: "bounded",
  heuristic: "estimate",
};

/** The scale of a game's values: the lowest and the highest utility, and the even one. */
export interface Measure {
  low: number;
  high: number;
  even: number;
}

/** Return the scale of a game's values; from -1 to 1 if it sets no bounds. */
export function measureOf(position: Position): Measure {
  const [low, high] = position.utility_range ?? [-1, 1];
  return { low, high, even: position.draw_utility ?? (low + high) / 2 };
}

/** How an action ends with best play, according to solved tables or to a proof. */
export type Outcome = "won" | "drawn" | "lost";

/** Return how an action ends; null if that isn't known, or if it is more than a win, a draw or a loss. */
export function outcomeOf(choice: Choice, decision: Decision, measure: Measure): Outcome | null {
  if (choice.tried === false) return null;
  const isProven = choice.status === "proven" && choice.bound === "exact" && choice.unit === "utility";
  const isPlain = [measure.low, measure.even, measure.high].includes(choice.value);
  // Tables may hold expected values, or what several players get: neither is a win for anybody.
  if (!isPlain || decision.values !== null || !(isProven || decision.by_table)) return null;
  return choice.value > measure.even ? "won" : choice.value < measure.even ? "lost" : "drawn";
}

/** Write what an action is worth where there is little room, as on a board: "W12", "D", "L8", "≈3". */
export function tellBoardWorth(choice: Choice, outcome: Outcome | null): string {
  if (choice.tried === false) return "";
  if (outcome === null) return tellShortWorth(choice);
  return `${outcome.charAt(0).toUpperCase()}${choice.distance === null ? "" : String(choice.distance)}`;
}

/** Write an outcome with its distance: "won in 12", "drawn". */
export function tellOutcome(choice: Choice, outcome: Outcome): string {
  return choice.distance === null ? outcome : `${outcome} in ${String(choice.distance)}`;
}

/** Return how far from the end a win or loss is, from 1 (at once) down to 0.25 (farthest of all choices). */
export function nearness(choice: Choice, decision: Decision): number {
  const farthest = Math.max(1, ...decision.choices.map((other) => other.distance ?? 0));
  return choice.distance === null ? 1 : 1 - (0.75 * (choice.distance - 1)) / farthest;
}

/** Return the choices from best to worst: as they come, if whoever decided has ranked them; else by their values. */
export function ranked(decision: Decision, measure: Measure): Choice[] {
  const isRanked = decision.choices.every((choice) => choice.tried !== undefined);
  return isRanked ? [...decision.choices] : byValue(decision, measure);
}

/** Whether anything distinguishes the actions. */
export function hasPreference(decision: Decision): boolean {
  return decision.preference ?? true;
}

/** Return the choices by their values; the chosen one comes before its equals. */
function byValue(decision: Decision, measure: Measure): Choice[] {
  const isMixed = decision.choices.some((choice) => choice.unit === "evaluation");
  // Where estimates have a unit of their own, wins rank above and losses below them.
  const place = (worth: Worth): number =>
    isMixed && worth.unit === "utility" ? 1e12 * (worth.value - measure.even) : worth.value;
  const isChosen = (choice: Choice): number => (choice.action === decision.action ? 1 : 0);
  // Among outcomes from tables, sooner wins and later losses come first.
  const plies = (choice: Choice): number =>
    decision.by_table ? (choice.distance ?? 0) * (choice.value > measure.even ? -1 : 1) : 0;
  return [...decision.choices].sort((a, b) => place(b) - place(a) || plies(b) - plies(a) || isChosen(b) - isChosen(a));
}

/** Return the share of a bar that a value fills, from 0 (worst) through 0.5 (even) to 1 (best). */
export function share(worth: Worth, decision: Decision, measure: Measure): number {
  const estimates = decision.choices.filter((choice) => choice.unit === "evaluation");
  return shareOf(worth, measure, Math.max(1, ...estimates.map((choice) => Math.abs(choice.value))));
}

/** Return the same where an estimate of `size` fills three quarters of the bar, or nearly so. */
export function shareOf({ value, unit }: Pick<Choice, "value" | "unit">, measure: Measure, size: number): number {
  // Estimates have no bound: a higher one makes a longer bar, but never as long as a win's.
  if (unit === "evaluation") return 0.5 + (0.45 * value) / (Math.abs(value) + size);
  const lead = value - measure.even;
  const span = lead > 0 ? measure.high - measure.even : measure.even - measure.low;
  return span > 0 ? Math.min(1, Math.max(0, 0.5 + lead / span / 2)) : 0.5;
}

/** Return the choices' shares of their bars, stretched so that small differences between them can be seen. */
export function choiceShares(decision: Decision, measure: Measure): Map<string, number> {
  const shares = decision.choices.map((choice) => share(choice, decision, measure) - 0.5);
  const largest = Math.max(0.05, ...shares.map(Math.abs));
  return new Map(decision.choices.map((choice, index) => [choice.action, 0.5 + (shares[index] ?? 0) / largest / 2]));
}

const BRIEF = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** Write a count briefly: 950, 12.3K, 4.56M. */
export function tellBrief(count: number): string {
  return BRIEF.format(count);
}
