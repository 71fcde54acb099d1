"""Putting it all together: opening book, endgame table, depth limit and alpha-beta (Cicirello's notes, lesson 4)."""

from collections.abc import Hashable, Mapping
from math import inf
from typing import Any

from plywise.rules import MAX, Action, Game

Endgames = Mapping[Hashable, float]
"""Values to MAX of solved states, by their keys."""


def choose_move(game: Game, state: Any, depth: int, endgames: Endgames, book: Mapping[Hashable, Action]) -> Action:
    """Return the book's action; outside the book, the first action with the best value to the player to move."""
    if game.key(state) in book:
        return book[game.key(state)]
    choose = max if game.to_move(state) == MAX else min
    pairs = [
        (value(game, game.result(state, action), -inf, inf, depth - 1, endgames), action)
        for action in game.actions(state)
    ]
    return choose(pairs, key=lambda pair: pair[0])[1]


def value(game: Game, state: Any, alpha: float, beta: float, depth: int, endgames: Endgames) -> float:
    """Return what a state is worth to MAX: by the rules, the table, the estimate or the search, in this order."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if game.key(state) in endgames:
        return endgames[game.key(state)]
    if depth == 0:
        return game.evaluate(state, MAX)
    for action in game.actions(state):
        after = game.result(state, action)
        if game.to_move(state) == MAX:
            alpha = max(alpha, value(game, after, alpha, beta, depth - 1, endgames))
        else:
            beta = min(beta, value(game, after, alpha, beta, depth - 1, endgames))
        if alpha >= beta:
            break
    return alpha if game.to_move(state) == MAX else beta
