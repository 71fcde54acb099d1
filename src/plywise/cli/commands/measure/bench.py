"""`plywise bench`: fixed searches, how fast they are, and one signature of what they visited."""

import os
from functools import partial
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from plywise.cli.screen import (
    Depth,
    Json,
    ProgressForm,
    ProgressOption,
    ProgressScreen,
    complete_game,
    console,
    print_json,
    show_progress,
    tell_error,
    tell_failure,
)
from plywise.games.catalog import load_game
from plywise.kernel import Searcher
from plywise.lab import TABLE_MB, BenchRow, bench, depth_within, signature
from plywise.rules import PlywiseError

DEPTHS = {
    "tic-tac-toe": 9,
    "nim": 10,
    "mnk:m=5,n=5,k=4": 12,
    "kalah": 22,
    "connect-four": 24,
    "othello:size=6": 20,
    "othello": 17,
}
"""The games of the bench, and depths that take a second or two each. Changing any changes the signature."""


def bench_games(
    specs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...",
            help="Names from `plywise games`, or files; without any, those of the standard bench.",
            autocompletion=complete_game,
        ),
    ] = None,
    depth: Depth = None,
    only_signature: Annotated[bool, typer.Option("--signature", help="Print the signature only.")] = False,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Time fixed searches: states a second, and a signature.

    Searches games from their initial states to fixed depths, with every enhancement on. The signature stands for every
    count of states and every value: a change meant to be neutral must keep it. There is none where a game can't be
    searched; the others are measured all the same, and the command ends with 1.
    """
    if json and only_signature:
        raise PlywiseError("--json holds the signature too: leave out --signature.")
    failed: dict[str, str] = {}
    measure = partial(_measure, specs or list(DEPTHS), depth, failed)
    if json:
        print_json(lambda: _bench_data(measure(), failed))
    else:
        rows = measure()
        if only_signature and not failed:
            typer.echo(signature(rows))
        elif rows and not only_signature:
            console.print(draw_bench(rows, failed))
    for spec, sentence in failed.items():
        tell_failure(sentence if spec in sentence else f"{spec}: {sentence}")
    if failed:
        raise typer.Exit(1)


def _measure(specs: list[str], depth: int | None, failed: dict[str, str]) -> list[BenchRow]:
    """Measure game after game; why one can't be is put into `failed`, and the others are measured all the same."""
    rows = []
    with show_progress() as screen:
        for number, spec in enumerate(specs):
            screen.show(f"compiling {spec}", number, len(specs))
            try:
                searcher = Searcher(load_game(spec), table_mb=TABLE_MB)
                rows.append(_search(screen, spec, searcher, depth or DEPTHS.get(spec), number, len(specs)))
            except Exception as error:
                if os.environ.get("PLYWISE_DEBUG"):
                    raise
                failed[spec] = tell_error(error)
    return rows


def _search(screen: ProgressScreen, spec: str, searcher: Searcher, depth: int | None, number: int, of: int) -> BenchRow:
    if depth is None:
        screen.show(f"choosing a depth for {spec}", number, of)
        depth = depth_within(searcher)
    screen.show(f"searching {spec} to depth {depth}", number + 0.5, of)
    return bench(spec, searcher, depth)


def _bench_data(rows: list[BenchRow], failed: dict[str, str]) -> dict[str, Any]:
    told = [
        {
            "game": row.game,
            "depth": row.depth,
            "nodes": row.nodes,
            "value": row.value,
            "seconds": round(row.seconds, 6),
            "nodes_per_second": round(row.rate),
        }
        for row in rows
    ]
    said = None if failed else signature(rows)
    return {"signature": said, "table_mb": TABLE_MB, "games": told, "failed": failed}


def draw_bench(rows: list[BenchRow], failed: dict[str, str]) -> Table:
    """Draw what was measured, the sums, and the signature, if no game is missing."""
    table = Table(box=None, pad_edge=False, header_style="dim", show_footer=True, footer_style="bold")
    nodes, seconds = sum(row.nodes for row in rows), sum(row.seconds for row in rows)
    table.add_column("game", "" if failed else Text.assemble(("signature ", "dim"), signature(rows)))
    table.add_column("depth", justify="right")
    table.add_column("states", f"{nodes:,}", justify="right")
    table.add_column("value", justify="right")
    table.add_column("CPU s", f"{seconds:.2f}", justify="right")
    table.add_column("states/s", f"{nodes / seconds if seconds else 0:,.0f}", justify="right")
    for row in rows:
        figures = (f"{row.nodes:,}", f"{row.value:g}", f"{row.seconds:.2f}", f"{row.rate:,.0f}")
        table.add_row(row.game, str(row.depth), *figures)
    return table
