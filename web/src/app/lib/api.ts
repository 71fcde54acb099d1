/** What can be asked, of a service or of the page's own engine: the types, and the functions that ask. */

import type { LastData, OptionData, ViewData } from "../../board";
import type { Explanation } from "../../player";
import { transport } from "./transport";

/** A parameter of a game, with its default and what it may be in the form in which they are sent. */
export interface Parameter {
  name: string;
  kind: "whole" | "number" | "flag" | "text" | "numbers" | "other";
  default: string;
  choices: string[];
  lowest: number | null;
  highest: number | null;
}

/** A game with certain values of its parameters, those that aren't the default. */
export interface Variant {
  id: string;
  title: string;
  values: Record<string, string>;
}

/** A game that can be played here, with what its parameters may be. */
export interface OfferedGame extends Variant {
  family: string;
  about: string;
  players: number;
  shelf: "games" | "trees" | "yours";
  parameters: Parameter[];
  variants: Variant[];
}

/** One game, with certain values of its parameters: what its players are called, and who can play against them. */
export interface GameDescription {
  id: string;
  title: string;
  players: string[];
  agents: { name: string; promise: string }[];
  /** How many levels of strength there are. */
  levels: number;
  /** Whether matches have measured how far apart they are. */
  is_calibrated: boolean;
  /** Whether an opening book can be asked about it. */
  has_book?: boolean;
  /** Whether players don't see everything: then it is played by seats. */
  hides?: boolean;
}

/** An action of an opening book, and how the games ended in which it was played, to the player who moves. */
export interface BookRow {
  action: string;
  /** Actions that come to the same by symmetry. */
  also: string[];
  games: number;
  share: number;
  wins: number;
  draws: number;
  losses: number;
  mean: number | null;
  plies: number | null;
  name: string;
}

/** What an opening book says of a position. */
export interface BookPage {
  state: string;
  name: string;
  games: number;
  /** Whether it says how games ended: a Polyglot book has weights only. */
  is_scored: boolean;
  moves: BookRow[];
}

/** Where a game stands after some actions. */
export interface Position {
  game: string;
  actions: string[];
  state: string;
  view: ViewData;
  players: string[];
  /** The seat that moves, -1 for chance, null when the game is over. */
  to_move: number | null;
  is_over: boolean;
  outcome: string | null;
  utilities: number[] | null;
  utility_range: [number, number] | null;
  draw_utility: number | null;
  options: OptionData[];
  last: LastData | null;
  /** For each player, what may be put on the board when a position is set up; empty where it can't be. */
  setup_pieces: string[][];
}

/** One root action with its value to the player to move. */
export interface Choice {
  action: string;
  value: number;
  unit: "utility" | "evaluation";
  /** The value as the game words it, such as "+1.50 pawns". */
  told: string;
  status: "proven" | "bounded" | "heuristic";
  bound: "exact" | "lower" | "upper";
  line: string[];
  /** Plies until a proven win or loss, if they are counted. */
  distance: number | null;
  visits: number;
  /** Whether anything is known of it. Who says so ranks the choices too, best first; a page's own engine does neither. */
  tried?: boolean;
}

/** The best action found, its value to `player`, and what the search cost. */
export interface Decision extends Omit<Choice, "action" | "visits" | "tried"> {
  state: string;
  player: number;
  action: string | null;
  values: number[] | null;
  choices: Choice[];
  /** Whether all of it comes from solved tables. */
  by_table: boolean;
  /** Whether it was played before, as a book says, and nothing was searched. */
  by_book?: boolean;
  /** Whether anything distinguishes the actions; without it, they are distinguished. */
  preference?: boolean;
  /** Which engine has decided, "plain" or "compiled"; empty before it has. */
  engine: string;
  depth: number;
  nodes: number;
  leaves: number;
  simulations: number;
  probes: number;
  seconds: number;
}

/** A message of the service about an analysis. */
export type AnalysisMessage =
  /** The engine of a page without a server is not there yet. */
  | { type: "loading"; id: number }
  | { type: "waiting"; id: number; place: number }
  | { type: "compiling"; id: number; done: number; of: number }
  | {
      type: "progress";
      id: number;
      depth: number;
      nodes: number;
      seconds: number;
      simulations: number;
      action: string | null;
    }
  | {
      type: "decision";
      id: number;
      is_final: boolean;
      /** What ended the search early; this is the best answer it had by then. */
      stopped_by: { code: string; message: string } | null;
      verdict: string;
      decision: Decision;
    }
  | { type: "error"; id: number | null; code: string; message: string };

/** List the games. */
export async function fetchGames(): Promise<OfferedGame[]> {
  return (await ask<{ games: OfferedGame[] }>("api/games")).games;
}

/** Describe a game, with any values of its parameters. */
export function fetchDescription(game: string): Promise<GameDescription> {
  return ask("api/descriptions", { game });
}

/** One thing that the doctor found in a file of the user's. */
export interface Finding {
  level: "error" | "warning" | "note";
  check: string;
  what: string;
  fix: string;
  rule: string;
  where: string;
  state: string;
}

/** A file of the user's: how often it was saved, why it can't be loaded, and what the doctor finds in it. */
export interface OwnFileState {
  game: string;
  file: string;
  version: number;
  problem: string | null;
  is_checking: boolean;
  findings: Finding[];
}

/** Ask how a game's file stands. */
export function fetchOwnFile(game: string): Promise<OwnFileState> {
  return ask("api/files", { game });
}

/** Play actions from the start as far as they are legal, and return where that leads. */
export function fetchLenientPosition(game: string, actions: string[], start: string | null): Promise<Position> {
  return ask("api/positions", { game, start, actions, is_lenient: true });
}

/** Play actions from the start, the usual one unless another is named, and return where that leads. */
export function fetchPosition(game: string, actions: string[], start: string | null = null): Promise<Position> {
  return ask("api/positions", { game, start, actions });
}

/** Ask what an opening book says of a position. */
export function fetchBook(
  game: string,
  start: string | null,
  actions: string[],
  leaving: AbortSignal,
): Promise<BookPage> {
  return ask("api/books", { game, start, actions }, leaving);
}

/** Let chance decide where it moves; without a seed the service chooses one, and the same seed throws the same dice. */
export function fetchThrow(
  game: string,
  start: string | null,
  actions: string[],
  seed: number | null,
): Promise<{ action: string; seed: number }> {
  return ask("api/throws", { game, start, actions, seed });
}

/** Ask for an explanation of a position, and whether the search would also choose `played`, the action played in it. */
export function fetchExplanation(
  game: string,
  start: string | null,
  actions: string[],
  played: string | null,
  leaving: AbortSignal,
): Promise<Explanation> {
  return ask("api/explanations", { game, start, actions, algorithm: null, depth: null, played }, leaving);
}

/** Ask something by its address, and return the answer; throws a ServiceError. */
export function ask<Answer>(address: string, body?: unknown, leaving?: AbortSignal): Promise<Answer> {
  return transport().ask(address, body, leaving);
}

/** Return the sentence to show for anything that was thrown. */
export function tellProblem(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
