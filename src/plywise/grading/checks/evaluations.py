"""An evaluation function graded by what the book asks of one (Russell & Norvig, third edition, section 5.4.1).

It should order terminal states as the utility does, must not take too long, and for other states be strongly
correlated with the chances of winning. Added here: it says the same twice, and the same to both players.
"""

import inspect
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from types import ModuleType
from typing import Any

from plywise.games.catalog import is_installed, load_game
from plywise.grading.calling import StudentError
from plywise.grading.checks.check import CheckReport, GradedCheck
from plywise.grading.checks.random_games import chances, play_ahead, sample_states
from plywise.grading.checks.subject import Subject, TaskAnswer, find_function
from plywise.grading.listening import plain_number
from plywise.grading.mistakes import Mistake
from plywise.rules import MAX, TOLERANCE, Game

USUAL_GAME = "tic-tac-toe"
GAMES = 60
SLOWEST = 1e-3
"""Seconds that a call may take."""
LEAST_ORDERED = 0.6

WRONG_PLAYER = Mistake(
    "for the wrong player",
    "states are the better rated the worse they are for the player who is asked about",
    "Let a larger value mean that `player` stands better.",
)
ONE_VIEW = Mistake(
    "the player is ignored",
    "a state has one and the same value, whoever is asked about",
    "Turn the sign where player is 1: what is good for one is bad for the other.",
)
SAYS_NOTHING = Mistake(
    "no difference between states",
    "all states have the same value",
    "Let features of the state count: material, mobility, lines that are still open.",
)
AT_RANDOM = Mistake(
    "drawn at random",
    "the same state has another value when it is asked about again",
    "Let the value depend on the state alone: no random numbers, and nothing kept from earlier calls.",
)


@dataclass(frozen=True)
class EvaluationTask:
    """Part of the examination: values of states, values of ends, or games against random play."""

    part: str
    game: str


class EvaluationSubject(Subject):
    """`evaluate(game, state, player)`, for the game that the file names by GAME."""

    name = "evaluation"
    written_as = "evaluate(game, state, player)"
    may_be_helper = True

    def find(self, module: ModuleType) -> Callable[..., Any] | None:
        """Return the function, called with game, state and player however it is written."""
        found = find_function(module, ["evaluate", "evaluation"])
        return None if found is None else _adapted(found)

    def reference_of(self, module: ModuleType) -> str:
        """Return the game that the file names, tic-tac-toe where it names none."""
        return check_reference(getattr(module, "GAME", USUAL_GAME), "GAME")

    def tasks(self, reference: str) -> Sequence[EvaluationTask]:
        """Return the parts of the examination."""
        return [EvaluationTask(part, reference) for part in ("states", "ends", "games")]

    def attempt(self, found: Callable[..., Any], task: EvaluationTask) -> Any:
        """Return values to both players and the time for one, or the scores of games."""
        game = load_game(task.game)
        if task.part == "games":
            return [play_ahead(game, found, Random(f"game {number}"), number % 2) for number in range(GAMES)]
        states = sample_states(task.game)[task.part == "ends"]
        began = time.process_time()
        first = [[plain_number(found(game, state, player)) for player in range(2)] for state in states]
        seconds = (time.process_time() - began) / max(1, 2 * len(states))
        again = [[plain_number(found(game, state, player)) for player in range(2)] for state in states]
        return {"values": first, "again": again, "seconds": seconds}

    def mark(self, answers: Sequence[TaskAnswer], reference: str) -> CheckReport:
        """Check one requirement after the other."""
        inner, ends, games = answers
        if inner.error or not _are_numbers(inner.content["values"]):
            what = inner.tell_error() if inner.error else "For some states no finite number is returned."
            return CheckReport(self.name, [GradedCheck("a number for every state", False, what)])
        checks = [
            GradedCheck("a number for every state", True, f"{len(inner.content['values'])} states of {reference}"),
            _check_repeats(inner.content),
            _check_views(inner.content, load_game(reference)),
            _check_ends(ends, reference),
            _check_time(inner.content["seconds"]),
            _check_order(inner.content["values"], reference),
            _check_games(games),
        ]
        return CheckReport(self.name, checks, _diagnose(checks, inner.content, reference))


def check_reference(name: Any, variable: str) -> str:
    """Return the name of a game of the catalog for two players; raises StudentError where it is none."""
    if not isinstance(name, str) or not is_installed(name):
        raise StudentError(f"{variable} is the name of an installed game, not {name!r}: see `plywise games`.")
    if not load_game(name).is_adversarial:
        raise StudentError(f"{variable} is a game of two players, one of whom wins what the other loses, not {name}.")
    return name


def _adapted(function: Callable[..., Any]) -> Callable[[Game, Any, int], Any]:
    """Return a function of game, state and player: (game, state) and (state) are taken to be to MAX."""
    try:
        names = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        names = ["game", "state", "player"]
    takes_game, takes_player = names[:1] == ["game"], any(name in ("player", "seat", "side") for name in names)
    if not 1 <= len(names) <= 3 or len(names) != 1 + takes_game + takes_player:
        raise StudentError("evaluate can't be called as evaluate(game, state, player): change its parameters.")

    def adapted(game: Game, state: Any, player: int) -> Any:
        given = ([game] if takes_game else []) + [state]
        if takes_player:
            return function(*given, player)
        value, total = function(*given), game.utility_sum or 0
        return value if player == MAX or plain_number(value) is None else total - value

    return adapted


def _are_numbers(values: Sequence[Sequence[float | None]]) -> bool:
    return all(each is not None and math.isfinite(each) for pair in values for each in pair)


def _check_repeats(content: dict[str, Any]) -> GradedCheck:
    title = "the same value twice"
    if content["values"] == content["again"]:
        return GradedCheck(title, True, "every state has one value")
    return GradedCheck(title, False, "A state has another value when it is asked about again.", AT_RANDOM.fix)


def _check_views(content: dict[str, Any], game: Game) -> GradedCheck:
    title = "one view of both players"
    total = game.utility_sum or 0
    off = [pair for pair in content["values"] if abs(pair[0] + pair[1] - total) > TOLERANCE * max(1, abs(pair[0]))]
    if not off:
        return GradedCheck(title, True, f"the values to both add up to {total:g}")
    one, other = off[0]
    what = f"A state is worth {one:g} to one player and {other:g} to the other, which don't add up to {total:g}."
    return GradedCheck(title, False, what, "Count for one player what counts against the other.")


def _check_ends(answer: TaskAnswer, reference: str) -> GradedCheck:
    """Ask for the book's first requirement; where there is no value for ends, nothing is ordered wrongly."""
    title = "terminal states in the order of their utility"
    if answer.error or not _are_numbers(answer.content["values"]):
        return GradedCheck(title, True, "not asked: there are no values for terminal states")
    game, ends = load_game(reference), sample_states(reference)[1]
    pairs = zip((game.utility(state, MAX) for state in ends), answer.content["values"], strict=True)
    ordered, wrong = _count_ordered([(utility, values[0]) for utility, values in pairs])
    if not ordered + wrong or ordered / (ordered + wrong) >= 0.9:
        return GradedCheck(title, True, f"{_percent(ordered, wrong)} of pairs")
    what = f"Only {_percent(ordered, wrong)} of pairs of terminal states are ordered as their utility orders them."
    return GradedCheck(title, False, what, "A win must be worth more than a draw, and a draw more than a loss.")


def _count_ordered(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return how many pairs with different truths are ordered alike and how many not; a tie is half of each."""
    right = wrong = 0.0
    for (truth, value), (other_truth, other) in combinations(pairs, 2):
        if truth != other_truth:
            share = 0.5 if value == other else float((value > other) == (truth > other_truth))
            right, wrong = right + share, wrong + 1 - share
    return right, wrong


def _percent(right: float, wrong: float) -> str:
    return f"{right / max(1, right + wrong):.0%}"


def _check_time(seconds: float) -> GradedCheck:
    title = "not too long"
    if seconds <= SLOWEST:
        return GradedCheck(title, True, "less than a millisecond")
    return GradedCheck(
        title, False, f"A call takes {1000 * seconds:.1f} ms: a search asks thousands of times.", "Do less."
    )


def _check_order(values: Sequence[Sequence[float]], reference: str) -> GradedCheck:
    title = "in step with the chances of winning"
    right, wrong = _count_ordered([(chance, pair[0]) for chance, pair in zip(chances(reference), values, strict=True)])
    told = f"{_percent(right, wrong)} of pairs of states are ordered as random games from them come out"
    if right >= LEAST_ORDERED * (right + wrong):
        return GradedCheck(title, True, told)
    return GradedCheck(title, False, f"Only {told}: by chance it is 50%.", "Let what wins games count for more.")


def _check_games(answer: TaskAnswer) -> GradedCheck:
    title = "better than random play"
    if answer.error:
        return GradedCheck(title, False, answer.tell_error())
    scores = answer.content
    mean = sum(scores) / len(scores)
    bar = 2 * math.sqrt(sum((score - mean) ** 2 for score in scores) / len(scores) / len(scores))
    told = f"looking one action ahead with it scores {mean:.0%} ± {bar:.0%} in {len(scores)} games against random play"
    if mean - bar > 0.5:
        return GradedCheck(title, True, told)
    return GradedCheck(title, False, f"{told[:1].upper()}{told[1:]}.", "Try which of its features make it play worse.")


def _diagnose(checks: Sequence[GradedCheck], content: dict[str, Any], reference: str) -> Mistake | None:
    """Name what the values look like."""
    values = content["values"]
    if all(check.is_passed for check in checks):
        return None
    if values != content["again"]:
        return AT_RANDOM
    if len({pair[0] for pair in values}) == 1:
        return SAYS_NOTHING
    if all(one == other for one, other in values):
        return ONE_VIEW
    right, wrong = _count_ordered([(chance, pair[0]) for chance, pair in zip(chances(reference), values, strict=True)])
    return WRONG_PLAYER if right < (1 - LEAST_ORDERED) * (right + wrong) else None
