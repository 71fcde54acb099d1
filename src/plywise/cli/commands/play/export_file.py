"""What `plywise export` does for one game and one file: a kernel for JavaScript, or a page to open from disk."""

from pathlib import Path

from plywise.cli.screen import console
from plywise.export import export_kernel, export_package, export_single
from plywise.games.catalog import load_game
from plywise.rules import PlywiseError


def write_kernel(games: list[str], path: Path) -> None:
    """Write a game's kernel file, with the JavaScript package beside it."""
    game = load_game(_only(games, "--kernel"))
    with console.status(f"compiling {game.name}"):
        size = export_kernel(game, path)
        beside = export_package(path.parent)
    console.print(f"{path}: {size / 1e3:.1f} kB. Beside it: {', '.join(each.name for each in beside)}.", soft_wrap=True)


def write_single(games: list[str], path: Path) -> None:
    """Write a game as one HTML file."""
    game = load_game(_only(games, "--single"))
    with console.status(f"compiling {game.name}"):
        sentence = export_single(game, path)
    console.print(f"{path}: {path.stat().st_size / 1e3:.0f} kB. {sentence} Open it in a browser.", soft_wrap=True)


def _only(games: list[str], option: str) -> str:
    if len(games) != 1:
        raise PlywiseError(f"{option} writes one game: name one.")
    return games[0]
