"""Perft: lines of play counted, compiled or in plain Python, which the compiled count is compared with."""

from collections.abc import Callable
from functools import partial
from typing import Any

from plywise.kernel import LoweringError, compile_rules
from plywise.kernel.lowering import offered_in
from plywise.rules import Game, SearchError


def perft(game: Game, depth: int, state: Any = None) -> int:
    """Count the lines of play of exactly `depth` actions and outcomes; compiled where the rules compile.

    >>> import plywise
    >>> plywise.perft(plywise.load_game("tic-tac-toe"), 5)
    15120
    """
    if depth < 0:
        raise SearchError(f"A line of play has 0 actions or more, not {depth}.")
    start = game.initial() if state is None else state
    return counter(game, start)[0](start, depth)


def counter(game: Game, state: Any) -> tuple[Callable[[Any, int], int], LoweringError | None]:
    """Return what counts the lines of play from a state, and why that isn't compiled where it isn't."""
    try:
        compiled = compile_rules(game)
        compiled.perft(state, 0)
    except LoweringError as error:
        return partial(count_lines, game), error
    return compiled.perft, None


def count_lines(game: Game, state: Any, depth: int) -> int:
    """Count the lines of exactly `depth` actions and outcomes; the last ply is only counted."""
    if depth == 0:
        return 1
    offered = offered_in(game, state, most=None)
    if depth == 1:
        return len(offered)
    return sum(count_lines(game, game.result(state, action), depth - 1) for action in offered)
