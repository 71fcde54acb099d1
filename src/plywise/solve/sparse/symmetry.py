"""Whether a game's `canonical` may make equivalent states one: tried on states that play at random comes to."""

import random
from collections import Counter
from typing import Any

from plywise.rules import Game, RulesError, SearchError

PLAYINGS, PLIES = 20, 60


def check_symmetry(game: Game, seed: int = 1) -> None:
    """Refuse a game without `canonical`, and one whose equivalent states aren't: their table would be wrong."""
    if not game.offers("canonical"):
        raise SearchError(f"{game.name} doesn't say which states are equivalent (`canonical`): leave out --symmetric.")
    lots = random.Random(seed)
    for _ in range(PLAYINGS):
        state = game.initial()
        for _ in range(PLIES):
            same = game.canonical(state)
            if game.canonical(same) != same or _facts(game, state) != _facts(game, same):
                raise RulesError(
                    f"`canonical` makes {game.state_name(state)} the same as {game.state_name(same)}, which leads "
                    "elsewhere or is worth something else: fix it, or leave out --symmetric."
                )
            if game.is_terminal(state):
                break
            state = game.result(state, lots.choice(list(game.actions(state))))


def _facts(game: Game, state: Any) -> Any:
    """Return what equivalent states share: to whoever moves, where actions lead, or what the end is worth."""
    player = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, player)
    after = [game.result(state, action) for action in game.actions(state)]
    return Counter((game.canonical(each), game.to_move(each) == player) for each in after)
