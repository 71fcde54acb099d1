"""What can follow a state, whoever moves there."""

from typing import Any, NamedTuple

from plywise.rules import CHANCE, Action, Game


class Continuation(NamedTuple):
    """An action or an outcome of chance, where it leads, and how likely it is if chance moves."""

    action: Action
    child: Any
    odds: float | None = None


def list_options(game: Game, state: Any) -> list[Continuation]:
    """Return what can follow a state at which the game goes on; outcomes that never come about are left out."""
    if game.to_move(state) == CHANCE:
        chances = [(outcome, float(odds)) for outcome, odds in game.chances(state) if odds > 0]
        return [Continuation(outcome, game.result(state, outcome), odds) for outcome, odds in chances]
    return [Continuation(action, game.result(state, action)) for action in game.actions(state)]
