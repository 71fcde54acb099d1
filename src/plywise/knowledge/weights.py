"""Weights of a game's features that were fitted to play: a small file of JSON, and the game that takes them.

A file knows its game by its rules and its features, and is refused for another. Nothing in it is ever run.
"""

import copy
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from plywise.files import parse_object, read_text, write_whole
from plywise.knowledge.learned import KnowledgeError
from plywise.rules import Game

FORMAT = "plywise weights 1"

MOST_BYTES = 1 << 20
"""No larger file is read: a thousand features fit ten times over."""


@dataclass(frozen=True, slots=True)
class FittedWeights:
    """The weights of a game's features as they were fitted, with their standard errors, and what they were fitted to.

    Both are in units of `evaluate`; a lead of `odds_unit` makes a win e times as likely as a loss.
    """

    game: str
    rules: str
    weights: Mapping[str, float]
    errors: Mapping[str, float]
    odds_unit: float
    games: int
    states: int


def with_weights(game: Game, weights: Mapping[str, float]) -> Game:
    """Return the same rules with other weights; refuses names that aren't the game's own.

    Where the game's own weights are whole numbers, the others are rounded to such: compiled search is faster by them.

    >>> from plywise.games.draughts import Draughts
    >>> game = with_weights(Draughts(), {**Draughts.weights, "kings": 150.4})
    >>> game.weights["kings"], Draughts.weights["kings"]
    (150, 135)
    """
    if not game.offers("amounts"):
        raise KnowledgeError(f"{game.name} has no weights to set: write the rule `amounts` and their `weights`.")
    if weights.keys() != game.weights.keys():
        wrong = ", ".join(map(repr, sorted(weights.keys() ^ game.weights.keys())[:3]))
        raise KnowledgeError(f"These aren't the features of {game.name}, because of {wrong}: fit the weights again.")
    whole = all(isinstance(weight, int) for weight in game.weights.values())
    made = copy.copy(game)
    for kind in type(game).__mro__:  # what was computed from the old weights
        for name in [name for name, value in vars(kind).items() if isinstance(value, cached_property)]:
            made.__dict__.pop(name, None)
    made.weights = {name: round(weights[name]) if whole else float(weights[name]) for name in game.weights}
    return made


def write_weights(fitted: FittedWeights, path: Path) -> None:
    """Write weights to a file, whole or not at all."""
    text = json.dumps({"format": FORMAT, **asdict(fitted)}, indent=1)
    try:
        write_whole(path, f"{text}\n".encode())
    except OSError as error:
        raise KnowledgeError(f"{path} can't be written ({error.strerror}): choose another place.") from error


def read_weights(path: str | Path, game: Game, rules: str) -> FittedWeights:
    """Read weights; refuses a file that is damaged, or made for other rules than these, which are the game's own."""
    fitted = parse_weights(path)
    if fitted.rules != rules:
        made = f"{path} was fitted for {fitted.game[:40]}"
        raise KnowledgeError(f"{made}, by other rules than those of {game.name}: fit the weights again.")
    return fitted


def parse_weights(path: str | Path) -> FittedWeights:
    """Read weights of whatever game; refuses a file that is damaged."""
    try:
        data = parse_object(read_text(path, MOST_BYTES))
    except OSError as error:
        reason = error.strerror or str(error)
        raise KnowledgeError(f"{path} can't be read ({reason}): name a file of `plywise fit-weights`.") from error
    except ValueError as error:
        raise _damaged(path) from error
    if data.get("format") != FORMAT:
        raise KnowledgeError(f"{path} is no file of `plywise fit-weights`: name one that is.")
    try:
        weights, errors = (_figures(data[name]) for name in ("weights", "errors"))
        unit = _finite(data["odds_unit"])
        counts = int(data["games"]), int(data["states"])
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise _damaged(path) from error
    return FittedWeights(str(data.get("game")), str(data.get("rules")), weights, errors, unit, *counts)


def _figures(data: Any) -> dict[str, float]:
    if not isinstance(data, dict):
        raise TypeError("names and numbers were expected")
    return {name: _finite(figure) for name, figure in data.items()}


def _finite(figure: Any) -> float:
    if isinstance(figure, bool) or not isinstance(figure, int | float) or not math.isfinite(figure):
        raise ValueError(f"{figure!r} is not a finite number")
    return figure


def _damaged(path: str | Path) -> KnowledgeError:
    return KnowledgeError(f"{path} is damaged: run `plywise fit-weights` again, or get another copy.")
