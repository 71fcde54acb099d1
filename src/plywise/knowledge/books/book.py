"""What a book says of a state: each action with the games in which it was played, and how they ended."""

from dataclasses import dataclass
from typing import Any, Protocol

from plywise.rules import Action, Game


@dataclass(frozen=True, slots=True)
class BookName:
    """What players call an opening, and its code, if it has one: B20, Sicilian Defence."""

    code: str
    name: str

    def __str__(self) -> str:
        return f"{self.code} {self.name}".strip()


@dataclass(frozen=True, slots=True)
class BookMove:
    """An action of a book, and how the games ended in which it was played, to the player who moves.

    Actions that lead to the same state, or to states that are the same by symmetry, are one: the others are in `also`.
    """

    action: Action
    also: tuple[Action, ...]
    games: int
    """In how many games it was played; in a Polyglot book, its weight."""
    wins: int = 0
    """Games that ended with more than an equal share of the utility, to the player who moves."""
    draws: int = 0
    losses: int = 0
    mean: float | None = None
    """The mean utility to the player who moves; None where a book doesn't say."""
    plies: float | None = None
    """The mean length of those games."""
    name: BookName | None = None
    """What the state is called that it leads to."""


class ProbedBook(Protocol):
    """A book that is open, whatever its form."""

    def moves(self, state: Any) -> list[BookMove]:
        """Return what was played in a state, most often first."""

    def name_of(self, state: Any) -> BookName | None:
        """Return what a state is called."""

    def close(self) -> None:
        """Close the file."""


def book_data(book: ProbedBook, game: Game, state: Any) -> dict[str, Any]:
    """Return what a book says of a state as data that JSON can hold, with actions by their names."""
    moves, named = book.moves(state), book.name_of(state)
    total = sum(move.games for move in moves)
    return {
        "state": game.state_name(state),
        "name": str(named) if named else "",
        "games": total,
        "is_scored": all(move.mean is not None for move in moves),
        "moves": [
            {
                "action": game.action_name(state, move.action),
                "also": [game.action_name(state, action) for action in move.also],
                "games": move.games,
                "share": round(move.games / total, 6),
                "wins": move.wins,
                "draws": move.draws,
                "losses": move.losses,
                "mean": move.mean,
                "plies": move.plies,
                "name": str(move.name) if move.name else "",
            }
            for move in moves
        ],
    }
