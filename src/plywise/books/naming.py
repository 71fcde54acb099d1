"""Names of openings, from a file of tab-separated lines: a code, a name, and the actions that lead there.

    B20 <tab> Sicilian Defence <tab> 1. e4 c5

Actions are separated by spaces or commas; numbers of moves before them are left out, and so are lines that begin with
#. A first line whose third column is "pgn", "moves" or "actions" is a heading. A state has the name that comes last.
"""

import re
from pathlib import Path
from typing import Any, NamedTuple

from plywise.files import read_text
from plywise.knowledge.books import BookError, OpeningBook, book_key, name_states
from plywise.rules import Game, PlywiseError
from plywise.rules.record import find_option

NUMBER = re.compile(r"^\d+\.+")
HEADINGS = ("pgn", "moves", "actions")
LONGEST = 200
"""Characters of a name that are kept; control characters aren't."""


class OpeningLine(NamedTuple):
    """A line of such a file."""

    code: str
    name: str
    actions: tuple[str, ...]
    number: int
    """Of the line in its file."""


def read_opening_lines(path: Path) -> list[OpeningLine]:
    """Read the names of openings; refuses a file whose lines don't have three columns."""
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise BookError(f"{path} can't be read: {reason}.") from None
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        columns = line.split("\t")
        if (
            not line.strip()
            or line.startswith("#")
            or (number == 1 and columns[2:3] and columns[2].lower() in HEADINGS)
        ):
            continue
        if len(columns) < 3:
            raise BookError(f"Line {number} of {path} has no three columns: write code, name and actions with tabs.")
        names = (NUMBER.sub("", each) for each in re.split(r"[\s,]+", columns[2]))
        found.append(OpeningLine(_clean(columns[0]), _clean(columns[1]), tuple(filter(None, names)), number))
    return found


def name_openings(book: OpeningBook, lines: list[OpeningLine], source: Path) -> int:
    """Write names into a book's file; return how many states have got one."""
    names = {_reached(book.game, line, source): (line.code, line.name) for line in lines}
    name_states(book.path, ((key, code, name) for key, (code, name) in names.items()))
    return len(names)


def _reached(game: Game, line: OpeningLine, source: Path) -> int:
    """Return the key of the state that a line leads to."""
    state: Any = game.initial()
    for name in line.actions:
        try:
            state = game.play_action(state, find_option(game, state, name))
        except PlywiseError as error:
            raise BookError(f"Line {line.number} of {source}: {error}") from None
    return book_key(game, state)


def _clean(text: str) -> str:
    return "".join(character for character in text.strip() if character.isprintable())[:LONGEST]
