/** Boards as `explain/page.py` packs them: each distinct cell and list of edges once; boards have its number. */
import type { CellData, ViewData } from "../board/data";
import type { Explanation, Trace } from "./explanation";

interface PackedTrace extends Omit<Trace, "views"> {
  views: { cells: number[]; caption: string; edges: number }[];
  cells: CellData[];
  edges: [number, number][][];
}

/** An explanation whose boards are packed. */
export interface PackedExplanation extends Omit<Explanation, "panes"> {
  panes: PackedTrace[];
}

/** Return the explanation with its boards written out; equal cells are shared. */
export function unpack(packed: PackedExplanation): Explanation {
  return { ...packed, panes: packed.panes.map(unpackTrace) };
}

function unpackTrace({ views, cells, edges, ...trace }: PackedTrace): Trace {
  const unpacked = views.map((view): ViewData => ({
    caption: view.caption,
    cells: view.cells.map((number) => cells[number] as CellData),
    edges: edges[view.edges] ?? [],
  }));
  return { ...trace, views: unpacked };
}
