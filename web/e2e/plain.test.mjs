// Games whose author writes no view: their own page at once, a board to click, the state's fields, and nothing that overflows.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";
import { checkAccess, clickSomething, here, leave, open, serve } from "./app-serving.mjs";

/** Nine rows of text, and actions that are rows and columns: most would be a button each. */
const STONES = `
from typing import NamedTuple

from plywise import Game


class Stones(Game):
    """Five in a row, written on a first evening."""

    class State(NamedTuple):
        board: tuple = ("." * 9,) * 9
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [(r, c) for r in range(9) for c in range(9) if state.board[r][c] == "."]

    def result(self, state, action):
        r, c = action
        rows = [list(row) for row in state.board]
        rows[r][c] = "XO"[state.turn]
        return self.State(tuple("".join(row) for row in rows), 1 - state.turn)

    def is_terminal(self, state):
        return any("XXXXX" in row or "OOOOO" in row for row in state.board)

    def utility(self, state, player):
        return -1 if state.turn == player else 1
`;

/** A state without a board, whose text is long, and many actions with long names. */
const WORDS = `
from dataclasses import dataclass

from plywise import Game


@dataclass(frozen=True)
class Claim:
    claimed_by_whom: str
    number_of_tokens_claimed: int


@dataclass(frozen=True)
class Table:
    everything_that_was_said_until_now: tuple = ()
    tokens_without_any_blank_between_them: str = "o" * 200
    turn: str = "first"


class Words(Game):
    """Claim tokens; whoever claims the last one wins."""

    State = Table

    def to_move(self, state):
        return 0 if state.turn == "first" else 1

    def actions(self, state):
        most = min(81, len(state.tokens_without_any_blank_between_them))
        return [Claim(state.turn, count) for count in range(1, most + 1)]

    def result(self, state, action):
        said = (*state.everything_that_was_said_until_now, action)
        left = state.tokens_without_any_blank_between_them[action.number_of_tokens_claimed :]
        return Table(said, left, "second" if state.turn == "first" else "first")

    def is_terminal(self, state):
        return not state.tokens_without_any_blank_between_them

    def utility(self, state, player):
        return -1 if self.to_move(state) == player else 1
`;

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** What sticks out of the page or of the card it is on, or is cut off there, without being scrolled. */
function overflow() {
  const isShown = (element) => element.getClientRects().length > 0 && !element.closest("svg");
  const named = (element) => `${element.tagName} ${element.className}`;
  const overflows = (element) => getComputedStyle(element).overflowX;
  const scrolls = (element) => element !== null && (overflows(element) !== "visible" || scrolls(element.parentElement));
  const edge = (element) => (element.closest(".card") ?? document.documentElement).getBoundingClientRect().right;
  const isOut = (element) =>
    element.getBoundingClientRect().right > edge(element) + 1 && !scrolls(element.parentElement);
  const isCut = (element) => overflows(element) === "hidden" && element.scrollWidth > element.clientWidth + 1;
  const page = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
  const all = [...document.querySelectorAll("body *")].filter(isShown);
  return [...page, ...all.filter((element) => isOut(element) || isCut(element)).map(named)];
}

describe("a game without a view", () => {
  let browser, folder;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "plywise-plain-"));
    writeFileSync(join(folder, "stones.py"), STONES);
    writeFileSync(join(folder, "words.py"), WORDS);
    browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  test("is opened at once, and its rows of text are a board to click", async () => {
    const server = await serve(join(folder, "stones.py"));
    for (const viewport of SIZES) {
      const page = await open(browser, server.address, { viewport, analyses: false });
      await page.locator(".pw-cell").first().waitFor();
      assert.match(page.url(), /#\/stones$/);
      assert.equal(await page.getByRole("heading", { name: "Choose a game" }).count(), 0);
      assert.equal(await page.locator(".pw-open").count(), 81);
      assert.equal(await page.locator(".pw-buttons button").count(), 0);
      await page.getByRole("radio", { name: "Both" }).check();
      await page
        .locator(".pw-cell")
        .nth(9 * 4 + 3)
        .click();
      await page.waitForFunction(() => location.hash.includes("actions="));
      assert.deepEqual(await here(page), ["(4, 3)"]);
      await page.getByRole("button", { name: "column 4, row 5, X of A" }).waitFor();
      assert.deepEqual(await page.locator(".pw-details > *").allTextContents(), ["turn", "1"]);
      assert.deepEqual(await page.evaluate(overflow), [], `at ${viewport.width} px`);
      await leave(page);
    }
    await server.end();
  });

  test("shows its fields in a table, and its many actions in columns that scroll", async () => {
    const server = await serve(join(folder, "words.py"));
    for (const viewport of SIZES) {
      const page = await open(browser, server.address, { viewport });
      await page.locator(".pw-details").waitFor();
      const names = await page.locator(".pw-details dt").allTextContents();
      assert.deepEqual(names, ["everything that was said until now", "tokens without any blank between them", "turn"]);
      assert.equal(await page.locator(".pw-details dd").nth(1).textContent(), "o".repeat(200));
      const buttons = page.locator(".pw-buttons.pw-many");
      assert.equal(await buttons.getByRole("button").count(), 81);
      assert.ok((await buttons.boundingBox()).height <= viewport.height / 2);
      const isWhole = (button) => button.scrollHeight <= button.clientHeight + 1;
      const wholes = await buttons.getByRole("button").evaluateAll((all, test) => all.map(eval(test)), String(isWhole));
      assert.ok(wholes.every(Boolean), "no name is cut off");
      await page.getByRole("radio", { name: "Both" }).check();
      await clickSomething(page);
      // On a busy machine, the first search of rules that don't compile takes its time.
      await page.locator("[data-choice]").first().waitFor({ timeout: 120_000 });
      assert.deepEqual(await page.evaluate(overflow), [], `at ${viewport.width} px`);
      await checkAccess(page, `words at ${viewport.width} px`);
      await leave(page);
    }
    await server.end();
  });

  test("is one of several on the page of all games", async () => {
    const server = await serve(join(folder, "stones.py"), join(folder, "words.py"));
    const page = await open(browser, server.address);
    await page.getByRole("heading", { name: "Choose a game" }).waitFor();
    assert.equal(new URL(page.url()).hash, "");
    await leave(page);
    await server.end();
  });
});
