/** What the cells are called: labels at the board's edges, and the words that a screen reader says. */

import { type CellData, playerName, type ViewData } from "./data";

/** Return whether the cells fill whole rows and columns. */
export function isGrid(view: ViewData): boolean {
  const { cells } = view;
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

/** Return the labels of a grid's columns and rows: what all names of a column, or of a row, have in common. */
export function edgeLabels(view: ViewData): { columns: EdgeLabel[]; rows: EdgeLabel[] } {
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
  for (const cell of cells) found.set(key(cell), [...(found.get(key(cell)) ?? []), cell.name]);
  return found;
}

function columnLabel(names: string[]): string {
  return new Set(names).size === 1 ? (names[0] ?? "") : sharedLetters(names);
}

function rowLabel(names: string[]): string {
  const ends = new Set(names.map((name) => /(?<=[a-z])\d+$/.exec(name)?.[0] ?? ""));
  const [end] = ends;
  return ends.size === 1 && end ? end : sharedLetters(names);
}

function sharedLetters(names: string[]): string {
  const starts = new Set(names.map((name) => name.replace(/\d+$/, "")));
  const [start] = starts;
  return starts.size === 1 && start ? start : "";
}

/** Say where a cell is and what stands there: "c3, empty", "column 4, row 2, X of A". */
export function cellWords(view: ViewData, cell: CellData): string {
  return `${placeWords(view, cell)}, ${contentWords(cell)}`;
}

function placeWords(view: ViewData, cell: CellData): string {
  const column = `column ${rank(view.cells, (each) => each.x, cell.x)}`;
  const row = `row ${rank(view.cells, (each) => each.y, cell.y)}`;
  if (!cell.name) return `${column}, ${row}`;
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
