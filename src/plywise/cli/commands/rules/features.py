"""`plywise features`: what an estimate is made of, feature by feature."""

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from plywise.agents import weighed_game
from plywise.cli.screen import GameSpec, Json, StateText, console, load, print_json, show_state
from plywise.explain import tell_value
from plywise.rules import TOLERANCE, Game, PlywiseError, player_name

FEW = 12
"""Where a game has more features than this, those of which there is nothing are left out."""


def features(
    spec: GameSpec,
    state: StateText = None,
    weights: Annotated[
        Path | None, typer.Option("--weights", metavar="FILE", help="Weigh by this file of `plywise fit-weights`.")
    ] = None,
    json: Json = False,
) -> None:
    """Show what each feature adds to the estimate of a state.

    Estimates are shown to every player. Where a game names weights, it is how much of each feature the first player has
    more, times its weight.
    """
    if json:
        print_json(partial(_features_data, spec, state, weights))
        return
    game, start = _load(spec, state, weights)
    show_state(game, start)
    if game.offers("amounts"):
        console.print(_draw_weights(game, start))
    else:
        console.print(_draw_shares(game, start))


def _draw_weights(game: Game, state: Any) -> Table:
    """Draw each feature that there is any of: weight x amount = share, to the first player."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("feature", "weight", "amount", f"to {player_name(0)}"):
        table.add_column(heading, justify="left" if heading == "feature" else "right")
    rest = game.evaluate(state, 0) - game.even
    for (name, weight), amount in zip(game.weights.items(), game.amounts(state, 0), strict=True):
        rest -= weight * amount
        if amount or len(game.weights) <= FEW:
            table.add_row(name, tell_value(weight), f"{amount:+.4g}", tell_value(weight * amount))
    if abs(rest) > TOLERANCE:
        table.add_row("rounding", "", "", tell_value(rest))
    table.add_row(*(Text(text, style="bold") for text in ("evaluate", "", "", tell_value(game.evaluate(state, 0)))))
    return table


def _draw_shares(game: Game, state: Any) -> Table:
    """Draw what each feature contributes, to every player."""
    shares = _shares(game, state)
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("feature")
    for player in range(game.players):
        table.add_column(f"to {player_name(player)}", justify="right")
    for name in shares[0]:
        table.add_row(name, *(tell_value(share.get(name, 0)) for share in shares))
    totals = [tell_value(game.evaluate(state, player)) for player in range(game.players)]
    table.add_row(*(Text(text, style="bold") for text in ("evaluate", *totals)))
    return table


def _load(spec: str, state: str | None, weights: Path | None) -> tuple[Game, Any]:
    game, start = load(spec, state)
    if not game.offers("evaluate"):
        raise PlywiseError(f"{game.name} has no evaluate, so there is nothing to take apart: write that rule first.")
    return weighed_game(game, weights), start


def _shares(game: Game, state: Any) -> list[dict[str, float]]:
    return [dict(game.features(state, player)) for player in range(game.players)]


def _features_data(spec: str, state: str | None, weights: Path | None) -> dict[str, Any]:
    game, start = _load(spec, state, weights)
    data: dict[str, Any] = {
        "game": spec,
        "state": game.state_name(start),
        "features": _shares(game, start),
        "evaluate": [game.evaluate(start, player) for player in range(game.players)],
    }
    if game.offers("amounts"):
        amounts = [game.amounts(start, player) for player in range(game.players)]
        data["weights"] = dict(game.weights)
        data["amounts"] = [dict(zip(game.weights, each, strict=True)) for each in amounts]
    return data
