"""`plywise tree`: a partial game tree with its backed-up values."""

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from plywise.cli.screen import GameSpec, Json, StateText, check_writable, console, load, print_json
from plywise.explain import draw_tree, grow
from plywise.explain.svg import draw_branches, draw_graph
from plywise.explain.trace import GraphState, TreeBranch, count_branches, merge, seat_names, unfold
from plywise.rules import Game, PlywiseError


def tree(
    spec: GameSpec,
    depth: Annotated[int, typer.Option("--depth", min=1, help="How many plies to draw.")] = 2,
    state: StateText = None,
    width: Annotated[int, typer.Option("--width", min=1, help="At most this many branches at each state.")] = 9,
    boards: Annotated[bool, typer.Option("--boards", help="Draw the board at each state.")] = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write it as a picture, with boards.")
    ] = None,
    merged: Annotated[
        bool, typer.Option("--merge", help="Draw equal states once: the game graph instead of the tree.")
    ] = False,
    symmetric: Annotated[
        bool, typer.Option("--symmetric", help="With --merge: draw states once that are equivalent by symmetry.")
    ] = False,
    json: Json = False,
) -> None:
    """Draw the tree of what can follow, with its minimax values.

    Values are to player A.
    """
    if symmetric and not merged:
        raise PlywiseError("--symmetric says which states --merge makes one: give both.")
    if json:
        print_json(partial(_tree_data, spec, state, depth, merged, symmetric))
        return
    if svg is not None:
        check_writable(svg)
    game, start = load(spec, state)
    root = grow(game, start, depth)
    if merged:
        _show_graph(game, root, merge(game, root, symmetric=symmetric), width, boards, svg)
        return
    if svg is not None:
        svg.write_text(draw_branches(game, root, width=width), encoding="utf-8")
        console.print(f"Wrote {svg}.", soft_wrap=True)
        return
    console.print(draw_tree(game, root, width, boards))
    console.print(Text(f"\n{_legend(game)}", style="dim"))


def _show_graph(
    game: Game, root: TreeBranch, graph: list[GraphState], width: int, boards: bool, svg: Path | None
) -> None:
    """Draw merged states: as a picture, or as a tree in which a state has its children where it comes first."""
    count = f"{len(graph):,} distinct states; the tree has {count_branches(root):,}."
    if svg is not None:
        svg.write_text(draw_graph(game, graph), encoding="utf-8")
        console.print(f"Wrote {svg}: {count}", soft_wrap=True)
        return
    console.print(draw_tree(game, unfold(graph), width, boards))
    signs, values = _legend(game).split("\n")
    console.print(
        Text(f"\n{count}\n{signs}   ↑ goes on as above   +N: N more actions lead there\n{values}", style="dim")
    )


def _tree_data(spec: str, state: str | None, depth: int, merged: bool, symmetric: bool) -> dict[str, Any]:
    game, start = load(spec, state)
    root = grow(game, start, depth)
    if merged:
        return {"states": [each.to_data(game) for each in merge(game, root, symmetric=symmetric)]}
    return root.to_data(game)


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
