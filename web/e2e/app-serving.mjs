// What the app's tests share: a real `plywise serve`, a page of it that notes every fault, and how a person plays.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Hexapawn, as a person would write it: its actions go from one cell to another, so two clicks play one. */
export const HEXAPAWN = `
from typing import NamedTuple

from plywise import Game, View


class Hexapawn(Game):
    """Three pawns a side; reach the far row, or leave the other side without an action."""

    class State(NamedTuple):
        board: tuple = (2, 2, 2, 0, 0, 0, 1, 1, 1)
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        mine, theirs, step = (1, 2, -3) if state.turn == 0 else (2, 1, 3)
        for start in range(9):
            ahead = start + step
            if state.board[start] == mine and 0 <= ahead < 9:
                if state.board[ahead] == 0:
                    yield start, ahead
                if start % 3 > 0 and state.board[ahead - 1] == theirs:
                    yield start, ahead - 1
                if start % 3 < 2 and state.board[ahead + 1] == theirs:
                    yield start, ahead + 1

    def result(self, state, action):
        start, end = action
        board = list(state.board)
        board[start], board[end] = 0, board[start]
        return self.State(tuple(board), 1 - state.turn)

    def is_terminal(self, state):
        stuck = not any(True for _ in self.actions(state))
        return stuck or 1 in state.board[:3] or 2 in state.board[6:]

    def utility(self, state, player):
        return -1 if player == state.turn else 1

    def view(self, state):
        pieces = [".AB"[cell] for cell in state.board]
        names = [self.square(index) for index in range(9)]
        rows = [slice(0, 3), slice(3, 6), slice(6, 9)]
        return View.from_rows([pieces[row] for row in rows], names=[names[row] for row in rows], pieces="AB")

    def action_name(self, state, action):
        return "-".join(self.square(square) for square in action)

    def square(self, index):
        return "abc"[index % 3] + str(3 - index // 3)
`;

/** Start \`plywise serve\` with some games on a free port; return its address and how to end it. */
export async function serve(...games) {
  const child = spawn("python", ["-m", "plywise", "serve", "--no-open", "--port", "0", ...games]);
  let told = "";
  child.stderr.on("data", (data) => (told += data));
  const address = await new Promise((resolve, reject) => {
    child.stdout.on("data", (data) => {
      told += data;
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(told);
      if (found) resolve(found[0]);
    });
    child.on("exit", () => reject(new Error(`plywise serve ended: ${told}`)));
  });
  const end = async () => {
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await ended;
  };
  return { address, pid: child.pid, end };
}

/** List the processes that a server has started. */
export function workers(server) {
  const isChild = (pid) => {
    try {
      return new RegExp(`\\) \\S ${server.pid} `).test(readFileSync(`/proc/${pid}/stat`, "utf8"));
    } catch {
      return false; // it ended while we looked
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isChild(name))
    .map(Number);
}

/**
 * Open a page of the app, noting what goes wrong in it. Where `analyses` is false, no engine analyses beside the game,
 * which would take a processor that a test about something else has no use for.
 */
export async function open(browser, address, { analyses = true, ...options } = {}) {
  const page = await browser.newPage({ viewport: { width: 1024, height: 900 }, ...options });
  if (!analyses) {
    await page.addInitScript(() => {
      const kept = JSON.parse(localStorage.getItem("plywise-settings") ?? "{}");
      localStorage.setItem("plywise-settings", JSON.stringify({ showsAnalysis: false, ...kept }));
    });
  }
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  await page.goto(address);
  return page;
}

/** Check that nothing went wrong in a page, and close it. */
export async function leave(page) {
  assert.deepEqual(page.faults, []);
  await page.close();
}

/** Set the shortest thinking time. */
export async function hurry(page) {
  await page.getByLabel("Thinking time").selectOption("0.2");
}

/** Wait until it is the user's turn, or the game is over; return what the turn line says. */
export async function turn(page) {
  const isSettled = () =>
    document.querySelector(".turn.over") !== null ||
    /Your turn/.test(document.querySelector(".turn p")?.textContent ?? "");
  try {
    await page.waitForFunction(isSettled, null, { timeout: 15_000 });
  } catch {
    assert.fail(`Nobody moves: ${await page.getByRole("main").innerText()}`);
  }
  return (await page.locator(".turn p").textContent()).trim();
}

/** The names of the actions played, as the record shows them. */
export function record(page) {
  return page
    .locator("[aria-label='Record'] .main > li:not(:first-child, .variation) button")
    .evaluateAll((buttons) => buttons.map((button) => button.dataset.action));
}

/** The actions that led to where the page is, as its address names them. */
export async function here(page) {
  const listed = new URL(page.url()).hash.split("actions=")[1] ?? "";
  return listed ? listed.split(",").map(decodeURIComponent) : [];
}

/** Wait until the record's main line holds at least a number of actions. */
export async function played(page, count) {
  const isThere = (wanted) =>
    document.querySelectorAll("[aria-label='Record'] .main > li:not(.variation)").length > wanted;
  await page.waitForFunction(isThere, count, { timeout: 20_000 });
}

/** Click for one action as a person does: an open cell, or a button, and where it is an origin a target too. */
export async function clickSomething(page, pick = 0) {
  const before = (await here(page)).length;
  const open = page.locator(".pw-open");
  const buttons = page.locator(".pw-buttons button");
  if ((await open.count()) === 0) await buttons.first().click();
  else {
    await open.nth(pick % (await open.count())).click();
    if ((await page.locator(".pw-origin").count()) > 0) await open.first().click();
  }
  const isFurther = (count) => (location.hash.split("actions=")[1] ?? "").split(",").filter(Boolean).length > count;
  await page.waitForFunction(isFurther, before, { timeout: 20_000 });
}

/** Check a page with axe-core: nothing serious, nothing critical. */
export async function checkAccess(page, where) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(
    grave.map(({ id, nodes }) => `${where}: ${id} at ${nodes.map((node) => node.target.join(" ")).join(", ")}`),
    [],
  );
}
