/** Walls in the grooves between squares, part by part: beside a square, or where grooves cross. */

import type { CellData } from "../data";
import { GROOVE, SQUARE } from "../frame";
import { svg } from "../svg";

/** Draw a part of a wall; the parts overlap a little, so that one wall is seen. */
export function drawWall(cell: CellData): SVGElement {
  const isUpright = cell.piece === "│";
  const length = Number.isInteger(isUpright ? cell.y : cell.x) ? SQUARE : GROOVE + 2;
  const [width, height] = isUpright ? [GROOVE * 0.8, length] : [length, GROOVE * 0.8];
  return svg("rect", { class: "pw-wall", x: -width / 2, y: -height / 2, width, height });
}
