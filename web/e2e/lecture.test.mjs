// The step player in a lecture hall: it fills the screen, its labels can be read, and the keyboard is enough.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { isLeft } from "./exporting.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "plywise-lecture-"));
const SCREENS = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];
/** How much of the screen's height a label takes at least. */
const LEAST_LABEL = 0.025;
const PAGES = {
  "figures 5.2 and 5.5": ["figure-5.2", "--algorithm", "alpha-beta"],
  "figure 5.4": ["figure-5.4"],
  UCT: ["tic-tac-toe", "--algorithm", "uct"],
  Star1: ["figure-5.12", "--algorithm", "star1"],
  "tic-tac-toe": ["tic-tac-toe", "--depth", "3", "--algorithm", "alpha-beta"],
  "a random tree": ["random-tree:b=3,d=3", "--seed", "7", "--algorithm", "alpha-beta"],
};
let browser;

const written = new Map();
const explain = (name) => {
  if (!written.has(name)) {
    const file = join(folder, `${written.size}.html`);
    execFileSync("python", ["-m", "plywise", "explain", ...PAGES[name], "--html", file], { stdio: "pipe" });
    written.set(name, pathToFileURL(file).href);
  }
  return written.get(name);
};
const open = async (name, options = {}) => {
  const page = await browser.newPage({ viewport: SCREENS[0], reducedMotion: "reduce", ...options });
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  await page.goto(explain(name));
  await page.locator(".plywise-player").waitFor();
  return page;
};
const carried = (page) =>
  page.evaluate(() => JSON.parse(document.getElementById("plywise-explanation").textContent).panes[0]);

/** What is on the screen: the least label, where the root and the current node are, and what lies over each other. */
const look = (page) =>
  page.evaluate(() => {
    const isSeen = (element) => element.getClientRects().length > 0 && element.textContent.trim() !== "";
    const size = (element) => parseFloat(getComputedStyle(element).fontSize) * element.getScreenCTM().a;
    const labels = [...document.querySelectorAll(".ply-tree .ply-label")].filter(isSeen);
    const stage = document.querySelector(".ply-scroller").getBoundingClientRect();
    const isInside = (box) =>
      box.left >= stage.left && box.right <= stage.right && box.top >= stage.top && box.bottom <= stage.bottom;
    const boxes = labels.map((label) => [label.textContent, label.getBoundingClientRect()]);
    const overlaps = boxes.flatMap(([text, box], at) =>
      boxes
        .slice(at + 1)
        .filter(([, other]) => {
          const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
          const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
          return across > 2 && down > 4;
        })
        .map(([other]) => `${text} over ${other}`),
    );
    return {
      least: Math.min(...labels.map(size)) / window.innerHeight,
      isRootInside: isInside(document.querySelector('[data-node="0"] .ply-sign').getBoundingClientRect()),
      isHereInside: isInside(document.querySelector(".is-current .ply-sign").getBoundingClientRect()),
      outside: boxes.filter(([, box]) => !isInside(box)).map(([text]) => text),
      overlaps,
      stage: (stage.width * stage.height) / (window.innerWidth * window.innerHeight),
      overflow: [
        document.documentElement.scrollWidth - window.innerWidth,
        document.documentElement.scrollHeight - window.innerHeight,
      ],
    };
  });

before(async () => {
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

// Every page in the long run; in CI one of the book's and one of a real game.
const SHORT = ["figures 5.2 and 5.5", "tic-tac-toe"];

for (const name of Object.keys(PAGES)) {
  test(
    `${name} fills both screens, and every label can be read from the last row`,
    isLeft(!SHORT.includes(name)),
    async () => {
      for (const viewport of SCREENS) {
        const page = await open(name, { viewport });
        const { steps } = await carried(page);
        const count = Math.min(steps.length, 40);
        for (let at = 0; at < count; at += 1) {
          const seen = await look(page);
          const where = `step ${at + 1} at ${viewport.width} px`;
          assert.ok(seen.least === Infinity || seen.least >= LEAST_LABEL, `${where}: a label is ${seen.least}`);
          assert.ok(seen.isRootInside, `${where}: the root is out of view`);
          assert.ok(seen.isHereInside, `${where}: the search is out of view`);
          assert.deepEqual([seen.outside, seen.overlaps], [[], []], where);
          assert.ok(seen.stage > 0.4, `${where}: the tree has only ${seen.stage} of the screen`);
          assert.ok(Math.max(...seen.overflow) <= 0, `${where}: the page is ${seen.overflow} px too large`);
          await page.keyboard.press("ArrowRight");
        }
        assert.deepEqual(page.faults, []);
        await page.close();
      }
    },
  );
}

test("nodes carry the book's letters, and players don't", async () => {
  const page = await open("figures 5.2 and 5.5");
  const letters = await page.locator(".ply-tree .ply-own").allTextContents();
  assert.deepEqual(letters, ["A", "B", "C", "D"]);
  await page.keyboard.press("l");
  const legend = await page.locator(".ply-legend").innerText();
  assert.match(legend, /MAX moves/);
  assert.match(legend, /MIN moves/);
  assert.doesNotMatch(legend, /\b[AB]\b/);
  await page.close();
  const three = await open("figure 5.4");
  const nodes = await three.locator(".ply-tree .ply-own").allTextContents();
  const seats = new Set(await three.locator(".ply-tree .ply-letter").allTextContents());
  assert.deepEqual([...seats].sort(), ["A", "B", "C"]);
  assert.ok(nodes.every((letter) => !seats.has(letter)));
  await three.close();
});

test("the answer is hidden until it is asked for, and full screen works with the keyboard", async () => {
  const page = await open("figures 5.2 and 5.5");
  const answer = page.locator(".ply-answer");
  assert.equal(await answer.isVisible(), false);
  await page.keyboard.press("a");
  assert.match(await answer.innerText(), /MAX should play a1/);
  await page.keyboard.press("a");
  assert.equal(await answer.isVisible(), false);
  await page.keyboard.press("f");
  await page.waitForFunction(
    () => document.fullscreenElement !== null || document.querySelector(".plywise-player.is-full") !== null,
  );
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".plywise-player").getAttribute("data-step"), "1");
  await page.keyboard.press("f");
  await page.waitForFunction(
    () => document.fullscreenElement === null && document.querySelector(".plywise-player.is-full") === null,
  );
  await page.close();
});

test("the pseudo-code's active line is the step's, and alpha and beta are beside every node on the path", async () => {
  const page = await open("figures 5.2 and 5.5");
  const { steps, code } = await carried(page);
  for (const step of steps) {
    assert.equal(await page.locator(".ply-code-line.is-active").innerText(), code[step.line].trimEnd());
    await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("Home");
  await page.keyboard.press("c");
  await page.keyboard.press("b");
  const windows = await page.locator(".ply-tree .ply-alpha-beta").allTextContents();
  assert.deepEqual(
    windows.map((text) => text.replace(/\s+/g, " ")).filter((text) => text !== ""),
    ["α 3 β +∞", "α 3 β 2"],
  );
  await page.keyboard.press("p");
  assert.equal(await page.locator(".ply-code").isVisible(), false);
  await page.close();
});

test("UCT writes its sums, and the four phases are told", async () => {
  const page = await open("UCT");
  const { steps } = await carried(page);
  const at = steps.findIndex((step) => step.kind === "select");
  await page.goto(`${page.url()}#step-${at + 1}`);
  await page.reload();
  assert.match(await page.locator(".ply-working").innerText(), /√\(ln 9 \/ 1\) = .* ◀/);
  assert.match(await page.locator(".ply-code-line.is-active").innerText(), /greatest/);
  await page.close();
});

test("predicting by keyboard alone: what is marked is judged, and the search goes on", async () => {
  const page = await open("figures 5.2 and 5.5");
  await page.keyboard.press("q");
  const leaves = await page.locator(".ply-label").allTextContents();
  assert.deepEqual(
    leaves.filter((text) => text !== ""),
    ["3", "12", "8", "2", "4", "6", "14", "5", "2"],
  );
  // From the root to C, and on to its second and third leaf.
  for (const key of ["Down", "Right", "Down", "Right"]) await page.keyboard.press(`Shift+Arrow${key}`);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".ply-node.is-guess").count(), 2);
  await page.keyboard.press("q");
  assert.equal(
    await page.locator(".ply-sentence").innerText(),
    "Right: 2 of 2 leaves that the search never looks at, and no other.",
  );
  assert.equal(await page.locator(".ply-node.is-right").count(), 2);
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".ply-node.is-right").count(), 0);
  assert.equal(await page.locator(".plywise-player").getAttribute("data-step"), "1");
  await page.close();
});

test("predicting with the mouse: wrong and missed leaves are named", async () => {
  const page = await open("figures 5.2 and 5.5");
  const { nodes } = await carried(page);
  const number = (action) => nodes.findIndex((node) => node.action === action);
  await page.getByRole("button", { name: "Predict" }).click();
  for (const action of ["d1", "c3"]) await page.click(`[data-node="${number(action)}"] .ply-sign`);
  await page.getByRole("button", { name: "Predict" }).click();
  assert.match(
    await page.locator(".ply-sentence").innerText(),
    /^You found 1 of 2 leaves .*, and 1 that it does look at/,
  );
  assert.equal(await page.locator(`[data-node="${number("d1")}"].is-wrong`).count(), 1);
  assert.equal(await page.locator(`[data-node="${number("c2")}"].is-missed`).count(), 1);
  await page.close();
});

test("axe-core finds nothing serious, light and dark, with everything shown", async () => {
  for (const [name, colorScheme] of [
    ["figures 5.2 and 5.5", "light"],
    ["tic-tac-toe", "dark"],
    ["UCT", "light"],
  ]) {
    const page = await open(name, { colorScheme });
    for (const key of ["ArrowRight", "ArrowRight", "a", "b", "l"]) await page.keyboard.press(key);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    const grave = violations.filter((each) => ["serious", "critical"].includes(each.impact));
    assert.deepEqual(
      grave.map((each) => [each.id, each.nodes.map((node) => node.html)]),
      [],
    );
    await page.close();
  }
});
