"""Writing a book, whole or not at all, and names into a book that is there."""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from plywise.files import put_in_place
from plywise.knowledge.books.book_header import BookHeader
from plywise.knowledge.books.errors import BookError
from plywise.knowledge.books.schema import APPLICATION, TABLES, VERSION


class CountedMove(NamedTuple):
    """A row of a book: the keys of two states, and what came of the games that went from one to the other."""

    state: int
    after: int
    games: int
    wins: int
    draws: int
    losses: int
    utility: float
    """The sum over these games, to the player who moves."""
    plies: int
    """The sum of their lengths."""


def write_book(path: Path, header: BookHeader, moves: Iterable[CountedMove]) -> None:
    """Write a book; `moves` come sorted by their keys, so that the file is as small as can be."""
    with _temporary(path) as temporary, closing(sqlite3.connect(temporary, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("BEGIN")
        for made in TABLES.values():
            connection.execute(made)
        connection.execute("INSERT INTO header VALUES (?)", (json.dumps(header.to_data()),))
        connection.executemany("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)", moves)
        connection.execute("COMMIT")


def name_states(path: Path, names: Iterable[tuple[int, str, str]]) -> None:
    """Give states names, by key, code and name; a state that had one gets the new one."""
    with _temporary(path) as temporary:
        shutil.copyfile(path, temporary)
        with closing(sqlite3.connect(temporary, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("BEGIN")
            connection.executemany("INSERT OR REPLACE INTO names VALUES (?, ?, ?)", names)
            connection.execute("COMMIT")


@contextmanager
def _temporary(path: Path) -> Iterator[Path]:
    """Hand out another name for a file, which gets its own once it is whole and on disk."""
    temporary = path.with_name(f"{path.name}.{os.urandom(4).hex()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        put_in_place(temporary, path)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BookError(f"{path} can't be written ({reason}): choose another place.") from error
    finally:
        temporary.unlink(missing_ok=True)
