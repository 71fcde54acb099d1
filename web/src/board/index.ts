/** The board: drawn from data, without rules of any game. */

export { Board, type BoardContent, type BoardHandlers } from "./board";
export { type CellData, type LastData, type OptionData, playerName, type ViewData } from "./data";
export { drawBoard } from "./draw";
export { canTurn } from "./standing";
