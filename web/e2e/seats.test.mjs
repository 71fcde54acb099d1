// Games that hide something in Debian's Chromium: against the engine, and two people at one screen.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";
import { checkAccess, leave, open, serve } from "./app-serving.mjs";

/** A user's own card game, as the tutorial has it. */
const TUTORIAL = new URL("../../docs/tutorials/a-card-game.md", import.meta.url);
const HIGH_CARD = /```python title="high_card.py"\n([^]*?)```/.exec(readFileSync(TUTORIAL, "utf8"))[1];

describe("games that hide something", () => {
  const folder = mkdtempSync(join(tmpdir(), "plywise-seats-"));
  let browser, server;
  before(async () => {
    const file = join(folder, "high_card.py");
    writeFileSync(file, HIGH_CARD);
    browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
    server = await serve("kuhn-poker", "phantom-tic-tac-toe", file);
  });
  after(async () => {
    await browser?.close();
    await server?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Open a game with certain seats, noting every word that comes from the server about a seat. */
  async function sit(game, seats) {
    const page = await open(browser, "about:blank");
    await page.addInitScript(
      ([name, who]) => {
        const kept = { tables: { [name]: { seats: who } }, seconds: 0.2 };
        if (!localStorage.getItem("plywise-settings")) localStorage.setItem("plywise-settings", JSON.stringify(kept));
      },
      [game, seats],
    );
    page.told = [];
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => page.told.push([seatOf(socket.url()), String(payload)])),
    );
    page.on("response", async (response) => {
      if (response.url().includes("/seats/")) page.told.push([seatOf(response.url()), await response.text()]);
    });
    await page.goto(`${server.address}#/${game}`);
    return page;
  }

  const seatOf = (url) => Number(/seats\/(\d)/.exec(url)[1]);
  const line = (page) => page.locator(".turn p");
  const isSettled = () =>
    document.querySelector(".turn.over") !== null ||
    /Your turn/.test(document.querySelector(".turn p")?.textContent ?? "");

  test("a person plays Kuhn poker against the engine to the end, and then another one", async () => {
    const page = await sit("kuhn-poker", ["you", "engine"]);
    for (let game = 0; game < 2; game += 1) {
      await page.waitForFunction(isSettled, null, { timeout: 30_000 });
      const cards = await page.getByRole("list", { name: "What was seen" }).innerText();
      assert.match(cards, /Chance\s+[JQK]/);
      assert.doesNotMatch(cards, /Chance\s+[JQK]\s+Chance/);
      while (!(await page.locator(".turn.over").count())) {
        const before = await page.locator("ol li").count();
        await page.locator(".pw-buttons button").first().click();
        await page.waitForFunction(
          (count) => document.querySelectorAll("ol li").length > count + 1 || document.querySelector(".turn.over"),
          before,
          { timeout: 30_000 },
        );
        await page.waitForFunction(isSettled, null, { timeout: 30_000 });
      }
      assert.match(await line(page).innerText(), /[AB] wins/);
      assert.equal(await page.getByRole("button", { name: "Undo" }).count(), 0);
      if (game === 0) await page.locator(".tools").getByRole("button", { name: "New game" }).click();
      if (game === 0) await page.locator(".turn.over").waitFor({ state: "detached" });
    }
    assert.deepEqual([...new Set(page.told.map(([seat]) => seat))], [0]);
    await checkAccess(page, "a game by seats");
    await leave(page);
  });

  test("a user's own card game is played, and a reload finds it again", async () => {
    const page = await sit("high_card", ["engine", "you"]);
    await page.waitForFunction(isSettled, null, { timeout: 30_000 });
    const seen = await page.locator(".pw-words").innerText();
    if (!(await page.locator(".turn.over").count())) {
      assert.match(seen, /A holds \?, B holds [1-5]/);
      await page.reload();
      await page.waitForFunction(isSettled, null, { timeout: 30_000 });
      assert.equal(await page.locator(".pw-words").innerText(), seen);
      await page.getByRole("button", { name: "call" }).click();
      await page.locator(".turn.over").waitFor();
    }
    assert.match(await page.locator(".pw-words").innerText(), /B holds [1-5]/);
    await leave(page);
  });

  test("two people at one screen: the board is hidden until the next one asks for it", async () => {
    const page = await sit("phantom-tic-tac-toe", ["you", "you"]);
    const isHidden = async (name) => {
      await page.getByText(`Hand over to ${name}, then press Show.`).waitFor();
      assert.equal(await page.locator(".pw-board, .pw-stage").count(), 0);
      assert.equal(await page.getByRole("list", { name: "What was seen" }).count(), 0);
    };
    const show = (name) => page.getByRole("button", { name: `Show ${name}’s board` }).click();
    const mark = (cell) => page.locator(`.pw-cell.pw-open[data-name='${cell}']`).click();
    const marks = () => page.locator(".pw-cell:not([aria-label*=empty])").count();
    await isHidden("A");
    assert.deepEqual(page.told, []);
    await show("A");
    await mark("b2");
    await isHidden("B");
    assert.ok(page.told.every(([seat]) => seat === 0));
    await page.reload();
    await isHidden("B");
    await show("B");
    await line(page).getByText("Your turn: you are B.").waitFor();
    assert.equal(await marks(), 0);
    assert.doesNotMatch(page.told.filter(([seat]) => seat === 1).join(), /b2","player":0|"piece": "X"/);
    await mark("b2"); // taken: B learns that, and tries again
    await page.waitForFunction(() => document.querySelectorAll(".pw-cell:not([aria-label*=empty])").length === 1);
    await mark("a1");
    await isHidden("A");
    await show("A");
    await line(page).getByText("Your turn: you are A.").waitFor();
    assert.equal(await marks(), 1);
    await leave(page);
  });

  test("a person elsewhere gets a link, and sees nothing but that seat", async () => {
    const page = await sit("kuhn-poker", ["you", "elsewhere"]);
    await line(page).getByText("Your turn: you are A.").waitFor();
    const kept = await page.evaluate(() => JSON.parse(sessionStorage.getItem("plywise-sitting-kuhn-poker")));
    const [[player, token]] = kept.elsewhere;
    const other = await open(browser, "about:blank");
    await other.goto(`${server.address}#/kuhn-poker?sitting=${kept.sitting}&seat=${player}&token=${token}`);
    await line(other).getByText("A, who plays elsewhere").waitFor();
    assert.doesNotMatch(other.url(), /token/);
    await page.getByRole("button", { name: "bet" }).click();
    await other.getByRole("button", { name: "fold" }).click();
    for (const each of [page, other]) {
      await each.locator(".turn.over").getByText("A wins 1.").waitFor();
      await leave(each);
    }
  });
});
