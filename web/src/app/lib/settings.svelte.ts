/** The user's settings, kept in the browser. */

import type { TimeControl } from "./clocks.svelte";

/** Light, dark, or the system's choice. */
export type Theme = "system" | "light" | "dark";

/** What is remembered of a game: who plays each seat and how long it thinks, the clocks, and how it is seen. */
export interface Table {
  /** "you", "engine" for what suits the game, or the name of an agent. */
  seats: string[] | null;
  /** How long each engine thinks, in seconds; null for as long as all others do. */
  times: (number | null)[];
  control: TimeControl | null;
  isTurned: boolean;
  /** Whether the board turns to whoever moves. */
  followsMover: boolean;
}

const NEW_TABLE: Table = { seats: null, times: [], control: null, isTurned: false, followsMover: false };

interface Kept {
  seconds: number;
  showsAnalysis: boolean;
  /** Whether the board shows every action's value; null until somebody has chosen. */
  showsNumbers: boolean | null;
  showsArrows: boolean;
  /** Whether an analysis goes on until it is stopped. */
  isEndless: boolean;
  /** How many lines are shown. */
  lines: number;
  theme: Theme;
  tables: Record<string, Table>;
}

const NAME = "plywise-settings";
const DEFAULTS: Kept = {
  seconds: 1,
  showsAnalysis: true,
  showsNumbers: null,
  showsArrows: true,
  isEndless: false,
  lines: 3,
  theme: "system",
  tables: {},
};

/** How many lines can be shown. */
export const MOST_LINES = 5;

/** The thinking times to choose from. */
export const SECONDS = [0.2, 1, 3, 10, 30];

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Kept>;
    return { ...DEFAULTS, ...kept };
  } catch {
    // Storage may be switched off, or hold what another version wrote: the defaults will do.
    return { ...DEFAULTS };
  }
}

/** The settings, as reactive state. */
export const settings = $state(read());

/** Change settings and store them. */
export function change(changes: Partial<Kept>): void {
  Object.assign(settings, changes);
  applyTheme();
  try {
    localStorage.setItem(NAME, JSON.stringify(settings));
  } catch {
    // Without storage they last as long as the page.
  }
}

/** Return whether the board shows values: of solved games it does until somebody says otherwise. */
export function showsNumbers(isByTable: boolean): boolean {
  return settings.showsNumbers ?? isByTable;
}

/** Return what is remembered of a game. */
export function tableOf(game: string): Table {
  return { ...NEW_TABLE, ...settings.tables[game] };
}

/** Change what is remembered of a game. */
export function changeTable(game: string, changes: Partial<Table>): void {
  change({ tables: { ...settings.tables, [game]: { ...tableOf(game), ...changes } } });
}

/** Apply the theme to the page. */
export function applyTheme(): void {
  if (settings.theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = settings.theme;
}

/** Return whether the page is dark now. */
export function isDark(): boolean {
  if (settings.theme !== "system") return settings.theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
