"""`plywise analyse` where chance moves in a game that hides something: its outcomes, where they give nothing away."""

from typing import Any

from rich.table import Table
from rich.text import Text

from plywise.cli.screen import console
from plywise.explain import draw_board
from plywise.rules import CHANCE, Game, same_state, seen_view

SHOWN = 20
"""How many outcomes are listed."""


def is_hidden_chance(game: Game, state: Any) -> bool:
    """Whether chance moves in a game that hides something: nobody has to choose, and the outcome may be a secret."""
    return game.hides and not game.is_terminal(state) and game.to_move(state) == CHANCE


def show_chance(game: Game, state: Any) -> None:
    """Print the outcomes with their odds at the start; later, they depend on what is hidden."""
    console.print()
    console.print(draw_board(seen_view(game, state, 0)))
    console.print()
    outcomes = _outcomes(game, state)
    if outcomes:
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("outcome")
        table.add_column("probability", justify="right")
        for name, probability in outcomes[:SHOWN]:
            table.add_row(Text(name), f"{100 * probability:.3g}%")
        console.print(table)
        if len(outcomes) > SHOWN:
            console.print(Text(f"... and {len(outcomes) - SHOWN:,} more outcomes.", style="dim"))
        console.print()
    console.print(Text("Chance moves here, so nobody has to choose."))
    if not outcomes:
        console.print(
            "What may come depends on what is hidden: `plywise explain` gives one player's odds by --player A."
        )


def chance_data(spec: str, game: Game, state: Any) -> dict[str, Any]:
    """Return the same as data."""
    outcomes = [{"outcome": name, "probability": odds} for name, odds in _outcomes(game, state)]
    return {"game": spec, "state": None, "player": CHANCE, "action": None, "outcomes": outcomes}


def _outcomes(game: Game, state: Any) -> list[tuple[str, float]]:
    """Return the outcomes, the likeliest first, with their odds; none where they would tell what is hidden."""
    if not same_state(state, game.initial()):
        return []
    named = [(game.action_name(state, outcome), float(odds)) for outcome, odds in game.chances(state)]
    return sorted(named, key=lambda each: -each[1])
