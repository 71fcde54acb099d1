"""Compiled rules against plain ones on random play: what slipped through lowering shows here.

Whole numbers are compared modulo 2**64, because a board with bit 63 set is negative when compiled; one that takes more
than 64 bits is different.
"""

import math
import random
from dataclasses import dataclass
from typing import Any

from plywise.kernel.building.compiled import CompiledRules
from plywise.kernel.lowering import leaves, offered_in
from plywise.rules import Game, PlywiseError

MODULUS = 1 << 64
LISTED = ("actions", "chances", "noisy_actions", "playout_actions")
"""The rules whose answer is a series."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first disagreement found: which rule, in which state, and both answers."""

    rule: str
    state: Any
    plain: Any
    compiled: Any

    def __str__(self) -> str:
        return f"{self.rule} differs in {self.state}: plain {self.plain!r}, compiled {self.compiled!r}."


def compare(
    game: Game,
    compiled: CompiledRules,
    seed: int = 0,
    states: int = 1000,
    actions: int | None = None,
    errors: bool = True,
) -> Difference | None:
    """Ask both worlds the same about the states of random playings; return the first difference, or None.

    In each state every action is played, or `actions` of them drawn at random. Unless `errors` count, a compiled rule
    that fails where the plain one doesn't is no difference: a search that meets it says so.
    """
    chooser = random.Random(seed)
    state = game.initial()
    for _ in range(states):
        difference = compare_state(game, compiled, state, errors)
        if difference is not None:
            return difference
        offered = offered_in(game, state)
        if not offered:
            state = game.initial()
            continue
        for action in offered if actions is None else chooser.sample(offered, min(actions, len(offered))):
            for rule in ("result", "rank") if compiled.offers("rank") and _is_players(game, state) else ("result",):
                plain, found = getattr(game, rule)(state, action), _ask(compiled, rule, state, action)
                if not same(plain, found) and (errors or not _failed(found)):
                    return Difference(f"{rule} of {action!r}", state, plain, found)
        state = game.result(state, chooser.choice(offered))
    return None


def compare_state(game: Game, compiled: CompiledRules, state: Any, errors: bool = True) -> Difference | None:
    """Ask both worlds every rule about one state."""
    over = game.is_terminal(state)
    questions: list[tuple[str, tuple[Any, ...]]] = [("is_terminal", ())]
    seats = range(game.players)
    if over:
        questions += [("utility", (player,)) for player in seats]
    else:
        questions += [("to_move", ())]
        by_chance = game.has_chance and game.to_move(state) < 0
        questions += [("chances", ())] if by_chance else [("actions", ()), ("playout_actions", ())]
        questions += [("evaluate", (player,)) for player in seats]
    questions += [("key", ()), ("canonical", ()), ("pass_turn", ()), ("noisy_actions", ()), ("is_urgent", ())]
    questions += [("cells", ())]
    for rule, arguments in questions:
        if rule != "is_terminal" and not compiled.offers(rule):
            continue
        plain = getattr(game, rule)(state, *arguments)
        plain = list(plain) if rule in LISTED else plain
        found = _ask(compiled, rule, state, *arguments)
        if not same(plain, found) and (errors or not _failed(found)):
            words = f"{rule} to player {arguments[0]}" if arguments else rule
            return Difference(words, state, plain, found)
    return None


def _is_players(game: Game, state: Any) -> bool:
    """Whether a player, not chance, moves."""
    return not game.has_chance or game.to_move(state) >= 0


def _ask(compiled: CompiledRules, rule: str, state: Any, *arguments: Any) -> Any:
    """Return the compiled answer, or the error as text."""
    try:
        # A CompiledRules has had cells of its own, the numbers of a state, since before there was such a rule.
        return getattr(compiled, "board_cells" if rule == "cells" else rule)(state, *arguments)
    except (PlywiseError, OverflowError) as error:
        return f"error: {error}"


def _failed(found: Any) -> bool:
    return isinstance(found, str)


def same(plain: Any, compiled: Any) -> bool:
    """Whether two answers are the same: numbers modulo 2**64, floats to the last digits, tuples by cells."""
    if _is_row(plain):
        left, right = list(leaves(tuple(plain))), list(leaves(tuple(compiled)) if _is_row(compiled) else [compiled])
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(compiled, str) or compiled is None or _is_row(compiled):
        return False
    if isinstance(plain, float) or isinstance(compiled, float):
        return math.isclose(plain, compiled, rel_tol=1e-12, abs_tol=1e-12)
    number = int(plain)
    return -MODULUS // 2 <= number < MODULUS and (number - int(compiled)) % MODULUS == 0


def _is_row(value: Any) -> bool:
    return isinstance(value, tuple | list)
