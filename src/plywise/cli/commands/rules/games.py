"""`plywise games`: what can be played."""

import inspect
from typing import Any

from rich.table import Table
from rich.text import Text

from plywise.cli.screen import Json, console, print_json
from plywise.games.catalog import catalog, describe
from plywise.games.shipped import PRESETS


def games(json: Json = False) -> None:
    """List the games that come with Plywise, and their parameters.

    Plugins that can't be loaded are named too.
    """
    if json:
        print_json(_list_games)
        return
    found = _list_games()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("game", style="cyan", no_wrap=True)
    table.add_column("parameters", style="dim")
    table.add_column("what it is")
    for row in found["games"]:
        table.add_row(row["name"], row["parameters"], row["about"])
    console.print(table)
    for name, reason in sorted(found["broken"].items()):
        console.print(Text.assemble((f"skipped the plugin {name}: ", "yellow"), reason), soft_wrap=True)


def _list_games() -> dict[str, Any]:
    """Return the catalog as data that JSON can hold."""
    found = catalog()
    rows = [
        {"name": name, "parameters": "" if name in PRESETS else _parameters(name), "about": describe(name)}
        for name in sorted([*found.makers, *PRESETS])
    ]
    return {"games": rows, "broken": found.broken}


def _parameters(name: str) -> str:
    """Write a game's parameters as its spec would: width=7,height=6."""
    parameters = inspect.signature(catalog().makers[name]).parameters.values()
    return ",".join(
        f"{each.name}={'-'.join(map(str, each.default)) if isinstance(each.default, tuple) else each.default}"
        for each in parameters
    )
