"""The sentences of a trace: where the search is, what it finds, and why it leaves something out.

Two players whose gains are each other's losses are called MAX (player A) and MIN (player B), as the book calls them.
"""

import math
from collections.abc import Sequence
from typing import Any

from plywise.explain.prose import write_number
from plywise.explain.trace.trace import Range, TraceNode
from plywise.rules import CHANCE, Game, Scale

SHORT_NAME = 4
"""A state's own name is used in a sentence up to this many letters; longer ones are named by the way to them."""

LONGEST_WAY = 4


class Narrator:
    """Words for the searches of one game, with values to MAX, or to one player against all the others."""

    def __init__(self, game: Game, viewpoint: int | None = None) -> None:
        self.game, self.scale, self.has_roles = game, Scale(game), game.is_adversarial and viewpoint is None
        self.own = "MAX" if self.has_roles else game.name_of(viewpoint or 0)
        self.others = (
            "MIN" if self.has_roles else "the others" if game.players > 2 else game.name_of(1 - (viewpoint or 0))
        )

    def role(self, player: int | None) -> str:
        """Name who moves."""
        if player == CHANCE:
            return "chance"
        if self.has_roles:
            return "MAX" if player == 0 else "MIN"
        return self.game.name_of(player or 0)

    def place(self, nodes: Sequence[TraceNode], number: int) -> str:
        """Say where a node is, by its short name or by the way to it."""
        name = short_name(self.game, nodes[number].state)
        if name:
            return name
        actions: list[str] = []
        at = nodes[number]
        while at.parent is not None:
            actions.append(at.action)
            at = nodes[at.parent]
        if not actions:
            return "the start"
        shown = actions[::-1] if len(actions) <= LONGEST_WAY else ["…", *actions[LONGEST_WAY - 1 :: -1]]
        return f"the state after {' '.join(shown)}"

    def value(self, value: float, is_guess: bool = False) -> str:
        """Write a value in the game's own units; "≈" marks one that leans on estimates.

        Where estimates have a unit of their own, wins and losses rank beyond them and never lean on one.
        """
        if math.isinf(value):
            return "+∞" if value > 0 else "−∞"
        about = "≈ " if is_guess else ""
        if not self.scale.stretched:
            return f"{about}{write_number(value)}"
        if value == 0 and not is_guess:
            return "0" if self.scale.middle == 0 else "even"
        if abs(value) < self.scale.limit:
            return f"≈ {write_number(value)}"
        return write_number(self.scale.middle + value - math.copysign(self.scale.limit, value))

    def range(self, range_: Range, is_guess: bool = False) -> str:
        """Write a range as figure 5.5 does."""
        return f"[{self.value(range_[0], is_guess)}, {self.value(range_[1], is_guess)}]"

    def bounds(self, range_: Range, is_guess: bool = False) -> str:
        """Say a range in words."""
        low, high = (self.value(end, is_guess) for end in range_)
        if range_[0] == range_[1]:
            return low if is_guess else f"exactly {low}"
        if math.isinf(range_[0]):
            return "anything" if math.isinf(range_[1]) else f"{high} at most"
        return f"{low} at least" if math.isinf(range_[1]) else f"from {low} to {high}"

    def vector(self, values: Sequence[float]) -> str:
        """Write what each player gets."""
        return f"({', '.join(self.value(value) for value in values)})"

    def window(self, window: Range, start: Range, is_guess: bool = False) -> str:
        """Say what the two players have elsewhere, or below a roll of dice, what would make a difference."""
        alpha, beta = (self.value(end, is_guess) for end in window)
        has_alpha, has_beta = window[0] > start[0], window[1] < start[1]
        if not has_alpha and not has_beta:
            return " Nothing is settled yet."
        if self.game.has_chance:
            parts = [f"more than {alpha}"] if has_alpha else []
            parts += [f"less than {beta}"] if has_beta else []
            return f" Only {' and '.join(parts)} would make a difference."
        parts = [f"{self.own} can have {alpha}"] if has_alpha else []
        parts += [f"{self.others} can hold {self.own} to {beta}"] if has_beta else []
        return f" Elsewhere {' and '.join(parts)}."


def short_name(game: Game, state: Any) -> str:
    """Return a state's own name where it is short, as the letters of the book's figures are; otherwise nothing.

    It stands beside the node in a picture, and sentences call the node by it.
    """
    name = game.state_name(state)
    return name if len(name) <= SHORT_NAME else ""


def seat_names(game: Game) -> tuple[str, ...]:
    """Return what the players of a game are called.

    >>> from plywise.games.tree import Tree
    >>> seat_names(Tree([3, 12])), seat_names(Tree([(1, 2), (3, 3)]))
    (('MAX', 'MIN'), ('A', 'B'))
    """
    return tuple(game.name_of(player) for player in range(game.players))


def begin_sentence(text: str) -> str:
    """Write the first word large; names stay as they are."""
    return f"T{text[1:]}" if text.startswith("the ") else text


def credit(name: str) -> str:
    """Say which enhancement answered; where none did, the bounds of utilities were enough."""
    known = {"": "whatever chance brings, it makes no difference here", "TranspositionTable": "the table remembers it"}
    return known.get(name, f"{name} answers without a search")
