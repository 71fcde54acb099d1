"""`plywise algorithms`: every algorithm by name, with what it promises."""

from typing import Annotated, Any

from rich.table import Table
from rich.text import Text

from plywise.agents import ALGORITHMS, SearchOptions, choose_algorithm, choose_plan
from plywise.cli.screen import GAME, Json, console, load, print_json
from plywise.rules import Game, Limit
from plywise.search import can_be_enumerated


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
        console.print(_tell_default(load(spec)[0]), style="dim", soft_wrap=True)


def _tell_default(game: Game) -> str:
    """Say what is done for a game where no algorithm is named."""
    plan = choose_plan(game, Limit(time=1, is_default=True), None, SearchOptions(all_exact=True))
    names = [stage.algorithm.name for stage in plan.stages]
    search = f"{names[0]} for a proof, then {names[1]}" if len(names) > 1 else names[0]
    if not can_be_enumerated(game):
        return f"* the default. Without --algorithm: {search}."
    return f"* the default search. Without --algorithm: enumeration, which proves small games; else {search}."


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
