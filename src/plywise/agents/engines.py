"""Whether a game is searched compiled; and where it can't be, the reason, told once."""

import warnings

from plywise.kernel import LoweringError
from plywise.rules import Game

_told: set[str] = set()


class PlainEngineWarning(UserWarning):
    """A game runs on the plain engine, because its rules can't be compiled."""


def suits_compiled(game: Game) -> bool:
    """Whether the compiled alpha-beta is for games of this kind: two players, constant sum, no dice."""
    return game.is_adversarial and not game.has_chance


def tell_once(game: Game, error: LoweringError) -> None:
    """Say, once for each game, that it runs plainly, why, and what would change that."""
    sentence = f"{game.name} runs on the plain engine, since its rules can't be compiled: {error}"
    if sentence not in _told:
        _told.add(sentence)
        warnings.warn(sentence, PlainEngineWarning, stacklevel=4)
