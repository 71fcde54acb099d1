"""Played games on their way into a book, in a database; and as a file of Parquet, which other programs read too.

| column | type | what |
|---|---|---|
| game | VARCHAR | the spec that the game was loaded by |
| rules | VARCHAR | the fingerprint of its rules |
| start | VARCHAR | the state it started from, by its name; empty where that is the game's own |
| actions | USMALLINT[] or VARCHAR[] | the number of each action in the order of the rules, from 0 on; or its name |
| utilities | DOUBLE[] | what the game came to, to each player |
"""

import math
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.books.database import open_database
from plywise.books.played import MOST_PLIES, PlayedGame
from plywise.files import open_file, put_in_place
from plywise.rules import Game, PlywiseError, RecordError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

BATCH = 20_000
"""Games that are handed over at once."""
COLUMNS = ("game", "rules", "start", "actions", "utilities")
MADE = "CREATE TABLE games (number BIGINT, start VARCHAR, actions USMALLINT[], utilities DOUBLE[])"


class GameCollection:
    """Games of one game, in a database that lasts as long as it is open."""

    def __init__(self, game: Game, rules: str, connection: "DuckDBPyConnection") -> None:
        self.game, self.rules, self.connection = game, rules, connection
        self.count = 0
        connection.execute(MADE)

    @classmethod
    @contextmanager
    def open(cls, game: Game, rules: str) -> Iterator["GameCollection"]:
        """Open an empty collection in a folder of its own, which is removed afterwards."""
        folder = Path(tempfile.mkdtemp(prefix="plywise-book-"))
        try:
            with open_database(folder) as connection:
                yield cls(game, rules, connection)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def add(self, games: Iterable[PlayedGame]) -> None:
        """Add games; refuses one with other players or with utilities that aren't numbers."""
        waiting = iter(games)
        while batch := list(islice(waiting, BATCH)):
            for number, played in enumerate(batch, self.count + 1):
                _require_sound(self.game, played, f"Game {number}")
            self._insert(batch)
            self.count += len(batch)

    def _insert(self, batch: list[PlayedGame]) -> None:
        """Hand games to the database as flat arrays, which is quick, and put their lists together there."""
        import numpy as np

        lengths = [len(played.actions) for played in batch]
        numbers = np.arange(self.count, self.count + len(batch), dtype=np.int64)
        flat_games = np.repeat(numbers, lengths)
        flat_actions = np.fromiter((each for played in batch for each in played.actions), np.int64, sum(lengths))
        flat_plies = np.concatenate([np.arange(length) for length in lengths]) if batch else np.zeros(0)
        worths = np.array([played.utilities for played in batch], np.float64)
        columns = ", ".join(f"w{player}" for player in range(self.game.players))
        flat = {"number": flat_games, "ply": flat_plies.astype(np.int64), "action": flat_actions}
        whole: dict[str, Any] = {"number": numbers, "start": np.array([played.start for played in batch], object)}
        whole |= {f"w{player}": worths[:, player] for player in range(self.game.players)}
        self.connection.register("flat", flat)
        self.connection.register("whole", whole)
        self.connection.execute(
            "INSERT INTO games SELECT whole.number, start, coalesce(actions, []), "
            f"[{columns}] FROM whole LEFT JOIN (SELECT number, list(action ORDER BY ply)::USMALLINT[] AS actions "
            "FROM flat GROUP BY number) AS lists ON lists.number = whole.number"
        )
        self.connection.unregister("flat")
        self.connection.unregister("whole")

    def add_parquet(self, path: Path) -> Iterator[tuple[str, list[str], tuple[float, ...]]]:
        """Add the games of a file; where their actions are names, hand out start, names and utilities instead."""
        types = self._types(path)
        self._require_rules(path)
        if types["actions"] == "VARCHAR[]":
            cursor = self.connection.cursor().execute(
                "SELECT start, actions, utilities FROM read_parquet(?, file_row_number = true) "
                "ORDER BY file_row_number",
                [str(path)],
            )
            while rows := cursor.fetchmany(BATCH):
                yield from ((start or "", names or [], tuple(worths or ())) for start, names, worths in rows)
            return
        self._check_numbers(path)
        self.connection.execute(
            "INSERT INTO games SELECT ? + file_row_number, coalesce(start, ''), "
            "actions::USMALLINT[], utilities::DOUBLE[] FROM read_parquet(?, file_row_number = true)",
            [self.count, str(path)],
        )
        ((self.count,),) = self.connection.execute("SELECT count(*) FROM games").fetchall()

    def _types(self, path: Path) -> dict[str, str]:
        """Return the types of a file's columns; refuses a file that isn't one of games."""
        try:
            with open_file(path) as file:
                is_parquet = file.read(4) == b"PAR1"
        except OSError as error:
            raise RecordError(f"{path} can't be read: {error.strerror or error}.") from None
        if not is_parquet or any(character in str(path) for character in "*?["):
            raise RecordError(f"{path} is not a file of Parquet, or its name has one of *?[ in it.")
        described = self.connection.execute("DESCRIBE SELECT * FROM read_parquet(?)", [str(path)]).fetchall()
        types = {row[0]: row[1] for row in described}
        if not set(COLUMNS) <= set(types) or not types["actions"].endswith("[]"):
            raise RecordError(f"{path} has no games in it: its columns should be {', '.join(COLUMNS)}.")
        return types

    def _require_rules(self, path: Path) -> None:
        query = "SELECT DISTINCT game, rules FROM read_parquet(?) WHERE rules IS DISTINCT FROM ? LIMIT 1"
        other = self.connection.execute(query, [str(path), self.rules]).fetchall()
        if other:
            named = str(other[0][0])[:60]
            raise RecordError(f"{path} has games of {named}, by other rules than those of {self.game.name}.")

    def _check_numbers(self, path: Path) -> None:
        query = (
            "SELECT count(*) FROM read_parquet(?) WHERE actions IS NULL OR utilities IS NULL OR len(actions) > ? "
            "OR len(utilities) <> ? OR NOT list_bool_and(list_transform(utilities, lambda u: isfinite(u)))"
        )
        ((wrong,),) = self.connection.execute(query, [str(path), MOST_PLIES, self.game.players]).fetchall()
        if wrong:
            raise RecordError(f"{path}: {wrong:,} of its games have no actions, or no utility for each player.")


def write_games(path: Path, game: Game, rules: str, games: Iterable[PlayedGame]) -> int:
    """Write games as a file of Parquet, whole or not at all; return how many there were."""
    with GameCollection.open(game, rules) as collection:
        collection.add(games)
        temporary = path.with_name(f"{path.name}.tmp")
        query = (
            "COPY (SELECT ? AS game, ? AS rules, start, actions, utilities FROM games ORDER BY number) "
            "TO ? (FORMAT parquet, COMPRESSION zstd)"
        )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            collection.connection.execute(query, [game.spec or game.name, rules, str(temporary)])
            put_in_place(temporary, path)
        except OSError as error:
            raise PlywiseError(f"{path} can't be written ({error.strerror}): choose another place.") from error
        finally:
            temporary.unlink(missing_ok=True)
        return collection.count


def _require_sound(game: Game, played: PlayedGame, name: str) -> None:
    if len(played.utilities) != game.players or not all(map(math.isfinite, played.utilities)):
        raise RecordError(f"{name} doesn't say what it came to for each of {game.players} players.")
    if len(played.actions) > MOST_PLIES:
        raise RecordError(f"{name} has more than {MOST_PLIES:,} plies.")
