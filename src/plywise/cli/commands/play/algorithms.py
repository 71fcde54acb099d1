"""`plywise algorithms`: every algorithm by name, with what it promises."""

from typing import Annotated, Any

from rich.table import Table
from rich.text import Text

from plywise.agents import ALGORITHMS, choose_algorithm
from plywise.cli.screen import GAME, Json, console, load, print_json


def algorithms(spec: Annotated[str | None, GAME] = None, json: Json = False) -> None:
    """List the algorithms; with a GAME, those that fit it.

    They are what `plywise analyse --algorithm` knows. Sections are those of Russell & Norvig, third edition.
    """
    if json:
        print_json(lambda: list_algorithms(spec))
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for row in list_algorithms(spec):
        facts = f"games: {row['games']}; book: {row['section']}; runs {row['runs']}"
        name = Text.assemble((row["name"], "cyan"), (" *", "bold green") if row["is_default"] else "")
        table.add_row(name, Text.assemble(row["promise"], (f"\n{facts}", "dim")))
    console.print(table)
    if spec is not None:
        console.print("* the default", style="dim")


def list_algorithms(spec: str | None) -> list[dict[str, Any]]:
    """Return what is known of each algorithm; with a game, of those that fit it."""
    game = None if spec is None else load(spec)[0]
    default = None if game is None else choose_algorithm(game, all_exact=True)
    return [
        {
            "name": each.name,
            "promise": each.promise,
            "games": each.kind.words,
            "section": each.section,
            "runs": "plain and compiled" if each.ask_compiled and (game is None or each.has_twin(game)) else "plain",
            "is_default": each is default,
        }
        for each in ALGORITHMS
        if game is None or each.suits(game)
    ]
