"""Files that belong to a game: where they lie, and by which rules they were made."""

import inspect
from pathlib import Path

from plywise.rules import Game, PlywiseError


def file_beside(game: Game, ending: str) -> Path | None:
    """Return the file beside the one that has a game's class, under another ending; None where there is no such file.

    >>> from plywise.games.nim import Nim
    >>> file_beside(Nim(), ".levels").name
    'nim.levels'
    """
    try:
        return Path(inspect.getfile(type(game))).with_suffix(ending)
    except (OSError, TypeError):  # typed in, or made by a program
        return None


def identify_rules(game: Game) -> str:
    """Return digits that change when the rules do; none where rules can't be read."""
    from plywise.kernel import rules_fingerprint

    try:
        return rules_fingerprint(game)
    except (PlywiseError, TypeError):
        return ""
