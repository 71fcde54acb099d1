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

/** A board: its cells, the lines that join them (pairs of cell numbers) and a caption. */
export interface ViewData {
  cells: CellData[];
  caption: string;
  edges: [number, number][];
}

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

/** Return a player's letter, as all of Plywise writes it. */
export function playerName(player: number): string {
  return player < 0 ? "chance" : String.fromCharCode(65 + player);
}
