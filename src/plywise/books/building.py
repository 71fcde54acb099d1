"""Building a book: games are walked through, their steps counted, and what was played often enough is written."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from plywise.books.collection import BATCH, GameCollection
from plywise.books.walking import GameWalk
from plywise.knowledge.books import BookHeader, CountedMove, Leaving, book_key, write_book
from plywise.rules import PlywiseError

PLIES, MIN_GAMES = 20, 3
"""How many plies of each game are counted, and how often a state must have come up, unless somebody says so."""
HELD_OUT = 0.1
"""The share of games by which it is found out when a game leaves the book."""

OnWalked: TypeAlias = Callable[[int, int], None]
"""Called with how many games have been walked through, and of how many."""

STEPS = "CREATE OR REPLACE TABLE steps (game BIGINT, ply INTEGER, state BIGINT, after BIGINT, mover TINYINT)"

COUNTED = """
    SELECT state, after, count(*), count(*) FILTER (worth > $draw), count(*) FILTER (worth = $draw),
           count(*) FILTER (worth < $draw), fsum(worth), sum(plies)::BIGINT
    FROM (
        SELECT state, after, utilities[greatest(mover, 0) + 1] AS worth, len(actions) AS plies
        FROM steps JOIN games ON games.number = steps.game
    )
    WHERE state IN (SELECT state FROM steps GROUP BY state HAVING count(*) >= $least)
    GROUP BY state, after ORDER BY state, after
"""
"""What a book says of each step: where chance moves, to player 0."""

LEFT = """
    WITH known AS (
        SELECT state FROM steps ANTI JOIN held USING (game) GROUP BY state HAVING count(*) >= $least
    ),
    left_at AS (
        SELECT game, min(ply) AS ply FROM steps SEMI JOIN held USING (game) ANTI JOIN known USING (state) GROUP BY game
    )
    SELECT count(*), coalesce(avg(ended), 0), coalesce(median(ended), 0), count(*) FILTER (is_inside) FROM (
        SELECT left_at.ply IS NULL AS is_inside, coalesce(left_at.ply, least(len(actions), $plies)) AS ended
        FROM held JOIN games ON games.number = held.game LEFT JOIN left_at ON left_at.game = held.game
    )
"""
"""After how many plies each held-out game comes to a state that too few of the others came to."""


@dataclass(frozen=True, slots=True)
class BookReport:
    """What was built, and how long it took."""

    header: BookHeader
    seconds: float
    """Of the wall clock."""
    cpu_seconds: float
    bytes: int


def build_book(
    collection: GameCollection,
    out: Path,
    *,
    plies: int = PLIES,
    min_games: int = MIN_GAMES,
    seed: int = 0,
    on_walked: OnWalked | None = None,
) -> BookReport:
    """Count the games of a collection and write the book; `seed` says which of them are held out."""
    began, cpu = time.perf_counter(), time.process_time()
    if not collection.count:
        raise PlywiseError("There are no finished games to count: name other records.")
    _walk(collection, plies, on_walked)
    game, connection = collection.game, collection.connection
    figures = {"draw": game.draw_utility, "least": min_games}
    rows = connection.execute(COUNTED, figures).fetchall()
    header = BookHeader(
        game=game.spec or game.name,
        rules=collection.rules,
        start=book_key(game, game.initial()),
        games=collection.count,
        plies=plies,
        min_games=min_games,
        states=len({row[0] for row in rows}),
        moves=len(rows),
        leaving=_leaving(collection, plies, min_games, seed),
    )
    write_book(out, header, (CountedMove(*row) for row in rows))
    return BookReport(header, time.perf_counter() - began, time.process_time() - cpu, out.stat().st_size)


def _walk(collection: GameCollection, plies: int, on_walked: OnWalked | None) -> None:
    """Walk through all games, in the order of their actions, and put their steps into the database."""
    connection, walk, done = collection.connection, GameWalk(collection.game, plies), 0
    connection.execute(STEPS)
    for batch in _batches(collection, plies):
        for number, start, actions in batch:
            walk.follow(number, start, actions)
        _keep_steps(connection, walk)
        done += len(batch)
        if on_walked:
            on_walked(done, collection.count)


def _batches(collection: GameCollection, plies: int) -> Iterator[list[tuple[int, str, list[int]]]]:
    cursor = collection.connection.cursor()
    cursor.execute("SELECT number, start, actions[:?] AS line FROM games ORDER BY start, line", [plies])
    while batch := cursor.fetchmany(BATCH):
        yield batch


def _keep_steps(connection: Any, walk: GameWalk) -> None:
    import numpy as np

    connection.register("walked", {name: np.frombuffer(column, np.int64) for name, column in walk.columns.items()})
    connection.execute("INSERT INTO steps SELECT game, ply, state, after, mover FROM walked")
    connection.unregister("walked")
    walk.clear()


def _leaving(collection: GameCollection, plies: int, min_games: int, seed: int) -> Leaving:
    """Hold out every tenth game or so, and see when these leave the book of the others."""
    import numpy as np

    draws = random.Random(seed)
    held = [number for number in range(collection.count) if draws.random() < HELD_OUT]
    connection = collection.connection
    connection.register("held", {"game": np.array(held, np.int64)})
    ((games, mean, median, stayed),) = connection.execute(LEFT, {"least": min_games, "plies": plies}).fetchall()
    connection.unregister("held")
    return Leaving(games, round(mean, 3), median, stayed)
