"""Counting what a game's rules can reach, ply by ply."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from plywise import Game


def levels(game: Game, one: Callable[[Any], Any] = lambda state: state) -> list[set[Any]]:
    """Return the states reachable at each ply; `one` may make equivalent states one."""
    found = [{one(game.initial())}]
    while ahead := {
        one(game.result(state, action))
        for state in found[-1]
        if not game.is_terminal(state)
        for action in game.actions(state)
    }:
        found.append(ahead)
    return found


def playings(game: Game) -> Counter[tuple[int, tuple[float, ...]]]:
    """Count the ways to play a game to its end, by length and utilities."""
    ended: Counter[tuple[int, tuple[float, ...]]] = Counter()
    ways = Counter({game.initial(): 1})
    length = 0
    while ways:
        ahead: Counter[Any] = Counter()
        for state, number in ways.items():
            if game.is_terminal(state):
                ended[length, tuple(game.utility(state, player) for player in range(game.players))] += number
                continue
            for action in game.actions(state):
                ahead[game.result(state, action)] += number
        ways, length = ahead, length + 1
    return ended
