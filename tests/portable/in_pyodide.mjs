// Runs the trials of `trials.py` in Pyodide, on WebAssembly kernels: node in_pyodide.mjs WORK.json > FOUND.json
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const web = createRequire(join(root, "web/package.json"));
const ts = web("typescript");

/** Import one of the front end's modules, without its types. */
async function load(path, replaced = {}) {
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };
  let { outputText } = ts.transpileModule(readFileSync(join(root, path), "utf8"), { compilerOptions: options });
  for (const [name, address] of Object.entries(replaced)) outputText = outputText.replaceAll(`"${name}"`, `"${address}"`);
  const address = `data:text/javascript;base64,${Buffer.from(outputText).toString("base64")}`;
  return { address, module: await import(address) };
}

const { address } = await load("web/src/kernel/module.ts");
const { module: besides } = await load("web/src/kernel/pyodide.ts", { "./module": address });
const { loadPyodide } = await import(join(dirname(web.resolve("pyodide")), "pyodide.mjs"));
const pyodide = await loadPyodide({ stdout: (line) => process.stderr.write(`${line}\n`) });
pyodide.FS.mkdirTree("/project");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, "/project");

const games = JSON.parse(readFileSync(process.argv[2], "utf8"));
pyodide.globals.set("start", (folder, key) => {
  const module = new WebAssembly.Module(readFileSync(join(folder, `${key}.o`)));
  const manifest = JSON.parse(readFileSync(join(folder, `${key}.json`), "utf8"));
  return besides.startBesidePython(pyodide._module, module, manifest);
});
pyodide.globals.set("read", (folder, key) => readFileSync(join(folder, `${key}.json`), "utf8"));
pyodide.runPython(`
import json, sys
sys.path[:0] = ["/project/src", "/project"]
from plywise.kernel.building import KernelManifest, WasmKernel, carry_kernel
from tests.portable import trials

def tried(spec, names, kernels):
    load, game = trials.load_game, trials.load_game(spec)
    for folder, key in kernels:
        carry_kernel(game, WasmKernel(KernelManifest.from_json(read(folder, key).encode()), start(folder, key)))
    trials.load_game = lambda again: game
    try:
        return json.dumps(trials.try_all(spec, list(names)))
    finally:
        trials.load_game = load
`);
const tried = pyodide.globals.get("tried");
const found = {};
for (const { spec, names, kernels } of games) {
  found[spec] = JSON.parse(tried(spec, pyodide.toPy(names), pyodide.toPy(kernels)));
}
process.stdout.write(JSON.stringify(found));
