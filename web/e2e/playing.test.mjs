// Playing and asking why in Debian's Chromium, the same with `plywise serve` and with a site that has no server.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";
import { clickSomething, here, HEXAPAWN, hurry, leave, open, played, record, turn } from "./app-serving.mjs";
import { isLeft, PLACES } from "./exporting.mjs";

// The analysis is tried in both places; so is playing, of which CI leaves the one without a server to a longer run.
for (const [name, start] of PLACES)
  describe(name, isLeft(name !== "served"), () => {
    const folder = mkdtempSync(join(tmpdir(), "plywise-app-"));
    let browser, server;
    before(async () => {
      const file = join(folder, "hexapawn.py");
      writeFileSync(file, HEXAPAWN);
      browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
      server = await start("tic-tac-toe", "connect-four", file);
    });
    after(async () => {
      await browser?.close();
      await server?.end();
      rmSync(folder, { recursive: true, force: true });
    });

    const game = (id, analyses = false) => open(browser, `${server.address}#/${id}`, { analyses });

    test("a game of tic-tac-toe by the mouse, with undo, the record and the address", async () => {
      const page = await game("tic-tac-toe");
      await hurry(page);
      await page.locator("[data-name='b2']").click();
      await played(page, 2);
      assert.match(await turn(page), /Your turn: you are A/);
      assert.equal((await record(page))[0], "b2");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.locator("[aria-label='Record'] .main > li:first-child [aria-current='true']").waitFor();
      assert.equal((await record(page)).length, 2, "what was taken back can be played again");
      while (/Your turn/.test(await turn(page))) await clickSomething(page);
      assert.match(await turn(page), /wins|draw/);
      const actions = await here(page);
      assert.ok(actions.length >= 5);
      await page.reload();
      assert.match(await turn(page), /wins|draw/);
      assert.deepEqual(await record(page), actions);
      await page.locator("[aria-label='Record'] li").nth(2).getByRole("button").click();
      await page.waitForFunction(() => /actions=[^,]+,[^,]+$/.test(location.hash));
      assert.deepEqual(await record(page), actions, "all that was played stays");
      await leave(page);
    });

    test("variations: arrow keys step, another move begins a variation, Back takes your move back, both seats survive a reload", async () => {
      const page = await game("tic-tac-toe");
      await page.getByRole("radio", { name: "Both" }).check();
      const click = (name) => page.locator(`[data-name='${name}']`).click();
      const stands = (actions) =>
        page.waitForFunction((wanted) => location.hash.split("actions=")[1] === wanted, actions.join(",") || undefined);
      for (const [at, name] of ["b2", "a1", "c1"].entries()) {
        await click(name);
        await stands(["b2", "a1", "c1"].slice(0, at + 1));
      }
      await page.locator("h2").first().click();
      await page.keyboard.press("ArrowLeft");
      await stands(["b2", "a1"]);
      await page.keyboard.press("ArrowLeft");
      await stands(["b2"]);
      await click("b1");
      await stands(["b2", "b1"]);
      assert.deepEqual(await record(page), ["b2", "a1", "c1"], "the main line stays");
      assert.equal(await page.locator(".variation").count(), 1);
      await page.getByLabel("Comment on b1").fill("an edge loses");
      await page.keyboard.press("Enter");
      await page.getByText("an edge loses").waitFor();
      await page.goBack();
      await stands(["b2"]);
      await page.getByRole("button", { name: "One move forward" }).click();
      await stands(["b2", "b1"]);
      await page.getByRole("button", { name: "Turn board" }).click();
      await page.reload();
      assert.match(await turn(page), /Your turn: you are A/);
      assert.ok(await page.getByRole("radio", { name: "Both" }).isChecked());
      assert.equal(await page.getByRole("button", { name: "Turn board" }).getAttribute("aria-pressed"), "true");
      await leave(page);
    });

    test("a game file of one's own, with two clicks an action", async () => {
      const page = await game("hexapawn");
      await hurry(page);
      await turn(page);
      await page.locator("[data-name='b1']").click();
      assert.equal(await page.locator(".pw-origin").getAttribute("data-name"), "b1");
      assert.deepEqual(await page.locator(".pw-open").evaluateAll((all) => all.map((cell) => cell.dataset.name)), [
        "b2",
      ]);
      await page.keyboard.press("Escape");
      assert.equal(await page.locator(".pw-origin").count(), 0);
      while (/Your turn/.test(await turn(page))) await clickSomething(page);
      assert.match(await turn(page), /wins/);
      assert.match((await record(page))[0], /^[abc]1-[abc]2$/);
      await leave(page);
    });

    test("the explanation of the engine's decision is stepped through", async () => {
      const page = await game("tic-tac-toe");
      await hurry(page);
      await turn(page);
      await page.locator("[data-name='a1']").click();
      await played(page, 2);
      const [, answer] = await record(page);
      await page
        .getByRole("button", { name: `Why ${answer}?`, exact: true })
        .filter({ hasText: "Why" })
        .click();
      const player = page.locator("dialog .plywise-player");
      await player.waitFor({ timeout: 60_000 }); // the game may have to be compiled first
      assert.match(await page.locator("dialog .summary").textContent(), new RegExp(`^B played ${answer}, and`));
      const step = () => player.getAttribute("data-step");
      const first = await step();
      assert.equal(await page.evaluate(() => document.activeElement.textContent), "Close", "keys need no click first");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      assert.equal(Number(await step()), Number(first) + 2);
      await page.keyboard.press("Escape");
      await player.waitFor({ state: "detached" });
      assert.match(await turn(page), /Your turn/);
      await leave(page);
    });

    test("what can't be is said in one sentence, with what to do", async () => {
      const page = await game("tic-tac-toe?actions=z9");
      assert.match(await page.getByRole("alert").textContent(), /'z9'/);
      await page.getByRole("button", { name: "Start again" }).click();
      assert.match(await turn(page), /Your turn/);
      await page.goto(`${server.address}#/no-such-game`);
      assert.match(await page.getByRole("alert").textContent(), /choose one of these/);
      await page.close();
    });

    test("Connect Four: the analysis deepens, and the game is played to its end", async () => {
      const page = await game("connect-four", true);
      await page.locator("[data-choice]").nth(6).waitFor();
      await page.waitForFunction(() => Number(document.querySelector("[data-depth]").dataset.depth) > 3);
      await hurry(page);
      for (let pick = 0; /Your turn/.test(await turn(page)); pick += 1) await clickSomething(page, pick % 7);
      assert.match(await turn(page), /wins|draw/);
      await leave(page);
    });
  });
