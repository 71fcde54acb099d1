"""Walking through games, sorted by their actions: what two of them begin with is played once.

A step goes from one state to another, by their keys in a book. A state that came up before in the same game is not
counted again, nor is what was played in it then.
"""

from array import array
from collections.abc import Sequence
from typing import Any

from plywise.books.played import offered
from plywise.knowledge.books import book_key
from plywise.rules import Game, RecordError


class GameWalk:
    """The line of play that was followed last, and all steps so far, as columns."""

    def __init__(self, game: Game, plies: int) -> None:
        self.game, self.plies = game, plies
        self.start: str | None = None
        self.numbers: list[int] = []
        self.states: list[Any] = []
        self.keys: list[int] = []
        self.movers: list[int] = []
        self.is_first: list[bool] = []
        """Of each state, whether it came up for the first time."""
        self.clear()

    def clear(self) -> None:
        """Forget the steps, once they are taken away."""
        self.columns = {name: array("q") for name in ("game", "ply", "state", "after", "mover")}

    def follow(self, game: int, start: str, actions: Sequence[int]) -> None:
        """Follow a game, by its number, and add its steps."""
        wanted = actions[: self.plies]
        if start != self.start:
            self._begin(start)
        shared = _shared(self.numbers, wanted)
        del self.numbers[shared:], self.movers[shared:]
        del self.states[shared + 1 :], self.keys[shared + 1 :], self.is_first[shared + 1 :]
        for number in wanted[shared:]:
            self._play(game, number)
        self._add(game, len(wanted))

    def _begin(self, start: str) -> None:
        first = self.game.parse_state(start) if start else self.game.initial()
        self.start, self.numbers, self.movers = start, [], []
        self.states, self.keys, self.is_first = [first], [book_key(self.game, first)], [True]

    def _play(self, played: int, number: int) -> None:
        game, state = self.game, self.states[-1]
        options = [] if game.is_terminal(state) else offered(game, state)
        if not 0 <= number < len(options):
            where = f"{len(self.numbers) + 1} of game {played + 1}"
            raise RecordError(f"Action {where} has number {number}, and {len(options)} are open there.")
        after = game.play_action(state, options[number])
        key = book_key(game, after)
        self.numbers.append(number)
        self.movers.append(game.to_move(state))
        self.states.append(after)
        self.is_first.append(key not in self.keys)
        self.keys.append(key)

    def _add(self, game: int, plies: int) -> None:
        counted = [ply for ply in range(plies) if self.is_first[ply]]
        columns, keys = self.columns, self.keys
        columns["game"].extend([game] * len(counted))
        columns["ply"].extend(counted)
        columns["state"].extend([keys[ply] for ply in counted])
        columns["after"].extend([keys[ply + 1] for ply in counted])
        columns["mover"].extend([self.movers[ply] for ply in counted])


def _shared(numbers: Sequence[int], others: Sequence[int]) -> int:
    """Return how many numbers two lists begin with in common."""
    for place, (one, other) in enumerate(zip(numbers, others, strict=False)):
        if one != other:
            return place
    return min(len(numbers), len(others))
