"""`plywise games`: what can be played."""

import inspect

from rich.table import Table

from plywise.cli.common import Json, console, print_json
from plywise.games.catalog import PRESETS, catalog, describe


def games(json: Json = False) -> None:
    """List the games in the catalog, with their parameters, and the plugins that can't be loaded."""
    found = catalog()
    rows = [
        {"name": name, "parameters": "" if name in PRESETS else _parameters(name), "about": describe(name)}
        for name in sorted([*found.makers, *PRESETS])
    ]
    if json:
        print_json({"games": rows, "broken": found.broken})
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("game", style="cyan", no_wrap=True)
    table.add_column("parameters", style="dim")
    table.add_column("what it is")
    for row in rows:
        table.add_row(row["name"], row["parameters"], row["about"])
    console.print(table)
    for name, reason in sorted(found.broken.items()):
        console.print(f"[yellow]skipped the plugin {name}:[/] {reason}", soft_wrap=True)


def _parameters(name: str) -> str:
    """Write a game's parameters as its spec would: width=7,height=6."""
    parameters = inspect.signature(catalog().makers[name]).parameters.values()
    return ",".join(
        f"{each.name}={'-'.join(map(str, each.default)) if isinstance(each.default, tuple) else each.default}"
        for each in parameters
    )
