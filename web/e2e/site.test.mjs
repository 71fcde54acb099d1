// A site that `plywise export` wrote: how soon it is there, what it may do, hostile rules, and no network at all.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { clickSomething, leave, open, turn } from "./app-serving.mjs";
import { engineReady, isLeft, serveSite } from "./exporting.mjs";
import { slowdown } from "./tracing.mjs";

/** Milliseconds until the first board, the engine, an explanation: at most, if nothing else ran on the machine. */
const [BOARD, ENGINE, EXPLAINED] = [3_000, 20_000, 40_000];

const TRAPS = `
from typing import NamedTuple

from plywise import Game


class Steps(Game):
    """Add 1 or 2; who comes to ten wins."""

    class State(NamedTuple):
        total: int = 0
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return self.State(state.total + action, 1 - state.turn)

    def is_terminal(self, state):
        return state.total >= 10

    def utility(self, state, player):
        return -1 if player == state.turn else 1


class Endless(Steps):
    """From 4 on its rules never answer."""

    def actions(self, state):
        while state.total >= 4:
            pass
        return [1, 2]


class Hungry(Steps):
    """From 4 on its rules take 1.5 GB, which Python could have but for the page's own bound."""

    def actions(self, state):
        hoard = []
        while state.total >= 4 and len(hoard) < 24:
            hoard.append(bytearray(1 << 26))
        return [1, 2]


class Curious(Steps):
    """Its rules look around in the page."""

    def state_name(self, state):
        try:
            import js
        except ImportError:
            return "not in a page"
        try:
            return str(js.eval("1 + 1"))
        except Exception as error:
            return type(error).__name__ + ": " + str(error)[:60]
`;

const folder = mkdtempSync(join(tmpdir(), "plywise-traps-"));
let browser, site;
before(async () => {
  const file = join(folder, "traps.py");
  writeFileSync(file, TRAPS);
  const traps = ["Endless", "Hungry", "Curious"].map((name) => `${file}:${name}`);
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  site = await serveSite("tic-tac-toe", "connect-four", ...traps, "--plain");
});
after(async () => {
  await browser?.close();
  await site?.end();
  rmSync(folder, { recursive: true, force: true });
});

test("the first board is there at once, the engine soon, an explanation soon after", async () => {
  const began = Date.now();
  const page = await open(browser, `${site.address}#/connect-four`);
  await page.locator("[data-name='a1'], .pw-open").first().waitFor();
  const board = Date.now() - began;
  await engineReady(page);
  const ready = Date.now() - began;
  await page.getByRole("button", { name: "Explain this position" }).click();
  await page.locator("dialog .plywise-player").waitFor({ timeout: 3 * EXPLAINED });
  const explained = Date.now() - began;
  const { shared } = await slowdown(page);
  const found = `first board ${board} ms, engine ready ${ready} ms, explained ${explained} ms, machine ${shared}`;
  console.log(`${site.printed.trim()}\n${found}`);
  assert.ok(board < shared * BOARD && ready < shared * ENGINE && explained < shared * EXPLAINED, found);
  await leave(page);
});

test("WebAssembly may be compiled, but no text becomes a script: in the page, and for the rules in their worker", async () => {
  const page = await open(browser, `${site.address}#/${encodeURIComponent("traps:Curious")}`);
  const policy = await page.locator("meta[http-equiv]").getAttribute("content");
  assert.match(policy, /'wasm-unsafe-eval'/);
  assert.doesNotMatch(policy, /'unsafe-eval'/);
  await engineReady(page);
  await page.locator(".pw-buttons button, .pw-open").first().click();
  await page.waitForFunction(() => /actions=/.test(location.hash));
  assert.match(await page.getByRole("main").innerText(), /EvalError|unsafe-eval|Content Security/i);
  await page.close();
});

test("rules that never answer are stopped, what was found stays, and the page goes on", async () => {
  const page = await open(browser, `${site.address}#/${encodeURIComponent("traps:Endless")}`);
  const alert = page.getByRole("alert");
  await alert.waitFor({ timeout: 40_000 });
  assert.match(await alert.textContent(), /Stopped early.*took too long to answer.*started again: see `plywise check`/);
  assert.equal(await page.locator("[data-choice]").count(), 2);
  await page.getByRole("switch").uncheck();
  await page.goto(`${site.address}#/tic-tac-toe?actions=b2`);
  await page.locator("[data-name='b2'][data-piece='X']").waitFor({ timeout: 20_000 });
  await leave(page);
});

test("where a browser can't suspend Python, a search goes on in slices, and a move ends it", isLeft(true), async () => {
  const page = await browser.newPage({ serviceWorkers: "block" });
  await page.route("**/assets/worker-*.js", async (route) => {
    const response = await route.fetch();
    const without = "delete WebAssembly.Suspending; delete WebAssembly.promising;";
    await route.fulfill({ response, body: without + (await response.text()) });
  });
  await page.goto(`${site.address}#/connect-four`);
  await page.waitForFunction(() => Number(document.querySelector("[data-depth]")?.dataset.depth) > 4, null, {
    timeout: 30_000,
  });
  await clickSomething(page);
  await page.close();
});

test("rules that take more memory than they may are stopped, with a sentence that says so", isLeft(true), async () => {
  const page = await open(browser, `${site.address}#/${encodeURIComponent("traps:Hungry")}`);
  const alert = page.getByRole("alert");
  await alert.waitFor({ timeout: 40_000 });
  assert.match(await alert.textContent(), /took more memory than this page may have: see `plywise check`/);
  await leave(page);
});

test("in a frame only the board is shown", async () => {
  const page = await open(browser, `${site.address}#/tic-tac-toe?embed`);
  await page.locator("[data-name='b2']").click();
  await page.waitForFunction(() => /embed&actions=b2/.test(location.hash));
  assert.equal(await page.getByRole("banner").count(), 0);
  assert.equal(await page.getByRole("region", { name: "Analysis" }).count(), 0);
  await page.waitForFunction(() => /embed&actions=b2,/.test(location.hash), null, { timeout: 20_000 });
  assert.equal(await page.locator(".pw-arrow").count(), 0, "no move is given away");
  await leave(page);
});

test("after the first visit no network is needed", async () => {
  const page = await open(browser, `${site.address}#/tic-tac-toe`);
  await engineReady(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await site.stop();
  await page.reload();
  assert.match(await turn(page), /Your turn/);
  await engineReady(page);
  await clickSomething(page);
  assert.match(await turn(page), /Your turn/);
  await leave(page);
});
