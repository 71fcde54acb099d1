"""Whoever plays a game from move to move: it keeps its engine, and what that has learned, between decisions."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from plywise.agents.deciding import answer
from plywise.agents.options import SearchOptions
from plywise.agents.question import Callbacks, Memory
from plywise.agents.table_play import open_tables
from plywise.rules import Decision, Game, Limit


class Agent:
    """Decides again and again for one game; its table of states known grows from one decision to the next.

    One thread may use an agent at a time.

    >>> from plywise.games.nim import Nim
    >>> game = Nim(piles=(2, 2))
    >>> agent = Agent(game)
    >>> state = game.result(game.initial(), agent.decide().action)
    >>> agent.decide(state).describe(game, state)
    'B2: value 1 to player B, proven; line B2 A1; 12 states, depth 2'
    """

    def __init__(self, game: Game, algorithm: str | None = None, options: SearchOptions | None = None) -> None:
        options = options or SearchOptions()
        if isinstance(options.tables, str | Path):
            options = replace(options, tables=open_tables(options.tables, game))
        self.game, self.algorithm, self.options = game, algorithm, options
        self._memory: Memory = {}

    def decide(
        self,
        state: Any = None,
        *,
        limit: Limit | None = None,
        history: Sequence[Any] = (),
        callbacks: Callbacks | None = None,
    ) -> Decision:
        """Return the best action found within a limit, as `plywise.decide` does."""
        callbacks = callbacks or Callbacks()
        return answer(self.game, state, limit, history, self.algorithm, self.options, callbacks, self._memory)

    def forget(self) -> None:
        """Forget all that earlier decisions found."""
        self._memory.clear()
