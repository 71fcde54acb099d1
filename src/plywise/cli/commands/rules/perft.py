"""`plywise perft`: count lines of play, as chess programmers test their rules."""

import time as clock
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from plywise.cli.screen import GameSpec, Json, StateText, console, load, print_json, stderr, thinking
from plywise.kernel.lowering import offered_in
from plywise.lab import counter
from plywise.rules import Game


def perft(
    spec: GameSpec,
    depth: Annotated[int, typer.Argument(min=0, metavar="DEPTH", help="How many actions a line has.")],
    state: StateText = None,
    json: Json = False,
) -> None:
    """Count the lines of exactly DEPTH actions, in all and by their first one; compiled where the rules compile."""
    if json:
        print_json(lambda: _count(*load(spec, state), depth))
        return
    game, start = load(spec, state)
    with thinking(stderr):
        data = _count(game, start, depth)
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("action")
    table.add_column("lines", justify="right")
    for name, lines in data["divided"].items():
        table.add_row(name, f"{lines:,}")
    console.print(table if data["divided"] else Text("no action", style="dim"))
    rate = data["lines"] / data["seconds"] if data["seconds"] else 0
    console.print(f"{data['lines']:,} lines of {depth} actions", style="bold")
    console.print(f"{data['engine']}, {data['seconds']:.2f} s ({rate:,.0f} lines a second)", style="dim")


def _count(game: Game, state: Any, depth: int) -> dict[str, Any]:
    count, refusal = counter(game, state)
    if refusal:
        stderr.print(f"{game.name} is counted plainly: {refusal}", style="dim", soft_wrap=True)
    started = clock.perf_counter()
    offered = offered_in(game, state, most=None) if depth else []
    divided = {game.action_name(state, action): count(game.result(state, action), depth - 1) for action in offered}
    lines = sum(divided.values()) if depth else 1
    seconds = clock.perf_counter() - started
    return {
        "lines": lines,
        "depth": depth,
        "divided": divided,
        "engine": "plain" if refusal else "compiled",
        "seconds": round(seconds, 6),
    }
