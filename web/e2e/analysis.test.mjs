// The analysis in a browser, with a server and without one: lines to play, arrows, the course of a game with its mistakes, and "why not?".
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";
import { leave, open } from "./app-serving.mjs";
import { isLeft, PLACES } from "./exporting.mjs";

const record = (page) => page.getByRole("region", { name: "Record" });

for (const [name, start] of PLACES)
  describe(name, () => {
    let browser, server;
    before(async () => {
      browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
      server = await start("tic-tac-toe", "nim");
    });
    after(async () => {
      await browser.close();
      await server.end();
    });

    test("the best lines are shown and can be walked along", async () => {
      const page = await open(browser, `${server.address}#/tic-tac-toe?actions=b2,b1`);
      const lines = page.getByRole("list", { name: "Best lines" }).getByRole("listitem");
      await lines.nth(2).waitFor();
      await page.getByText("proven", { exact: true }).waitFor();
      assert.ok((await page.locator(".pw-arrow").count()) > 0);
      const moves = lines.first().getByRole("button");
      const [first, second] = [await moves.nth(0).textContent(), await moves.nth(1).textContent()];
      await moves.nth(1).click();
      await record(page)
        .getByRole("button", { name: `4${second}` })
        .waitFor();
      assert.match(page.url(), new RegExp(`actions=b2,b1,${first},${second}$`));
      await leave(page);
    });

    test("a whole game is analysed, and the move that lost it is found", isLeft(name !== "served"), async () => {
      const page = await open(browser, `${server.address}#/tic-tac-toe?actions=b2,b1,a1,c3`);
      // Proven long before: but rules that aren't compiled yet take more than the shortest time for it.
      await page.getByLabel("Thinking time").selectOption("10");
      await page.getByRole("button", { name: "Analyse game" }).click();
      // After the centre, an answer at an edge loses: b1 gave the draw away.
      const faults = page.getByRole("list", { name: "Moves that gave something away" });
      const mistake = faults.getByRole("button", { name: /^2 b1\?\?/ });
      await mistake.waitFor();
      assert.match(await mistake.getAttribute("title"), /^blunder, proven; \w+ was better$/);
      await page.getByRole("button", { name: "Analyse game" }).waitFor();
      assert.equal(await record(page).getByRole("button", { name: "2b1??" }).count(), 1);
      await mistake.click();
      await page.waitForURL(/actions=b2$/);
      assert.equal(await record(page).getByRole("button", { name: "3a1" }).count(), 1);
      await leave(page);
    });

    test("any action can be asked about", async () => {
      const page = await open(browser, `${server.address}#/nim?actions=C5,B4`);
      const why = page.getByRole("button", { name: /^Why not / });
      await why.first().waitFor();
      const name = await why.first().getAttribute("aria-label");
      await why.first().click();
      await page.getByRole("heading", { name }).waitFor();
      await page.locator("dialog summary").first().waitFor();
      await page.getByRole("button", { name: "Close" }).click();
      await leave(page);
    });

    test("values can be painted on the board", async () => {
      const page = await open(browser, `${server.address}#/tic-tac-toe?actions=b2,b1`);
      await page.getByText("proven", { exact: true }).waitFor();
      await page.getByLabel("Values on the board").check();
      await page.locator('[data-tone="won"] .pw-note', { hasText: "W" }).first().waitFor();
      await leave(page);
    });
  });
