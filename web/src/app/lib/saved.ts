/** Games kept in this browser (IndexedDB): each has an id of its own and is written again whenever it grows. */

import type { StoredMove } from "./moves";

/** A game as it is kept. */
export interface SavedGame {
  id: string;
  game: string;
  title: string;
  moves: StoredMove;
  /** The actions to where one was. */
  actions: string[];
  count: number;
  /** Of the dice; games without any have none. */
  seed?: number | null;
  outcome: string | null;
  /** When it was last changed, in milliseconds. */
  changed: number;
}

const NAME = "plywise";
const STORE = "games";
/** How many games are kept: the oldest make room. */
const MOST = 200;

/** Return a new id. */
export function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}

/** Keep a game; where the browser keeps nothing, as in a private window, nothing happens. */
export async function keep(game: SavedGame): Promise<void> {
  await attempt("readwrite", (store) => store.put(game));
}

/** List the games that are kept, the latest first. */
export async function listSaved(): Promise<SavedGame[]> {
  const games = (await attempt<SavedGame[]>("readonly", (store) => store.getAll())) ?? [];
  const sorted = games.sort((a, b) => b.changed - a.changed);
  for (const old of sorted.slice(MOST)) await forget(old.id);
  return sorted.slice(0, MOST);
}

/** Return one game, or null. */
export async function findSaved(id: string): Promise<SavedGame | null> {
  return (await attempt<SavedGame | undefined>("readonly", (store) => store.get(id))) ?? null;
}

/** Delete a game. */
export async function forget(id: string): Promise<void> {
  await attempt("readwrite", (store) => store.delete(id));
}

async function attempt<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<Result | null> {
  try {
    const database = await opened();
    const request = ask(database.transaction(STORE, mode).objectStore(STORE));
    const result = await settled<Result>(request);
    database.close();
    return result;
  } catch {
    return null;
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE, { keyPath: "id" }));
  return settled(request);
}

function settled<Result>(request: IDBRequest): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result as Result));
    request.addEventListener("error", () => reject(request.error ?? new Error("The browser keeps nothing.")));
  });
}
