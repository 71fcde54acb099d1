/** Small animations of pieces; none if the reader prefers reduced motion. */

import type { ViewData } from "../data";

const QUICK: KeyframeAnimationOptions = { duration: 180, easing: "ease-out" };

/** Where the piece that is now in a cell came from: another cell, nowhere, or its own other side. */
export type Arrival = { kind: "from"; cell: number } | { kind: "new" } | { kind: "turned" };

/** Return how each changed cell got its piece when `cells` (names, in order) were played; unchanged cells have none. */
export function arrivals(before: ViewData, after: ViewData, cells: string[]): Map<number, Arrival> {
  const found = new Map<number, Arrival>();
  if (before.cells.length !== after.cells.length) return found;
  after.cells.forEach((cell, index) => {
    const was = before.cells[index];
    if (!was || !cell.piece || (was.piece === cell.piece && was.player === cell.player)) return;
    const origin = originOf(before, after, index, cells);
    if (origin !== null) found.set(index, { kind: "from", cell: origin });
    else found.set(index, { kind: was.piece && was.player !== cell.player ? "turned" : "new" });
  });
  return found;
}

/** Return the cell a piece moved from: a clicked one that lost it, or the first of the cells that played the same. */
function originOf(before: ViewData, after: ViewData, index: number, cells: string[]): number | null {
  const cell = after.cells[index];
  const was = before.cells[index];
  if (!cell || !was) return null;
  if (cells.length > 1) {
    const origin = before.cells.findIndex((each) => each.name !== "" && each.name === cells[0]);
    const left = before.cells[origin];
    if (left && origin !== index && left.piece === cell.piece && after.cells[origin]?.piece !== left.piece)
      return origin;
  }
  const column = before.cells.flatMap((each, at) => (each.action && each.action === was.action ? [at] : []));
  const [head] = column;
  const isColumn = column.length > 1 && column.every((at) => before.cells[at]?.x === cell.x);
  return isColumn && head !== undefined && head !== index ? head : null;
}

/** Move an element from an offset to where it belongs. */
export function slide(element: Element, dx: number, dy: number): void {
  const duration = Math.min(420, 140 + Math.hypot(dx, dy) * 0.6);
  animate(element, [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { ...QUICK, duration });
}

/** Let an element grow to its full size. */
export function appear(element: Element): void {
  animate(
    element,
    [
      { transform: "scale(0.4)", opacity: 0 },
      { transform: "none", opacity: 1 },
    ],
    QUICK,
  );
}

/** Turn an element over. */
export function turn(element: Element): void {
  animate(element, [{ transform: "scaleX(0.05)" }, { transform: "none" }], { ...QUICK, duration: 260 });
}

function animate(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): void {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) element.animate(frames, options);
}
