"""What the compiled proof searches share: what may be asked, and how numbers become an answer."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from plywise.kernel.running import root_actions
from plywise.rules import MAX, Bound, Choice, Decision, Game, Limit, SearchError, Status

FAR = 1 << 60
"""Farther than any utility: where nothing is known."""

Standing: TypeAlias = tuple[float, Status, Bound]
"""What numbers prove of a value to the asker."""


def refuse_depth(limit: Limit) -> None:
    """Raise SearchError where a depth is given."""
    if limit.depth is not None:
        raise SearchError("Proof-number search looks to the end of the game: leave the depth out.")


def finished(game: Game, state: Any, history: Sequence[Any]) -> Decision | None:
    """Return the answer for a state in which the game is over."""
    if root_actions(game, state, history):
        return None
    return Decision(None, game.utility(state, MAX), MAX, Status.PROVEN, nodes=1, leaves=1)


def open_standing(game: Game) -> Standing:
    """Return what is said while nothing is proven."""
    return game.draw_utility, Status.HEURISTIC, Bound.EXACT


def proven_standing(game: Game, is_yes: bool, scaled: int) -> Standing:
    """Return what a yes proves of a value, or a no; `scaled` is the nearest utility that the search has met."""
    scale = game.utility_scale
    value = scaled // scale if scaled % scale == 0 else scaled / scale
    if value == game.utility_bounds[1 if is_yes else 0]:
        return value, Status.PROVEN, Bound.EXACT
    return value, Status.BOUNDED, Bound.LOWER if is_yes else Bound.UPPER


def answer(player: int, standing: Standing, best: Choice, choices: Sequence[Choice], ends: int) -> Decision:
    """Return what is known of a root and of its choices; `ends` counts the ends of the game that were seen."""
    value, status, bound = standing
    line = best.line
    return Decision(
        best.action,
        value,
        player,
        status,
        bound,
        line=line,
        choices=tuple(choices),
        depth=len(line),
        leaves=ends,
    )
