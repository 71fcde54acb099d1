/** Where a node's parts are around its sign, in the space that `explain/svg/node_drawing.py` reserves for them:
 *
 *       │a1            The action's name is on the edge, just above the sign. An inner node has its letter to the left
 *     B ▽ [3, 12]      of its sign and its label to the right, a leaf has it below. The board comes last, and edges
 *                      leave from below it.
 *     ┌───┐
 *     │X O│
 *     └─┬─┘
 */
import type { ViewData } from "../board/data";
import type { Trace } from "./explanation";

/** How far a sign reaches from its middle. */
export const SIGN = 9;
/** Font sizes of labels and of actions' names. */
export const LABEL = 12;
export const NAME = 11;
/** Between a sign and the node's letter. */
export const NAME_GAP = 7;
const MOST_BOARD = 64;
const MOST_CELL = 18;

/** A node's parts, measured downward from the middle of its sign. */
export interface Parts {
  isLeaf: boolean;
  boardTop: number;
  board: Size;
  /** Where its drawing ends and the edges to its children begin. */
  foot: number;
}

interface Size {
  width: number;
  height: number;
}

/** Measure a board as `explain/svg/board_drawing.py` does. */
export function measureBoard(view: ViewData): Size {
  if (view.cells.length === 0) return { width: 0, height: 0 };
  const columns = extent(view.cells.map((cell) => cell.x));
  const rows = extent(view.cells.map((cell) => cell.y));
  const side = Math.min(MOST_CELL, MOST_BOARD / Math.max(columns, rows));
  return { width: columns * side, height: rows * side };
}

function extent(places: number[]): number {
  return Math.max(...places) - Math.min(...places) + 1;
}

/** Measure every node's parts. */
export function measureNodes(trace: Trace): Parts[] {
  const labelled = new Set<number>([...trace.nodes.keys()].filter((number) => trace.nodes[number]?.worth));
  for (const step of trace.steps) for (const change of step.changes) if (change.label) labelled.add(change.node);
  const parents = new Set(trace.nodes.map((node) => node.parent));
  const boards = trace.views.map(measureBoard);
  return trace.nodes.map((node, number) => {
    const isLeaf = !parents.has(number);
    const hasLabelBelow = isLeaf && labelled.has(number);
    const board = (node.view === null ? undefined : boards[node.view]) ?? { width: 0, height: 0 };
    const boardTop = SIGN + (hasLabelBelow ? LABEL + 5 : 4);
    const end = board.height > 0 ? boardTop + board.height : SIGN + (hasLabelBelow ? LABEL + 3 : 0);
    return { isLeaf, boardTop, board, foot: end + (node.folded > 0 ? NAME + 4 : 0) };
  });
}
