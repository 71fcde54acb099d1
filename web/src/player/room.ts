/** Trees laid out for a room that is given, so that nothing has to be scrolled and the root is always in view:
 *
 *    whole tree   ▲            Rows move apart until the tree fills the room.
 *               ▽   ▽
 *
 *    path   ▲ ─a1─ ▽ ─b2─ ▲    What has no room below the root is in its row: the first nodes of the path, one after the
 *                   ▽ ▽ ▽      other. Below are the last plies, with the alternatives; of a row that is too wide, those
 *                  ‹ 2 more    next to the path.
 */
import type { Trace } from "./explanation";
import { LABEL, NAME, type Parts, SIGN } from "./geometry";
import { BETWEEN, CHARACTER, type Note, type Places, type Point, type Reach } from "./places";

/** The size of a room, in units of the tree. */
export interface Room {
  width: number;
  height: number;
}

/** The better alternative behind a cutoff, and its label. */
export interface Better {
  node: number;
  label: string;
}

/** Space between rows, where the actions' names are: the least, and how much of a room's height one may take. */
const ROW_GAP = 42;
const MOST_GAP = 0.34;
/** Space along the root's row, beside an action's name. */
const CRUMB_GAP = 34;
/** Space for the note that says how many neighbours are left out. */
const NOTE_ROOM = 54;

/** How far neighbours may move apart. */
const MOST_WIDER = 1.7;

/** Move the rows of a tree apart until it is as high as the room, and neighbours until it is as wide. */
export function stretch(trace: Trace, room: Room): Places {
  const levels = [...new Set(trace.nodes.map((node) => node.y))].sort((first, second) => first - second);
  const gaps = Math.max(1, levels.length - 1);
  const rise = Math.max(0, Math.min((room.height - trace.height) / gaps, MOST_GAP * room.height));
  const wider = Math.max(1, Math.min(room.width / trace.width, MOST_WIDER));
  const level = new Map(levels.map((y, row) => [y, row]));
  const at = new Map(
    trace.nodes.map((node, number) => [number, { x: node.x * wider, y: node.y + rise * (level.get(node.y) ?? 0) }]),
  );
  return { at, width: trace.width * wider, height: trace.height + rise * (levels.length - 1) };
}

/** Lays out the path to a node in a room. */
export class RoomLayout {
  constructor(
    private readonly trace: Trace,
    private readonly parts: Parts[],
    private readonly reach: Reach[],
    private readonly children: number[][],
  ) {}

  /** Lay out the nodes of a path, from the root down, and their siblings and children, as far as there is room. */
  layOut(way: number[], room: Room, better: Better | null = null): Places {
    const rows = way.map((node) => this.children[node] ?? []).filter((row) => row.length > 0);
    let crumbs = 0;
    while (crumbs < rows.length - 1 && this.heightOf([way.slice(0, crumbs + 1), ...rows.slice(crumbs)]) > room.height) {
      crumbs += 1;
    }
    const at = new Map<number, Point>();
    const notes: Note[] = [];
    const shown = [way.slice(0, crumbs + 1), ...rows.slice(crumbs)];
    const spare = room.height - this.heightOf(shown);
    const rise = Math.max(0, Math.min(spare / Math.max(1, shown.length - 1), ROW_GAP));
    let top = SIGN;
    shown.forEach((row, place) => {
      if (place === 0) this.placeCrumbs(row, top, room, at);
      else this.placeRow(row, way[crumbs + place - 1] ?? 0, way[crumbs + place], top, room, at, notes);
      top += this.footOf(row) + ROW_GAP + rise + 2 * SIGN;
    });
    if (better !== null && !at.has(better.node)) this.noteBetter(better, at, notes);
    return { at, notes, ...room };
  }

  /** Where a better alternative has no room itself, name it below the node at which it could be chosen. */
  private noteBetter({ node, label }: Better, at: Map<number, Point>, notes: Note[]): void {
    const parent = this.trace.nodes[node]?.parent ?? 0;
    const place = at.get(parent);
    if (place === undefined) return;
    const y = place.y + (this.parts[parent]?.foot ?? 0) + 1.2 * LABEL;
    const text = `better: ${this.trace.nodes[node]?.action ?? ""} ${label}`;
    notes.push({ x: place.x, y, text, look: "ply-better" });
  }

  private heightOf(rows: number[][]): number {
    return rows.reduce((sum, row) => sum + 2 * SIGN + this.footOf(row) + ROW_GAP, -SIGN - ROW_GAP);
  }

  private footOf(row: number[]): number {
    return Math.max(0, ...row.map((number) => this.parts[number]?.foot ?? 0));
  }

  /** Put the first nodes of the path beside each other; if they are too many, the root and the last of them. */
  private placeCrumbs(row: number[], y: number, room: Room, at: Map<number, Point>): void {
    const widths = row.map((number, place) => this.crumbWidth(number, place));
    const kept = [...row.keys()];
    while (kept.length > 2 && kept.reduce((sum, place) => sum + (widths[place] ?? 0), 0) > room.width)
      kept.splice(1, 1);
    let x = 0;
    for (const place of kept) {
      const number = row[place] ?? 0;
      x += widths[place] ?? 0;
      at.set(number, { x: x - (this.reach[number]?.right ?? 0), y });
    }
    // A root that is alone is in the middle of the room.
    if (row.length === 1) at.set(row[0] ?? 0, { x: room.width / 2, y });
  }

  private crumbWidth(number: number, place: number): number {
    const { left, right } = this.reach[number] ?? { left: 0, right: 0 };
    const name = (this.trace.nodes[number]?.action.length ?? 0) * CHARACTER * NAME;
    return left + right + (place === 0 ? 0 : CRUMB_GAP + name);
  }

  private placeRow(
    row: number[],
    parent: number,
    onPath: number | undefined,
    y: number,
    room: Room,
    at: Map<number, Point>,
    notes: Note[],
  ): void {
    const [first, last] = this.windowOf(row, onPath, room.width);
    const kept = row.slice(first, last + 1);
    const width = this.widthOf(kept);
    const [before, after] = [first, row.length - 1 - last];
    const middle = at.get(parent)?.x ?? room.width / 2;
    const [least, most] = [before > 0 ? NOTE_ROOM : 0, room.width - width - (after > 0 ? NOTE_ROOM : 0)];
    let x = Math.max(least, Math.min(middle - width / 2, most));
    if (before > 0) notes.push({ x: x - NOTE_ROOM / 2, y: y + 4, text: `‹ ${before} more` });
    for (const number of kept) {
      const { left, right } = this.reach[number] ?? { left: 0, right: 0 };
      at.set(number, { x: x + left, y });
      x += left + right + BETWEEN;
    }
    if (after > 0) notes.push({ x: x - BETWEEN + NOTE_ROOM / 2, y: y + 4, text: `${after} more ›` });
  }

  /** The first and the last of a row that have room, the path's node among them. */
  private windowOf(row: number[], onPath: number | undefined, width: number): [number, number] {
    if (this.widthOf(row) <= width) return [0, row.length - 1];
    let first = Math.max(0, row.indexOf(onPath ?? -1));
    let last = first;
    for (;;) {
      const room = (from: number, to: number): number =>
        width - (from > 0 ? NOTE_ROOM : 0) - (to < row.length - 1 ? NOTE_ROOM : 0);
      const fits = (from: number, to: number): boolean =>
        from >= 0 && to < row.length && this.widthOf(row.slice(from, to + 1)) <= room(from, to);
      const isLeft = fits(first - 1, last);
      const isRight = fits(first, last + 1);
      if (!isLeft && !isRight) return [first, last];
      if (isRight && (!isLeft || last - first <= 2 * (row.indexOf(onPath ?? -1) - first))) last += 1;
      else first -= 1;
    }
  }

  private widthOf(row: number[]): number {
    const widths = row.map((number) => (this.reach[number]?.left ?? 0) + (this.reach[number]?.right ?? 0));
    return widths.reduce((sum, width) => sum + width + BETWEEN, -BETWEEN);
  }
}
