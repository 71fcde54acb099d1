/** What the page and its engine, a worker, say to each other. */

import type { AnalysisMessage } from "../app/lib/api";
import type { AnalysisRequest } from "../app/lib/transport";

/** Where the engine's files are, as addresses. */
export interface EngineFiles {
  /** The folder of Pyodide. */
  pyodide: string;
  /** Zips of Plywise's plain rooms and of the games' own files. */
  archives: string[];
  /** A memory to start from, which is much quicker; null if there is none. */
  memory: string | null;
  /** The compiled searches of games, by their ids: each is a .wasm and a .json. */
  kernels: Record<string, string[]>;
  /** Files of what was learned, by the ids of games. */
  knowledge: Record<string, string>;
}

/** What the page asks; every request has a number of its own. */
export type Request =
  | { type: "start"; files: EngineFiles; specs: Record<string, string> }
  | { type: "ask"; number: number; address: string; body: unknown }
  | { type: "analyse"; number: number; question: AnalysisQuestion }
  | { type: "stop"; number: number };

/** A position to search. */
export type AnalysisQuestion = Extract<AnalysisRequest, { type: "analyse" }>;

/** Why there is no answer. */
export interface Failure {
  code: string;
  message: string;
}

/** How a request ended. */
export type Outcome = { done: unknown } | { failed: Failure };

/** What the engine answers. */
export type Answer =
  | { type: "ready" }
  | { type: "broken"; message: string }
  /** The engine has begun with a request. */
  | { type: "begun"; number: number }
  /** A search that is under way is well. */
  | { type: "alive"; number: number }
  /** A search has found something. */
  | { type: "told"; number: number; message: Omit<AnalysisMessage, "id"> }
  | { type: "ended"; number: number; outcome: Outcome }
  /** Python itself has failed: this engine can't go on. */
  | { type: "crashed"; number: number; message: string };
