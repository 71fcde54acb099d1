"""`plywise agents`: whom a game can be played against, and how each is named."""

from typing import Annotated, Any

from rich.table import Table
from rich.text import Text

from plywise.agents import KINDS, choose_plan
from plywise.cli.commands.play.algorithms import list_algorithms
from plywise.cli.screen import GAME, Json, console, load, print_json
from plywise.rules import Limit

EXAMPLES = {
    "auto": "auto:threads=2",
    "alpha-beta": "alpha-beta:null-move,no-killers,table-mb=256",
    "uct": "uct:exploration=0.7",
    "table": "table:DIR",
    "level": "level:3",
    "uci": "uci:stockfish?UCI_Elo=2000",
    "gtp": 'gtp:"gnugo --mode gtp --level 1"',
}


def agents(spec: Annotated[str | None, GAME] = None, json: Json = False) -> None:
    """List the agents, and how to name them.

    They are what `plywise play --agent` and `plywise match` know; with a GAME, those that can play it.
    """
    rows = list_agents(spec)
    if json:
        print_json(lambda: rows)
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for row in rows:
        example = f"\nsuch as {row['example']}" if row["example"] else ""
        table.add_row(Text(row["name"], style="cyan"), Text.assemble(row["what"], (example, "dim")))
    console.print(table)


def list_agents(spec: str | None) -> list[dict[str, Any]]:
    """Return every agent's name, what it is, and an example with settings."""
    kinds = dict(KINDS)
    if spec is not None:
        game = load(spec)[0]
        names = [stage.algorithm.name for stage in choose_plan(game, Limit(time=1.0)).stages]
        kinds["auto"] = f"what suits {game.name}: {', then '.join(names)}"
    searching = {row["name"]: row["promise"] for row in list_algorithms(spec)}
    auto = {"auto": kinds.pop("auto")}
    return [
        {"name": name, "what": what, "example": EXAMPLES.get(name, "")}
        for name, what in {**auto, **searching, **kinds}.items()
    ]
