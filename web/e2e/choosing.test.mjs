// Choosing a game: families with their parameters, seats with agents and clocks, and a file that is loaded again when saved.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { checkAccess, HEXAPAWN, hurry, leave, open, played, record, serve, turn } from "./app-serving.mjs";

const folder = mkdtempSync(join(tmpdir(), "plywise-choosing-"));
const file = join(folder, "hexapawn.py");
let browser, server;

before(async () => {
  writeFileSync(file, HEXAPAWN);
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  server = await serve("othello", "morris", "six-mens-morris", "mnk", "tic-tac-toe", "figure-5.2", file);
});
after(async () => {
  await browser?.close();
  await server?.end();
  rmSync(folder, { recursive: true, force: true });
});

const game = (name, options) => open(browser, `${server.address}#/${name}`, { analyses: false, ...options });
const seats = (page) => page.getByText("Seats and clocks").click();
const stands = (page, actions) =>
  page.waitForFunction((wanted) => location.hash.split("actions=")[1] === wanted, actions);

test("one card per family: its parameters change the board, and what can't be is refused in a sentence", async () => {
  const page = await open(browser, server.address, { analyses: false });
  const card = (name) => page.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });
  await card("Othello").waitFor();
  assert.deepEqual(await page.getByRole("heading", { level: 2 }).allTextContents(), [
    "Your own games",
    "Games",
    "Textbook trees",
  ]);
  assert.equal(await page.getByRole("listitem").count(), 6, "a preset is on its family's card");
  assert.equal(await page.getByRole("link", { name: "Six Men's Morris" }).count(), 1);
  const cells = () =>
    card("Othello")
      .locator("svg.board")
      .evaluate((board) => board.querySelectorAll("*").length);
  await page.waitForFunction(() => document.querySelectorAll(".preview svg.board > *").length >= 5);
  const full = await cells();
  await card("Othello").getByText("Options").click();
  await card("Othello").getByLabel("Size").selectOption("4");
  await page.waitForFunction(() => document.querySelector("a[href*='size%3D4']") !== null);
  await page.waitForTimeout(1000);
  assert.ok((await cells()) < full, "the miniature follows");
  await checkAccess(page, "cards with options");
  const mnk = card("MNK");
  await mnk.getByText("Options").click();
  await mnk.getByLabel("k", { exact: true }).fill("9");
  await mnk.getByRole("alert").waitFor();
  assert.match(await mnk.getByRole("alert").textContent(), /no 9 in a row on 3x3/);
  assert.ok(await mnk.getByRole("button", { name: "Play" }).isDisabled());
  await card("Othello").getByRole("button", { name: "Play" }).click();
  await page.getByRole("heading", { name: "Othello (size=4)" }).waitFor();
  await page.locator("[data-name='d4']").waitFor();
  assert.equal(await page.locator("[data-name='e5']").count(), 0);
  page.faults = page.faults.filter((fault) => !/status of 4/.test(fault));
  await leave(page);
});

test("an address opens any member, and refuses what isn't one", async () => {
  const page = await open(browser, `${server.address}play/othello?size=6`, { analyses: false });
  await page.getByRole("heading", { name: "Othello (size=6)" }).waitFor();
  await page.locator("[data-name='f6']").waitFor();
  await page.goto(`${server.address}#/othello?size=7`);
  assert.match(await page.getByRole("alert").textContent(), /size is 4, 6 or 8, not 7/);
  await page.getByRole("heading", { name: "Choose a game" }).waitFor();
  await page.close();
});

test("seats: three players, agents of other kinds, and all of it survives a reload", async () => {
  const page = await game("mnk:m=4,n=4,k=3,players=3");
  await hurry(page);
  await turn(page);
  await seats(page);
  await page.getByLabel("Who plays B").selectOption("random");
  await page.getByLabel("Who plays C").selectOption("max-n");
  await page.getByLabel("Time of C").selectOption("0.2");
  await page.locator("[data-name='a1']").click();
  await played(page, 3);
  assert.match(await turn(page), /Your turn: you are A/);
  await page.reload();
  await turn(page);
  await seats(page);
  assert.equal(await page.getByLabel("Who plays B").inputValue(), "random");
  assert.equal(await page.getByLabel("Who plays C").inputValue(), "max-n");
  assert.equal(await page.getByLabel("Time of C").inputValue(), "0.2");
  assert.equal((await record(page)).length, 3);
  await checkAccess(page, "seats");
  await leave(page);
});

test("hot seat with clocks: the board turns to the mover, time runs, and the flag falls", async () => {
  const page = await game("othello:size=4");
  await page.getByRole("radio", { name: "Both" }).check();
  await seats(page);
  await page.getByRole("combobox", { name: /^Clocks/ }).selectOption("1+0");
  await page.getByLabel("Turn the board to whoever moves").check();
  const left = (seat) => page.getByRole("timer").nth(seat).textContent();
  assert.deepEqual([await left(0), await left(1)], ["1:00", "1:00"]);
  const top = () => page.evaluate(() => document.querySelector("[data-name='a1']").getBoundingClientRect().top);
  const before = await top();
  await page.locator(".pw-open").first().click();
  await page.waitForFunction(() => /actions=/.test(location.hash));
  await page.waitForFunction(
    (y) => document.querySelector("[data-name='a1']").getBoundingClientRect().top !== y,
    before,
  );
  await page.waitForFunction(() => document.querySelectorAll("[role=timer]")[1].textContent !== "1:00");
  assert.equal(await left(0), "1:00", "the first move starts the clocks");
  await page.reload();
  await turn(page);
  assert.notEqual(await left(1), "1:00", "what is left survives a reload");
  // Nobody waits a minute: what is kept of the clocks says that a second is left.
  await page.evaluate(() => {
    const name = Object.keys(sessionStorage).find((key) => key.startsWith("plywise-clock"));
    const kept = JSON.parse(sessionStorage.getItem(name));
    sessionStorage.setItem(name, JSON.stringify({ ...kept, left: [1000, 1000] }));
  });
  await page.reload();
  await turn(page);
  await page.locator(".pw-open").first().click();
  await page.locator(".turn.over").waitFor({ timeout: 20_000 });
  assert.match(await page.locator(".turn p").textContent(), /Black has lost on time\. White wins\./);
  assert.equal(await page.locator(".pw-open").count(), 0, "nobody moves any more");
  await page.getByRole("button", { name: "New game" }).click();
  assert.match(await turn(page), /Your turn/);
  assert.equal(await left(0), "1:00");
  await leave(page);
});

test("a file that is saved is loaded again, with the moves that are still legal and what the doctor says", async () => {
  const page = await game("hexapawn");
  await page.getByRole("radio", { name: "Both" }).check();
  const panel = page.getByRole("region", { name: "Your file" });
  await panel.getByText("The doctor finds nothing wrong.").waitFor({ timeout: 150_000 });
  for (const [count, name] of ["a1", "a2", "b3", "b2"].entries()) {
    await page.locator(`[data-name='${name}']`).click();
    if (count % 2) await played(page, (count + 1) / 2);
  }
  await stands(page, "a1-a2,b3-b2");
  writeFileSync(file, HEXAPAWN.replace("def to_move(self, state):", "def to_move(self, state)"));
  await page.locator(".problem").waitFor({ timeout: 60_000 });
  assert.match(await page.locator(".problem").textContent(), /hexapawn\.py:\d+: .*fix this/);
  assert.equal(await page.locator("[data-name='a2']").count(), 1, "the board stays");
  writeFileSync(file, HEXAPAWN.replace("if state.board[ahead] == 0:", "if state.board[ahead] == 0 and start != 1:"));
  await page.waitForFunction(() => /actions=a1-a2$/.test(location.hash), null, { timeout: 60_000 });
  assert.equal(await page.locator(".problem").count(), 0);
  writeFileSync(
    file,
    HEXAPAWN.replace("yield start, ahead\n", "yield start, ahead\n                    yield start, ahead\n"),
  );
  await panel.locator(".error").first().waitFor({ timeout: 150_000 });
  assert.match(await panel.locator(".error").first().textContent(), /more than once/);
  await checkAccess(page, "the doctor's panel");
  page.faults = page.faults.filter((fault) => !/status of 4/.test(fault));
  await leave(page);
});

test("a level plays instead of the full engine, keeps its strength when sides change, and is remembered", async () => {
  const page = await game("tic-tac-toe");
  await turn(page);
  const strength = page.getByLabel("Strength");
  assert.deepEqual(await strength.locator("option").allTextContents(), ["full", "level 1", "level 2"]);
  await strength.selectOption("level 1");
  assert.ok(await page.getByLabel("Thinking time").isDisabled(), "a level ends by itself");
  assert.equal(await page.getByText("Nobody has measured these levels").count(), 0);
  await page.getByRole("radio").nth(1).check();
  await page.waitForFunction(() => /actions=\w/.test(location.hash));
  assert.equal(await strength.inputValue(), "level:1");
  await page.reload();
  await strength.waitFor();
  assert.equal(await strength.inputValue(), "level:1");
  await checkAccess(page, "levels");
  await leave(page);
});
