"""What the commands about books share: a book's file and its game."""

from pathlib import Path
from typing import Annotated, Any

import typer

from plywise.agents import open_book
from plywise.cli.screen import complete_game
from plywise.games.catalog import load_game, load_named_game
from plywise.knowledge.books import ProbedBook, book_game, is_polyglot
from plywise.rules import Game

BookPath = Annotated[Path, typer.Argument(metavar="BOOK", help="What `plywise book build` wrote, or a Polyglot book.")]
OfGame = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="Whose book it is, where that is a file of your own.",
        autocompletion=complete_game,
    ),
]


def open_named(path: Path, spec: str | None, state: str | None = None) -> tuple[ProbedBook, Game, Any]:
    """Open a book with the game that it names, or with the one that somebody names; and read a state's name."""
    if spec is not None:
        game = load_game(spec)
    elif is_polyglot(path):
        game = load_game("chess")
    else:
        game = load_named_game(book_game(path), str(path), "--game")
    return open_book(path, game), game, game.initial() if state is None else game.parse_state(state)
