// Solved tables on a static host, probed by Python in a web worker of Debian's Chromium: three questions for a value.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { isLeft } from "./exporting.mjs";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const pyodide = fileURLToPath(new URL("../node_modules/pyodide", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plywise-tables-"));
let browser;

/** A folder of small tables, published; and Plywise's own files, packed for the page. It says what is in two slots. */
const MAKE = `
import json, shutil, sys
from pathlib import Path
from plywise.knowledge.solved import SolvedFolder, publish
from tests.knowledge.solved_samples import write_sample
folder = Path(sys.argv[1])
write_sample(folder / "tables")
publish(folder / "tables", pieces=True)
shutil.make_archive(str(folder / "plywise"), "zip", "src", "plywise")
dense, sparse = (SolvedFolder.open(folder / "tables").table(name) for name in ("KBNvK w", "sparse"))
print(json.dumps([dense.code(12345), sparse.finder.levels[0].row(1234), sparse.code(1234)]))
`;

const WORKER = `
import { loadPyodide } from "/pyodide/pyodide.mjs";
self.onmessage = async ({ data }) => {
  try {
    const python = await loadPyodide();
    python.unpackArchive(await (await fetch("/plywise.zip")).arrayBuffer(), "zip", { extractDir: "/plywise" });
    python.globals.set("asked", data);
    self.postMessage(python.runPython(\`
import json, sys
sys.path.insert(0, "/plywise")
from plywise.knowledge.solved import SolvedFolder
address, key = json.loads(asked)
dense = SolvedFolder.open(address).table("KBNvK w").code(12345)
sparse = SolvedFolder.open(address).table("sparse")
json.dumps([dense, sparse.find(key), sparse.code(1234)])
\`));
  } catch (error) {
    self.postMessage(String(error.message ?? error));
  }
};
`;

const TYPES = { ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };

/** Serve the folder as a static host does, with byte ranges or without; note what is asked for of the tables. */
const serve = async (ranges) => {
  const asked = [];
  const server = createServer((request, response) => {
    const made = { "/": ["text/html", "<!doctype html>"], "/worker.mjs": ["text/javascript", WORKER] }[request.url];
    const path = decodeURIComponent(request.url);
    const file = path.startsWith("/pyodide/") ? join(pyodide, path.slice(9)) : join(folder, path);
    if (made) {
      response.setHeader("content-type", made[0]);
      response.end(made[1]);
    } else if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
    } else {
      let content = readFileSync(file);
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
      response.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
      if (ranges && range) {
        const [start, size] = [Number(range[1]), content.length];
        content = content.subarray(start, Number(range[2]) + 1);
        response.writeHead(206, { "content-range": `bytes ${start}-${start + content.length - 1}/${size}` });
      }
      if (path.startsWith("/tables/")) asked.push([path, content.length]);
      response.end(content);
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { server, asked, address: `http://127.0.0.1:${server.address().port}` };
};

let truth;

before(async () => {
  truth = JSON.parse(execFileSync("python", ["-c", MAKE, folder], { cwd: repository, encoding: "utf8" }));
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const ranges of [true, false]) {
  test(
    `a page probes tables on a host ${ranges ? "with" : "without"} byte ranges`,
    { timeout: 180_000, ...isLeft(!ranges) },
    async () => {
      const [dense, key, sparse] = truth;
      const { server, asked, address } = await serve(ranges);
      const page = await browser.newPage();
      try {
        await page.goto(`${address}/`);
        const told = await page.evaluate(
          (question) =>
            new Promise((resolve) => {
              const worker = new Worker("/worker.mjs", { type: "module" });
              worker.onmessage = (event) => resolve(event.data);
              worker.onerror = (event) => resolve(event.message);
              worker.postMessage(question);
            }),
          JSON.stringify([`${address}/tables`, key]),
        );
        assert.deepEqual(JSON.parse(told), [dense, 1234, sparse]);
        assert.equal(asked.length, 6, JSON.stringify(asked));
        assert.ok(asked.reduce((sum, [, bytes]) => sum + bytes, 0) < 2 * 64_000);
        assert.equal(
          asked.some(([path]) => path.includes("/pieces/")),
          !ranges,
        );
      } finally {
        await page.close();
        server.close();
      }
    },
  );
}
