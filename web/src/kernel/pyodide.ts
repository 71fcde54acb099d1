/** The memory of a Pyodide, as the host of kernels: its Python reads and writes their blocks directly. */

import { type Host, type Manifest, startKernel } from "./module";

/** What is used of Pyodide's Emscripten module. */
export interface EmscriptenModule {
  memory: WebAssembly.Memory;
  _malloc(bytes: number): number;
  _realloc(address: number, bytes: number): number;
  _free(address: number): void;
}

/** Return a Pyodide's memory as a host; Python's own monotonic clock is `performance.now` too. */
export function pyodideHost(emscripten: EmscriptenModule): Host {
  const found = (address: number, bytes: number): number => {
    if (address === 0) throw new WebAssembly.RuntimeError(`There is no memory for ${bytes} bytes.`);
    return address;
  };
  return {
    memory: emscripten.memory,
    allocate: (bytes) => found(emscripten._malloc(bytes), bytes),
    resize: (address, bytes) => found(emscripten._realloc(address, bytes), bytes),
    release: (address) => emscripten._free(address),
    now: () => performance.now(),
  };
}

/** Start a kernel beside Python; what is returned is what `plywise.kernel.building.WasmKernel` calls. */
export function startBesidePython(
  emscripten: EmscriptenModule,
  module: WebAssembly.Module,
  manifest: Manifest,
): (entry: string, result: number, ...numbers: (number | bigint)[]) => number {
  return startKernel(module, manifest, pyodideHost(emscripten)).call;
}
