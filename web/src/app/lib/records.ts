/** Records as the service reads and writes them: a list of nodes, each of which says after which one it comes. */

import { ask } from "./api";
import { type Move, type MoveNotes, Moves } from "./moves";

/** An action and what is said about it; the first node is the start. */
export interface RecordNode extends MoveNotes {
  action: string;
  after: number;
  comment?: string;
}

/** A game with its variations; `start` is empty where it is the usual one. */
export interface RecordData {
  start: string;
  tags: Record<string, string>;
  result: string;
  nodes: RecordNode[];
}

/** The games in a text, and what there is to know about them. */
export interface ImportedGames {
  games: RecordData[];
  notes: string[];
}

/** The form that a game's players use, our own, or a list of the main line's actions. */
export type RecordForm = "players" | "json" | "moves";

/** Ask the service for the games that a text has in it. */
export function importText(game: string, text: string): Promise<ImportedGames> {
  return ask("api/records/import", { game, text });
}

/** Ask the service for a game as text, and how a file of it should end. */
export function exportMoves(game: string, moves: Moves, form: RecordForm): Promise<{ text: string; suffix: string }> {
  return ask("api/records/export", { game, form, record: toRecord(moves) });
}

/** Ask the service for the state with these pieces, by the names of their cells, on the board. */
export async function setUp(game: string, pieces: Record<string, string>, player: number): Promise<string> {
  return (await ask<{ start: string }>("api/setups", { game, pieces, player })).start;
}

/** Return a tree of moves as a record. */
export function toRecord(moves: Moves): RecordData {
  const { start = "", tags = {}, result = "*" } = moves.about;
  const nodes: RecordNode[] = [];
  const waiting: [Move, number][] = [[moves.root, -1]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [{ chosen: _, next: followers, ...rest }, after] = next;
    const number = nodes.push({ ...rest, after }) - 1;
    waiting.push(...followers.map((move): [Move, number] => [move, number]).reverse());
  }
  return { start, tags, result, nodes };
}

/** Return a record as a tree of moves. */
export function fromRecord({ start, tags, result, nodes }: RecordData): Moves {
  const moves = new Moves({ ...(start ? { start } : {}), tags, result });
  const made: Move[] = [];
  for (const { after, ...rest } of nodes) {
    const move: Move = after < 0 ? moves.root : { action: "", comment: "", next: [], chosen: 0 };
    Object.assign(move, rest);
    made[after]?.next.push(move);
    made.push(move);
  }
  return moves;
}

/** Say who played a game, and how it ended. */
export function tellGame({ tags = {}, result = "*" }: { tags?: Record<string, string>; result?: string }): string {
  const names = [tags["White"] ?? tags["PW"], tags["Black"] ?? tags["PB"]].filter(Boolean).join(" – ");
  return [names || tags["Event"] || tags["GN"] || "A game", result === "*" ? "" : result].filter(Boolean).join(", ");
}

const GLYPHS: Record<number, string> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
};

/** Write the signs of a move as players do; those that have no sign, by their numbers. */
export function tellSigns({ signs = [] }: Move): string {
  return signs.map((sign) => GLYPHS[sign] ?? `$${String(sign)}`).join(" ");
}
