"""A game that counts what a search asks it, so that the textbook's own algorithms can be measured as they stand."""

from collections.abc import Callable, Iterable
from typing import Any

from plywise.rules import Game


class CountedGame:
    """A game, and how many states and leaves were looked at; actions may come in another order.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> from plywise.search.textbook.minimax import minimax
    >>> counted = CountedGame(TicTacToe())
    >>> minimax(counted, counted.parse_state("XOX/OXO/3"))[0], counted.leaves, counted.states
    (1, 4, 8)
    """

    def __init__(self, game: Game, order: Callable[[Any, list[Any]], Iterable[Any]] | None = None) -> None:
        self.game, self.order = game, order
        self.states = self.leaves = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def is_terminal(self, state: Any) -> bool:
        """Whether the game is over; a search asks this once in each state that it visits."""
        self.states += 1
        return self.game.is_terminal(state)

    def actions(self, state: Any) -> Iterable[Any]:
        """Return what can be done, in the order that was asked for."""
        return self.game.actions(state) if self.order is None else self.order(state, list(self.game.actions(state)))

    def utility(self, state: Any, player: int) -> float:
        """Return what a state is worth; a search asks this once of each leaf."""
        self.leaves += 1
        return self.game.utility(state, player)

    def evaluate(self, state: Any, player: int) -> float:
        """Estimate what a state is worth; a search asks this once of each leaf at its horizon."""
        self.leaves += 1
        return self.game.evaluate(state, player)


def count_tree(game: Game) -> tuple[int, int, list[int], int]:
    """Return a game tree's nodes, its leaves, its leaves at each ply, and how many different states there are.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> nodes, leaves, _, states = count_tree(TicTacToe())
    >>> nodes, leaves, states
    (549946, 255168, 5478)
    """
    known: dict[Any, tuple[int, list[int]]] = {}

    def count(state: Any) -> tuple[int, list[int]]:
        if state not in known:
            nodes, leaves = 1, [int(game.is_terminal(state))]
            for action in () if leaves[0] else game.actions(state):
                below = count(game.result(state, action))
                nodes += below[0]
                leaves += [0] * (len(below[1]) + 1 - len(leaves))
                for ply, number in enumerate(below[1], 1):
                    leaves[ply] += number
            known[state] = nodes, leaves
        return known[state]

    nodes, leaves = count(game.initial())
    return nodes, sum(leaves), leaves, len(known)
