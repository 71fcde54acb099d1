"""Why a game is searched plainly although the compiled engine would suit it: reported once."""

import warnings

from plywise.rules import Game, PlywiseError

_told: set[str] = set()


class PlainEngineWarning(UserWarning):
    """A game runs on the plain engine, because its rules can't be compiled."""


def tell_once(game: Game, error: PlywiseError) -> None:
    """Report, once for each game, that it runs plainly, why, and what would change that."""
    sentence = f"{game.name} runs on the plain engine, since its rules can't be compiled: {error}"
    if sentence not in _told:
        _told.add(sentence)
        warnings.warn(sentence, PlainEngineWarning, stacklevel=4)
