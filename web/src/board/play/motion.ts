/** Small animations of pieces, none if the reader prefers reduced motion; the next click or key ends those that run. */

import type { ViewData } from "../data";

const QUICK: KeyframeAnimationOptions = { duration: 180, easing: "ease-out" };
const running = new Set<Animation>();

/** Where the piece that is now in a cell came from: along other cells, nowhere, or its own other side. */
export type Arrival = { kind: "from"; cells: number[] } | { kind: "new" } | { kind: "turned" };

/** Return how each changed cell got its piece when `cells` (names, in order) were played; unchanged cells have none. */
export function arrivals(before: ViewData, after: ViewData, cells: string[]): Map<number, Arrival> {
  const found = new Map<number, Arrival>();
  if (before.cells.length !== after.cells.length) return found;
  after.cells.forEach((cell, index) => {
    const was = before.cells[index];
    if (!was || !cell.piece || (was.piece === cell.piece && was.player === cell.player)) return;
    const way = wayOf(before, after, index, cells);
    if (way.length > 0) found.set(index, { kind: "from", cells: way });
    else found.set(index, { kind: was.piece && was.player !== cell.player ? "turned" : "new" });
  });
  return found;
}

/** Return the cells whose pieces were taken: they stood there before, and went nowhere. */
export function departures(before: ViewData, after: ViewData, came: Map<number, Arrival>): number[] {
  if (before.cells.length !== after.cells.length || after.look.pieces === "seeds") return [];
  const left = new Set([...came.values()].flatMap((each) => (each.kind === "from" ? each.cells.slice(0, 1) : [])));
  return before.cells.flatMap((was, at) => {
    const now = after.cells[at];
    const isTaken = was.piece !== "" && now !== undefined && (now.piece === "" || now.player !== was.player);
    return isTaken && !left.has(at) && came.get(at)?.kind !== "turned" ? [at] : [];
  });
}

/** Return the cells that a piece came along: from a clicked one that lost it, from the only one that lost the like, or
 * from the first of the cells that played the same. */
function wayOf(before: ViewData, after: ViewData, index: number, cells: string[]): number[] {
  const cell = after.cells[index];
  const was = before.cells[index];
  if (!cell || !was) return [];
  const at = (name: string): number => before.cells.findIndex((each) => each.name !== "" && each.name === name);
  const [first = -1, ...others] = cells.map(at);
  const left = before.cells[first];
  // A man that is promoted is another piece; a pile isn't the one that a checker left.
  const isSame = left?.piece === cell.piece || !/\d/.test(cell.piece);
  const hasLeft = left && first !== index && left.player === cell.player && after.cells[first]?.piece !== left.piece;
  const end = others.indexOf(index);
  if (hasLeft && isSame && end >= 0) return [first, ...others.slice(0, end)];
  const lost = before.cells.flatMap((each, origin) => {
    const isLike = each.piece === cell.piece && each.player === cell.player && cell.player !== null;
    return isLike && after.cells[origin]?.piece === "" ? [origin] : [];
  });
  const [only] = lost;
  if (cells.length > 1 && lost.length === 1 && only !== undefined) return [only];
  const column = before.cells.flatMap((each, place) => (each.action && each.action === was.action ? [place] : []));
  const [head] = column;
  const isColumn = column.length > 1 && column.every((place) => before.cells[place]?.x === cell.x);
  return isColumn && head !== undefined && head !== index ? [head] : [];
}

/** Move an element along offsets to where it belongs. */
export function slide(element: Element, offsets: { x: number; y: number }[]): void {
  const stops = [...offsets, { x: 0, y: 0 }];
  const length = stops.slice(1).reduce((sum, { x, y }, at) => sum + Math.hypot(x - stops[at]!.x, y - stops[at]!.y), 0);
  const duration = Math.min(420 * offsets.length, 140 + length * 0.6);
  animate(
    element,
    stops.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })),
    { ...QUICK, easing: offsets.length > 1 ? "linear" : "ease-out", duration },
  );
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

/** Let an element fade, and remove it. */
export function vanish(element: Element): void {
  const faded = animate(element, [{ opacity: 1 }, { opacity: 0 }], { ...QUICK, duration: 320 });
  if (faded) faded.finished.then(() => element.remove()).catch(() => element.remove());
  else element.remove();
}

/** Turn an element over. */
export function turn(element: Element): void {
  animate(element, [{ transform: "scaleX(0.05)" }, { transform: "none" }], { ...QUICK, duration: 260 });
}

/** Show what runs at its end. */
export function finishMotion(): void {
  for (const each of running) each.finish();
}

/** Whether the reader wants to see motion. */
export function wantsMotion(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function animate(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Animation | null {
  if (!wantsMotion()) return null;
  const animation = element.animate(frames, options);
  running.add(animation);
  const end = (): boolean => running.delete(animation);
  animation.finished.then(end).catch(end);
  return animation;
}
