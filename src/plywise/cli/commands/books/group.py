"""`plywise book`: its own sub-commands."""

import typer

from plywise.cli.commands.books.build import build
from plywise.cli.commands.books.names import names
from plywise.cli.commands.books.play import play
from plywise.cli.commands.books.probe import probe
from plywise.cli.commands.books.show import show

book = typer.Typer(no_args_is_help=True, help="Build opening books, look into them, and name openings.")
for command in (build, show, probe, names, play):
    book.command(command.__name__)(command)
