"""The games that are loaded, with what is known of them; and where their files lie, which no front end may see."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from plywise.agents import SearchOptions, open_book, open_knowledge, open_tables
from plywise.games.catalog import load_game
from plywise.rules import Game

MOST_GAMES = 64
"""That are kept: anybody may ask for any values of parameters."""

_games: dict[str, Game] = {}
"""By their specs."""

_opened: dict[str, Any] = {}
"""Solved tables, knowledge and books, by where they lie."""

_secrets: dict[str, str] = {}
"""Where the files of games lie, and what is shown instead."""


def find_game(spec: str) -> Game:
    """Return a game, loaded once."""
    if spec not in _games:
        keep_secret(spec)
        _games[spec] = load_game(spec)
        if len(_games) > MOST_GAMES:
            del _games[next(iter(_games))]
    return _games[spec]


def loaded_games() -> tuple[Game, ...]:
    """Return the games that are loaded."""
    return tuple(_games.values())


def options_for(spec: str, tables: str | None, knowledge: str | None) -> SearchOptions:
    """Return how a game is searched: with what is known of it, and with every action's value where that can be had."""
    game = find_game(spec)
    is_exact = knowledge is None or game.evaluates_in_own_unit
    opened, learned = _opened_at(tables, open_tables, game), _opened_at(knowledge, open_knowledge, game)
    if opened is not None and not game.is_adversarial:  # pages tell what is by table as won, drawn or lost
        opened = None
    return SearchOptions(all_exact=is_exact, tables=opened, knowledge=learned)


def book_of(spec: str, where: str) -> Any:
    """Return a game's opening book, opened once."""
    return _opened_at(where, open_book, find_game(spec))


def tables_of(spec: str, where: str) -> Any:
    """Return a game's solved tables, opened once."""
    return _opened_at(where, open_tables, find_game(spec))


def _opened_at(where: str | None, opening: Callable[[str, Game], Any], game: Game) -> Any:
    """Return what is open of a game's tables or knowledge; nothing where there is none."""
    if where is not None and where not in _opened:
        _secrets[where] = Path(where).name
        _opened[where] = opening(where, game)
    return None if where is None else _opened[where]


def keep_secret(spec: str) -> None:
    """Let no front end see where a game's file lies."""
    path = Path(spec.partition(":")[0])
    _secrets.update({str(path): path.name, f"{path.parent.resolve()}{os.sep}": ""})


def without_paths(message: str) -> str:
    """Return a message with only the names of files."""
    for secret in sorted(_secrets, key=len, reverse=True):
        message = message.replace(secret, _secrets[secret])
    return message
