// Takes pictures of games as their pages show them, at the widths of a desk and of a phone:
//   node web/e2e/picturing.mjs ../docs/pictures/first-hour stones.py subtract.py
// tools/small_png.py makes them small. Each game is served by itself, a few plies are played by clicks, and the analysis is waited for.
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { chromium } from "playwright-core";
import { here, open, serve } from "./app-serving.mjs";

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const PLIES = 6;
/** How long an analysis may take until it says something, in ms. */
const PATIENCE = 120_000;

/** Play something by clicks, the same every time: cells from the middle outwards, or buttons. */
async function playSomething(page, ply) {
  const before = (await here(page)).length;
  for (let clicks = 0; clicks < 4 && (await here(page)).length === before; clicks++) {
    const choice = page.locator(".pw-choice:not([hidden]) button");
    const open = page.locator(".pw-open:not(.pw-origin)");
    const buttons = page.locator(".pw-buttons:not([hidden]) button");
    const [asked, cells] = [await choice.count(), await open.count()];
    if (asked > 0) await choice.first().click();
    else if (cells > 0) await open.nth((Math.floor(cells / 2) + 3 * ply) % cells).click();
    else if ((await buttons.count()) > 0) await buttons.first().click();
    await page.waitForTimeout(400);
  }
}

const [folder, ...games] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const game of games) {
  const server = await serve(game);
  for (const viewport of SIZES) {
    const page = await open(browser, server.address, { viewport });
    await page.locator(".pw-stage").waitFor();
    await page.locator(".pw-open, .pw-buttons:not([hidden]) button").first().waitFor(); // where chance begins, until it has
    await page.getByRole("radio", { name: /^(Both|All)$/ }).check();
    for (let ply = 0; ply < PLIES; ply++) await playSomething(page, ply);
    const said = page.locator("[data-choice]").first();
    await said.waitFor({ timeout: PATIENCE }).catch(() => console.error(`${game}: no analysis in time`));
    await page.evaluate(() => scrollTo(0, 0));
    await page.mouse.move(0, 0);
    await page.waitForTimeout(500);
    const path = join(folder, `${basename(game, ".py")}-${viewport.width}.png`);
    await page.screenshot({ path });
    if (page.faults.length > 0) console.error(`${game}: ${page.faults.join("; ")}`);
    await page.close();
  }
  await server.end();
}
await browser.close();
