// How a person plays a known game in the app, by mouse or by keyboard, from any of its positions on.
import assert from "node:assert/strict";

/** Play a cell or a button with the mouse. */
export const mouse = {
  name: "mouse",
  cell: (page, name) => page.locator(openCell(name)).first().click(),
  button: (page, action) => page.locator(button(action)).click(),
};

/** Play a cell or a button with the keyboard alone. */
export const keyboard = {
  name: "keyboard",
  async cell(page, name) {
    await page.locator(openCell(name)).first().waitFor();
    await tabTo(page, ".pw-cell");
    await walkTo(page, openCell(name));
    await page.keyboard.press("Enter");
  },
  async button(page, action) {
    await page.locator(button(action)).waitFor();
    await tabTo(page, button(action));
    await page.keyboard.press("Enter");
  },
};

function openCell(name) {
  return `.pw-cell.pw-open[data-name='${name}']`;
}

function button(action) {
  return `.pw-buttons button[data-action='${action}']`;
}

/** Press Tab until the focus is on such an element. */
async function tabTo(page, selector) {
  const isThere = () => page.evaluate((wanted) => document.activeElement.matches(wanted), selector);
  for (let tabs = 0; tabs < 60 && !(await isThere()); tabs += 1) await page.keyboard.press("Tab");
  assert.ok(await isThere(), `Tab never reaches ${selector}`);
}

/** Press arrow keys until the focus is on a cell. */
async function walkTo(page, selector) {
  const way = () =>
    page.evaluate((wanted) => {
      const middle = (element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      };
      const [goal, here] = [document.querySelector(wanted), document.activeElement];
      const [[x, y], [toX, toY]] = [
        middle(here.querySelector(".pw-place") ?? here),
        middle(goal.querySelector(".pw-place")),
      ];
      return goal === here ? null : [toX - x, toY - y];
    }, selector);
  let [left, isStuck] = [await way(), false];
  for (let steps = 0; steps < 80 && left !== null; steps += 1) {
    const [dx, dy] = left;
    const isAcross = Math.abs(dx) > Math.abs(dy) !== isStuck;
    await page.keyboard.press(isAcross ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp");
    const next = await way();
    isStuck = String(next) === String(left);
    left = next;
  }
  assert.equal(left, null, `arrow keys never reach ${selector}`);
}

/** Let people play all seats of a game. */
export async function seatAll(page) {
  await page.getByRole("radio", { name: /^(Both|All)$/ }).check();
}

/** Go to where some actions lead, by the address. */
export async function goTo(page, address, game, actions) {
  const listed = actions.length > 0 ? `?actions=${actions.map(encodeURIComponent).join(",")}` : "";
  await page.goto(`${address}#/${encodeURIComponent(game)}${listed}`);
  await stands(page, actions.length);
}

/** Wait until so many actions are played and shown. */
export async function stands(page, count) {
  const isThere = (wanted) => {
    const listed = (location.hash.split("actions=")[1] ?? "").split(",").filter(Boolean).length;
    return listed === wanted && document.querySelector(".turn p")?.textContent.trim();
  };
  await page.waitForFunction(isThere, count, { timeout: 20_000 });
}

/** Play some of a game's actions by hand; rolls of dice come by the address. */
export async function playOn(page, hand, { address, game, actions, from = 0, to = actions.length }) {
  await goTo(page, address, game, actions.slice(0, from));
  for (let at = from; at < to; at += 1) {
    const asked = { data: { game, actions: actions.slice(0, at) } };
    const position = await (await page.request.post(`${address}api/positions`, asked)).json();
    if (position.to_move === -1) await goTo(page, address, game, actions.slice(0, at + 1));
    else {
      const option = position.options.find(({ name }) => name === actions[at]);
      assert.ok(option, `${actions[at]} is not among ${position.options.map(({ name }) => name)}`);
      for (const cell of option.cells) await hand.cell(page, cell);
      const isAlone = position.options.every(({ name, cells }) => name === option.name || !begins(cells, option.cells));
      if (option.cells.length === 0 || !isAlone) await hand.button(page, option.name);
    }
    await stands(page, at + 1);
  }
}

/** Whether clicks begin with others, so that it takes a choice to tell what was meant. */
function begins(cells, others) {
  return others.every((name, at) => cells[at] === name);
}
