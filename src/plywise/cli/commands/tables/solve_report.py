"""How a finished build is shown: counts by table, a histogram of distances, and the longest wins with their lines."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from plywise.agents.tables import Tables
from plywise.cli.commands.tables.solving import tell_rate
from plywise.explain.svg import plot_histogram
from plywise.explain.terminal import draw_histogram
from plywise.knowledge.solved import Solved
from plywise.solve.report import TableReport, add_up, value_of_start

TOLD = ("name", "tier", "slots", "states", "wins", "draws", "losses", "bytes")
"""What data say of a table."""

MOST_LINES = 5
"""How many of the longest wins are written out; --json has them all."""


def draw_report(tables: Tables, reports: Sequence[TableReport], build: dict[str, Any], width: int) -> RenderableType:
    """Draw what was solved."""
    parts: list[RenderableType] = [_draw_tables(reports)]
    wins, losses = add_up(reports)
    if wins or losses:
        to = "conversion" if tables.metric == "conversion" else "the end"
        legend = Text.assemble(f"plies to {to}, on a logarithmic scale: ", ("▀ won  ", "cyan"), ("▄ lost", "yellow"))
        parts += [Text(), legend]
        parts += draw_histogram(wins, losses, min(width, 100))
    longest = sorted((each.longest for each in reports if each.longest), key=lambda win: -win.plies)
    for win in longest[:MOST_LINES]:
        parts += [
            Text(),
            Text.assemble((f"{win.table}: won in {win.plies} plies", "bold"), " from ", (win.state, "cyan")),
            Padding(Text(" ".join(win.line)), (0, 0, 0, 2)),
        ]
    if len(longest) > MOST_LINES:
        more = len(longest) - MOST_LINES
        parts += [Text(), Text(f"... and the longest wins of {more} more tables: see --json.", style="dim")]
    start = value_of_start(tables)
    if start is not None:
        parts += [Text(), Text(_tell_start(tables, start), style="bold")]
    where = tables.folder.place.name
    parts += [Text(), Text(_tell_build(reports, build), style="dim")]
    parts.append(Text(f"Ask it: plywise probe {where} STATE\nCheck it: plywise verify {where}", style="dim"))
    return Group(*parts)


def _tell_start(tables: Tables, start: Solved) -> str:
    game, state = tables.game, tables.game.initial()
    player = game.name_of(tables.holder(state))
    return f"The start, {game.state_name(state)}: {tables.tell(start)} for {player}"


def _draw_tables(reports: Sequence[TableReport]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", show_footer=len(reports) > 1, footer_style="bold")
    entries = [report.entry for report in reports]
    table.add_column("table", "all")
    columns = ("states", "slots", "wins", "draws", "losses")
    for name in columns:
        total = sum(getattr(entry, name) or 0 for entry in entries)
        table.add_column(name, f"{total:,}", justify="right", overflow="fold")  # no digit is lost in a narrow window
    table.add_column("longest win", justify="right")
    size = sum(entry.bytes for entry in entries) / max(1, sum(entry.states for entry in entries))
    table.add_column("bytes a state", f"{size:.2f}", justify="right")
    for report in reports:
        counts = [getattr(report.entry, name) for name in columns]
        longest = "" if report.longest is None else str(report.longest.plies)
        told = ["" if count is None else f"{count:,}" for count in counts]
        table.add_row(report.entry.name, *told, longest, f"{report.bytes_a_state:.2f}")
    return table


def _tell_build(reports: Sequence[TableReport], build: dict[str, Any]) -> str:
    """Say how long it took, and how much a second of one core has done."""
    rates, rate = build.get("slots_per_cpu_second"), build.get("states_per_cpu_second", 0)
    if rates:
        # Tables that are solved together share an entry, which names them all.
        slots = {names: sum(each.entry.slots for each in reports if each.entry.name in names) for names in rates}
        rate = sum(slots.values()) / sum(slots[names] / max(1, rates[names]) for names in rates)
    hands, who = (build["workers"], "worker") if "workers" in build else (build.get("threads", 1), "thread")
    took = f"solved in {build.get('seconds', 0):,.1f} s with {hands} {who}{'s' if hands > 1 else ''}"
    return f"{took}, compiling included; {tell_rate(rate)} positions a second of one core"


def plot_report(tables: Tables, reports: Sequence[TableReport]) -> str:
    """Return the histogram of distances as SVG."""
    states = sum(report.entry.states for report in reports)
    to = "conversion" if tables.metric == "conversion" else "the end of the game"
    subtitle = f"{states:,} states in {len(reports)} tables; how many are won and lost at each distance, logarithmic"
    return plot_histogram(f"{tables.manifest.game}: plies to {to}", subtitle, *add_up(reports))


def report_data(tables: Tables, reports: Sequence[TableReport], build: dict[str, Any]) -> dict[str, Any]:
    """Return the report as data."""
    told = []
    for report in reports:
        entry, longest = report.entry, report.longest
        counts = {name: getattr(entry, name) for name in TOLD}
        line = None if longest is None else {"plies": longest.plies, "state": longest.state, "line": longest.line}
        by_distance = {"wins_by_distance": list(report.wins), "losses_by_distance": list(report.losses)}
        told.append({**counts, **by_distance, "longest_win": line})
    start = value_of_start(tables)
    return {
        "game": tables.manifest.game,
        "metric": tables.metric,
        "start": None if start is None else start.to_data(),
        "tables": told,
        "build": build,
    }
