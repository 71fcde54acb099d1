"""What a book says of a state, as a table for people."""

from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from plywise.rules import Game

if TYPE_CHECKING:
    from plywise.knowledge.books import BookMove

WIDTH = 12
"""Characters of a bar."""


def draw_moves(game: Game, state: Any, moves: "list[BookMove]") -> Table:
    """Draw a row for each action: games, share, a bar of wins, draws and losses to the player who moves."""
    total = sum(move.games for move in moves)
    is_scored = all(move.mean is not None for move in moves)
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("action", no_wrap=True)
    for heading in ("games" if is_scored else "weight", "share"):
        table.add_column(heading, justify="right")
    if is_scored:
        for heading in ("won", "drawn", "lost"):
            table.add_column(heading, justify="right")
        table.add_column("", no_wrap=True, min_width=WIDTH)
        table.add_column("mean", justify="right")
        table.add_column("plies", justify="right")
    table.add_column("", style="dim")
    for move in moves:
        name = game.action_name(state, move.action)
        row: list[Any] = [Text(name, "bold"), f"{move.games:,}", f"{move.games / total:.1%}"]
        if is_scored:
            shares = [count / move.games for count in (move.wins, move.draws, move.losses)]
            row += [*(f"{share:.1%}" for share in shares), _bar(shares), f"{move.mean:+.3f}", f"{move.plies:.1f}"]
        table.add_row(*row, _note(game, state, move))
    return table


def _bar(shares: list[float]) -> Text:
    won = round(shares[0] * WIDTH)
    lost = min(WIDTH - won, round(shares[2] * WIDTH))
    drawn = WIDTH - won - lost
    return Text.assemble(("█" * won, "green"), ("▒" * drawn, "dim"), ("░" * lost, "red"))


def _note(game: Game, state: Any, move: "BookMove") -> str:
    also = ", ".join(game.action_name(state, action) for action in move.also)
    parts = [str(move.name)] if move.name else []
    return "; ".join([*parts, *([f"also {also}"] if also else [])])
