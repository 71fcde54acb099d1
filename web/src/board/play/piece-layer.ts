/** The pieces of a board to play on: drawn where they are, and moved there from where they were. */

import { type CellData, type LastData, PLAIN, type ViewData } from "../data";
import { roomOf } from "../draw";
import { type Frame, frameOf } from "../frame";
import { drawPiece } from "../pieces";
import { appear, type Arrival, arrivals, departures, finishMotion, slide, turn, vanish } from "./motion";
import { Film, sowing } from "./sowing";

const NOTHING: ViewData = { cells: [], caption: "", edges: [], dice: [], look: PLAIN, turn: "" };

/** All pieces of one board. */
export class PieceLayer {
  private view = NOTHING;
  private cells: SVGGElement[] = [];
  private frame: Frame = frameOf(NOTHING);
  private readonly film = new Film(({ cell, shown }) => this.fill(shown, cell, { kind: "new" }));

  constructor(private readonly drawing: SVGSVGElement) {}

  /** Draw pieces into these groups, one a cell, from now on. */
  place(cells: SVGGElement[], frame: Frame): void {
    this.cells = cells;
    this.frame = frame;
  }

  /** End whatever moves. */
  skip(): void {
    finishMotion();
    this.film.finish();
  }

  /** Put the pieces where they are now, with how they came there if the board before is known. */
  show(view: ViewData, before: ViewData | null, last: LastData | null): void {
    this.view = view;
    const moments = before && last ? sowing(before, view, last.cells) : [];
    const came =
      before && last && moments.length === 0 ? arrivals(before, view, last.cells) : new Map<number, Arrival>();
    const shown = before && moments.length > 0 ? before : view;
    shown.cells.forEach((cell, index) => this.fill(cell, index, came.get(index)));
    if (before && last && moments.length === 0)
      for (const index of departures(before, view, came)) this.showTaken(before, index);
    if (moments.length > 0) this.film.play(moments, () => view.cells.forEach((cell, index) => this.fill(cell, index)));
  }

  /** Let a piece that was taken fade where it stood. */
  private showTaken(before: ViewData, index: number): void {
    const cell = before.cells[index];
    const group = this.cells[index];
    if (!cell || !group) return;
    const ghost = drawPiece(cell, roomOf(cell, before, this.frame));
    ghost.classList.replace("pw-piece", "pw-ghost");
    group.append(ghost);
    vanish(ghost);
  }

  private fill(cell: CellData, index: number, arrival?: Arrival): void {
    const group = this.cells[index];
    const old = group?.querySelector(".pw-piece");
    if (!group || !old) return;
    const piece = drawPiece(cell, roomOf(cell, this.view, this.frame));
    old.replaceWith(piece);
    for (const name of [...group.classList].filter((each) => each.startsWith("pw-is-"))) group.classList.remove(name);
    if (cell.mark !== "" && cell.mark !== "star") group.classList.add(`pw-is-${cell.mark}`);
    this.drawing.querySelector(`[data-to="${index}"]`)?.classList.toggle("pw-passed", /^(path|here)$/.test(cell.mark));
    group.classList.toggle("pw-full", cell.piece !== "");
    group.querySelector(".pw-hint")?.setAttribute("r", String(this.frame.radius * (cell.piece ? 0.82 : 0.15)));
    group.querySelector(".pw-note")?.setAttribute("y", String(cell.piece ? this.frame.radius * 0.88 : 6));
    group.dataset["piece"] = cell.piece;
    if (arrival?.kind === "new") appear(piece);
    if (arrival?.kind === "turned") turn(piece);
    if (arrival?.kind === "from") this.slideAlong(arrival.cells, cell, group, piece);
  }

  private slideAlong(way: number[], cell: CellData, group: SVGGElement, piece: SVGGElement): void {
    const end = this.frame.place(cell);
    const stops = way.flatMap((index) => this.view.cells[index] ?? []).map((each) => this.frame.place(each));
    group.parentNode?.append(group);
    slide(
      piece,
      stops.map(({ x, y }) => ({ x: x - end.x, y: y - end.y })),
    );
  }
}
