"""`plywise cache`: the compiled kernels on disk."""

import time
from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.table import Table

from plywise.cli.screen import Json, console, print_json
from plywise.kernel.building import KeptKernel, cache_folder, cache_megabytes, clear_cache, kept_kernels


class Action(StrEnum):
    """What to do with the cache."""

    LIST = "list"
    SIZE = "size"
    CLEAR = "clear"


def cache(
    action: Annotated[
        Action, typer.Argument(help="list the kernels, show their size, or remove them all")
    ] = Action.LIST,
    json: Json = False,
) -> None:
    """List, measure or clear the kernels compiled on this machine.

    Any of them can be made again. They lie in PLYWISE_CACHE_DIR, or in your cache folder, and take PLYWISE_CACHE_MB
    megabytes at most (256): those not used for longest are removed first. With --json, clear lists what it removed.
    """
    if action is Action.CLEAR:
        removed = clear_cache()
        if json:
            print_json(lambda: _data(removed))
            return
        console.print(f"Removed {_kernels(len(removed))} ({_size(sum(each.size for each in removed))}).")
        return
    kept = kept_kernels()
    if json:
        print_json(lambda: _data(kept))
        return
    if action is Action.LIST and kept:
        console.print(_table(kept))
    total = _size(sum(each.size for each in kept))
    console.print(
        f"{_kernels(len(kept))}, {total} of {cache_megabytes():g} MB at most, in {cache_folder()}", soft_wrap=True
    )


def _data(kept: list[KeptKernel]) -> dict[str, Any]:
    rows = [
        {"key": each.key, "game": each.game, "kernel": each.kernel, "bytes": each.size, "used": round(each.used, 3)}
        for each in kept
    ]
    return {"folder": str(cache_folder()), "megabytes": cache_megabytes(), "kernels": rows}


def _table(kept: list[KeptKernel]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("game", style="cyan", no_wrap=True)
    table.add_column("kernel")
    table.add_column("size", justify="right")
    table.add_column("last used", justify="right")
    table.add_column("key", style="dim")
    for each in kept:
        table.add_row(each.game, each.kernel, _size(each.size), _ago(time.time() - each.used), each.key[:8])
    return table


def _kernels(count: int) -> str:
    return "1 kernel" if count == 1 else f"{count:,} kernels"


def _size(count: int) -> str:
    """Write a number of bytes as people do.

    >>> _size(512), _size(20_480), _size(3 << 20)
    ('1 kB', '20 kB', '3.0 MB')
    """
    return f"{count / (1 << 20):.1f} MB" if count >= 1 << 20 else f"{-(-count // 1024):,} kB"


def _ago(seconds: float) -> str:
    """Write how long ago something was.

    >>> _ago(5), _ago(125), _ago(7_500), _ago(200_000)
    ('just now', '2 min ago', '2 h ago', '2 days ago')
    """
    for length, unit in ((86_400, "days"), (3_600, "h"), (60, "min")):
        if seconds >= length:
            return f"{int(seconds // length)} {unit} ago"
    return "just now"
