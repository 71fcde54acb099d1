"""Where a game stands after certain actions, as data: what is on the board, who moves, and what may be played.

>>> from plywise.games.nim import Nim
>>> record = replay(Nim(piles=(1, 2)), ["A1"])
>>> [option["name"] for option in describe_position("nim", record)["options"]]
['B1', 'B2']
"""

import math
from collections.abc import Sequence
from typing import Any

from plywise.explain import tell_outcome
from plywise.rules import (
    CHANCE,
    Action,
    Game,
    IllegalActionError,
    NotationError,
    Record,
    view_of,
)


def replay(game: Game, names: Sequence[str], start: str | None = None, is_lenient: bool = False) -> Record:
    """Play a game's actions, outcomes of chance included, from their names; refuses what the rules don't offer.

    Where `is_lenient`, it stops there instead. Where a game could have ended by repetition it goes on: at a board, a
    player has to claim that.
    """
    record = Record(game, None if start is None else game.parse_state(start))
    for number, name in enumerate(names, 1):
        try:
            if record.is_repeated and not game.is_terminal(record.state):
                record.add(record.find(name))
            else:
                record.play(record.find(name))
        except (IllegalActionError, NotationError) as error:
            if is_lenient:
                break
            raise IllegalActionError(f"Action {number} can't be played: {error}") from None
    return record


def describe_position(game_id: str, record: Record) -> dict[str, Any]:
    """Return the position that a record has come to as data, as the rules have made it."""
    game, state = record.game, record.state
    is_over = record.is_over
    return {
        "game": game_id,
        "actions": record.action_names,
        "state": game.state_name(state),
        "view": view_of(game, state).to_data(),
        "players": [game.name_of(player) for player in range(game.players)],
        "to_move": None if is_over else game.to_move(state),
        "is_over": is_over,
        "outcome": tell_outcome(record) if is_over else None,
        "utilities": list(record.utilities) if is_over else None,
        **_measures(game),
        "options": [] if is_over else _options(record),
        "setup_pieces": [list(pieces) for pieces in getattr(game, "setup_pieces", ())],
        "last": _played(game, record.states[-2], record.actions[-1]) if record.actions else None,
    }


def _measures(game: Game) -> dict[str, Any]:
    """Return what values are measured by, where finite: the lowest and the highest utility, and a draw's."""
    is_finite = all(map(math.isfinite, game.utility_range))
    draw = game.draw_utility
    return {
        "utility_range": list(game.utility_range) if is_finite else None,
        "draw_utility": draw if math.isfinite(draw) else None,
    }


def _options(record: Record) -> list[dict[str, Any]]:
    game, state = record.game, record.state
    is_chance = game.to_move(state) == CHANCE
    if is_chance:  # probabilities may be fractions
        return [{**_played(game, state, each), "probability": float(share)} for each, share in game.chances(state)]
    return [{**_played(game, state, action), "probability": None} for action in record.options()]


def _played(game: Game, state: Any, action: Action) -> dict[str, Any]:
    return {"name": game.action_name(state, action), "cells": list(game.clicks(state, action))}
