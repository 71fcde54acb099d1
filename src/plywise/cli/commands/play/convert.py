"""`plywise convert`: played games from one form of file to another."""

from pathlib import Path
from typing import Annotated

import typer

from plywise.cli.screen import check_writable, complete_game, console, load
from plywise.files import write_whole
from plywise.games.record_files import read_trees, write_trees
from plywise.rules import PlywiseError


def convert(
    source: Annotated[Path, typer.Argument(metavar="FROM", help="A file of games: .pgn, .pdn, .sgf, .json or .jsonl.")],
    target: Annotated[Path, typer.Argument(metavar="TO", help="The file to write, by whose ending its form is known.")],
    game: Annotated[
        str | None,
        typer.Option("--game", help="Whose rules our own records follow.", autocompletion=complete_game),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Convert games between PGN, PDN, SGF and Plywise's records.

    PGN is for chess, PDN for draughts, SGF for Go. Variations and notes are kept.
    """
    check_writable(target)
    if target.exists() and not force:
        raise PlywiseError(f"{target} is there already: choose another name, or add --force.")
    trees = read_trees(source, None if game is None else load(game)[0])
    write_whole(target, write_trees(trees, target.suffix).encode())
    plies = sum(len(tree.nodes) - 1 for tree in trees)
    console.print(f"{target}: {len(trees):,} game{'s' * (len(trees) != 1)}, {plies:,} actions.", soft_wrap=True)
