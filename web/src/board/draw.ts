/** The parts that boards are drawn of, and small boards for display only: for the nodes of a tree, and for cards. */

import { captionOf, type CellData, type ViewData } from "./data";
import { type Frame, frameOf, UNIT } from "./frame";
import { isLabel } from "./labels";
import { drawPiece, type Room } from "./pieces";
import { drawGround, drawPlace, drawPoints } from "./places";
import { svg } from "./svg";

/** Draw a board into a square of `size` pixels whose top left corner is (0, 0). */
export function drawBoard(view: ViewData, size: number): SVGGElement {
  const group = svg("g", { class: `pw-board pw-small ${groundClass(view)}` });
  if (view.cells.length === 0) {
    group.append(...drawCaption(captionOf(view), size));
    return group;
  }
  const frame = frameOf(view, false, false);
  const scale = size / Math.max(frame.width, frame.height);
  const [dx, dy] = [(size - frame.width * scale) / 2, (size - frame.height * scale) / 2];
  group.setAttribute("transform", `translate(${dx.toFixed(2)} ${dy.toFixed(2)}) scale(${scale.toFixed(4)})`);
  group.append(drawGround(view, frame), drawPoints(view, frame));
  for (const cell of view.cells) {
    // A tree shows hundreds of small boards: on a grid or on lines, empty cells needn't be drawn.
    const isBlank = frame.kind === "squares" || frame.hasLines;
    if (isBlank && cell.piece === "" && cell.mark === "") continue;
    const { x, y } = frame.place(cell);
    const place = svg("g", { class: markClass(cell), transform: `translate(${x} ${y})` });
    place.append(drawPlace(cell, view, frame), drawPiece(cell, roomOf(cell, view, frame)));
    group.append(place);
  }
  if (frame.isGrid) group.append(drawLines(frame));
  return group;
}

/** Draw a cell to play on: its place, its name, room for a piece, for a hint that it is open and for a note. */
export function drawCell(cell: CellData, index: number, view: ViewData, frame: Frame): SVGGElement {
  const { x, y } = frame.place(cell);
  const group = svg("g", { class: "pw-cell", role: "button", "data-cell": index, transform: `translate(${x} ${y})` });
  const isBranch = frame.kind === "tree" && cell.y > 0;
  const isNamed = (frame.hasNames || isBranch) && cell.name !== "";
  if (cell.name) group.dataset["name"] = cell.name;
  group.classList.toggle("pw-named", isNamed && !isBranch);
  group.append(
    drawPlace(cell, view, frame),
    ...(isNamed ? [drawName(frame, cell.name)] : []),
    drawPiece({ ...cell, piece: "" }, roomOf(cell, view, frame)),
    svg("circle", { class: "pw-hint" }),
    svg("text", { class: "pw-note" }),
  );
  return group;
}

/** Give a drawing the size of a board, and the class of what it is made of. */
export function fitTo(drawing: SVGSVGElement, view: ViewData, { width, height, ground }: Frame): void {
  drawing.setAttribute("class", `pw-board ${groundClass(view)}`);
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  drawing.style.setProperty("--pw-width", `${width}px`);
  drawing.style.setProperty("--pw-shift", `${(50 * (width - 2 * ground.x - ground.width)) / width}%`);
  drawing.style.setProperty("--pw-ratio", `${width / Math.max(1, height)}`);
}

/** Return the class of what a board is made of. */
export function groundClass({ look }: ViewData): string {
  return `pw-on-${look.ground || "plain"} pw-of-${look.pieces}`;
}

/** Return what a piece has to know of its place. */
export function roomOf(cell: CellData, view: ViewData, frame: Frame): Room {
  const hangs = frame.hangs(cell);
  return { radius: frame.radius, look: view.look, isLabel: isLabel(view, cell), hangs };
}

/** Draw the lines between a grid's cells and around them. */
export function drawLines(frame: Frame): SVGGElement {
  const group = svg("g", { class: "pw-lines", "aria-hidden": "true" });
  for (const block of frame.blocks) {
    const { x, y, width, height } = block;
    if (frame.kind === "squares") {
      for (let at = UNIT; at < width; at += UNIT)
        group.append(svg("line", { x1: x + at, x2: x + at, y1: y, y2: y + height }));
      for (let at = UNIT; at < height; at += UNIT)
        group.append(svg("line", { x1: x, x2: x + width, y1: y + at, y2: y + at }));
    }
    group.append(svg("rect", { class: "pw-border", rx: 3, ...block }));
  }
  return group;
}

/** Draw the labels at a board's left and below it: where rows are shifted, beside each, and below the last. */
export function drawLabels({ kind, ground, rows, columns, place }: Frame): SVGGElement {
  const group = svg("g", { class: "pw-labels", "aria-hidden": "true" });
  const isShifted = kind === "hexagons" && rows.length > 0 && columns.length > 0;
  const lowest = isShifted
    ? rows.map(({ at }) => at).sort((a, b) => place({ x: 0, y: b }).y - place({ x: 0, y: a }).y)
    : [];
  for (const { at, text } of rows) {
    const lefts = columns.map((label) => place({ x: label.at, y: at }).x - UNIT / 2);
    const left = isShifted ? Math.min(...lefts) : ground.x;
    group.append(svg("text", { x: left - (isShifted ? 20 : 14), y: place({ x: 0, y: at }).y + 5 }, text));
  }
  for (const { at, text } of columns)
    group.append(svg("text", { x: place({ x: at, y: lowest[0] ?? 0 }).x, y: ground.y + ground.height + 20 }, text));
  return group;
}

/** Write a cell's name into its upper left corner; the name of a branch above the node that it leads to. */
export function drawName(frame: Frame, name: string): SVGElement {
  if (frame.kind === "tree") return svg("text", { class: "pw-branch", y: -frame.radius }, name);
  return svg("text", { class: "pw-name", x: 4 - frame.radius, y: 13 - frame.radius }, name);
}

function drawCaption(caption: string, size: number): SVGElement[] {
  const words = caption.split(" ");
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < 14) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  const height = Math.min(size / Math.max(lines.length, 4), size / 7);
  const top = (size - height * lines.length) / 2;
  return lines.map((line, index) =>
    svg("text", { class: "pw-caption", x: size / 2, y: top + height * (index + 0.8), "font-size": height * 0.9 }, line),
  );
}

function markClass({ mark }: CellData): string {
  return mark === "" || mark === "star" ? "pw-cell" : `pw-cell pw-is-${mark}`;
}
