"""`plywise book names`: what openings are called, from a file."""

from pathlib import Path
from typing import Annotated

import typer

from plywise.books import name_openings, read_opening_lines
from plywise.cli.commands.books.options import OfGame, open_named
from plywise.cli.screen import console
from plywise.knowledge.books import OpeningBook
from plywise.rules import PlywiseError


def names(
    file: Annotated[
        Path, typer.Argument(metavar="NAMES", help="Lines of a code, a name and actions, with tabs between them.")
    ],
    book: Annotated[Path, typer.Option("--book", metavar="BOOK", help="The book that gets the names.")],
    game: OfGame = None,
) -> None:
    """Name the openings of a book, by lists such as those of ECO codes; any game."""
    opened, _, _ = open_named(book, game)
    if not isinstance(opened, OpeningBook):
        raise PlywiseError("A Polyglot book has no room for names: build a book from games instead.")
    count = name_openings(opened, read_opening_lines(file), file)
    opened.close()
    console.print(f"{count:,} states of {book} have names now.", soft_wrap=True)
