"""`plywise bench`: fixed searches, how fast they are, and one signature of what they visited."""

from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from plywise.cli.screen import Depth, Json, Measuring, complete_game, console, measuring, print_json
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
) -> None:
    """Search games from their initial states to fixed depths, all switches on; states a second, and a signature.

    The signature stands for every count of states and every value: a change meant to be neutral must keep it.
    """
    if json and only_signature:
        raise PlywiseError("--json holds the signature too: leave out --signature.")
    if json:
        print_json(lambda: _bench_data(_measure(specs or list(DEPTHS), depth)))
        return
    rows = _measure(specs or list(DEPTHS), depth)
    if only_signature:
        typer.echo(signature(rows))
        return
    console.print(draw_bench(rows))


def _measure(specs: list[str], depth: int | None) -> list[BenchRow]:
    games = [load_game(spec) for spec in specs]
    rows = []
    with measuring() as screen:
        for number, (spec, game) in enumerate(zip(specs, games, strict=True)):
            screen.show(f"compiling {spec}", number, len(specs))
            searcher = Searcher(game, table_mb=TABLE_MB)
            rows.append(_search(screen, spec, searcher, depth or DEPTHS.get(spec), number, len(specs)))
    return rows


def _search(screen: Measuring, spec: str, searcher: Searcher, depth: int | None, number: int, of: int) -> BenchRow:
    if depth is None:
        screen.show(f"choosing a depth for {spec}", number, of)
        depth = depth_within(searcher)
    screen.show(f"searching {spec} to depth {depth}", number + 0.5, of)
    return bench(spec, searcher, depth)


def _bench_data(rows: list[BenchRow]) -> dict[str, Any]:
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
    return {"signature": signature(rows), "table_mb": TABLE_MB, "games": told}


def draw_bench(rows: list[BenchRow]) -> Table:
    """Draw what was measured, the sums, and the signature."""
    table = Table(box=None, pad_edge=False, header_style="dim", show_footer=True, footer_style="bold")
    nodes, seconds = sum(row.nodes for row in rows), sum(row.seconds for row in rows)
    table.add_column("game", Text.assemble(("signature ", "dim"), signature(rows)))
    table.add_column("depth", justify="right")
    table.add_column("states", f"{nodes:,}", justify="right")
    table.add_column("value", justify="right")
    table.add_column("CPU s", f"{seconds:.2f}", justify="right")
    table.add_column("states/s", f"{nodes / seconds if seconds else 0:,.0f}", justify="right")
    for row in rows:
        figures = (f"{row.nodes:,}", f"{row.value:g}", f"{row.seconds:.2f}", f"{row.rate:,.0f}")
        table.add_row(row.game, str(row.depth), *figures)
    return table
