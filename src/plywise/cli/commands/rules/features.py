"""`plywise features`: what an estimate is made of, feature by feature."""

from functools import partial
from typing import Any

from rich.table import Table
from rich.text import Text

from plywise.cli.screen import GameSpec, Json, StateText, console, load, print_json, show_state
from plywise.explain import tell_value
from plywise.rules import Game, PlywiseError, player_name


def features(spec: GameSpec, state: StateText = None, json: Json = False) -> None:
    """Show what each feature contributes to the estimate of a state, to every player."""
    if json:
        print_json(partial(_features_data, spec, state))
        return
    game, start = _load(spec, state)
    show_state(game, start)
    shares = _shares(game, start)
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("feature")
    for player in range(game.players):
        table.add_column(f"to {player_name(player)}", justify="right")
    for name in shares[0]:
        table.add_row(name, *(tell_value(share.get(name, 0)) for share in shares))
    totals = [tell_value(game.evaluate(start, player)) for player in range(game.players)]
    table.add_row(*(Text(text, style="bold") for text in ("evaluate", *totals)))
    console.print(table)


def _load(spec: str, state: str | None) -> tuple[Game, Any]:
    game, start = load(spec, state)
    if not game.offers("evaluate"):
        raise PlywiseError(f"{game.name} has no evaluate, so there is nothing to take apart: write that rule first.")
    return game, start


def _shares(game: Game, state: Any) -> list[dict[str, float]]:
    return [dict(game.features(state, player)) for player in range(game.players)]


def _features_data(spec: str, state: str | None) -> dict[str, Any]:
    game, start = _load(spec, state)
    return {
        "game": spec,
        "state": game.state_name(start),
        "features": _shares(game, start),
        "evaluate": [game.evaluate(start, player) for player in range(game.players)],
    }
