// Two kernel bots play a whole game by boardgame.io. First: npm install, then
// python -m plywise export ../../tic_tac_toe.py --kernel tic-tac-toe.wasm
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Client } from "boardgame.io/dist/cjs/client.js";
import { TicTacToe, told } from "./game.js";
import { kernelBot } from "./kernel-bot.js";
import * as plywise from "./plywise.js";

test("two bots play to a draw", async () => {
  const engine = await plywise.load(readFileSync(new URL("tic-tac-toe.wasm", import.meta.url)));
  const bot = new (kernelBot(engine, { ...told, ms: 2000 }))({ enumerate: () => [] });
  const client = Client({ game: TicTacToe, numPlayers: 2 });
  client.start();
  while (!client.getState().ctx.gameover) {
    const state = client.getState();
    const { action, metadata } = await bot.play(state, state.ctx.currentPlayer);
    assert.equal(metadata.status, "proven");
    client.moves[action.payload.type](...action.payload.args);
  }
  assert.deepEqual(client.getState().ctx.gameover, { draw: true });
});
