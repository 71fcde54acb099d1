// A site with compiled searches: the page's engine is WebAssembly, and can be stopped.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { leave, open } from "./app-serving.mjs";
import { engineReady, isLeft, serveSite } from "./exporting.mjs";

let browser, site;
before(async () => {
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  site = await serveSite("connect-four");
});
after(async () => {
  await browser?.close();
  await site?.end();
});

test("a search in the page visits what only compiled code can", async () => {
  const page = await open(browser, `${site.address}#/connect-four?actions=4`);
  await engineReady(page);
  await page.getByLabel("Thinking time").selectOption("3");
  // Plain Python visits some ten thousand states a second in a page.
  await page.getByText(/\d(\.\d+)?M states/).waitFor({ timeout: 60_000 });
  await leave(page);
});

test("a search without end is stopped by a move, and the next one begins", isLeft(true), async () => {
  const page = await open(browser, `${site.address}#/connect-four?actions=4,4`);
  await engineReady(page);
  await page.getByLabel("Without end").check();
  await page
    .getByText(/depth \d+/)
    .first()
    .waitFor({ timeout: 30_000 });
  await page.locator(".pw-open").first().click();
  await page.waitForURL(/actions=4,4,/);
  await page
    .getByText(/depth \d+/)
    .first()
    .waitFor({ timeout: 30_000 });
  assert.equal(await page.getByText("started again").count(), 0);
  await leave(page);
});
