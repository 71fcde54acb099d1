"""Larger games by solved tables: those of a folder, or tables that are made for the report alone."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.report.solved.plain import solve_plainly
from plywise.report.solved.solution import SolvedAction, StateSolution
from plywise.rules import Game, PlywiseError

if TYPE_CHECKING:
    from plywise.agents import Tables

MOST_PLAIN = 20_000
"""States of a game that is solved by its plain rules; those of larger ones are compiled."""


class TableSolution:
    """A folder of solved tables as what is known of each action."""

    def __init__(self, tables: "Tables") -> None:
        self.tables, self.game = tables, tables.game

    @property
    def states(self) -> int:
        """How many states the tables hold."""
        return sum(entry.states for entry in self.tables.manifest.tables)

    def actions(self, state: Any) -> list[SolvedAction]:
        """Return what each action is worth; none where the tables don't know all of them."""
        game, player, found = self.game, self.game.to_move(state), []
        low, high = game.utility_bounds
        for action in game.actions(state):
            solved = self.tables.worth(state, game.result(state, action), player)
            if solved is None:
                return []
            value = float(solved.value)
            if self.tables.meaning.kind == "outcome":
                value = high if value > 0 else low if value < 0 else game.draw_utility
            found.append(SolvedAction(action, value, solved.distance))
        return found


def solve_game_wholly(
    game: Game, most: int, folder: Path, on_note: Callable[[str], None] = lambda note: None
) -> StateSolution | None:
    """Solve a game with at most that many states, plainly or with tables in a folder; None where it can't be.

    Dice, more than two players, and rules that can't be compiled leave only small games to be solved.
    """
    if not most or not game.is_adversarial:
        return None
    on_note("counting its states")
    plain = solve_plainly(game, min(most, MOST_PLAIN))
    if plain is not None or most <= MOST_PLAIN or game.has_chance or game.repetition == "illegal":
        return plain
    try:
        return _solve_compiled(game, most, folder, on_note)
    except PlywiseError:  # of a kind that no table holds, or rules that don't compile
        return None


def _solve_compiled(game: Game, most: int, folder: Path, on_note: Callable[[str], None]) -> StateSolution | None:
    from plywise.agents.tables import Tables
    from plywise.kernel.tables import find_packing
    from plywise.solve import REACHABLE, solve_game
    from plywise.solve.sparse import SparseWork, with_keys

    def count(packing: Any) -> int:
        return SparseWork(game, packing, 1, False, None).count(most + 1)

    if with_keys(find_packing(game), count) > most:
        return None
    on_note("solving it")
    solve_game(game, folder, tier=REACHABLE, spec=game.spec or game.name)
    return TableSolution(Tables(game, folder))
