"""`plywise perft`: count lines of play, as chess programmers test their rules."""

import time as clock
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from plywise.cli.screen import (
    GameSpec,
    Json,
    ProgressForm,
    ProgressOption,
    StateText,
    console,
    load,
    print_json,
    show_progress,
    stderr,
)
from plywise.explain import tell_count
from plywise.kernel.lowering import offered_in
from plywise.lab import counter
from plywise.rules import Game


def perft(
    spec: GameSpec,
    depth: Annotated[int, typer.Argument(min=0, metavar="DEPTH", help="How many actions a line has.")],
    state: StateText = None,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Count the lines of play of exactly DEPTH actions.

    Counts them in all and by their first action; compiled where the rules compile.
    """
    if json:
        print_json(lambda: _count(*load(spec, state), depth))
        return
    data = _count(*load(spec, state), depth)
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("action")
    table.add_column("lines", justify="right")
    for name, lines in data["divided"].items():
        table.add_row(name, f"{lines:,}")
    console.print(table if data["divided"] else Text("no action", style="dim"))
    rate = data["lines"] / data["seconds"] if data["seconds"] else 0
    console.print(f"{tell_count(data['lines'], 'line')} of {tell_count(depth, 'action')}", style="bold")
    console.print(f"{data['engine']}, {data['seconds']:.2f} s ({rate:,.0f} lines a second)", style="dim")


def _count(game: Game, state: Any, depth: int) -> dict[str, Any]:
    count, refusal = counter(game, state)
    if refusal:
        stderr.print(f"{game.name} is counted plainly: {refusal}", style="dim", soft_wrap=True)
    started = clock.perf_counter()
    offered = offered_in(game, state, most=None) if depth else []
    divided: dict[str, int] = {}
    with show_progress() as screen:
        for number, action in enumerate(offered):
            known = f"{sum(divided.values()):,} lines"
            screen.show("counting", number, len(offered), unit="first actions", known=known)
            divided[game.action_name(state, action)] = count(game.result(state, action), depth - 1)
    lines = sum(divided.values()) if depth else 1
    seconds = clock.perf_counter() - started
    return {
        "lines": lines,
        "depth": depth,
        "divided": divided,
        "engine": "plain" if refusal else "compiled",
        "seconds": round(seconds, 6),
    }
