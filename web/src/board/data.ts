/** The board as data: what a game's `view` says, which options there are, and what was played last. */

/** One place of the board; x and y count from the top left, and fractions are allowed. */
export interface CellData {
  x: number;
  y: number;
  piece: string;
  player: number | null;
  name: string;
  mark: string;
  action: string;
}

/** How a board is drawn: what it is made of, what stands on it, and each player's colour. */
export interface LookData {
  board:
    | ""
    | "squares"
    | "chequered"
    | "holes"
    | "points"
    | "pits"
    | "hexagons"
    | "grooves"
    | "dots"
    | "backgammon"
    | "tree"
    | "free";
  pieces:
    | "signs"
    | "chessmen"
    | "draughtsmen"
    | "discs"
    | "stones"
    | "marks"
    | "seeds"
    | "checkers"
    | "counters"
    | "matches"
    | "lines"
    | "cards"
    | "dice"
    | "ships"
    | "quarto"
    | "kings"
    | "dominoes"
    | "nodes";
  colours: string[];
  ground: "" | "wood" | "green" | "blue" | "paper";
  /** Whose the top, right, bottom and left side is; empty where they are nobody's. */
  sides: number[];
}

/** A board: its cells, the lines that join them (pairs of cell numbers), a caption, dice on the table, and its look. */
export interface ViewData {
  cells: CellData[];
  caption: string;
  edges: [number, number][];
  dice: number[];
  look: LookData;
  /** Who is to move, for those who show it nowhere else. */
  turn: string;
  /** What else there is to know, as names with values; a page that was made before there were any has none. */
  details?: [name: string, value: string][];
}

/** The look of a game that picks none. */
export const PLAIN: LookData = { board: "", pieces: "signs", colours: [], ground: "", sides: [] };

/** One thing that may be played now; `cells` names the cells to click for it, in order. */
export interface OptionData {
  name: string;
  cells: string[];
  probability: number | null;
}

/** What was played last. */
export interface LastData {
  name: string;
  cells: string[];
}

/** A small text at a cell, and how the action there ends, if that is known. */
export interface Note {
  text: string;
  tone: "won" | "drawn" | "lost" | null;
}

/** Return all that is said of a state that has no board, on one line. */
export function captionOf({ caption, details = [] }: ViewData): string {
  return [caption, ...details.map(([name, value]) => `${name}: ${value}`)].filter((part) => part !== "").join(", ");
}

/** Return a cell's name as people see it: one that begins with a dot is only for clicks. */
export function shownName(cell: CellData): string {
  return cell.name.startsWith(".") ? "" : cell.name;
}

/** Return a player's letter, as all of Plywise writes it. */
export function playerName(player: number): string {
  return player < 0 ? "chance" : String.fromCharCode(65 + player);
}
