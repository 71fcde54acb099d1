"""Players that search nothing: chance, and people."""

import random
from collections.abc import Sequence
from typing import Any

from plywise.agents.algorithms import Callbacks
from plywise.rules import Decision, Game, Limit, PlywiseError, Record, Status


class SimplePlayer:
    """What needs no preparation."""

    deepens = thinks_ahead = learns = False

    def warm_up(self) -> None:
        """Do nothing."""

    def hear_end(self, states: Sequence[Any], player: int) -> None:
        """Do nothing."""

    def new_game(self) -> None:
        """Do nothing."""

    def forget(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class RandomPlayer(SimplePlayer):
    """Plays any action that may be played, each with the same probability.

    >>> from plywise.games.nim import Nim
    >>> game = Nim(piles=(1,))
    >>> RandomPlayer(game, seed=1).choose(game.initial(), Limit(nodes=1), (), Callbacks()).describe(game)
    'A1: value 0 to player A, heuristic; line A1; 0 states, depth 0'
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.lots = game, random.Random(seed)

    def choose(self, state: Any, limit: Limit, history: Sequence[Any], callbacks: Callbacks) -> Decision:
        """Draw an action; it says nothing about the state's value, so that is a draw's."""
        record = Record(self.game, state)
        record.states[:0] = history
        action = self.lots.choice(record.options())
        game = self.game
        return Decision(action, game.draw_utility, game.to_move(state), Status.HEURISTIC, line=(action,))


class HumanPlayer(SimplePlayer):
    """A person, whom a program has to ask itself."""

    def choose(self, state: Any, limit: Limit, history: Sequence[Any], callbacks: Callbacks) -> Decision:
        """Refuse: only a person can decide."""
        raise PlywiseError("A person decides here: ask them, as `plywise play` does, or choose another agent.")
