"""Max^n graded: three players and more, what a state is worth to each of them, the action, and every leaf once."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from types import ModuleType
from typing import Any

from plywise.games.catalog import load_game
from plywise.games.tree import Tree
from plywise.grading.calling import arguments, check_call
from plywise.grading.checks.check import CheckReport, GradedCheck, MarkedTree
from plywise.grading.checks.subject import Subject, TaskAnswer, find_function
from plywise.grading.checks.vector_variants import MISTAKES, VectorTrace, VectorVariant
from plywise.grading.listening import TooLongError, plain_number, watched
from plywise.grading.mistakes import Mistake
from plywise.rules import TOLERANCE, Action, Decision

MOST_LEAVES = 2_000

TREES: dict[str, tuple[int, Any]] = {
    "one ply": (3, [(1, 5, 2), (4, 0, 7), (2, 9, 6)]),
    "each for itself": (3, [[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (7, 4, 1)]]),
    "the second player begins": (
        3,
        {"player": 1, "children": [{"player": 2, "children": [(5, 1, 3), (2, 8, 4)]}, (1, 5, 9)]},
    ),
    "one player moves twice": (
        3,
        [
            {"player": 0, "children": [(2, 6, 1), (5, 3, 4)]},
            {"player": 1, "children": [(9, 1, 7), (3, 4, 8)]},
        ],
    ),
    "ends at different depths": (
        3,
        [(3, 1, 8), [(7, 2, 1), [(1, 9, 5), (6, 4, 9)]], [[(2, 3, 6), (9, 5, 4)], (4, 6, 2)]],
    ),
    "losses": (3, [[(-3, -8, -2), (-6, -1, -4)], [(-5, -9, -1), (-4, -7, -6)]]),
    "two whose gains are not each other's losses": (2, [[(5, 1), (2, 8)], [(4, 6), (9, 3)]]),
    "four players": (4, [[[[(1, 2, 3, 8), (2, 9, 1, 4)], (5, 3, 7, 1)], (3, 6, 2, 5)], [(8, 1, 4, 2), (4, 5, 9, 7)]]),
}
"""Trees without ties, by title: how many players, and the tree."""

RANDOM_TREES = 4


@dataclass(frozen=True)
class VectorTask:
    """A tree for several players."""

    title: str
    tree: Tree


@cache
def vector_tasks() -> tuple[VectorTask, ...]:
    """Return the trees; always the same ones."""
    own = [
        VectorTask(title, Tree(tree, players=n, utility_sum=None, title=title)) for title, (n, tree) in TREES.items()
    ]
    random = Random("trees for max^n")
    drawn = [
        VectorTask(f"random tree {number}", Tree(_random_node(random, 3), players=3, utility_sum=None))
        for number in range(1, RANDOM_TREES + 1)
    ]
    figure = load_game("figure-5.4")
    assert isinstance(figure, Tree)
    return (VectorTask("figure 5.4", figure), *own, *drawn)


def _random_node(random: Random, height: int) -> Any:
    if height == 0 or (height < 3 and random.random() < 0.2):
        return tuple(random.sample(range(1000), 3))  # so large that ties don't come up
    children = [_random_node(random, height - 1) for _ in range(random.randint(2, 3))]
    return {"player": random.randrange(3), "children": children}


class VectorSubject(Subject):
    """`max_n(game, state)`, which returns what the state is worth to each player, and the action."""

    name = "max-n"
    written_as = "max_n(game, state)"

    def find(self, module: ModuleType) -> Callable[..., Any] | None:
        """Return the function max_n."""
        found = find_function(module, ["max_n", "maxn"])
        if found is not None:
            check_call("max-n", found)
        return found

    def tasks(self, reference: str) -> Sequence[VectorTask]:
        """Return the trees."""
        return vector_tasks()

    def attempt(self, found: Callable[..., Any], task: VectorTask) -> dict[str, Any]:
        """Return the vector, the action, or what stood in its place, and the leaves in order."""
        leaves: list[int] = []

        def note(state: Any) -> None:
            if leaves[-1:] != [state.node]:
                leaves.append(state.node)
            if len(leaves) > MOST_LEAVES:
                raise TooLongError(f"it visited more than {MOST_LEAVES:,} leaves")

        answer = found(watched(task.tree, note), task.tree.initial(), **arguments(found, None))
        vector, action, has_action = _read(answer, task.tree)
        return {"vector": vector, "action": action, "has_action": has_action, "leaves": leaves}

    def mark(self, answers: Sequence[TaskAnswer], reference: str) -> CheckReport:
        """Compare vector, action and leaves with the reference."""
        pairs = list(zip(vector_tasks(), answers, strict=True))
        checks = [_check(task, answer) for task, answer in pairs]
        if all(check.is_passed for check in checks):
            return CheckReport(self.name, checks)
        mistake, variant = _diagnose(pairs, [check.is_passed for check in checks])
        if variant is not None:
            checks = [
                check if check.is_passed else _pointed(check, task, variant)
                for check, (task, _) in zip(checks, pairs, strict=True)
            ]
        return CheckReport(self.name, checks, mistake)


def _read(answer: Any, tree: Tree) -> tuple[list[float] | None, Any, bool]:
    """Understand a Decision, (vector, action), or a vector alone; the action is its number, a stray one its text."""
    if isinstance(answer, Decision):
        answer = (answer.values, answer.action)
    vector, action, has_action = answer, None, False
    if isinstance(answer, tuple | list) and len(answer) == 2 and _vector(answer[0], tree) is not None:
        (vector, action), has_action = answer, True
    if has_action and action not in range(tree.child_count[0]):
        action = repr(action)[:40]
    return _vector(vector, tree), action, has_action


def _vector(answer: Any, tree: Tree) -> list[float] | None:
    if hasattr(answer, "tolist"):
        answer = answer.tolist()
    if isinstance(answer, dict):
        answer = [answer.get(player) for player in range(tree.players)]
    if not isinstance(answer, tuple | list) or len(answer) != tree.players:
        return None
    numbers = [plain_number(each) for each in answer]
    return None if None in numbers else [each for each in numbers if each is not None]


def _check(task: VectorTask, answer: TaskAnswer) -> GradedCheck:
    if answer.error:
        return GradedCheck(task.title, False, answer.tell_error())
    right, tree = VectorVariant().search(task.tree), task.tree
    found, action = answer.content["vector"], answer.content["action"]
    if found is None:
        return GradedCheck(
            task.title,
            False,
            f"It returns no vector of {tree.players} numbers: return (vector, action).",
            tree=_draw(tree, right),
        )
    if not _same(found, right.vector):
        what = f"The state is worth {tell_vector(right.vector)}, yours is {tell_vector(found)}."
        return GradedCheck(task.title, False, what, tree=_draw(tree, right))
    if answer.content["has_action"] and action != right.action:
        best, yours = _name(tree, right.action), _name(tree, action)
        return GradedCheck(task.title, False, f"The action is {best}, yours is {yours}.", tree=_draw(tree, right))
    visited, wanted = Counter(answer.content["leaves"]), Counter(right.leaves)
    if visited != wanted:
        what = f"Max^n visits each of the {len(right.leaves)} leaves once; yours visits {sum(visited.values())}."
        return GradedCheck(task.title, False, what, tree=_draw(tree, right))
    return GradedCheck(task.title, True, tell_vector(right.vector))


def _same(found: Sequence[float], right: Sequence[float]) -> bool:
    return all(abs(one - other) <= TOLERANCE * max(1, abs(other)) for one, other in zip(found, right, strict=True))


def tell_vector(vector: Sequence[float]) -> str:
    """Write a vector as the book does.

    >>> tell_vector((1, 2.5, 6))
    '(1, 2.5, 6)'
    """
    return f"({', '.join(f'{round(each, 9) + 0:g}' for each in vector)})"


def _name(tree: Tree, action: Action | None) -> str:
    return tree.action_name(tree.initial(), action) if isinstance(action, int) else str(action)


def _draw(tree: Tree, right: VectorTrace) -> MarkedTree:
    return MarkedTree(tree, tree.initial(), right.found)


def _diagnose(
    pairs: Sequence[tuple[VectorTask, TaskAnswer]], passed: Sequence[bool]
) -> tuple[Mistake | None, VectorVariant | None]:
    """Return the mistake whose variant answers most failed tasks as the student does, and that variant."""
    failed = passed.count(False)
    best: tuple[Mistake | None, VectorVariant | None] = (None, None)
    most = failed / 2
    for mistake, variants in MISTAKES:
        for variant in variants:
            alike = [_is_like(variant.search(task.tree), answer) for task, answer in pairs]
            same = sum(alike) / len(alike) * failed
            if same > most and sum(each and not ok for each, ok in zip(alike, passed, strict=True)) * 2 >= failed:
                best, most = (mistake, variant), same
    return best


def _is_like(trace: VectorTrace, answer: TaskAnswer) -> bool:
    if answer.error or answer.content["vector"] is None:
        return False
    is_same = _same(answer.content["vector"], trace.vector) and answer.content["leaves"] == trace.leaves
    return is_same and (not answer.content["has_action"] or answer.content["action"] == trace.action)


def _pointed(check: GradedCheck, task: VectorTask, variant: VectorVariant) -> GradedCheck:
    """Return a failed check with the first state at which the student's search goes wrong, as its variant does."""
    right, wrong = VectorVariant().search(task.tree), variant.search(task.tree)
    for state, vector in right.found.items():
        if state not in wrong.found:
            note, wanted = "yours never gets here", ""
        elif wrong.found[state] != vector:
            note = f"yours is {tell_vector(wrong.found[state])}"
            wanted = f", it should be {tell_vector(vector)}"
        else:
            continue
        drawn = MarkedTree(task.tree, task.tree.initial(), right.found, {state: note}, state)
        where = f" Look at {task.tree.state_name(state)}: {note}{wanted}."
        return GradedCheck(check.title, False, check.what + where, check.fix, drawn)
    return check
