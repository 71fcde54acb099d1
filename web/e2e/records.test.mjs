// Records in the app: a PGN comes in with its variations and goes out without loss, by paste, file and drop; pictures.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { checkAccess, here, leave, open, record, serve } from "./app-serving.mjs";

const PGN = `[White "Ana"]
[Unknown "kept"]

{Well} 1. e4 $1 {best} (1. d4 {or} 1... d5 (1... Nf6 $5)) 1... e5 2. Nf3 1-0
`;
let browser, server;

before(async () => {
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  server = await serve("chess", "go", "nim");
});
after(async () => {
  await browser?.close();
  await server?.end();
});

const game = (name) =>
  open(browser, `${server.address}#/${name}`, { permissions: ["clipboard-read", "clipboard-write"], analyses: false });

async function dialogOf(page) {
  await page.getByRole("button", { name: "Import / export" }).click();
  return page.getByRole("dialog");
}

async function paste(page, text) {
  const dialog = await dialogOf(page);
  await dialog.getByRole("textbox").first().fill(text);
  await dialog.getByRole("button", { name: "Load", exact: true }).click();
  return dialog;
}

async function saved(page, dialog, button) {
  const coming = page.waitForEvent("download");
  await dialog.getByRole("button", { name: button, exact: true }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

test("a PGN is pasted, kept over a reload, and copied without loss", async () => {
  const page = await game("chess");
  await (await paste(page, PGN)).waitFor({ state: "detached" });
  await page.waitForFunction(() => document.querySelectorAll("[aria-label='Record'] .main > li").length > 4);
  assert.deepEqual(await record(page), ["e4", "e5", "Nf3"]);
  await page.getByText("best", { exact: true }).waitFor();
  await page.locator("[data-action='Nf6']").click();
  await page.waitForFunction(() => location.hash.includes("Nf6"));
  assert.deepEqual(await here(page), ["d4", "Nf6"]);
  const dialog = await dialogOf(page);
  await checkAccess(page, "import and export");
  await dialog.getByRole("button", { name: "Copy record" }).click();
  await dialog.getByText("Copied the record.").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(copied.endsWith(PGN.split("\n").at(-2) + "\n"), copied);
  assert.ok(copied.includes('[Unknown "kept"]'), copied);
  const file = await saved(page, dialog, "Download record");
  assert.equal(file.name, "chess.pgn");
  assert.equal(file.content.toString(), copied);
  const svg = await saved(page, dialog, "Download SVG");
  assert.match(svg.content.toString(), /^<svg .*fill:rgb/);
  const png = await saved(page, dialog, "Download PNG");
  assert.deepEqual([...png.content.subarray(1, 4)].map((code) => String.fromCharCode(code)).join(""), "PNG");
  assert.ok(png.content.length > 10_000, `${png.content.length} bytes`);
  await leave(page);
});

test("a FEN starts a game anywhere, and its link leads there", async () => {
  const page = await game("chess");
  const start = "8/8/8/8/8/5k2/4p3/4K3 b - - 0 1";
  await (await paste(page, start)).waitFor({ state: "detached" });
  await page.waitForFunction(() => location.hash.includes("start="));
  await page.reload();
  await page.getByRole("button", { name: "Import / export" }).waitFor();
  const dialog = await dialogOf(page);
  assert.equal(await dialog.getByLabel("This position").inputValue(), start);
  await leave(page);
});

test("a dropped SGF with several games lets one choose; what can't be read is told", async () => {
  const page = await game("go");
  await page.getByRole("button", { name: "Import / export" }).waitFor();
  const size = await page
    .locator("svg.pw-board .pw-cell")
    .count()
    .then((count) => Math.sqrt(count) || 9);
  await page.evaluate((wide) => {
    const data = new DataTransfer();
    const text = `(;SZ[${wide}]KM[7]PB[Ana]PW[Ben];B[cc];W[dd])(;SZ[${wide}]KM[6.5]PB[Cleo];B[dd]C[hello])`;
    data.items.add(new File([text], "games.sgf"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, size);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /Cleo/ }).click();
  await dialog.getByText("The game is on the board.").waitFor();
  await dialog.getByRole("textbox").first().fill("(;B[zz])");
  await dialog.getByRole("button", { name: "Load", exact: true }).click();
  await dialog.getByRole("alert").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("hello").waitFor();
  page.faults = page.faults.filter((fault) => !fault.includes("400"));
  await leave(page);
});

test("any game takes a list of moves and our own record", async () => {
  const page = await game("nim");
  const first = await page.evaluate(async () => {
    const answer = await fetch("api/positions", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ game: "nim", actions: [] }),
    });
    return (await answer.json()).options[0].name;
  });
  await (await paste(page, first)).waitFor({ state: "detached" });
  const dialog = await dialogOf(page);
  const own = await saved(page, dialog, "Download as JSON");
  assert.deepEqual(JSON.parse(own.content.toString()).actions ?? [], [first]);
  await page.keyboard.press("Escape");
  await (await paste(page, own.content.toString())).waitFor({ state: "detached" });
  assert.deepEqual(await record(page), [first]);
  await leave(page);
});

test("a position is set up by hand and played from; one that can't be is refused in a sentence", async () => {
  const page = await game("chess");
  await page.getByRole("button", { name: "Set up position" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Clear the board" }).click();
  const put = async (piece, square) => {
    await dialog.getByRole("button", { name: piece, exact: true }).click();
    await dialog.locator(`.pw-board [aria-label^="${square}"]`).first().click();
  };
  await put("White K", "e1");
  await put("White R", "h1");
  await dialog.getByRole("button", { name: "Play from here" }).click();
  await dialog.getByText(/0 kings of Black/).waitFor();
  await put("Black k", "e8");
  await checkAccess(page, "setting up");
  await dialog.getByRole("button", { name: "Play from here" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.waitForFunction(() => location.hash.includes(encodeURIComponent("4k3/8/8/8/8/8/8/4K2R w K")));
  page.faults = page.faults.filter((fault) => !fault.includes("409"));
  await leave(page);
});
