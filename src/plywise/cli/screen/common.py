"""What the commands share: their arguments, the console, and how a state is asked for and shown."""

import contextlib
import json
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Any

import typer

from plywise.agents import ALGORITHMS, Engine, complete_spec
from plywise.cli.screen.harmless import Screen
from plywise.explain import draw_board
from plywise.games.catalog import catalog, load_game
from plywise.games.shipped import PRESETS
from plywise.rules import Game, View, as_view, seen_view


def complete_game(typed: str) -> list[str]:
    """Offer the games whose spec starts with what is typed, for the shell's completion."""
    files = [str(path) for pattern in ("*.py", "*.json") for path in Path().glob(pattern)]
    return sorted(name for name in [*catalog().makers, *PRESETS, *files] if name.startswith(typed))


def complete_algorithm(typed: str) -> list[str]:
    """Offer the algorithms whose name starts with what is typed, for the shell's completion."""
    return [each.name for each in ALGORITHMS if each.name.startswith(typed)]


GAME = typer.Argument(
    metavar="GAME",
    help="A name from `plywise games`, or path/to/file.py[:Class].",
    autocompletion=complete_game,
)
GameSpec = Annotated[str, GAME]
StateText = Annotated[
    str | None, typer.Option("--state", metavar="S", help="Start from this state, in the game's notation.")
]
GameOption = Annotated[
    str,
    typer.Option(
        "--game",
        metavar="GAME",
        help="A name from `plywise games`, or path/to/file.py[:Class].",
        autocompletion=complete_game,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print data instead of pictures.")]
Seed = Annotated[int, typer.Option("--seed", help="The seed of all random numbers: the same seed gives the same run.")]
Seconds = Annotated[float | None, typer.Option("--time", metavar="SECONDS", help="How long to think.")]
Nodes = Annotated[int | None, typer.Option("--nodes", help="How many states to visit.")]
Depth = Annotated[int | None, typer.Option("--depth", help="How many plies to look ahead.")]
Simulations = Annotated[
    int | None, typer.Option("--simulations", help="How many games a Monte Carlo search plays out.")
]
AlgorithmName = Annotated[
    str | None,
    typer.Option(
        "--algorithm",
        metavar="NAME",
        help="One of `plywise algorithms`; by default, the one that fits the game.",
        autocompletion=complete_algorithm,
    ),
]
AgentName = Annotated[
    str,
    typer.Option(
        "--agent",
        metavar="SPEC",
        help="Who plays: auto, an algorithm with its settings, or another program; see `plywise agents`.",
        autocompletion=complete_spec,
    ),
]
Threads = Annotated[int, typer.Option("--threads", help="How many processor cores the compiled engine uses.")]
TablesFolder = Annotated[
    str | None, typer.Option("--tables", metavar="DIR", help="Look in these tables first, written by `plywise solve`.")
]
BookFile = Annotated[
    str | None,
    typer.Option("--book", metavar="FILE", help="Play by this opening book first, written by `plywise book build`."),
]
KnowledgeFile = Annotated[
    str | None,
    typer.Option("--knowledge", metavar="FILE", help="Take estimates from this file, written by `plywise learn`."),
]
EngineName = Annotated[
    Engine,
    typer.Option("--engine", help="Which engine: compiled where the rules compile (auto), or always one of the two."),
]


# Without markup: brackets in the names, paths and reasons of others mean nothing. Styles are put on with Text.
console = Screen(highlight=False, markup=False, emoji=False)
stderr = Screen(stderr=True, highlight=False, markup=False, emoji=False)

opened: list[Game] = []
"""The game that was loaded last: where something fails, its rules may be why."""


def load(spec: str, state: str | None = None) -> tuple[Game, Any]:
    """Return the game that a spec names, and the state that a text names in it (or the initial one)."""
    game = load_game(spec)
    opened[:] = [game]
    return game, game.initial() if state is None else game.parse_state(state)


def absolute_spec(spec: str) -> str:
    """Return a spec that names the same game in another working folder."""
    path, colon, rest = spec.partition(":")
    return f"{Path(path).absolute()}{colon}{rest}" if Path(path).exists() else spec


def show_state(game: Game, state: Any, player: int | None = None) -> None:
    """Draw a state as the game views it, or as one player sees it."""
    console.print()
    console.print(draw_board(shown_view(game, state, player)))
    console.print()


def shown_view(game: Game, state: Any, player: int | None = None) -> View:
    """Return what is drawn of a state; cards and dice need the game's look, all other boards are drawn without."""
    if player is not None or game.offers("observe"):
        return seen_view(game, state, player)
    return as_view(game.view(state))


def kept_for_data(json: bool) -> AbstractContextManager[object]:
    """Keep stdout for data, if there will be any: what rules print meanwhile goes to stderr."""
    return contextlib.redirect_stdout(sys.stderr) if json else contextlib.nullcontext()


def print_json(make: Callable[[], Any]) -> None:
    """Print the data that `make` returns for other programs to read; what rules print meanwhile goes to stderr."""
    with kept_for_data(True):
        data = make()
    typer.echo(json.dumps(data, indent=1))


def tell_reason(error: OSError | ValueError) -> str:
    """Say why the system refused, without the number and the path."""
    return (isinstance(error, OSError) and error.strerror) or str(error)
