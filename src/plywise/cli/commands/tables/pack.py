"""`plywise pack`: the same solved tables in fewer bytes; what the rules tell isn't stored."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from plywise.cli.commands.tables.probe import Folder, OwnGame, game_of
from plywise.cli.screen import Json, ProgressForm, ProgressOption, console, print_json, show_progress
from plywise.rules import PlywiseError

if TYPE_CHECKING:
    from plywise.solve.packing import PackedTable


def pack(
    folder: Folder,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder that the packed tables are to go to.")],
    threads: Annotated[int, typer.Option("--threads", min=1, help="How many processor cores are used.")] = 1,
    spec: OwnGame = None,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Pack solved tables into fewer bytes.

    Every value is kept. Slots that hold no state are filled with whatever packs best, and where one side to move
    follows within a ply from the other, only the other is written. Everything is compared before it is left out. A
    search looks packed tables up at its root only.
    """
    from plywise.solve.packing import pack_folder, total

    game, packed = game_of(folder, spec), []
    try:
        with show_progress() as screen:
            screen.show("compiling the rules (once) ...", 0, 1)
            for table in pack_folder(game, folder, out, threads=threads):
                packed.append(table)
                screen.show(f"packed {table.name}", len(packed), len(packed))
    except OSError as error:
        raise PlywiseError(f"{out} can't be written to: {error.strerror}.") from error
    before, after = total(packed)
    if json:
        tables = [
            {"table": each.name, "derived": each.is_derived, "before": each.before, "after": each.after}
            for each in packed
        ]
        print_json(lambda: {"tables": tables, "before": before, "after": after})
        return
    console.print(_drawn(packed))
    console.print(f"{out}: {after:,} bytes instead of {before:,}.")
    console.print(f"Check it: plywise verify {out}", soft_wrap=True)


def _drawn(packed: "list[PackedTable]") -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("table")
    table.add_column("bytes", justify="right")
    table.add_column("packed", justify="right")
    for each in packed:
        table.add_row(each.name, f"{each.before:,}", "follows in a ply" if each.is_derived else f"{each.after:,}")
    return table
