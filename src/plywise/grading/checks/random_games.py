"""Random games: states and ends to ask about, how states come out by chance, and an opponent that plays at random.

>>> states, ends = sample_states("tic-tac-toe")
>>> len(states), len(ends), len(chances("tic-tac-toe"))
(120, 60, 120)
"""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from plywise.games.catalog import load_game
from plywise.grading.listening import plain_number
from plywise.rules import CHANCE, MAX, Game

STATES = 120
"""States of random games, in which the game isn't over."""
ENDS = 60
PLAYOUTS = 40
"""Random games from each state, whose mean stands for the chances of winning."""


@cache
def sample_states(spec: str) -> tuple[list[Any], list[Any]]:
    """Return different states of random games, and different ends; the same ones in every process."""
    game, random = load_game(spec), Random(f"states of {spec}")
    inner: dict[Any, None] = {}
    ends: dict[Any, None] = {}
    for _ in range(20 * STATES):
        path = list(_random_game(game, game.initial(), random))
        met = [state for state in path[:-1] if game.to_move(state) != CHANCE]
        inner[random.choice(met)] = None
        ends[path[-1]] = None
        if len(inner) >= STATES and len(ends) >= ENDS:
            break
    return list(inner)[:STATES], list(ends)[:ENDS]


def _random_game(game: Game, state: Any, random: Random) -> Iterator[Any]:
    yield state
    while not game.is_terminal(state):
        state = game.result(state, _random_action(game, state, random))
        yield state


def _random_action(game: Game, state: Any, random: Random) -> Any:
    if game.to_move(state) == CHANCE:
        outcomes, odds = zip(*game.chances(state), strict=True)
        return random.choices(outcomes, odds)[0]
    return random.choice(list(game.actions(state)))


def play_ahead(game: Game, evaluate: Callable[[Game, Any, int], Any], random: Random, seat: int) -> float:
    """Return who won: one who looks one action ahead with the evaluation scores 1, a random player 0."""

    def worth(after: Any) -> float:
        value = game.utility(after, seat) if game.is_terminal(after) else evaluate(game, after, seat)
        return float(plain_number(value) or 0)

    state = game.initial()
    while not game.is_terminal(state):
        if game.to_move(state) == seat:
            state = max((game.result(state, action) for action in game.actions(state)), key=worth)
        else:
            state = game.result(state, _random_action(game, state, random))
    mine, theirs = game.utility(state, seat), game.utility(state, 1 - seat)
    return 0.5 if mine == theirs else float(mine > theirs)


@cache
def chances(spec: str) -> list[float]:
    """Return for each sampled state the mean of random games from it, to MAX."""
    game, random = load_game(spec), Random(f"chances in {spec}")
    means = []
    for state in sample_states(spec)[0]:
        ends = [list(_random_game(game, state, random))[-1] for _ in range(PLAYOUTS)]
        means.append(sum(game.utility(end, MAX) for end in ends) / PLAYOUTS)
    return means
