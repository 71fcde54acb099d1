"""What a solved game says of its rules: the value of the start and of each first action, how much is won and drawn."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from plywise.matches import GameResult, Opening
from plywise.matches.statistics import MeanEstimate, estimate_share
from plywise.report.replaying import action_kind
from plywise.report.solved.plain import PlainSolution
from plywise.report.solved.solution import SolvedAction, StateSolution, best_actions
from plywise.report.solved.tabled import TableSolution
from plywise.rules import CHANCE, Game, Lots

SAMPLED = 2_000
"""States of tables that are drawn to see how many have one best action alone."""


@dataclass(frozen=True, slots=True)
class ExactOpening:
    """A first action, its proven value to whoever plays it, and whether it keeps the value of the start."""

    name: str
    value: float
    distance: int | None
    is_best: bool


@dataclass(frozen=True, slots=True)
class ExactReport:
    """What is proven of a game."""

    states: int
    value: float
    """Of the start, to player 0."""
    draw: float
    """What a draw is worth."""
    distance: int | None
    """Plies until the start is won or lost, with best play."""
    won: int | None
    drawn: int | None
    lost: int | None
    """States by their value to the player to move; tables count those in which the game is over too."""
    openings: tuple[ExactOpening, ...]
    only: MeanEstimate | None
    """The share of decisions in which exactly one action keeps the value."""
    is_only_exact: bool
    """Whether that counts every state; otherwise states were drawn."""
    never_best: tuple[str, ...]
    """Kinds of actions that keep the value in no state where there is a choice, where every state was looked at."""
    longest: int | None
    """The plies of the longest win."""

    def to_data(self) -> dict[str, Any]:
        """Return all of it as JSON holds it."""
        only = None if self.only is None else {"value": self.only.value} if self.is_only_exact else self.only.to_data()
        return {
            "status": "proven",
            "states": self.states,
            "value_to_first": self.value,
            "distance": self.distance,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "openings": [
                {"action": each.name, "value": each.value, "distance": each.distance, "is_best": each.is_best}
                for each in self.openings
            ],
            "one_best_action": only,
            "one_best_action_is_exact": self.is_only_exact,
            "never_best": list(self.never_best),
            "longest_win": self.longest,
        }


def report_exactly(solution: StateSolution, seed: int = 0) -> ExactReport:
    """Say what a solved game's values mean.

    >>> from plywise.games.nim import Nim
    >>> from plywise.report.solved.plain import solve_plainly
    >>> found = report_exactly(solve_plainly(Nim(piles=(2, 2)), 100))
    >>> found.states, found.value, [each.name for each in found.openings if each.is_best]
    (14, -1, ['A1', 'A2', 'B1', 'B2'])
    """
    if isinstance(solution, PlainSolution):
        return _report_plain(solution)
    assert isinstance(solution, TableSolution)
    return _report_tables(solution, seed)


def _openings(solution: StateSolution) -> tuple[ExactOpening, ...]:
    game, state = solution.game, solution.game.initial()
    if game.is_terminal(state) or game.to_move(state) == CHANCE:
        return ()
    actions = solution.actions(state)
    best = {id(each) for each in best_actions(actions)}
    return tuple(
        ExactOpening(game.action_name(state, each.action), each.value, each.distance, id(each) in best)
        for each in actions
    )


def _start(solution: StateSolution) -> tuple[float, int | None]:
    """Return the value of the start to player 0 and its distance, as its actions say."""
    game, state = solution.game, solution.game.initial()
    if isinstance(solution, PlainSolution):
        key = game.key(state)
        return solution.values[key], solution.distances.get(key)
    best = best_actions(solution.actions(state))
    plies = [each.distance for each in best if each.distance is not None]
    is_won = best[0].value > game.draw_utility
    return game.value_to(game.to_move(state), best[0].value), (min if is_won else max)(plies) if plies else None


def _report_plain(solution: PlainSolution) -> ExactReport:
    game, counts, kinds = solution.game, [0, 0, 0], defaultdict[str, int](int)
    only = choices = 0
    for key, state in solution.known.items():
        if game.is_terminal(state) or game.to_move(state) == CHANCE:
            continue
        lead = game.value_to(game.to_move(state), solution.values[key]) - game.draw_utility
        counts[0 if lead > 1e-9 else 2 if lead < -1e-9 else 1] += 1
        actions = solution.actions(state)
        best = best_actions(actions)
        if len(actions) > 1:
            choices += 1
            only += len(best) == 1
            _count_kinds(game, state, actions, best, kinds)
    value, distance = _start(solution)
    return ExactReport(
        solution.states,
        value,
        game.draw_utility,
        distance,
        counts[0],
        counts[1],
        counts[2],
        _openings(solution),
        estimate_share(only, choices),
        True,
        tuple(sorted(kind for kind, times in kinds.items() if not times)),
        max(solution.distances.values(), default=None),
    )


def _count_kinds(
    game: Game, state: Any, actions: Sequence[SolvedAction], best: Sequence[SolvedAction], kinds: dict[str, int]
) -> None:
    """Count how often each kind of action keeps the value where another one doesn't, or all do."""
    for each in actions:
        kinds[action_kind(game.action_name(state, each.action))] += each in best


def _report_tables(solution: TableSolution, seed: int) -> ExactReport:
    entries = solution.tables.manifest.tables
    only = [len(best_actions(actions)) == 1 for _, actions in drawn_choices(solution, SAMPLED, seed)]
    value, distance = _start(solution)
    longest = [entry.longest for entry in entries if entry.longest is not None]
    won, drawn, lost = (_added(getattr(entry, name) for entry in entries) for name in ("wins", "draws", "losses"))
    share = estimate_share(sum(only), len(only))
    opened = _openings(solution)
    return ExactReport(
        solution.states,
        value,
        solution.game.draw_utility,
        distance,
        won,
        drawn,
        lost,
        opened,
        share,
        False,
        (),
        max(longest, default=None),
    )


def _added(counts: Iterable[int | None]) -> int | None:
    known = list(counts)
    return None if None in known else sum(count for count in known if count is not None)


def drawn_choices(solution: TableSolution, most: int, seed: int) -> Iterator[tuple[Any, list[SolvedAction]]]:
    """Draw states of tables in which there is a choice, with what each action is worth."""
    tables, lots = solution.tables, Lots(Lots(seed).bits())
    named = [tables.folder.table(entry.name) for entry in tables.manifest.tables]
    slots = [table.entry.slots for table in named]
    for _ in range(4 * most):
        number = lots.draw([(place, count / sum(slots)) for place, count in enumerate(slots)])
        table, slot = named[number], lots.bits() % max(1, slots[number])
        if not tables.is_sparse and table.solved(slot) is None:
            continue
        state = tables.state_of(table, slot)
        if tables.game.is_terminal(state):
            continue
        actions = solution.actions(state)
        if len(actions) > 1:
            yield state, actions
            most -= 1
            if not most:
                return


@dataclass(frozen=True, slots=True)
class ExactCourse:
    """How a game went by the proven values: mistakes after the opening, and when the value last changed."""

    mistakes: int
    decided: float
    """The share of the game's plies after which its value never changed."""


def follow_exactly(solution: StateSolution, played: GameResult) -> ExactCourse | None:
    """Return where a game lost its value; None where the values of some state on its way aren't known."""
    game = solution.game
    if game.has_chance or not played.actions:
        return None
    record = Opening((), "" if played.initial == game.state_name(game.initial()) else played.initial).begin(game)
    mistakes, last = 0, 0
    for ply, name in enumerate(played.actions):
        action, known = record.find(name), solution.actions(record.state)
        worth = {each.action: each.value for each in known}
        if action not in worth:
            return None
        if not math.isclose(worth[action], max(worth.values()), abs_tol=1e-9):
            last = ply + 1
            mistakes += ply >= played.opening_plies
        record.add(action)
    return ExactCourse(mistakes, last / len(played.actions))
