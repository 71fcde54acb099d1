"""`plywise probe`: what a folder of solved tables says of a state and of each of its actions."""

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from plywise.cli.screen import Json, console, print_json, show_state
from plywise.games.catalog import load_game, load_named_game
from plywise.knowledge.solved import Solved, SolvedFolder
from plywise.rules import Game, PlywiseError
from plywise.search.shared import refuse_cycle

if TYPE_CHECKING:
    from plywise.agents.tables import SolvedOption, Tables

Folder = Annotated[
    str, typer.Argument(metavar="DIR", help="A folder that `plywise solve` wrote, or the http or s3 address of one.")
]
OwnGame = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="The game, where the folder's own name for it isn't to be followed."),
]
UNKNOWN = {"value": None, "distance": None}
PROBED = 2_000
"""How many states are walked through at most to see whether a game without declared cycles has one."""
COLOURS = {1: "green", 0: "yellow", -1: "red"}


def probe(
    folder: Folder,
    state: Annotated[str, typer.Argument(metavar="STATE", help="The state, in the game's notation.")],
    spec: OwnGame = None,
    json: Json = False,
) -> None:
    """Look up a state in solved tables.

    Shows its value to the player to move, the plies to the end, and those of every action, best first.
    """
    from plywise.agents.tables import Tables

    game = game_of(folder, spec)
    tables = Tables(game, folder)
    at = game.parse_state(state)
    refuse_cycle(game, at, states=PROBED, seconds=0.2)
    is_over = game.is_terminal(at)
    known = tables.ended(at, tables.holder(at)) if is_over else tables.solved(at)
    if known is None:
        raise PlywiseError(_tell_missing(tables, at))
    options = [] if is_over else tables.options(at)
    if json:
        print_json(lambda: _probe_data(tables, at, known, options))
        return
    show_state(game, at)
    console.print(Text.assemble(_told(tables, known), f" for {game.name_of(tables.holder(at))}, by table"))
    if options:
        console.print()
        console.print(_draw_options(tables, at, options))


def game_of(folder: str, spec: str | None) -> Game:
    """Return the game that tables are of. A folder may name one that ships or is installed; files only the user may."""
    if spec is not None:
        return load_game(spec)
    return load_named_game(SolvedFolder.open(folder).outline.game, f"The manifest in {folder}", "--game")


def _tell_missing(tables: "Tables", state: Any) -> str:
    name, where = tables.game.state_name(state), tables.folder.place.name
    if tables.is_sparse:
        return f"{name} isn't among the {tables.manifest.tables[0].states:,} states of {where}: it can't be reached."
    has = ", ".join(list(tables.names.values())[:6]) + (", ..." if len(tables.names) > 6 else "")
    if tables.rules.index(state) < 0:
        return f"{name} belongs into no table of {tables.game.name}: {where} has {has}."
    return f"{name} belongs into the table {tables.rules.tier_name(tables.rules.tier(state))}, and {where} has {has}."


def _told(tables: "Tables", solved: Solved | None) -> tuple[str, str]:
    if solved is None:
        return "not in these tables", "dim"
    if solved.values is not None:
        return tables.tell(solved), "cyan"
    return tables.tell(solved), COLOURS[(solved.value > 0) - (solved.value < 0)]


def _draw_options(tables: "Tables", state: Any, options: "list[SolvedOption]") -> Table:
    """Draw every action with its outcome, best first."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("action")
    table.add_column(f"outcome for {tables.game.name_of(tables.holder(state))}")
    for option in options:
        table.add_row(tables.game.action_name(state, option.action), Text(*_told(tables, option.solved)))
    return table


def _probe_data(tables: "Tables", state: Any, known: Solved, options: "list[SolvedOption]") -> dict[str, Any]:
    game = tables.game
    return {
        "game": tables.manifest.game,
        "state": game.state_name(state),
        "player": tables.holder(state),
        "metric": tables.metric,
        **known.to_data(),
        "actions": [
            {
                "action": game.action_name(state, option.action),
                **(UNKNOWN if option.solved is None else option.solved.to_data()),
            }
            for option in options
        ],
    }
