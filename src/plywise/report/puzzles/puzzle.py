"""A puzzle, and how puzzles are looked for."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.agents import Engine
from plywise.rules import Game, PlywiseError

if TYPE_CHECKING:
    from plywise.agents import Tables

WIN, DRAW, BEST = "win", "draw", "best"


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleOptions:
    """How `find_puzzles` looks; every field has a sensible default."""

    count: int = 10
    """Puzzles to find."""
    seed: int = 0
    """From which games and states are drawn."""
    least_depth: int = 2
    """Puzzles that a search of fewer plies solves are left out."""
    tables: "Tables | str | Path | None" = None
    """Solved tables to take values from; otherwise the game is solved, or each action's value is proven by search."""
    games: int = 200
    """Games that are played, at most, to find states."""
    play_nodes: int = 500
    """States a move that the players of those games may visit."""
    proof_nodes: int = 100_000
    """States that the proof of one action may take."""
    solve_states: int = 100_000
    """A game with at most this many states is solved; 0 for none."""

    engine: Engine = "auto"
    """Which engine plays, proves and grades: "auto" compiles the rules where it can."""

    def __post_init__(self) -> None:
        if self.count < 1:
            raise PlywiseError(f"Ask for one puzzle at least, not {self.count}.")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A state in which exactly one action keeps the value: all others are proven to be worse."""

    game: Game
    state: Any
    player: int
    action: Any
    """The answer."""
    value: float
    """What the answer is proven to be worth to the player."""
    distance: int | None
    """Plies until the win, where they are known."""
    depth: int | None
    """How many plies a search must look ahead before it prefers the answer; None if more than it was let."""
    others: tuple[tuple[Any, float], ...]
    """All other actions and what they are proven to be worth."""
    source: str
    """By what it is proven: "table", "solved" or "search"."""

    @property
    def goal(self) -> str:
        """What the answer reaches: "win", "draw", or "best" where a game has more outcomes."""
        if self.value == self.game.draw_utility:
            return DRAW
        return WIN if self.game.wins_are_equal or self.value == self.game.utility_bounds[1] else BEST

    @property
    def task(self) -> str:
        """What a solver is asked to do, in words."""
        ending = {WIN: "win", DRAW: "draw", BEST: "get the most"}[self.goal]
        return f"{self.game.name_of(self.player)} to move and {ending}"

    def to_data(self) -> dict[str, Any]:
        """Return the puzzle with its answer as JSON holds it."""
        game, state = self.game, self.state
        return {
            "state": game.state_name(state),
            "player": game.name_of(self.player),
            "goal": self.goal,
            "answer": game.action_name(state, self.action),
            "value": self.value,
            "distance": self.distance,
            "depth": self.depth,
            "others": {game.action_name(state, action): value for action, value in self.others},
            "status": "proven",
            "proven_by": self.source,
        }
