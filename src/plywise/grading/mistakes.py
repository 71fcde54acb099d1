"""The usual mistakes, each as a wrong variant of the search, and which of them a student's answers look like."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from plywise.grading.exercises import Exercise, GradedAlgorithm
from plywise.grading.variants import Variant, VariantTrace
from plywise.rules import TOLERANCE


@dataclass(frozen=True)
class Mistake:
    """A name for it, what it looks like and where to fix it, and the variants that make it."""

    name: str
    what: str
    fix: str
    changes: Sequence[Mapping[str, object]]


ANYWHERE = (
    Mistake(
        "wrong viewpoint",
        "a leaf is counted for the wrong player",
        "Ask utility(state, 0) and evaluate(state, 0) at every leaf: all values are to MAX, player 0.",
        [{"leaf_to": "the one to move"}, {"leaf_to": "the one who moved"}, {"leaf_to": "MIN"}],
    ),
    Mistake(
        "value to the player to move",
        "where MIN moves at the root, the value is MIN's own",
        "Return the value to MAX, player 0, whoever moves at the root.",
        [{"answer_to": "the one to move"}],
    ),
    Mistake(
        "min and max swapped",
        "the wrong one of min and max is taken",
        "Take the largest value where game.to_move(state) == 0, and the smallest where it is 1.",
        [{"chooses": "swapped"}, {"chooses": "always max"}],
    ),
    Mistake(
        "turns assumed to alternate",
        "min and max are taken by turns",
        "Ask game.to_move(state) in every state: a player may move twice in a row.",
        [{"chooses": "by turns"}],
    ),
    Mistake(
        "depth off by one",
        "the search stops a ply too soon or too late",
        "The root has the whole depth left, each successor one less, and a state with depth 0 is evaluated.",
        [{"deeper_by": 1}, {"deeper_by": -1}],
    ),
    Mistake(
        "terminal ignored",
        "a state where the game is over is not taken for a leaf",
        "Ask game.is_terminal(state) before anything else, and return game.utility(state, 0) there.",
        [{"ends": ends} for ends in ("ignored", "refused", "estimated", "estimated at the horizon")],
    ),
    Mistake(
        "first move only",
        "only the first of a state's actions is looked at",
        "Go through all of game.actions(state): look for a return inside the loop.",
        [{"looks_at": "the first"}, {"looks_at": "the first at the root"}],
    ),
    Mistake(
        "last move left out",
        "the last of a state's actions is not looked at",
        "Go through all of game.actions(state), the last one too.",
        [{"looks_at": "all but the last"}],
    ),
)

PRUNING = (
    Mistake(
        "alpha not updated",
        "what was found at the first successors is not handed on to the next ones",
        "After each successor set alpha = max(alpha, value) where MAX moves, beta = min(beta, value) where MIN does.",
        [{"keeps_alpha": False}, {"keeps_beta": False}],
    ),
    Mistake(
        "cut with > for >=",
        "nothing is cut off where a value just equals the bound",
        "Stop as soon as value >= beta where MAX moves, value <= alpha where MIN does: equal is enough.",
        [{"cuts_equal": False}],
    ),
    Mistake(
        "another order of actions",
        "the last action is looked at first",
        "Go through game.actions(state) in the order in which they come, so that leaves can be compared.",
        [{"looks_at": "from the last"}],
    ),
    Mistake(
        "nothing is cut off",
        "every leaf is visited, as by minimax",
        "Hand alpha and beta down, update them after each successor, and stop as soon as one reaches the other.",
        [{"prunes": False}],
    ),
)

CHANCE = (
    Mistake(
        "chance averaged wrongly",
        "the outcomes of chance are not weighted by their probabilities",
        "A chance state is worth the sum of probability * value over game.chances(state), and nothing else.",
        [{"chance": chance} for chance in ("equal", "sum", "mean of products", "best", "first")],
    ),
)


@dataclass(frozen=True)
class Diagnosis:
    """The mistake that a student's answers look like, and on how many of the failed exercises they are the same."""

    mistake: Mistake
    alike: int
    failed: int

    @property
    def is_whole(self) -> bool:
        """Whether every failure looks like it."""
        return self.alike == self.failed


def reference(algorithm: GradedAlgorithm) -> Variant:
    """Return the search as it should be."""
    return Variant(prunes=algorithm == "alpha-beta")


def mistakes_of(algorithm: GradedAlgorithm) -> tuple[Mistake, ...]:
    """Return the mistakes that can be made in an algorithm, those of its own first."""
    own = {"minimax": (), "alpha-beta": PRUNING, "expectiminimax": CHANCE}[algorithm]
    return (*own, *ANYWHERE)


def diagnose(algorithm: GradedAlgorithm, done: Sequence[tuple[Exercise, VariantTrace, bool]]) -> Diagnosis | None:
    """Return the mistake that a student's answers look most like, if at least half of the failed exercises do.

    `done` has each exercise with the student's answer and whether it was passed. What was passed counts too: a student
    with a mistake passes those exercises in which it doesn't show.
    """
    failed = sum(not is_passed for _, _, is_passed in done)
    best, most = None, -1
    for mistake in mistakes_of(algorithm):
        for change in mistake.changes:
            variant = replace(reference(algorithm), **change)  # type: ignore[arg-type]
            same = [
                is_passed
                for task, trace, is_passed in done
                if is_alike(variant.search(task.game, task.state, task.depth), trace)
            ]
            if len(same) > most:
                best, most = Diagnosis(mistake, same.count(False), failed), len(same)
    return best if best is not None and 2 * best.alike >= failed > 0 else None


def is_alike(one: VariantTrace, other: VariantTrace) -> bool:
    """Whether two searches have the same value and asked about the same leaves in the same order."""
    return is_same(one.value, other.value) and one.leaves == other.leaves


def is_same(one: float | None, other: float | None) -> bool:
    """Whether two values are equal but for rounding; two missing ones are, and two that are no numbers."""
    if one is None or other is None or math.isinf(one) or math.isinf(other):
        return one == other
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    return abs(one - other) <= TOLERANCE * max(1, abs(one), abs(other))
