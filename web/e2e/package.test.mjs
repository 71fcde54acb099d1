// The JavaScript package in a page that has nothing else of ours, and its types as `tsc` sees them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const folder = mkdtempSync(join(tmpdir(), "plywise-package-"));
const examples = join(import.meta.dirname, "../../examples");
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
let browser;
let address;
const server = createServer((request, answer) => {
  const name = basename(request.url);
  try {
    const content = readFileSync(join(folder, name));
    answer.writeHead(200, { "Content-Type": KINDS[name.slice(name.lastIndexOf("."))] ?? "text/plain" }).end(content);
  } catch {
    answer.writeHead(404).end();
  }
});

before(async () => {
  const kernel = join(folder, "connect-four.wasm");
  execFileSync("python", ["-m", "plywise", "export", "connect-four", "--kernel", kernel], { stdio: "pipe" });
  copyFileSync(join(examples, "web/canvas.html"), join(folder, "canvas.html"));
  writeFileSync(join(folder, "empty.html"), "<!doctype html><title>Nothing</title>");
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  address = `http://127.0.0.1:${server.address().port}`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium" });
});
after(async () => {
  await browser?.close();
  server.close();
  rmSync(folder, { recursive: true });
});

test("the canvas example is played", async () => {
  const page = await browser.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(`${address}/canvas.html`);
  await page.getByText("You begin").waitFor();
  await page.locator("canvas").click({ position: { x: 245, y: 100 } });
  await page.getByText("Your turn").waitFor({ timeout: 60_000 });
  assert.deepEqual(faults, []);
  await page.close();
});

test("a kernel is asked at once; in a worker, Stop keeps the last completed depth", async () => {
  const page = await browser.newPage();
  await page.goto(`${address}/empty.html`);
  const found = await page.evaluate(async () => {
    const plywise = await import("./plywise.js");
    const quick = await plywise.load("connect-four.wasm").decide({ me: 0n, mask: 0n }, { depth: 6 });
    const engine = await plywise.load("connect-four.wasm", { worker: true });
    const depths = [];
    const stopping = new AbortController();
    const onDepth = ({ depth }) => depths.push(depth) === 8 && stopping.abort();
    const stopped = await engine.decide(engine.initial(), { ms: 60_000, onDepth, signal: stopping.signal });
    const again = await engine.decide(engine.initial(), { depth: 4 });
    const wrong = await engine.decide({ me: 0n }).catch((error) => error.message);
    const missing = await plywise.load("nowhere.wasm").catch((error) => error.message);
    return { quick: [quick.depth, quick.status], depths, stopped: stopped.depth, again: again.depth, wrong, missing };
  });
  assert.deepEqual(found.quick, [6, "heuristic"]);
  assert.equal(found.stopped, found.depths.at(-1));
  assert.equal(found.again, 4);
  assert.match(found.wrong, /whole number/);
  assert.match(found.missing, /isn't there \(404\)/);
  await page.close();
});

test("the types are those of a page that has nothing else of ours", () => {
  const typescript = join(createRequire(import.meta.url).resolve("typescript"), "../tsc.js");
  const use = `import { load, type Decision, type State } from "./plywise.js";
    const engine = await load("connect-four.wasm", { worker: true, tableMb: 8 });
    const state: State = engine.initial();
    const decision: Decision = await engine.decide(state, { ms: 200, onDepth: ({ depth }) => console.log(depth + 1) });
    if (decision.action !== null) engine.result(state, decision.action);
    // @ts-expect-error: a limit is a number
    void load("connect-four.wasm").decide(state, { ms: "200" });
    export {};`;
  writeFileSync(join(folder, "use.ts"), use);
  const options = [
    "--strict",
    "--noEmit",
    "--target",
    "es2022",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--lib",
    "es2022,dom",
  ];
  execFileSync(process.execPath, [typescript, ...options, join(folder, "use.ts")], {
    stdio: "inherit",
    cwd: folder,
  });
});
