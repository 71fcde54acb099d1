// Runs searches in Chromium for web_speed.py: node web_speed.mjs WORK.json > FOUND.json
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const web = createRequire(join(root, "web/package.json"));
const ts = web("typescript");
const { chromium } = web("playwright-core");

const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };
const source = readFileSync(join(root, "web/src/kernel/module.ts"), "utf8");
const { outputText } = ts.transpileModule(source, { compilerOptions: options });

/** In the page: make ready what `run` repeats, on a memory of the page's own. */
async function prepare({ work, library }) {
  const { startKernel } = await import(URL.createObjectURL(new Blob([library], { type: "text/javascript" })));
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const memory = new WebAssembly.Memory({ initial: 64 });
  let free = 1 << 16;
  const allocate = (size) => {
    const at = Math.ceil(free / 64) * 64;
    free = at + size;
    const missing = free - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    return at;
  };
  const host = { memory, allocate, resize: () => 0, release: () => {}, now: () => performance.now() };
  const kernel = startKernel(await WebAssembly.compile(bytes(work.kernel)), work.manifest, host);
  const start = new BigInt64Array(bytes(work.block).buffer);
  const [block, table, result] = [allocate(8 * start.length), allocate(work.table), allocate(16)];
  globalThis.run = () => {
    const words = new BigInt64Array(memory.buffer);
    new Uint8Array(memory.buffer).fill(0, table, table + work.table);
    words.set(start, block / 8);
    words[block / 8 + work.TABLE_AT] = BigInt(table);
    const values = [];
    for (let depth = 0; depth < work.depth; depth++)
      for (const code of work.codes) {
        const status = kernel.call("run_search", result, block, code, depth, -(2 ** 40), 2 ** 40);
        if (status !== 0) throw new Error(`status ${status}`);
        values.push(Number(words[result / 8]));
      }
    const word = (place) => Number(words[block / 8 + place]);
    return { values, nodes: word(work.SPENT) + word(work.QUANTUM) - word(work.LEFT) };
  };
}

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const session = await browser.newBrowserCDPSession();
/** Seconds of processor time that all pages have taken. */
const spent = async () => {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
};
const found = [];
for (const work of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const page = await browser.newPage();
  await page.evaluate(prepare, { work, library: outputText });
  let [best, answer] = [Infinity, null];
  // The engine compiles hot code again while the first run goes on: the best of some runs is what a game gets.
  for (let run = 0; run < 4; run++) {
    const before = await spent();
    answer = await page.evaluate(() => globalThis.run());
    best = Math.min(best, (await spent()) - before);
  }
  found.push({ ...answer, seconds: best });
  await page.close();
}
await browser.close();
process.stdout.write(JSON.stringify(found));
