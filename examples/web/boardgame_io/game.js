// Tic-tac-toe as boardgame.io's tutorial has it, and how its position is told to the kernel of examples/tic_tac_toe.py.

import { INVALID_MOVE } from "boardgame.io/dist/cjs/core.js";

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

export const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell({ G, playerID }, cell) {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf({ G, ctx }) {
    const isWon = LINES.some(([a, b, c]) => G.cells[a] !== null && G.cells[a] === G.cells[b] && G.cells[b] === G.cells[c]);
    if (isWon) return { winner: ctx.currentPlayer };
    return G.cells.every((cell) => cell !== null) ? { draw: true } : undefined;
  },
};

/** The squares of a player as bits. */
const squares = (G, player) => G.cells.reduce((bits, cell, place) => (cell === player ? bits | (1 << place) : bits), 0);

export const told = {
  toState: (G) => ({ x: squares(G, "0"), o: squares(G, "1") }),
  toMove: (square) => ({ move: "clickCell", args: [square] }),
};
