"""A book on disk, probed by state: a file of SQLite that is only read, and that is trusted with nothing.

It is opened read-only and immutable, with no extensions; its tables must be those of `schema` to the letter; queries
may read these tables and do nothing else; and every number is checked before it is believed.
"""

import math
import sqlite3
import threading
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from plywise.files import open_file, parse_object
from plywise.knowledge.books.book import BookMove, BookName
from plywise.knowledge.books.book_header import BookHeader
from plywise.knowledge.books.book_keys import book_key
from plywise.knowledge.books.errors import BookError
from plywise.knowledge.books.schema import ANY_NAME, APPLICATION, NAME, PROBE, TABLES, VERSION
from plywise.rules import CHANCE, Action, Game

MAGIC = b"SQLite format 3\0"
MOST_BYTES = 1 << 34
"""A larger file isn't opened."""
MOST_TEXT = 1 << 16
"""Bytes of the longest text or row that is read."""
MOST_MOVES = 4096
"""Rows of one state that are read."""
REMEMBERED = 1 << 16
"""States whose answers are kept: the first ones of a game come up again and again."""


def is_book(path: str | Path) -> bool:
    """Whether a file begins as books do; False where it can't be read."""
    try:
        with open_file(path) as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def is_polyglot(path: str | Path) -> bool:
    """Whether a file's name is that of a Polyglot book."""
    return Path(path).suffix.lower() == ".bin"


def book_game(path: str | Path) -> str:
    """Return the game that a book says it is of."""
    connection = _connect(path)
    try:
        return _read_header(connection, path).game
    finally:
        connection.close()


class OpeningBook:
    """A book of one game, open to be probed by any thread; refuses one that was made by other rules.

    `rules` is the fingerprint of the game's rules, empty where they can't be read.
    """

    def __init__(self, path: str | Path, game: Game, rules: str) -> None:
        self.path, self.game = Path(path), game
        self._connection = _connect(path)
        weakref.finalize(self, self._connection.close)
        self._one_at_a_time = threading.Lock()
        self._remembered: dict[Any, list[BookMove]] = {}
        try:
            self.header = _read_header(self._connection, path)
            self._require_rules(rules)
            self._has_names = bool(self._rows(ANY_NAME, (), 1))
        except BaseException:
            self._connection.close()
            raise

    def _require_rules(self, rules: str) -> None:
        header, game = self.header, self.game
        if header.rules != rules or (header.start != book_key(game, game.initial())):
            made = f"{self.path} was made for {header.game[:60]}"
            raise BookError(f"{made}, by other rules or keys than those of {game.name}: build it again.")

    def moves(self, state: Any) -> list[BookMove]:
        """Return what was played in a state, most often first; nothing where the book doesn't know it."""
        found = self._remembered.get(state)
        if found is None:
            if len(self._remembered) >= REMEMBERED:
                self._remembered.clear()
            found = self._remembered[state] = self._find(state)
        return list(found)

    def _find(self, state: Any) -> list[BookMove]:
        """Look a state up, and match its rows with actions by the states that these lead to."""
        game = self.game
        if game.is_terminal(state):
            return []
        rows = {row[0]: row[1:] for row in self._rows(PROBE, (book_key(game, state),), MOST_MOVES)}
        if not rows:
            return []
        found: dict[int, list[Action]] = {}
        for action in _offered(game, state):
            after = game.play_action(state, action)
            key = book_key(game, after)
            if key in rows:
                found.setdefault(key, []).append(action)
        moves = [self._move(key, actions, rows[key]) for key, actions in found.items()]
        return sorted(moves, key=lambda move: -move.games)

    def _require_sound(self, row: tuple[Any, ...]) -> None:
        """Refuse figures that no book has."""
        games, wins, draws, losses, utility, plies = row
        is_typed = type(games) is type(wins) is type(draws) is type(losses) is type(plies) is int
        is_sound = (
            is_typed
            and type(utility) is float
            and min(wins, draws, losses, plies) >= 0
            and wins + draws + losses == games > 0
            and math.isfinite(utility)
        )
        if not is_sound:
            raise damaged(self.path)

    def _move(self, key: int, actions: list[Action], row: tuple[Any, ...]) -> BookMove:
        self._require_sound(row)
        games, wins, draws, losses, utility, plies = row
        named = self._name(key)
        return BookMove(
            actions[0], tuple(actions[1:]), games, wins, draws, losses, utility / games, plies / games, named
        )

    def name_of(self, state: Any) -> BookName | None:
        """Return what a state is called."""
        return self._name(book_key(self.game, state))

    def _name(self, key: int) -> BookName | None:
        for code, name in self._rows(NAME, (key,), 1) if self._has_names else ():
            if not isinstance(code, str) or not isinstance(name, str):
                raise damaged(self.path)
            return BookName(code, name)
        return None

    def _rows(self, query: str, keys: tuple[int, ...], most: int) -> list[Any]:
        with self._one_at_a_time, _refusing(self.path):
            return self._connection.execute(query, keys).fetchmany(most)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def damaged(path: str | Path) -> BookError:
    """Return what to say of a file that can't be what `plywise book` wrote."""
    return BookError(f"{path} is no book of Plywise, or damaged: build it again, or get another copy.")


def _offered(game: Game, state: Any) -> Iterable[Action]:
    """List what may happen in a state: actions, or the outcomes of chance."""
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in game.chances(state)]
    return game.playable_actions(state)


def _connect(path: str | Path) -> sqlite3.Connection:
    """Open a file, and see that it is a book."""
    _require_file(path)
    with _refusing(path):
        # Immutable: nobody writes to a book, and no journal beside it is ever read.
        address = f"{Path(path).resolve().as_uri()}?mode=ro&immutable=1"
        connection = sqlite3.connect(address, uri=True, check_same_thread=False, isolation_level=None)
        try:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_TEXT)
            connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA cell_size_check = ON")
            _require_schema(connection, path)
            connection.set_authorizer(_allow_reading)
        except BaseException:
            connection.close()
            raise
    return connection


def _require_file(path: str | Path) -> None:
    try:
        with open_file(path) as file:
            magic, size = file.read(len(MAGIC)), file.seek(0, 2)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BookError(f"{path} can't be read ({reason}): name a book.") from error
    if magic != MAGIC:
        raise damaged(path)
    if size > MOST_BYTES:
        raise BookError(f"{path} is larger than {MOST_BYTES >> 30} GB: no book is that large.")


def _require_schema(connection: sqlite3.Connection, path: str | Path) -> None:
    """Refuse a file whose tables are not a book's, to the letter."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise damaged(path)
    if version != VERSION:
        raise BookError(f"{path} is a book of version {version}: this Plywise reads version {VERSION}.")
    found = connection.execute("SELECT type, name, sql FROM sqlite_schema").fetchmany(len(TABLES) + 1)
    if sorted(found) != sorted(("table", name, made) for name, made in TABLES.items()):
        raise damaged(path)


def _allow_reading(action: int, first: str | None, *_: Any) -> int:
    """Let queries read a book's tables, and nothing else."""
    is_reading = action == sqlite3.SQLITE_SELECT or (action == sqlite3.SQLITE_READ and first in TABLES)
    return sqlite3.SQLITE_OK if is_reading else sqlite3.SQLITE_DENY


def _read_header(connection: sqlite3.Connection, path: str | Path) -> BookHeader:
    with _refusing(path):
        rows = connection.execute("SELECT content FROM header").fetchmany(2)
    try:
        ((content,),) = rows
        return BookHeader.from_data(parse_object(content))
    except (KeyError, TypeError, ValueError):
        raise damaged(path) from None


@contextmanager
def _refusing(path: str | Path) -> Iterator[None]:
    """Say in a sentence that a file is damaged."""
    try:
        yield
    except (sqlite3.Error, OverflowError, UnicodeDecodeError) as error:
        raise damaged(path) from error
