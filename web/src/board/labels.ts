/** What the cells are called: labels at the board's edges, and the words that a screen reader says. */

import { type CellData, playerName, shownName, type ViewData } from "./data";

/** Return whether the cells are squares that fill whole rows and columns: cells joined by lines are points instead. */
export function isGrid(view: ViewData): boolean {
  const { cells, edges } = view;
  if (edges.length > 0) return false;
  const columns = new Set(cells.map((cell) => cell.x));
  const rows = new Set(cells.map((cell) => cell.y));
  const places = new Set(cells.map((cell) => `${cell.x} ${cell.y}`));
  const isWhole = [...columns, ...rows].every(Number.isInteger);
  return cells.length > 0 && isWhole && places.size === cells.length && cells.length === columns.size * rows.size;
}

/** A label at the board's edge and the coordinate it belongs to. */
export interface EdgeLabel {
  at: number;
  text: string;
}

/** The labels of a board's columns and rows. */
export interface EdgeLabels {
  columns: EdgeLabel[];
  rows: EdgeLabel[];
}

/**
 * Return the labels of a board: what all names of a column, or of a row, have in common. Cells off a grid have none
 * unless each cell's name is its column's label and its row's.
 */
export function edgeLabels(view: ViewData): EdgeLabels {
  if (view.look.board === "grooves") return sharedLabels({ ...view, cells: view.cells.filter(isSquare) });
  const labels = sharedLabels(view);
  return isGrid(view) || tellsAll(labels, view.cells) ? labels : { columns: [], rows: [] };
}

/** Return whether a cell is a square and not a groove between two. */
function isSquare({ x, y }: CellData): boolean {
  return Number.isInteger(x) && Number.isInteger(y);
}

/** Return whether each cell has to show its name: there are no labels, and no other cell shows it. */
export function needsNames(view: ViewData): boolean {
  const { columns, rows } = edgeLabels(view);
  if (!isGrid(view) || columns.length > 0 || rows.length > 0) return false;
  const told = new Set(["", ...view.cells.filter((cell) => cell.name === "").map((cell) => cell.piece)]);
  return view.cells.some((cell) => !told.has(shownName(cell)));
}

function tellsAll({ columns, rows }: EdgeLabels, cells: CellData[]): boolean {
  const text = (labels: EdgeLabel[], at: number): string => labels.find((label) => label.at === at)?.text ?? "";
  return cells.every((cell) => shownName(cell) !== "" && cell.name === text(columns, cell.x) + text(rows, cell.y));
}

function sharedLabels(view: ViewData): EdgeLabels {
  const rows = [...groups(view.cells, (cell) => cell.y)].map(([at, names]) => ({ at, text: rowLabel(names) }));
  const columns = [...groups(view.cells, (cell) => cell.x)].map(([at, names]) => ({ at, text: columnLabel(names) }));
  const written = (labels: EdgeLabel[]): string => [...new Set(labels.map((label) => label.text))].sort().join("\n");
  return { columns: written(columns) === written(rows) ? [] : columns.filter(hasText), rows: rows.filter(hasText) };
}

function hasText(label: EdgeLabel): boolean {
  return label.text !== "";
}

function groups(cells: CellData[], key: (cell: CellData) => number): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const cell of cells) found.set(key(cell), [...(found.get(key(cell)) ?? []), shownName(cell)]);
  return found;
}

function columnLabel(names: string[]): string {
  return new Set(names).size === 1 ? (names[0] ?? "") : sharedLetters(names);
}

function rowLabel(names: string[]): string {
  const ends = new Set(names.map((name) => /(?<=[A-Za-z])\d+$/.exec(name)?.[0] ?? ""));
  const [end] = ends;
  return ends.size === 1 && end ? end : sharedLetters(names);
}

function sharedLetters(names: string[]): string {
  const starts = new Set(names.map((name) => name.replace(/\d+$/, "")));
  const [start] = starts;
  return starts.size === 1 && start ? start : "";
}

/** Return whether a cell shows a label rather than a piece: it has neither name nor owner, and others have names. */
export function isLabel(view: ViewData, cell: CellData): boolean {
  return cell.name === "" && cell.player === null && view.cells.some((each) => each.name !== "");
}

/** Say where a cell is and what stands there: "c3, empty", "column 4, row 2, X of A". */
export function cellWords(view: ViewData, cell: CellData): string {
  return `${placeWords(view, cell)}, ${contentWords(cell)}`;
}

function placeWords(view: ViewData, cell: CellData): string {
  const column = `column ${rank(view.cells, (each) => each.x, cell.x)}`;
  const row = `row ${rank(view.cells, (each) => each.y, cell.y)}`;
  if (!shownName(cell)) return `${column}, ${row}`;
  const namesakes = view.cells.filter((each) => each.name === cell.name);
  if (namesakes.length === 1) return cell.name;
  if (namesakes.every((each) => each.x === cell.x)) return `column ${cell.name}, ${row}`;
  if (namesakes.every((each) => each.y === cell.y)) return `row ${cell.name}, ${column}`;
  return `${cell.name}, ${column}, ${row}`;
}

function rank(cells: CellData[], key: (cell: CellData) => number, value: number): number {
  return [...new Set(cells.map(key))].sort((a, b) => a - b).indexOf(value) + 1;
}

function contentWords(cell: CellData): string {
  const owner = cell.player === null ? "" : playerName(cell.player);
  if (!cell.piece) return owner ? `empty, ${owner}'s` : "empty";
  return owner && owner !== cell.piece ? `${cell.piece} of ${owner}` : cell.piece;
}
