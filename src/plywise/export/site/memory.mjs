// Starts Python with Plywise's rooms, as the page will, and writes its memory. Run by `plywise export` in a folder that
// has Pyodide's files and rooms.zip.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

// Python remembers whether it can be suspended. Where Node can't, it must not remember so: the page decides that itself.
if (!("Suspending" in WebAssembly)) {
  WebAssembly.Suspending = function (call) {
    return call;
  };
  WebAssembly.promising = (call) => call;
}

const { loadPyodide } = await import(new URL("pyodide.mjs", import.meta.url));
const python = await loadPyodide({
  enableRunUntilComplete: false,
  lockFileContents: JSON.stringify({
    info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
    packages: {},
  }),
  _makeSnapshot: true,
});
const rooms = new Uint8Array(readFileSync(new URL("rooms.zip", import.meta.url)));
python.unpackArchive(rooms, "zip", { extractDir: "/lib/python3.14/site-packages" });
python.runPython(`
import gc
import plywise.tasks.in_page, plywise.explain, plywise.games.catalog
from plywise.kernel import Searcher
gc.collect()
`);
const packed = gzipSync(python.makeMemorySnapshot(), { level: 9 });
writeFileSync(new URL("memory.gz", import.meta.url), packed);
process.exit(0);
