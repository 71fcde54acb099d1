/** The board: drawn from data, without any game's rules. */

export { Board, type BoardContent, type BoardHandlers } from "./board";
export { type CellData, type LastData, type OptionData, playerName, type ViewData } from "./data";
export { drawBoard } from "./draw";
export { canTurn } from "./standing";
