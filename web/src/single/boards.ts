/** A game's boards and names as data: what each state looks like, without asking any Python. */

import type { LookData, OptionData, ViewData } from "../board";

type Face = [piece: string, player: number | null, mark?: string, action?: string];
type Option = [code: string, name: string, cells: string[]];
type Source = [kind: "number" | "bit", place: number, withMover: boolean, faces: Record<string, Face>];

interface Skeleton {
  cells: [x: number, y: number, name: string][];
  edges: [number, number][];
  look: LookData;
}

/** Boards as Python packaged them: every state written down, or what each cell follows from. */
export type PackagedBoards =
  | {
      form: "table";
      skeleton: Skeleton;
      faces: Face[];
      words: [caption: string, dice: number[], turn: string, details?: [string, string][]][];
      options: Option[];
      rows: Record<string, [words: number, options: number[], faces: number[]]>;
    }
  | {
      form: "cells";
      skeleton: Skeleton;
      caption: string;
      turns: Record<string, string>;
      sources: Source[];
      actions: string[];
      names: Record<string, [name: string, cells: string[]]>;
    };

/** What a state looks like, and what its actions are called. */
export interface Shown {
  view: ViewData;
  /** Actions by their numbers. */
  options: Map<bigint, OptionData>;
}

/** Return what a state looks like, whose offered actions are given. */
export function showState(boards: PackagedBoards, cells: bigint[], mover: number, offered: bigint[]): Shown {
  return boards.form === "table" ? fromTable(boards, cells, offered) : fromCells(boards, cells, mover, offered);
}

function fromTable(boards: PackagedBoards & { form: "table" }, cells: bigint[], offered: bigint[]): Shown {
  const row = boards.rows[String(cells)];
  const [words = -1, known = [], faces = []] = row ?? [];
  const [caption = "", dice = [], turn = "", details = []] = boards.words[words] ?? [];
  const named = new Map(known.map((number) => [BigInt(boards.options[number]![0]), boards.options[number]!]));
  const options = new Map(
    offered.map((code) => {
      const [, name = String(code), clicked = []] = named.get(code) ?? [];
      return [code, { name, cells: clicked, probability: null }];
    }),
  );
  const shown = faces.map((number) => boards.faces[number]!);
  return { view: { ...drawn(boards.skeleton, shown), caption, dice, turn, details }, options };
}

function fromCells(
  boards: PackagedBoards & { form: "cells" },
  cells: bigint[],
  mover: number,
  offered: bigint[],
): Shown {
  const options = new Map(
    offered.map((code) => {
      const [name, clicked] = boards.names[String(code)] ?? [String(code), []];
      return [code, { name, cells: clicked, probability: null }];
    }),
  );
  const names = new Set([...options.values()].map((option) => option.name));
  const shown = boards.sources.map((source, place): Face => {
    const [piece, player] = source[3][keyOf(source, cells, mover)] ?? ["", null];
    const action = boards.actions[place] ?? "";
    return [piece, player, "", names.has(action) ? action : ""];
  });
  const turn = boards.turns[String(mover)] ?? "";
  return { view: { ...drawn(boards.skeleton, shown), caption: boards.caption, dice: [], turn }, options };
}

/** Return what a face is looked up by: `plywise.export.cells` does the same. */
function keyOf([kind, place, withMover]: Source, cells: bigint[], mover: number): string {
  const bit = (cell: bigint): string => String((cell >> BigInt(place)) & 1n);
  const said = kind === "number" ? String(cells[place]) : cells.map(bit).join("");
  return withMover ? `${said}/${mover}` : said;
}

function drawn(skeleton: Skeleton, faces: Face[]): Pick<ViewData, "cells" | "edges" | "look"> {
  const cells = skeleton.cells.map(([x, y, name], place) => {
    const [piece = "", player = null, mark = "", action = ""] = faces[place] ?? [];
    return { x, y, name, piece, player, mark, action };
  });
  return { cells, edges: skeleton.edges, look: skeleton.look };
}
