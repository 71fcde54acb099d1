/** Boards at the nodes: only visible ones are drawn, a few in each frame, so that large trees stay smooth. */
import { drawBoard } from "../board/draw";
import type { Trace } from "./explanation";
import type { TreeDrawing } from "./tree";

/** A part of the tree, in its own coordinates. */
export interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How small a board may get on screen before it is left out, how many are drawn per frame, and how many in all. */
const LEAST_SHOWN = 18;
const IN_ONE_FRAME = 6;
const MOST_DRAWN = 600;
/** How far beyond the visible part boards are kept ready, in px of the tree. */
const AHEAD = 200;

/** Keeps the boards of the visible nodes drawn. */
export class Boards {
  private readonly patterns = new Map<number, SVGGElement>();
  private readonly drawn = new Map<number, SVGGElement>();
  private readonly order: number[];
  private isOnPaper = false;
  private shown: number[] | null = null;
  private frame = 0;

  constructor(
    private readonly trace: Trace,
    private readonly tree: TreeDrawing,
  ) {
    const withBoard = [...trace.nodes.keys()].filter((number) => this.hasBoard(number));
    this.order = withBoard.sort((first, second) => this.x(first) - this.x(second));
  }

  /** On paper, which cannot be scrolled, draw the boards of the whole tree at once, and keep them. */
  setOnPaper(isOnPaper: boolean): void {
    this.isOnPaper = isOnPaper;
    if (!isOnPaper) return;
    cancelAnimationFrame(this.frame);
    for (const number of (this.shown ?? this.order).slice(0, MOST_DRAWN))
      if (!this.drawn.has(number)) this.draw(number);
  }

  /** Set which nodes are shown at all, and where; null for all of them, where the trace places them. */
  setShown(shown: Iterable<number> | null): void {
    this.shown = shown === null ? null : [...shown].filter((number) => this.hasBoard(number));
  }

  /** Draw what is visible, and drop what is far away; `zoom` says how large the tree is shown. */
  update(region: Region, zoom: number): void {
    if (this.isOnPaper) return;
    cancelAnimationFrame(this.frame);
    const wanted = this.wanted(region, zoom);
    for (const [number, board] of this.drawn) {
      if (wanted.has(number)) continue;
      board.remove();
      this.drawn.delete(number);
    }
    const missing = [...wanted].filter((number) => !this.drawn.has(number));
    const drawSome = (): void => {
      for (const number of missing.splice(0, IN_ONE_FRAME)) this.draw(number);
      if (missing.length > 0) this.frame = requestAnimationFrame(drawSome);
    };
    drawSome();
  }

  /** Stop drawing. */
  stop(): void {
    cancelAnimationFrame(this.frame);
  }

  private hasBoard(number: number): boolean {
    return (this.tree.parts[number]?.board.height ?? 0) > 0;
  }

  private wanted(region: Region, zoom: number): Set<number> {
    if (this.shown !== null) return new Set(this.shown.slice(0, MOST_DRAWN));
    const wanted = new Set<number>();
    const [left, right] = [region.left - AHEAD, region.right + AHEAD];
    for (let at = this.firstFrom(left); at < this.order.length && wanted.size < MOST_DRAWN; at += 1) {
      const number = this.order[at] as number;
      if (this.x(number) > right) break;
      const { board, foot } = this.tree.parts[number] as { board: { width: number; height: number }; foot: number };
      const y = this.trace.nodes[number]?.y ?? 0;
      if (Math.max(board.width, board.height) * zoom < LEAST_SHOWN) continue;
      if (y + foot >= region.top - AHEAD && y <= region.bottom + AHEAD) wanted.add(number);
    }
    return wanted;
  }

  private firstFrom(x: number): number {
    let low = 0;
    let high = this.order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.x(this.order[middle] as number) < x) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private x(number: number): number {
    return this.trace.nodes[number]?.x ?? 0;
  }

  private draw(number: number): void {
    const parts = this.tree.parts[number];
    const node = this.trace.nodes[number];
    const view = node?.view ?? null;
    const data = view === null ? undefined : this.trace.views[view];
    if (parts === undefined || node === undefined || view === null || data === undefined) return;
    const size = Math.max(parts.board.width, parts.board.height);
    const pattern = this.patterns.get(view) ?? drawBoard(data, size);
    this.patterns.set(view, pattern);
    const board = pattern.cloneNode(true) as SVGGElement;
    // A board is centred in a square; its own top, not the square's, goes below the sign.
    const top = node.y + parts.boardTop - (size - parts.board.height) / 2;
    const within = pattern.getAttribute("transform") ?? "";
    board.setAttribute("transform", `translate(${node.x - size / 2} ${top}) ${within}`);
    this.tree.groupOf(number)?.append(board);
    this.drawn.set(number, board);
  }
}
