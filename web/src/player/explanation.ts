/** An explanation as data, as the Python package `plywise.explain` writes it; the two must change together. */
import type { ViewData } from "../board/data";

/** The name and version of the format. */
export const FORMAT = "plywise-explanation-1";

/** A lower and an upper end; null if an end is unbounded. */
export type Range = [number | null, number | null];

/** How far the search has got with a node. */
export type Status = "unseen" | "open" | "done" | "pruned";

/** A search to look at, or two side by side. */
export interface Explanation {
  format: typeof FORMAT;
  title: string;
  game: string;
  summary: string[];
  panes: Trace[];
}

/** One search: its tree, laid out, and its steps. */
export interface Trace {
  name: string;
  note: string;
  marks: "range" | "value" | "vector" | "visits" | "proof";
  /** The seat to which the values are. */
  viewpoint: number;
  /** Whether the players are MAX and MIN. */
  has_roles: boolean;
  players: string[];
  nodes: TreeNode[];
  views: ViewData[];
  steps: Step[];
  /** The book's pseudo-code of the search, line by line. */
  code?: string[];
  /** Whether every node of the game's tree is there, so that what the search leaves out can be predicted. */
  is_whole?: boolean;
  width: number;
  height: number;
}

/** A state in the tree; node 0 is the root, a parent comes before its children, siblings are in order. */
export interface TreeNode {
  parent: number | null;
  action: string;
  player: number | null;
  /** Its own name, such as the letter that the book gives it; empty if it has none. */
  name?: string;
  /** What a leaf is worth, of a tree that is carried whole: shown when the search is to be predicted. */
  worth?: string;
  state: string;
  view: number | null;
  probability: number | null;
  folded: number;
  x: number;
  y: number;
}

/** One event of the search, with what it changed and the counters after it. */
export interface Step {
  kind:
    | "enter"
    | "narrow"
    | "cutoff"
    | "hit"
    | "extend"
    | "leave"
    | "select"
    | "expand"
    | "simulate"
    | "back-up"
    | "prove"
    | "deepen";
  node: number;
  window: Range | null;
  /** The window's ends in words, where numbers alone would mislead: a certain win beside an estimate. */
  window_told?: [string, string];
  depth: number | null;
  text: string;
  /** The number of the line of the pseudo-code that does this. */
  line?: number | null;
  /** The arithmetic of the step, line by line. */
  working?: string[];
  because: number | null;
  states: number;
  leaves: number;
  pruned: number;
  changes: Change[];
}

/** What a step changes at one node. */
export interface Change {
  node: number;
  status?: Status;
  label?: string;
  range?: Range;
  best?: boolean;
  /** α and β there, in words. */
  window?: string;
}
