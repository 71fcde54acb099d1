// The documentation, alive: boards, figures, code and trees in its pages. It needs `make docs` before it.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { leave, open } from "./app-serving.mjs";

const SITE = new URL("../../site/", import.meta.url).pathname;
let browser, server, address;

before(async () => {
  assert.ok(existsSync(`${SITE}index.html`), "Run `make docs` first.");
  rmSync(`${SITE}play`, { recursive: true, force: true });
  execFileSync("python", ["-m", "plywise", "export", "tic-tac-toe", "--plain", "--out", `${SITE}play`]);
  execFileSync("python", ["-m", "plywise", "gallery", "figure-5.5", "--out", `${SITE}players`]);
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  server = spawn("python", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", SITE]);
  address = await new Promise((resolve, reject) => {
    server.stdout.on("data", (data) => {
      const port = /port (\d+)/.exec(String(data));
      if (port) resolve(`http://127.0.0.1:${port[1]}/`);
    });
    server.on("exit", () => reject(new Error("The server ended.")));
  });
});
after(async () => {
  await browser.close();
  server.kill();
});

test("the page of a game has its board", async () => {
  const page = await open(browser, `${address}games/tic-tac-toe/`);
  await page.getByRole("button", { name: "Play it here" }).click();
  const board = page.frameLocator("iframe.live-frame");
  await board.locator(".pw-open").first().click();
  // Two pieces: ours, and the engine's answer.
  await board.locator(".pw-piece:not(.pw-nobody)").nth(1).waitFor();
  await leave(page);
});

test("a figure can be stepped through", async () => {
  const page = await open(browser, `${address}gallery/`);
  const figure = page.locator("[data-live-frame='players/figure-5.5.html']");
  await figure.getByRole("button", { name: "Step through it" }).click();
  await page.frameLocator("iframe.live-frame").getByRole("slider").waitFor();
  await leave(page);
});

test("the code of a page runs", async () => {
  const page = await open(browser, `${address}games/trees/`);
  await page.getByRole("button", { name: "Run", exact: true }).first().click();
  await page.locator(".live-output", { hasText: "value 3 to player A, proven" }).waitFor();
  await leave(page);
});

test("a tree can be typed in and searched", async () => {
  const page = await open(browser, `${address}games/trees/`);
  const typed = page.getByLabel("A tree, as nested lists");
  await typed.fill("[[1, 2], [3, ");
  await page.getByRole("button", { name: "Search it" }).click();
  await page.getByText("This is no JSON").waitFor();
  await typed.fill("[[5, 2], [9, 4]]");
  await page.getByRole("button", { name: "Search it" }).click();
  const player = page.frameLocator("iframe.live-frame");
  await player.getByRole("button", { name: "Answer" }).click();
  await player.getByText("MAX should play a2", { exact: false }).first().waitFor();
  await leave(page);
});

test("the home page leads to the games", async () => {
  const page = await open(browser, address);
  await page.getByRole("link", { name: "Try it" }).click();
  await page.waitForURL(/play\//);
  await page.locator(".pw-board, .board svg, [data-game], a[href*='tic-tac-toe']").first().waitFor();
  await leave(page);
});
