"""A puzzle, and how puzzles are looked for."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.agents import Engine
from plywise.matches import Opening
from plywise.rules import Game, NotationError, PlywiseError

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
    line: tuple[str, ...] = ()
    """The actions, by their names, that led to it from the start of a game; none where it was drawn from tables."""

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

    @classmethod
    def from_data(cls, game: Game, data: dict[str, Any]) -> "Puzzle":
        """Return the puzzle that `to_data` wrote; raises where a name can't be read.

        >>> from plywise.games.placing.tic_tac_toe import TicTacToe
        >>> from plywise.report.puzzles import find_puzzles
        >>> puzzles = find_puzzles(TicTacToe(), PuzzleOptions(count=2, engine="plain"))
        >>> [Puzzle.from_data(each.game, each.to_data()).task for each in puzzles] == [each.task for each in puzzles]
        True
        """
        line = tuple(data["line"])
        state = Opening(line).begin(game).state
        if not line and game.state_name(state) != data["state"]:
            state = game.parse_state(data["state"])
        if game.state_name(state) != data["state"]:
            raise NotationError(f"{data['state']} is another state of {game.name} when it is read again.")
        return cls(
            game,
            state,
            game.to_move(state),
            game.parse_action(state, data["answer"]),
            data["value"],
            data["distance"],
            data["depth"],
            tuple((game.parse_action(state, name), value) for name, value in data["others"].items()),
            data["proven_by"],
            line,
        )

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
            "line": list(self.line),
        }
