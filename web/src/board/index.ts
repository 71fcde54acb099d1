/** The board: drawn from data, without any game's rules. */

export { Board, type BoardContent, type BoardHandlers } from "./board";
export {
  type CellData,
  type LastData,
  type LookData,
  type Note,
  type OptionData,
  PLAIN,
  playerName,
  type ViewData,
} from "./data";
export { drawBoard } from "./draw";
export { ownerClass } from "./pieces";
export { canTurn } from "./play/standing";
