/** What a kernel file says beside its code: the manifest, the game's figures and those of its search, as Python wrote them. */

import type { Manifest } from "./module";

/** How numbers of a state's field appear: as `number`, or as `bigint` with or without a sign. */
export type FieldForm = "number" | "signed" | "unsigned";

/** What Python knows of a game beside its compiled rules. */
export interface GameData {
  name: string;
  players: number;
  player_names: string[];
  utility_range: [number, number];
  utility_sum: number | null;
  draw_utility: number;
  evaluation_limit: number;
  repetition: "draw" | "illegal" | null;
  repetition_count: number;
  /** How many states of the played game a search can be told of. */
  most_history: number;
  /** Whether estimates have a unit of their own, between losses and wins. */
  stretched: boolean;
  /** Whether a proven win counts more than any estimate. */
  ranked: boolean;
  /** The numbers of the first state, in decimal digits. */
  initial: string[];
  forms: FieldForm[];
}

/** The figures of an alpha-beta search: `plywise.kernel.alpha_beta.driver` writes them. */
export interface SearchDriver {
  algorithm: "alpha-beta";
  window: [number, number];
  first_delta: number;
  top: number;
  room: number;
  fine: number;
  per_unit: number;
  max_depth: number;
  symmetry_depth: number;
  bucket: number;
  ages: number;
  switches: Record<"deepening" | "aspiration" | "pvs" | "table" | "symmetry" | "distances", boolean>;
  words: [number, string][];
}

/** The figures of a tree search: `plywise.kernel.twins.driver` writes them. */
export interface TreeDriver {
  algorithm: "uct";
  longest: number;
  score: { middle: number; margin: number; win: number };
  words: [number, string][];
}

/** A kernel file's own section. */
export interface KernelData {
  format: number;
  manifest: Manifest;
  game: GameData;
  driver: SearchDriver | TreeDriver;
}

/** A kernel file that has been read: code, data, and what searches where the first search proves nothing. */
export interface KernelFile {
  module: WebAssembly.Module;
  data: KernelData;
  next: KernelFile | null;
}

export const FORMAT = 1;
const SECTION = "plywise";
const NEXT_SECTION = "plywise.next";
const MOST_BYTES = 64 << 20;

/** What goes wrong with a kernel or its rules, as a sentence. */
export class PlywiseError extends Error {
  override readonly name = "PlywiseError";
}

/** Read a kernel file that `plywise export --kernel` wrote. */
export async function readKernelFile(bytes: BufferSource): Promise<KernelFile> {
  if (bytes.byteLength > MOST_BYTES)
    throw new PlywiseError(`A kernel file has at most ${MOST_BYTES >> 20} MB, this has ${bytes.byteLength >> 20}.`);
  let module: WebAssembly.Module;
  try {
    module = await WebAssembly.compile(bytes);
  } catch {
    throw new PlywiseError("This is no kernel file: write one with `plywise export GAME --kernel FILE.wasm`.");
  }
  return readModule(module);
}

/** Read what a compiled module has in its sections. */
export async function readModule(module: WebAssembly.Module): Promise<KernelFile> {
  const [section] = WebAssembly.Module.customSections(module, SECTION);
  if (!section)
    throw new PlywiseError(
      "This WebAssembly has no game in it: write one with `plywise export GAME --kernel FILE.wasm`.",
    );
  const data = JSON.parse(new TextDecoder().decode(section)) as KernelData;
  if (data.format !== FORMAT)
    throw new PlywiseError(
      `This kernel file has format ${data.format}, not ${FORMAT}: export the game again with this version.`,
    );
  const [next] = WebAssembly.Module.customSections(module, NEXT_SECTION);
  return { module, data, next: next ? await readKernelFile(next) : null };
}
