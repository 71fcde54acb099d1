/** Boards as `explain/page.py` packs them: each distinct cell, list of edges and look once; boards have its number. */
import { type CellData, type LookData, PLAIN, type ViewData } from "../board/data";
import type { Explanation, Trace } from "./explanation";

interface PackedTrace extends Omit<Trace, "views"> {
  views: (Omit<ViewData, "cells" | "edges" | "look"> & { cells: number[]; edges: number; look: number })[];
  cells: CellData[];
  edges: [number, number][][];
  looks: LookData[];
}

/** An explanation whose boards are packed. */
export interface PackedExplanation extends Omit<Explanation, "panes"> {
  panes: PackedTrace[];
}

/** Return the explanation with its boards written out; equal cells are shared. */
export function unpack(packed: PackedExplanation): Explanation {
  return { ...packed, panes: packed.panes.map(unpackTrace) };
}

function unpackTrace({ views, cells, edges, looks, ...trace }: PackedTrace): Trace {
  const unpacked = views.map((view): ViewData => ({
    ...view,
    cells: view.cells.map((number) => cells[number] as CellData),
    edges: edges[view.edges] ?? [],
    look: looks[view.look] ?? PLAIN,
  }));
  return { ...trace, views: unpacked };
}
