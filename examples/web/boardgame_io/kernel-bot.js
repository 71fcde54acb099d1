// A bot for boardgame.io that asks a Plywise kernel: exact rules and search in WebAssembly, no server.

import { Bot } from "boardgame.io/dist/cjs/ai.js";

/**
 * Return a bot class for `Local({ bots: { 1: kernelBot(...) } })`.
 *
 * `engine` is what `plywise.load` returned; `toState(G, ctx)` writes the game's position in the kernel's terms, and
 * `toMove(action)` says which move of the boardgame.io game an action is: its name and its arguments.
 */
export function kernelBot(engine, { toState, toMove, ms = 200 }) {
  return class KernelBot extends Bot {
    async play({ G, ctx }, playerID) {
      const decision = await engine.decide(toState(G, ctx), { ms });
      if (decision.action === null) throw new Error("The game is over, or chance moves: a bot has nothing to play.");
      const { move, args } = toMove(decision.action);
      const payload = { type: move, args, playerID };
      return { action: { type: "MAKE_MOVE", payload }, metadata: decision };
    }
  };
}
