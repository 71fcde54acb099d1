/** Where nodes are when only the path to one of them is shown, with the alternatives along it:
 *
 *            ▲            If a tree is too wide to be read as a whole, this is what a step is about. Each row has the
 *        ▽   ▽   ▽        children of the path's node above it, below their parent as far as the widest row allows.
 *      ▲ ▲ ▲
 */
import type { Trace } from "./explanation";
import { LABEL, NAME, NAME_GAP, type Parts, SIGN } from "./geometry";

/** A point of the drawing. */
export interface Point {
  x: number;
  y: number;
}

/** Where the nodes shown are, and the size of the whole. */
export interface Places {
  at: Map<number, Point>;
  width: number;
  height: number;
  /** Texts beside the nodes, such as how many are left out. */
  notes?: Note[];
}

/** A text at a place. */
export interface Note extends Point {
  text: string;
  /** A class of its own. */
  look?: string;
}

/** How far a node reaches to either side of its sign. */
export interface Reach {
  left: number;
  right: number;
}

/** Space between neighbours, and between one row and the next, where the actions' names are. */
export const BETWEEN = 16;
const ROW_GAP = 46;
/** The width of a character, as a fraction of its font size. */
export const CHARACTER = 0.58;

/** Lays out the path to any node; from one node to the next, rows keep their heights and the whole keeps its width. */
export class WayLayout {
  private readonly reach: Reach[];
  private readonly tops: number[] = [];
  private readonly feet: number[] = [];
  private readonly width: number;

  constructor(
    trace: Trace,
    parts: Parts[],
    private readonly children: number[][],
  ) {
    this.reach = measureReach(trace, parts);
    const depths: number[] = [];
    trace.nodes.forEach((node, number) => {
      const depth = node.parent === null ? 0 : (depths[node.parent] ?? 0) + 1;
      depths[number] = depth;
      this.feet[depth] = Math.max(this.feet[depth] ?? 0, parts[number]?.foot ?? 0);
    });
    let top = 0;
    for (const foot of this.feet) {
      this.tops.push(top + SIGN);
      top += SIGN + foot + ROW_GAP;
    }
    this.width = Math.max(...[[0], ...children].map((row) => this.widthOf(row)));
  }

  /** Lay out the nodes of a path, from the root down, and their siblings and children. */
  layOut(way: number[]): Places {
    const at = new Map<number, Point>();
    const rows = [[0], ...way.map((node) => this.children[node] ?? [])].filter((row) => row.length > 0);
    rows.forEach((row, depth) => {
      const parent = at.get(way[depth - 1] ?? -1)?.x ?? this.width / 2;
      const room = this.width - this.widthOf(row);
      let x = Math.max(0, Math.min(parent - this.widthOf(row) / 2, room));
      for (const number of row) {
        const { left, right } = this.reach[number] ?? { left: 0, right: 0 };
        at.set(number, { x: x + left, y: this.tops[depth] ?? 0 });
        x += left + right + BETWEEN;
      }
    });
    const last = rows.length - 1;
    return { at, width: this.width, height: (this.tops[last] ?? 0) + (this.feet[last] ?? 0) };
  }

  private widthOf(row: number[]): number {
    const widths = row.map((number) => (this.reach[number]?.left ?? 0) + (this.reach[number]?.right ?? 0));
    return widths.reduce((sum, width) => sum + width + BETWEEN, -BETWEEN);
  }
}

/** How far each node reaches to the left and to the right of its sign, with its board and its longest label. */
export function measureReach(trace: Trace, parts: Parts[]): Reach[] {
  const longest = trace.nodes.map((node) => node.worth?.length ?? 0);
  for (const { changes } of trace.steps) {
    for (const { node, label } of changes) longest[node] = Math.max(longest[node] ?? 0, label?.length ?? 0);
  }
  return trace.nodes.map((node, number) => {
    const { board, isLeaf } = parts[number] as Parts;
    const label = (longest[number] ?? 0) * CHARACTER * LABEL;
    const name = node.action.length * CHARACTER * NAME;
    const half = Math.max(SIGN, board.width / 2, name / 2, isLeaf ? label / 2 : 0);
    const own = node.name ? SIGN + NAME_GAP + node.name.length * CHARACTER * LABEL : 0;
    return { left: Math.max(half, own), right: Math.max(half, isLeaf || label === 0 ? 0 : SIGN + 5 + label) };
  });
}
