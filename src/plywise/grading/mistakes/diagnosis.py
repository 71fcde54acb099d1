"""Which of the usual mistakes a student's answers look like."""

import ast
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from plywise.grading.exercises import Exercise, GradedAlgorithm
from plywise.grading.mistakes.mistakes import FIRST_ONLY, OWN_BOUND, Mistake, mistakes_of
from plywise.grading.mistakes.variants import Variant, VariantTrace
from plywise.rules import TOLERANCE


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


def diagnose(algorithm: GradedAlgorithm, done: Sequence[tuple[Exercise, VariantTrace, bool]]) -> Diagnosis | None:
    """Return the mistake that a student's answers look most like, if at least half of the failed exercises do.

    `done` has each exercise with the student's answer and whether it was passed. What was passed counts too: a student
    with a mistake passes those exercises in which it doesn't show.
    """
    ordered = sorted(done, key=lambda each: each[2])
    failed = sum(not is_passed for _, _, is_passed in ordered)
    best, most = None, -1
    for mistake in mistakes_of(algorithm) if failed else ():
        for change in mistake.changes:
            same = _alike(algorithm, replace(reference(algorithm), **change), ordered, most)  # type: ignore[arg-type]
            if len(same) > most and 2 * same.count(False) >= failed:
                best, most = Diagnosis(mistake, same.count(False), failed), len(same)
    return best


def _alike(
    algorithm: GradedAlgorithm, variant: Variant, done: Sequence[tuple[Exercise, VariantTrace, bool]], most: int
) -> list[bool]:
    """Return of each exercise that a variant does as the student does whether it was passed; give up below `most`."""
    same: list[bool] = []
    for number, (task, trace, is_passed) in enumerate(done):
        wrong, wanted = trace_of(variant, task), trace_of(reference(algorithm), task)
        shows = wrong.action != wanted.action or not is_alike(wanted, wrong)
        if looks_like(variant, wrong, trace) and (is_passed or shows):
            same.append(is_passed)
        if len(same) + len(done) - number - 1 <= most:
            break
    return same


@lru_cache(maxsize=20_000)
def trace_of(variant: Variant, exercise: Exercise) -> VariantTrace:
    """Return what a variant does with an exercise, without what it found where."""
    return replace(variant.search(exercise.game, exercise.state, exercise.depth), found={})


def settled_by_source(found: Diagnosis | None, source: str) -> Diagnosis | None:
    r"""Tell a cut at the own bound from a return without any test, which search alike.

    >>> guess = Diagnosis(OWN_BOUND, 3, 3)
    >>> settled_by_source(guess, "for a in b:\n    if v >= alpha: break").mistake.name
    'cut at the own bound'
    >>> settled_by_source(guess, "for a in b:\n    if v >= beta: break\n    return v").mistake.name
    'first move only'
    """
    if found is None or found.mistake is not OWN_BOUND or any(map(_cuts_at_own_bound, ast.walk(ast.parse(source)))):
        return found
    return replace(found, mistake=FIRST_ONLY)


def _cuts_at_own_bound(node: ast.AST) -> bool:
    """Whether this is an if that leaves where something is above alpha, or below beta."""
    if not isinstance(node, ast.If) or not any(isinstance(each, ast.Break | ast.Return) for each in node.body):
        return False
    own = {"alpha": ast.Gt | ast.GtE, "beta": ast.Lt | ast.LtE}
    turned = {"alpha": ast.Lt | ast.LtE, "beta": ast.Gt | ast.GtE}
    return any(
        _compares(each.comparators[0], each.left, each.ops[0], own)
        or _compares(each.left, each.comparators[0], each.ops[0], turned)
        for each in ast.walk(node.test)
        if isinstance(each, ast.Compare) and len(each.ops) == 1
    )


def _compares(bound: ast.expr, other: ast.expr, sign: ast.cmpop, signs: Mapping[str, Any]) -> bool:
    """Whether a bound is compared, by one of these signs, with something that is no bound."""
    names = [each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in (bound, other)]
    return names[0] in signs and names[1] not in signs and isinstance(sign, signs[names[0]])


def looks_like(variant: Variant, wrong: VariantTrace, found: VariantTrace) -> bool:
    """Whether a student's answer is that of a wrong variant; the action counts where that is what is wrong."""
    return is_alike(wrong, found) and (variant.plays == "the best" or wrong.action == found.action)


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
