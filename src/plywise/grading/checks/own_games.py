"""A student's own game: examined by the rules doctor, and compared with a game of the catalog where it should be that.

Compared are numbers that don't depend on how states and actions are written: how many lines there are of each length,
how many of them have ended, and who won. Where they first differ is found by walking through both side by side.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from types import ModuleType
from typing import Any

from plywise.doctor import check_rules
from plywise.games.catalog import load_game
from plywise.grading.checks.check import CheckReport, GradedCheck
from plywise.grading.checks.evaluations import check_reference
from plywise.grading.checks.subject import Subject, TaskAnswer
from plywise.grading.mistakes import Mistake
from plywise.rules import CHANCE, MAX, Game

MOST_STATES = 4_000
"""After one number of plies; where there are more, nothing longer is compared."""
MOST_PLIES = 12
WALKS = 300

NOT_OVER = Mistake(
    "an end is not seen", "the game goes on where it is over", "Look at is_terminal: which way of ending is missing?"
)
OVER_EARLY = Mistake(
    "over too early", "the game is over where it should go on", "Look at is_terminal: what does it take for an end?"
)
WRONG_WINNER = Mistake(
    "the wrong winner",
    "the same games end, but those that one player should win are won by the other, or by nobody",
    "utility(state, player) is what the end is worth to `player`: mostly it was the other player who moved last.",
)
TOO_MANY = Mistake(
    "too many actions", "some states offer actions that are not legal there", "Look at actions: what must it leave out?"
)
TOO_FEW = Mistake("actions missing", "some states offer too few actions", "Look at actions: which are missing?")


@dataclass(frozen=True)
class LineCounts:
    """Of the lines of one length: how many there are, and how those that have ended came out for MAX."""

    lines: int
    wins: int
    draws: int
    losses: int

    @property
    def ended(self) -> int:
        """How many have ended."""
        return self.wins + self.draws + self.losses

    def tell(self) -> str:
        """Say it in a few words."""
        ends = (
            f", {self.ended:,} ended ({self.wins:,} won, {self.draws:,} drawn, {self.losses:,} lost by player 0)"
            if self.ended
            else ""
        )
        return f"{self.lines:,} lines{ends}"


@dataclass(frozen=True)
class OwnGameTask:
    """Part of the examination, and the game of the catalog that it is compared with."""

    part: str
    game: str


class OwnGameSubject(Subject):
    """A class that is a `Game`, which LIKE may name as one of the catalog's."""

    name = "game"
    written_as = "class MyGame(Game)"
    is_search = False
    may_be_helper = True

    def find(self, module: ModuleType) -> type[Game] | None:
        """Return the game that the file defines itself, the last one where there are several."""
        own = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Game)]
        found = [each for each in own if each.__module__ == module.__name__]
        return found[-1] if found else None

    def reference_of(self, module: ModuleType) -> str:
        """Return the game of the catalog that it should be, if the file names one."""
        like = getattr(module, "LIKE", "")
        return check_reference(like, "LIKE") if like else ""

    def tasks(self, reference: str) -> Sequence[OwnGameTask]:
        """Return the parts of the examination."""
        parts = ("doctor", "counts", "difference") if reference else ("doctor",)
        return [OwnGameTask(part, reference) for part in parts]

    def attempt(self, found: type[Game], task: OwnGameTask) -> Any:
        """Return the doctor's findings, how many lines the game has, or where it first differs."""
        if task.part == "doctor":
            return [(each.level, each.check, each.what, each.fix) for each in check_rules(found()).findings]
        return count_lines(found()) if task.part == "counts" else find_difference(found(), load_game(task.game))

    def mark(self, answers: Sequence[TaskAnswer], reference: str) -> CheckReport:
        """Report what the doctor found, then compare."""
        checks = _check_health(answers[0])
        if len(answers) == 1 or answers[0].error:
            return CheckReport(self.name, checks)
        if answers[1].error:
            return CheckReport(self.name, [*checks, GradedCheck(f"like {reference}", False, answers[1].tell_error())])
        wanted, found = reference_counts(reference), [LineCounts(*each) for each in answers[1].content]
        compared = [_compare(plies, *pair) for plies, pair in enumerate(zip(wanted, found, strict=False), 1)]
        if len(found) < len(wanted):
            compared.append(GradedCheck(f"after {len(found) + 1} plies", False, "No line of yours is so long."))
        first = next((number for number, check in enumerate(compared) if not check.is_passed), None)
        if first is None:
            return CheckReport(self.name, [*checks, *compared])
        where = "" if answers[2].error else str(answers[2].content)
        compared[first] = replace(compared[first], what=f"{compared[first].what} {where}".strip())
        mistake = _diagnose(wanted[first], found[first] if first < len(found) else LineCounts(0, 0, 0, 0))
        return CheckReport(self.name, [*checks, *compared[: first + 1]], mistake)


def _check_health(answer: TaskAnswer) -> list[GradedCheck]:
    """Return a check for each of the doctor's errors, or one that there are none."""
    if answer.error:
        return [GradedCheck("rules that can be examined", False, answer.tell_error())]
    errors = [
        GradedCheck(f"the doctor: {name}", False, what, fix)
        for level, name, what, fix in answer.content
        if level == "error"
    ]
    warned = sum(level == "warning" for level, *_ in answer.content)
    told = f"{warned} warning{'s' if warned > 1 else ''}: see `plywise check`" if warned else ""
    return errors or [GradedCheck("the doctor finds no error", True, told)]


def count_lines(game: Game) -> list[tuple[int, int, int, int]]:
    """Return for each length, from one ply on, the lines and how they ended; as long as there aren't too many states.

    >>> from plywise.games.nim import Nim
    >>> count_lines(Nim(piles=(1, 1)))
    [(2, 0, 0, 0), (2, 2, 0, 0)]
    """
    counts, lines = [], Counter({game.initial(): 1})
    for _ in range(MOST_PLIES):
        longer: Counter[Any] = Counter()
        for state, times in lines.items():
            for _, child in _successors(game, state):
                longer[child] += times
        if not longer or len(longer) > MOST_STATES:
            break
        lines, ends = longer, Counter[int]()
        for state, times in lines.items():
            if game.is_terminal(state):
                ends[_winner(game, state)] += times
        counts.append((lines.total(), ends[1], ends[0], ends[-1]))
    return counts


def _winner(game: Game, state: Any) -> int:
    """Return 1 where MAX has won, -1 where MIN has."""
    lead = game.utility(state, MAX) - game.utility(state, 1)
    return (lead > 0) - (lead < 0)


def _successors(game: Game, state: Any) -> Iterator[tuple[str, Any]]:
    """Yield each action's name and what it leads to."""
    if game.is_terminal(state):
        return
    offered = [each for each, _ in game.chances(state)] if game.to_move(state) == CHANCE else game.actions(state)
    for action in offered:
        yield game.action_name(state, action), game.result(state, action)


def find_difference(game: Game, reference: Game) -> str:
    """Return in a sentence where two games first differ, as far as random walks side by side find it; else nothing.

    Actions go together that have the same name, or, where the names are others, the same place among them.
    """
    found = [_walk_beside(game, reference, Random(f"walk {number}")) for number in range(WALKS)]
    return min((each for each in found if each[1]), default=(0, ""))[1]


def _walk_beside(game: Game, reference: Game, random: Random) -> tuple[int, str]:
    """Return after how many plies they differ, and how."""
    mine, theirs, line = game.initial(), reference.initial(), list[str]()
    for plies in range(MOST_PLIES):
        here, there = dict(_successors(game, mine)), dict(_successors(reference, theirs))
        told, wanted = _tell_state(game, mine, here), _tell_state(reference, theirs, there)
        if told != wanted:
            after = f"after {' '.join(line)}" if line else "at the start"
            return plies, f"First {after}: {told}, and in {reference.name} {wanted}."
        if not there:
            break
        number = random.randrange(len(there))
        name = list(there)[number]
        mine = here[name] if here.keys() == there.keys() else list(here.values())[number]
        theirs = there[name]
        line.append(name if name in here else list(here)[number])
    return 0, ""


def _tell_state(game: Game, state: Any, successors: Mapping[str, Any]) -> str:
    if not game.is_terminal(state):
        return f"there are {len(successors)} actions"
    return {1: "player 0 has won", 0: "it is drawn", -1: "player 1 has won"}[_winner(game, state)]


@cache
def reference_counts(spec: str) -> list[LineCounts]:
    """Return how many lines a game of the catalog has."""
    return [LineCounts(*each) for each in count_lines(load_game(spec))]


def _compare(plies: int, wanted: LineCounts, found: LineCounts) -> GradedCheck:
    title = f"after {plies} pl{'y' if plies == 1 else 'ies'}"
    if wanted == found:
        return GradedCheck(title, True, found.tell())
    return GradedCheck(title, False, f"There should be {wanted.tell()}; yours has {found.tell()}.")


def _diagnose(wanted: LineCounts, found: LineCounts) -> Mistake:
    if found.lines != wanted.lines:
        return TOO_MANY if found.lines > wanted.lines else TOO_FEW
    if found.ended != wanted.ended:
        return NOT_OVER if found.ended < wanted.ended else OVER_EARLY
    return WRONG_WINNER
