"""The whole tree of a game with hidden information: every history once, grouped into information sets.

                  deal                       A history is a node: what chance and the players did, from the start.
              JQ /    \\ JK                   Nodes that look alike to whoever moves there are one information set, and
             (A)  - - (A)                    one set of probabilities serves them all: here, A holds the jack and
            /   \\     /   \\                  can't know which card B has.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> tree = grow_tree(KuhnPoker())
>>> tree.histories, len(tree.sets)
(58, 12)
"""

import math
import time
from dataclasses import dataclass
from typing import Any

from plywise.rules import (
    CHANCE,
    Action,
    Game,
    Information,
    Policy,
    RulesError,
    SearchError,
    first_information,
    next_information,
)
from plywise.search.shared import LimitReachedError

END = -2
"""Stands for the player where the game is over."""
MOST_HISTORIES = 3_000_000
LOOK = 32
"""Histories between two looks at the clock."""


@dataclass(slots=True)
class HistoryNode:
    """A history: who moves (or CHANCE, or END), in which information set, what follows, and what it is worth."""

    player: int
    set_number: int = -1
    children: tuple["HistoryNode", ...] = ()
    chances: tuple[float, ...] = ()
    """Where CHANCE moves, the probability of each child."""
    utility: float = 0.0
    """Where the game is over, what it is worth to player 0."""


@dataclass(frozen=True, slots=True)
class InformationSet:
    """What a player knows where it is their turn, and what they can do."""

    player: int
    information: Information
    actions: tuple[Action, ...]
    names: tuple[str, ...]
    example: Any
    """One of its states: to be shown only as the player sees it."""


@dataclass(frozen=True, slots=True)
class InformationTree:
    """A game's histories from its root, and the information sets that they belong to, by number."""

    game: Game
    root: HistoryNode
    sets: tuple[InformationSet, ...]
    histories: int

    def policy(self, probabilities: Any) -> Policy:
        """Return the policy that has these probabilities, a row for each information set."""
        return Policy(
            {
                (each.player, each.information): tuple(zip(each.actions, map(float, row), strict=True))
                for each, row in zip(self.sets, probabilities, strict=True)
            }
        )

    def rows_of(self, policy: Policy) -> list[tuple[float, ...]]:
        """Return a policy's probabilities, a row for each information set."""
        return [policy.at(each.player, each.information, each.actions) for each in self.sets]


def grow_tree(game: Game, most: int = MOST_HISTORIES, *, deadline: float = math.inf) -> InformationTree:
    """Return the whole tree of a game between two; refuses one with more than `most` histories.

    Raises LimitReachedError where it isn't complete by the deadline, a time of `time.monotonic`.
    """
    if not game.is_adversarial:
        raise SearchError(f"An equilibrium is computed for two players and a constant sum, which {game.name} hasn't.")
    if game.cyclic:
        raise SearchError(f"{game.name} is cyclic, so its tree has no end: choose information-set-uct.")
    return _Grower(game, most, deadline).grow()


class _Grower:
    """Walks through a game once."""

    def __init__(self, game: Game, most: int, deadline: float) -> None:
        self.game, self.most, self.deadline = game, most, deadline
        self.numbers: dict[tuple[int, Information], int] = {}
        self.sets: list[InformationSet] = []
        self.histories = 0

    def grow(self) -> InformationTree:
        state = self.game.initial()
        known = (first_information(self.game, state, 0), first_information(self.game, state, 1))
        root = self._node(state, known)
        return InformationTree(self.game, root, tuple(self.sets), self.histories)

    def _node(self, state: Any, known: tuple[Information, Information]) -> HistoryNode:
        self.histories += 1
        if self.histories > self.most:
            raise SearchError(
                f"{self.game.name} has more than {self.most:,} histories, too many for an exact equilibrium: choose a "
                "smaller game, or play it with information-set-uct."
            )
        if self.histories % LOOK == 0 and time.monotonic() > self.deadline:
            raise LimitReachedError(self.histories)
        game = self.game
        if game.is_terminal(state):
            return HistoryNode(END, utility=float(game.utility(state, 0)))
        player = game.to_move(state)
        if player == CHANCE:
            outcomes = [(outcome, chance) for outcome, chance in game.chances(state) if chance > 0]
            children = tuple(self._after(state, outcome, known) for outcome, _ in outcomes)
            return HistoryNode(CHANCE, children=children, chances=tuple(chance for _, chance in outcomes))
        actions = tuple(game.actions(state))
        number = self._number(player, known[player], actions, state)
        return HistoryNode(player, number, tuple(self._after(state, action, known) for action in actions))

    def _after(self, state: Any, action: Action, known: tuple[Information, Information]) -> HistoryNode:
        after, game = self.game.result(state, action), self.game
        first, second = (next_information(game, known[seat], seat, state, action, after) for seat in (0, 1))
        return self._node(after, (first, second))

    def _number(self, player: int, information: Information, actions: tuple[Action, ...], state: Any) -> int:
        """Return the number of an information set; all its histories must offer the same actions."""
        number = self.numbers.setdefault((player, information), len(self.sets))
        if number == len(self.sets):
            names = tuple(self.game.action_name(state, action) for action in actions)
            self.sets.append(InformationSet(player, information, actions, names, state))
        elif self.sets[number].actions != actions:
            raise RulesError(
                f"In {self.game.name}, {self.game.name_of(player)} sees the same in two states that offer different "
                f"actions, one of them {self.game.state_name(state)}: `plywise check` shows both."
            )
        return number
