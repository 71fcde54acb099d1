"""Books in Polyglot's form, which chess programs use: entries of 16 bytes, sorted by a key of 64 bits.

    key of the state (8), move (2), weight (2), learn (4), the highest byte first

A key is made of 781 random numbers of 64 bits, which belong to the form as the author of PolyGlot published it under
the GPL. They are not part of Plywise: `polyglot_numbers` takes them from the package `chess` where that is installed
(extra `polyglot`, GPL too), or from any text that has them as hexadecimal numbers, such as random.c of its source.
Of the game, two methods are asked: `polyglot_key` and `polyglot_action`.
"""

import os
import re
import struct
from pathlib import Path
from typing import Any, BinaryIO, Protocol, cast

from plywise.files import open_file, read_text
from plywise.knowledge.books.book import BookMove, BookName
from plywise.knowledge.books.errors import BookError
from plywise.rules import Action, Game

ENTRY = struct.Struct(">QHHI")
COUNT = 781
START_KEY = 0x463B96181691FC9C
"""The key of the start of chess, as the form's description states it: a list of other numbers has another one."""
MOST_BYTES = 1 << 33
NUMBER = re.compile(r"0[xX]([0-9a-fA-F]{16})\b")
NUMBERS_FILE, NUMBERS_VARIABLE = "polyglot-numbers.txt", "PLYWISE_POLYGLOT"


class PolyglotGame(Protocol):
    """What a game offers whose books may be in this form."""

    def polyglot_key(self, state: Any, numbers: tuple[int, ...]) -> int:
        """Return a state's key."""

    def polyglot_action(self, state: Any, move: int) -> Action | None:
        """Return the action that 16 bits stand for; None where it isn't legal."""


class PolyglotBook:
    """A Polyglot book, open to be probed by any thread."""

    def __init__(self, path: str | Path, game: Game, numbers: tuple[int, ...] | None = None) -> None:
        if not hasattr(game, "polyglot_key"):
            raise BookError(f"{path} is a Polyglot book, which is for chess: {game.name} has books of its own.")
        self.path, self.game, self.rules = Path(path), game, cast(PolyglotGame, game)
        self.numbers = numbers or polyglot_numbers(self.path)
        if self.rules.polyglot_key(type(game)().initial(), self.numbers) != START_KEY:
            raise BookError("These are not Polyglot's numbers: the start of chess has another key by them.")
        with self._open() as file:
            size = file.seek(0, os.SEEK_END)
        self.entries, rest = divmod(size, ENTRY.size)
        if rest or not size or size > MOST_BYTES:
            raise BookError(f"{path} is no Polyglot book: those are entries of {ENTRY.size} bytes.")

    def moves(self, state: Any) -> list[BookMove]:
        """Return the actions of a state by their weights; what isn't legal is left out."""
        if self.game.is_terminal(state):
            return []
        key = self.rules.polyglot_key(state, self.numbers)
        weights: dict[Action, int] = {}
        for move, weight in self._entries(key):
            action = self.rules.polyglot_action(state, move)
            if action is not None and weight:
                weights[action] = max(weight, weights.get(action, 0))
        moves = [BookMove(action, (), weight) for action, weight in weights.items()]
        return sorted(moves, key=lambda move: -move.games)

    def name_of(self, state: Any) -> BookName | None:
        """Return nothing: these books have no names."""
        return None

    def close(self) -> None:
        """Do nothing: the file is opened for each question."""

    def _open(self) -> BinaryIO:
        try:
            return open_file(self.path)
        except OSError as error:
            raise BookError(f"{self.path} can't be read ({error.strerror}): name a Polyglot book.") from error

    def _entries(self, key: int) -> list[tuple[int, int]]:
        """Return the moves and weights of a key, which is searched for by halving."""
        with self._open() as file:
            low, high = 0, self.entries
            while low < high:
                middle = (low + high) // 2
                if self._entry(file, middle)[0] < key:
                    low = middle + 1
                else:
                    high = middle
            found: list[tuple[int, int]] = []
            while low < self.entries and len(found) < 512 and (entry := self._entry(file, low))[0] == key:
                found.append((entry[1], entry[2]))
                low += 1
            return found

    def _entry(self, file: BinaryIO, number: int) -> tuple[int, int, int]:
        file.seek(number * ENTRY.size)
        content = file.read(ENTRY.size)
        if len(content) != ENTRY.size:
            raise BookError(f"{self.path} was cut short while it was read: get another copy.")
        key, move, weight, _ = ENTRY.unpack(content)
        return key, move, weight


def polyglot_numbers(book: Path) -> tuple[int, ...]:
    """Return the 781 numbers: from the file that PLYWISE_POLYGLOT names, or polyglot-numbers.txt beside a book, or
    from the package `chess`.
    """
    named = os.environ.get(NUMBERS_VARIABLE)
    path = Path(named) if named else book.with_name(NUMBERS_FILE)
    try:
        numbers = tuple(int(found, 16) for found in NUMBER.findall(read_text(path, 1 << 22)))
    except (OSError, UnicodeDecodeError):
        numbers = () if named else _installed_numbers()
    if len(numbers) != COUNT:
        raise BookError(
            f"Polyglot books need the {COUNT} random numbers of their form, which don't come with Plywise: "
            f"`pip install plywise[polyglot]`, or put a text that has them, such as random.c of PolyGlot, at {path}."
        )
    return numbers


def _installed_numbers() -> tuple[int, ...]:
    try:
        from chess.polyglot import POLYGLOT_RANDOM_ARRAY
    except ImportError:
        return ()
    return tuple(POLYGLOT_RANDOM_ARRAY)
