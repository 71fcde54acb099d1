"""`plywise tree`: a partial game tree with its backed-up values."""

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from plywise.cli.screen import GameSpec, Json, StateText, check_writable, console, load, print_json
from plywise.explain import draw_tree, grow
from plywise.explain.svg import draw_branches
from plywise.explain.trace import seat_names
from plywise.rules import Game


def tree(
    spec: GameSpec,
    depth: Annotated[int, typer.Option("--depth", min=1, help="How many plies to draw.")] = 2,
    state: StateText = None,
    width: Annotated[int, typer.Option("--width", min=1, help="At most this many branches at each state.")] = 9,
    boards: Annotated[bool, typer.Option("--boards", help="Draw the board at each state.")] = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write it as a picture, with boards.")
    ] = None,
    json: Json = False,
) -> None:
    """Draw the tree of what can follow, with its minimax values.

    Values are to player A.
    """
    if json:
        print_json(partial(_tree_data, spec, state, depth))
        return
    if svg is not None:
        check_writable(svg)
    game, start = load(spec, state)
    root = grow(game, start, depth)
    if svg is not None:
        svg.write_text(draw_branches(game, root, width=width), encoding="utf-8")
        console.print(f"Wrote {svg}.", soft_wrap=True)
        return
    console.print(draw_tree(game, root, width, boards))
    console.print(Text(f"\n{_legend(game)}", style="dim"))


def _tree_data(spec: str, state: str | None, depth: int) -> dict[str, Any]:
    game, start = load(spec, state)
    return grow(game, start, depth).to_data(game)


def _tell_roles(game: Game) -> str:
    names = ["" if name == role else f"{name}, " for name, role in zip(seat_names(game), ("MAX", "MIN"), strict=True)]
    return f"▲ {names[0]}MAX   ▽ {names[1]}MIN"


def _legend(game: Game) -> str:
    """Explain the signs that a tree of this game can have, and on a second line its values."""
    signs = [
        _tell_roles(game) if game.is_adversarial else "● the player to move",
        *(["○ chance"] if game.has_chance else []),
        "■ over   ◀ best",
    ]
    values = [
        "= by the rules",
        "≈ by estimate" if game.offers("evaluate") else "? unknown",
        "values to MAX" if game.is_adversarial else "values to every player",
    ]
    return f"{'   '.join(signs)}\n{'   '.join(values)}"
