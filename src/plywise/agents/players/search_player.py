"""A search that keeps its engine, table and tree from one decision to the next."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from plywise.agents.algorithms import Callbacks, Memory, SearchOptions, answer, choose_plan
from plywise.agents.books import opened_book
from plywise.agents.learned import NONE, open_knowledge, weighed_game
from plywise.agents.tables import open_tables
from plywise.rules import Decision, Game, Limit

GLANCE = Limit(time=3600, nodes=1)
"""The least that can be asked: it makes an engine, and hardly uses it."""


class SearchPlayer:
    """Decides by an algorithm, or by what suits the game; solved tables are asked first."""

    thinks_ahead, learns = True, False

    def __init__(self, game: Game, algorithm: str | None, options: SearchOptions) -> None:
        game = weighed_game(game, options.weights)
        if isinstance(options.tables, str | Path):
            options = replace(options, tables=open_tables(options.tables, game))
        options = replace(options, book=opened_book(options.book, game))
        if options.knowledge != NONE:
            options = replace(options, knowledge=open_knowledge(options.knowledge, game))
        self.game, self.algorithm, self.options = game, algorithm, options
        plan = choose_plan(game, Limit(time=1.0), algorithm, options)
        self.deepens = "depth" in plan.last.ended_by
        self.plan = plan
        self.memory: Memory = {}

    def choose(self, state: Any, limit: Limit, history: Sequence[Any], callbacks: Callbacks) -> Decision:
        """Decide as `plywise.decide` does, with the engines of earlier decisions."""
        return answer(self.game, state, limit, history, self.algorithm, self.options, callbacks, self.memory)

    def warm_up(self) -> None:
        """Compile and load what the search needs; where rules can't be compiled, there is nothing to do."""
        plan = replace(self.plan, options=replace(self.plan.options, wait=True, book=None))
        for stage in plan.stages:
            answer(self.game, None, GLANCE, (), replace(plan, stages=(stage,)), plan.options, Callbacks(), self.memory)

    def hear_end(self, states: Sequence[Any], player: int) -> None:
        """Do nothing: it learns nothing of how others play."""

    def new_game(self) -> None:
        """Keep everything: what was found holds in the next game too."""

    def forget(self) -> None:
        """Forget engines, and what they know, with them."""
        self.memory.clear()

    def close(self) -> None:
        """Do nothing: there is no process."""
