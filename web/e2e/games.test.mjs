// Whole games in Debian's Chromium, by mouse and by keyboard, with what is special in each: castling, a pass, the bar.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { leave, open, serve } from "./app-serving.mjs";
import { isLeft } from "./exporting.mjs";
import { goTo, keyboard, mouse, playOn, seatAll } from "./playing.mjs";

const HEX = new URL("../../examples/hex.py", import.meta.url).pathname;
const BACKGAMMON =
  "36,6/3,8/2,55,8/3,13/8,13/8,8/3,66,8/2,24/18,24/18,8/2,44,13/9,24/20,8/4,6/2,66,13/7,7/1*,13/7,13/7,65,bar/20,8/2,22,18/16*,18/16,13/11,13/11,65,bar/20,8/2,51,3/2,11/6,62,13/7,6/4,61,16/10,16/15,55,7/2,13/8,6/1,20/15*,43,pass,42,3/1,8/4,11,pass,64,20/14*,6/2,31,bar/22*,53,bar/20,20/17,11,pass,41,20/16,14/13,53,bar/22,6/1,22,6/4,16/14,14/12,13/11,22,7/5,7/5,22/20,6/4,31,15/12,12/11,31,22/19,20/19,55,12/7,17/12,12/7,7/2,62,19/17,15/9,32,7/5,4/1,53,17/12,6/3,54,11/6*,11/7,43,bar/22,22/18*,41,bar/21*,2/1,65,bar/19*,19/14,32,bar/22*,4/2,43,bar/22,5/1,65,21/15,15/10,53,22/19,19/14,22,10/8,8/6,22/20*,5/3,52,bar/20,18/16,64,20/16*,16/10,53,bar/20,16/13,44,10/6,6/2,6/2,4/off,66,14/8,12/6,8/2,13/7,22,3/1,4/2,2/off,2/off,21,2/1,7/5,42,2/off,2/off,54,5/1,6/1,61,2/1,2/off,22,20/18,18/16,6/4,4/2,66,2/off,2/off,2/off,1/off,11,20/19,14/13,6/5,5/4,42,1/off,1/off,33,13/10,10/7,16/13,19/16,52,1/off,1/off,51,13/8,2/1,21,1/off";
const DRAUGHTS =
  "10-15,23-18,7-10,24-20,2-7,21-17,11-16,20x2,9-13,18x11,8x15,2x9,5x21,26-23,3-8,22-18,15x22,25x18,8-11,31-26,10-15,30-25,21x30,23-19,15x24x31,18-14,30x23,14-10,11-15,32-27,31x24,28x19,15x24,10-7,23-18,7-2,4-8,2-7,18-15,7-10,15x6,29-25,12-16,25-21,16-20,21-17,13x22";
const OTHELLO = "b3,b2,d5,a3,a1,e3,b4,c1,f3,e5,b1,a5,f5,d6,e6,f6,a4,d2,e4,e2,e1,d1,c2,f1,f2,b5,a2,f4,a6,c5,b6,pass,c6";
const CHESS = "e4,a6,e5,d5,exd6,e5,dxc7,a5,d4,a4,Bg5,a3,Nf3,h5,Bd3,h4,O-O,h3,cxd8=Q#";

/** Each game: its actions, which of them are played by hand, how it ends, and what the board shows in the end. */
const PLAYED = [
  { title: "chess: en passant, castling, promotion", game: "chess", actions: CHESS, ends: /White wins by checkmate/ },
  {
    title: "Go 9x9: a capture and two passes, territory and score",
    game: "go",
    actions: "D5,E5,F5,A1,E4,A2,E6,pass,pass",
    ends: /White wins|Black wins/,
    shows: { ".pw-is-territory": 1 },
    tells: /Black has \d+ points, White 2 and 7 for komi/,
  },
  {
    title: "backgammon: a double, entering from the bar, bearing off",
    game: "backgammon",
    actions: BACKGAMMON,
    parts: [[1, 8], [23, 26], [-2]],
    ends: /wins/,
  },
  {
    title: "draughts: a double jump",
    game: "draughts",
    actions: DRAUGHTS,
    parts: [[23, 26], [-2]],
    ends: /Black wins/,
  },
  { title: "Othello: a pass", game: "othello:size=6", actions: OTHELLO, parts: [[-4]], ends: /wins/ },
  {
    title: "six men's morris: stones are removed",
    game: "six-mens-morris",
    actions: "e5,e1,e3,b2,a3,c5,a1,d4,a5xc5,d2,c5xb2,d3xe3,a3-b3,d2-c2,b3-a3xc2,d4-c4,a3-b3,c4-d4,b3-a3xd3",
    parts: [[0, 9], [-5]],
    ends: /White wins/,
    shows: { ".pw-is-line": 3 },
  },
  { title: "Kalah: an extra turn", game: "kalah:pits=4,seeds=3", actions: "2,1,1,2,2,1,4", ends: /wins|draw/i },
  {
    title: "three in a row for three players",
    game: "mnk:m=3,n=3,k=3,players=3",
    actions: "a1,b1,c1,a2,b2,c2,a3",
    ends: /A wins/,
    shows: { ".pw-is-line": 3 },
  },
  {
    title: "a game file of one's own, Hex",
    game: "hex",
    actions: "3,0,11,1,19,2,27,4,35,5,43,6,51",
    ends: /Red wins/,
    shows: { ".pw-is-line": 7 },
  },
];

let browser, server;
before(async () => {
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  server = await serve(...PLAYED.map(({ game }) => (game === "hex" ? HEX : game)));
});
after(async () => {
  await browser?.close();
  await server?.end();
});

// In CI by the mouse where boards differ most, by the keyboard where an action takes a square, two, or a number.
const TRIED = [
  [mouse, ["chess", "six-mens-morris", "kalah:pits=4,seeds=3", "hex"]],
  [keyboard, ["go", "backgammon"]],
];
const isTried = (hand, game) => TRIED.some(([by, games]) => by === hand && games.includes(game));

for (const hand of [mouse, keyboard])
  for (const { title, game, actions: listed, parts = [[0]], ends, shows = {}, tells = /(?:)/ } of PLAYED)
    test(`${title}, by ${hand.name}`, isLeft(!isTried(hand, game)), async () => {
      const actions = listed.split(",");
      const { address } = server;
      const page = await open(browser, `${address}#/${encodeURIComponent(game)}`, {
        reducedMotion: "reduce",
        analyses: false,
      });
      await seatAll(page);
      for (const [start, to] of parts) {
        const from = start < 0 ? actions.length + start : start;
        await playOn(page, hand, { address, game, actions, from, to });
      }
      assert.match(await page.locator(".turn.over p").textContent(), ends);
      for (const [selector, least] of Object.entries(shows))
        assert.ok((await page.locator(selector).count()) >= least, `${selector} is shown`);
      assert.match(await page.locator(".pw-words").textContent(), tells);
      await leave(page);
    });

test("backgammon: after 31, 6/5 may come before 8/5, and the half-played turn is shown", async () => {
  const page = await open(browser, `${server.address}#/backgammon?actions=31`, { analyses: false });
  await seatAll(page);
  const actions = ["31", "6/5", "8/5"];
  await playOn(page, mouse, { address: server.address, game: "backgammon", actions, from: 1, to: 2 });
  assert.equal(await page.locator("[data-name='5']").getAttribute("data-piece"), "1X");
  await playOn(page, mouse, { address: server.address, game: "backgammon", actions, from: 2, to: 3 });
  await leave(page);
});

test("chess: castling moves the rook, en passant takes the pawn", async () => {
  const page = await open(browser, server.address, { analyses: false });
  const actions = CHESS.split(",");
  const piece = (name) => page.locator(`[data-name='${name}']`).getAttribute("data-piece");
  await goTo(page, server.address, "chess", actions.slice(0, 5));
  await page.locator("[data-name='d6'][data-piece='P']").waitFor();
  assert.equal(await piece("d5"), "", "the pawn that passed is gone");
  await goTo(page, server.address, "chess", actions.slice(0, 17));
  await page.locator("[data-name='g1'][data-piece='K']").waitFor();
  assert.deepEqual([await piece("f1"), await piece("h1")], ["R", ""]);
  await leave(page);
});

test("Kalah: seeds fall one after another, and any key shows the end", async () => {
  const game = "kalah:pits=4,seeds=3";
  const page = await open(browser, `${server.address}#/${encodeURIComponent(game)}`, { analyses: false });
  await seatAll(page);
  await page.locator("[data-name='A4']").click();
  await page.locator("[data-name='A4'][data-piece='']").waitFor();
  await page.keyboard.press("Shift");
  const seeds = (name) => page.locator(`[data-name='${name}']`).getAttribute("data-piece");
  assert.deepEqual([await seeds("A"), await seeds("B1"), await seeds("B2")], ["1", "4", "4"]);
  await leave(page);
});
