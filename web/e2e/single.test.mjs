// Single HTML files that `plywise export --single` wrote, opened from disk: a whole game is played against the computer.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { isLeft } from "./exporting.mjs";

const folder = mkdtempSync(join(tmpdir(), "plywise-single-"));
const examples = join(import.meta.dirname, "../../examples");
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium" });
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** Write a game as one file, open it from disk, and note what it asks of the world and what goes wrong. */
async function open(game) {
  const file = join(folder, "page.html");
  execFileSync("python", ["-m", "plywise", "export", game, "--single", file], { stdio: "pipe" });
  const page = await browser.newPage();
  page.faults = [];
  page.asked = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  page.on("request", (request) => /^https?:/.test(request.url()) && page.asked.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  await page.locator(".turn").waitFor();
  return page;
}

/** Play to the end, always on the first cell that is open. */
async function playOn(page, most) {
  const turn = page.locator(".turn");
  for (let moves = 0; moves < most; moves += 1) {
    await page.waitForFunction(() => !document.querySelector(".turn")?.textContent?.includes("thinking"), null, {
      timeout: 60_000,
    });
    const words = await turn.textContent();
    if (!words.includes("to move")) return words;
    await page.locator(".pw-cell.pw-open").first().click();
  }
  return turn.textContent();
}

for (const [name, game] of [
  ["tic-tac-toe", "tic-tac-toe"],
  ["a user's own game", join(examples, "tic_tac_toe.py")],
]) {
  test(`${name}, opened from disk, is played to the end`, isLeft(name !== "tic-tac-toe"), async () => {
    const page = await open(game);
    const ended = await playOn(page, 9);
    assert.match(ended, /wins|draw/);
    assert.doesNotMatch(ended, /^X wins|^A wins/); // the first open cell never beats the engine
    assert.match(await page.locator(".thoughts").textContent(), /proven after/);
    assert.deepEqual(page.faults, []);
    assert.deepEqual(page.asked, []);
    await page.getByRole("button", { name: "New game" }).click();
    assert.match(await page.locator(".turn").textContent(), /to move/);
    await page.close();
  });
}
