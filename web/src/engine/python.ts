/** Starts Python in a worker: Pyodide from files beside the page, with a bound on its memory.
 *
 * Starting Python and importing Plywise takes seconds. So an export has the memory of a Python that has done both; it is
 * copied into place, and only what depends on the browser is set again. */

import type { loadPyodide, PyodideAPI } from "pyodide";
import type { EngineFiles } from "./messages";

/** How much memory Python may use: rules that ask for more meet a MemoryError. */
const MOST_BYTES = 1 << 30;

/** A list of packages without any: nothing is loaded from elsewhere. */
const NO_PACKAGES = JSON.stringify({
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
});
const ROOMS = "/lib/python3.14/site-packages";

/** What of Emscripten's module is used here. */
interface Module {
  HEAP8: Int8Array;
  HEAP32: Int32Array;
  __PyRuntime: number;
  __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: number;
  _malloc(bytes: number): number;
  _free(address: number): void;
}
type Resize = (bytes: number) => unknown;
interface Settings {
  instantiateWasm(imports: { env: { emscripten_resize_heap: Resize } }, done: unknown): unknown;
}

/** Start Python with Plywise's rooms; from a memory where there is one and it fits. */
export async function startPython(files: EngineFiles): Promise<PyodideAPI> {
  const archives = files.archives.map(fetchAll);
  const memory = files.memory === null ? null : unpack(files.memory);
  let python: PyodideAPI;
  try {
    python = await load(files.pyodide, (await memory) ?? undefined);
  } catch (error) {
    if (memory === null) throw error;
    python = await load(files.pyodide);
  }
  for (const archive of archives) python.unpackArchive(await archive, "zip", { extractDir: ROOMS });
  return python;
}

async function load(folder: string, memory?: Uint8Array): Promise<PyodideAPI> {
  const [pyodide, asm] = (await Promise.all([
    import(/* @vite-ignore */ `${folder}pyodide.mjs`),
    import(/* @vite-ignore */ `${folder}pyodide.asm.mjs`),
  ])) as [{ loadPyodide: typeof loadPyodide }, { default: (settings: Settings) => Promise<Module> }];
  let restore = (): void => undefined;
  const createPyodideModule = async (settings: Settings): Promise<Module> => {
    boundMemory(settings);
    const module = await asm.default(settings);
    if (memory) restore = makeRoom(module, memory.length);
    return module;
  };
  const options = { createPyodideModule, ...(memory ? { _loadSnapshot: memory } : {}) };
  const python = await pyodide.loadPyodide({
    indexURL: folder,
    lockFileContents: NO_PACKAGES,
    enableRunUntilComplete: false,
    ...(options as object),
  });
  restore();
  return python;
}

/** Let Python's memory grow only so far. */
function boundMemory(settings: Settings): void {
  const instantiate = settings.instantiateWasm.bind(settings);
  settings.instantiateWasm = (imports, done) => {
    const resize = imports.env.emscripten_resize_heap;
    imports.env.emscripten_resize_heap = (bytes) => (bytes >>> 0 > MOST_BYTES ? 0 : resize(bytes));
    return instantiate(imports, done);
  };
}

/** Let a module's memory grow until another one fits in, and return what sets again what was this browser's own: by
 * which function Python calls others, which differs between browsers. */
function makeRoom(module: Module, bytes: number): () => void {
  if (module.HEAP8.length < bytes) module._free(module._malloc(bytes));
  const offset = module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4] ?? 0;
  const place = (module.__PyRuntime + offset) / 4;
  const trampoline = module.HEAP32[place] ?? 0;
  return () => void (module.HEAP32[place] = trampoline);
}

async function fetchAll(address: string): Promise<ArrayBuffer> {
  return (await fetchOne(address)).arrayBuffer();
}

/** Fetch a file that was packed by gzip; null if there is none. */
async function unpack(address: string): Promise<Uint8Array | null> {
  try {
    const { body } = await fetchOne(address);
    if (body === null) return null;
    return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  } catch {
    return null;
  }
}

/** Fetch a file of the site. */
export async function fetchOne(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} is missing`);
  return response;
}
