"""Workshop: counts played games into opening books, names openings, and plays games to count."""

from plywise.books.building import BookReport, build_book
from plywise.books.collection import GameCollection, write_games
from plywise.books.database import require_duckdb
from plywise.books.naming import OpeningLine, name_openings, read_opening_lines
from plywise.books.played import PlayedGame, numbered
from plywise.books.self_play import play_games

__all__ = [
    "BookReport",
    "GameCollection",
    "OpeningLine",
    "PlayedGame",
    "build_book",
    "name_openings",
    "numbered",
    "play_games",
    "read_opening_lines",
    "require_duckdb",
    "write_games",
]
