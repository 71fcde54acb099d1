"""Monte Carlo tree search graded: which action it chooses on small trees, and where its simulations went.

It is random, so every tree is searched with several seeds. The trees are small enough that a right search always
finds the action with the simulations it is given, and each is made so that a usual mistake doesn't.
"""

import inspect
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import Parameter
from types import ModuleType
from typing import Any

from plywise.games.tree import Tree
from plywise.grading.calling import StudentError
from plywise.grading.checks.check import CheckReport, GradedCheck, MarkedTree
from plywise.grading.checks.counted_game import CountedSimulations
from plywise.grading.checks.simulation_variants import MISTAKES, SimulationVariant
from plywise.grading.checks.subject import Subject, TaskAnswer, find_function
from plywise.grading.mistakes import Mistake, Variant
from plywise.rules import Decision

SIMULATIONS = 400
SEEDS = 5
SLACK = 1
"""How many simulations more or fewer than asked for are let pass: some expand the root before they begin."""
NAMES = ("monte_carlo_tree_search", "mcts", "uct")

TREES: dict[str, Any] = {
    "one ply": [-1, 1, 0],
    "MIN to move": {"player": 1, "children": [1, -1, 0]},
    "the opponent answers": [[1, 1, 1, -1], [0, 0, 0], [-1, -1, 1]],
    "one player moves twice": [{"player": 0, "children": [-1, -1, 1]}, {"player": 1, "children": [1, 1, -1]}, 0],
    "a good answer among bad ones": [0, {"player": 0, "children": [-1, -1, -1, 1]}],
    "MAX chooses again": [[[-1, -1], [1, 1]], [[0, 0], [0, 0]], [[-1, 1], [1, -1]]],
}
"""Trees of wins, draws and losses, by what they show."""

FOCUSED = "one ply"
"""The tree on which most simulations must go through the best action."""


@dataclass(frozen=True)
class SimulationTask:
    """A tree to be searched with one seed."""

    title: str
    tree: Tree
    seed: int


@cache
def simulation_tasks() -> tuple[SimulationTask, ...]:
    """Return every tree with every seed."""
    trees = {title: Tree(tree, title=title) for title, tree in TREES.items()}
    return tuple(SimulationTask(title, tree, seed) for title, tree in trees.items() for seed in range(SEEDS))


class SimulationSubject(Subject):
    """`monte_carlo_tree_search(game, state, simulations)`, which returns the action."""

    name = "monte-carlo-tree-search"
    written_as = "monte_carlo_tree_search(game, state, simulations)"

    def find(self, module: ModuleType) -> Callable[..., Any] | None:
        """Return the function, under one of its usual names."""
        found = find_function(module, NAMES)
        if found is not None:
            simulation_arguments(found, 0)
        return found

    def tasks(self, reference: str) -> Sequence[SimulationTask]:
        """Return every tree with every seed."""
        return simulation_tasks()

    def attempt(self, found: Callable[..., Any], task: SimulationTask) -> dict[str, Any]:
        """Return the action, or what stood in its place, and how many simulations went through which action."""
        random.seed(task.seed)
        counted = CountedSimulations(task.tree, most=20 * SIMULATIONS)
        given, named = simulation_arguments(found, task.seed)
        answer = found(counted.game, task.tree.initial(), *given, **named)
        return {"action": _read(answer, task.tree), "shares": counted.shares()}

    def mark(self, answers: Sequence[TaskAnswer], reference: str) -> CheckReport:
        """Say of each tree how often the best action was chosen; then where the simulations went."""
        by_title: dict[str, list[TaskAnswer]] = {title: [] for title in TREES}
        for task, answer in zip(simulation_tasks(), answers, strict=True):
            by_title[task.title].append(answer)
        checks = [_check_choice(title, each) for title, each in by_title.items()]
        checks += [_check_count(answers), _check_focus(by_title[FOCUSED])]
        if all(check.is_passed for check in checks) or any(answer.error for answer in answers):
            return CheckReport(self.name, checks)
        return CheckReport(self.name, checks, _diagnose(_traits(answers)))


def simulation_arguments(function: Callable[..., Any], seed: int) -> tuple[list[Any], dict[str, Any]]:
    """Return what a function is handed beside game and state: the number of simulations, and a seed where it takes one.

    >>> simulation_arguments(lambda game, state, iterations, rng=None: 0, 7)[0]
    [400]
    """
    try:
        parameters = list(inspect.signature(function).parameters.values())[2:]
    except (TypeError, ValueError):
        parameters = []
    named: dict[str, Any] = {}
    for each in parameters[1:]:
        if each.name == "seed":
            named["seed"] = seed
        elif each.name in ("random", "rng"):
            named[each.name] = random.Random(seed)
        elif each.default is Parameter.empty and each.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY):
            raise StudentError(
                f"{function.__name__} requires {each.name}, which this call doesn't pass: give it a default."
            )
    if not parameters or "time" in parameters[0].name or "seconds" in parameters[0].name:
        raise StudentError(
            f"{function.__name__} takes no number of simulations: let it be the third parameter, "
            f"def {function.__name__}(game, state, simulations): ..."
        )
    if parameters[0].kind == Parameter.KEYWORD_ONLY:
        return [], {parameters[0].name: SIMULATIONS, **named}
    return [SIMULATIONS], named


def _read(answer: Any, tree: Tree) -> int | str:
    """Understand a Decision, (value, action), or an action; a stray one is its text."""
    if isinstance(answer, Decision):
        answer = answer.action
    if isinstance(answer, tuple | list) and len(answer) == 2:
        answer = answer[1]
    if hasattr(answer, "item"):
        answer = answer.item()
    is_action = type(answer) is int and answer in range(tree.child_count[0])
    return answer if is_action else repr(answer)[:40]


def _tree(title: str) -> Tree:
    return next(task.tree for task in simulation_tasks() if task.title == title)


def _best(tree: Tree) -> int:
    action = Variant().search(tree, tree.initial()).action
    assert isinstance(action, int)
    return action


def _check_choice(title: str, answers: Sequence[TaskAnswer]) -> GradedCheck:
    """Say whether the best action is chosen with every seed."""
    tree = _tree(title)
    failed = next((answer for answer in answers if answer.error), None)
    if failed is not None:
        return GradedCheck(title, False, failed.tell_error())
    best, root = _best(tree), tree.initial()
    chosen = Counter(answer.content["action"] for answer in answers)
    stray = next((action for action in chosen if isinstance(action, str)), None)
    if stray is not None:
        return GradedCheck(title, False, f"It returns {stray}, which is not an action here.")
    name = tree.action_name(root, best)
    if chosen[best] == len(answers):
        return GradedCheck(title, True, f"{name}, with each of {len(answers)} seeds")
    wrong, times = next((action, count) for action, count in chosen.most_common() if action != best)
    what = (
        f"The best action is {name}; yours chooses {tree.action_name(root, wrong)} with {times} of {len(answers)} "
        f"seeds and {SIMULATIONS} simulations."
    )
    return GradedCheck(title, False, what, tree=_draw(tree, answers, wrong))


def _draw(tree: Tree, answers: Sequence[TaskAnswer], wrong: int) -> MarkedTree:
    """Note at each action how many simulations went through it, on average."""
    root, right = tree.initial(), Variant().search(tree, tree.initial())
    shares = [answer.content["shares"] for answer in answers]
    notes = {
        tree.result(root, action): f"{sum(each.get(action, 0) for each in shares) / len(shares):.0f} simulations"
        for action in range(tree.child_count[0])
    }
    values = {state: (found[2], -found[2]) for state, found in right.found.items()}
    return MarkedTree(tree, root, values, notes, tree.result(root, wrong))


def _check_count(answers: Sequence[TaskAnswer]) -> GradedCheck:
    title = "as many simulations as asked for"
    counts = sorted({sum(answer.content["shares"].values()) for answer in answers if not answer.error})
    if counts and counts[0] >= SIMULATIONS - SLACK and counts[-1] <= SIMULATIONS + SLACK:
        return GradedCheck(title, True, str(SIMULATIONS))
    told = (
        "none came to an end" if not counts else f"yours plays {' to '.join(map(str, sorted({counts[0], counts[-1]})))}"
    )
    fix = "Count one simulation for each pass of select, expand, simulate and back up."
    return GradedCheck(title, False, f"{SIMULATIONS} were asked for, {told}.", fix)


def _check_focus(answers: Sequence[TaskAnswer]) -> GradedCheck:
    title = "most simulations where it pays"
    done = [answer.content["shares"] for answer in answers if not answer.error]
    if not done:
        return GradedCheck(title, False, "There is nothing to be counted: see above.")
    best = _best(_tree(FOCUSED))
    share = sum(each.get(best, 0) for each in done) / max(1, sum(sum(each.values()) for each in done))
    if share > 0.5:
        return GradedCheck(title, True, f"{share:.0%} of them go through the best action of {FOCUSED!r}")
    what = f"Only {share:.0%} of the simulations go through the best action of {FOCUSED!r}, though it always wins."
    return GradedCheck(title, False, what, "Go down the tree by UCB1: the mean so far, and more where little is known.")


@dataclass(frozen=True)
class SimulationTrait:
    """What tells one search from another on a tree: the action, None where it varies, and the largest share."""

    action: int | str | None
    quarters: int
    """How many quarters of the simulations went through the action that had most of them."""


def _traits(answers: Sequence[TaskAnswer]) -> list[SimulationTrait]:
    traits = []
    for start in range(0, len(answers), SEEDS):
        contents = [answer.content for answer in answers[start : start + SEEDS]]
        action, times = Counter(each["action"] for each in contents).most_common(1)[0]
        shares = sum((Counter(each["shares"]) for each in contents), Counter[int]())
        quarters = round(4 * max(shares.values(), default=0) / max(1, shares.total()))
        traits.append(SimulationTrait(action if times >= SEEDS - 1 else None, quarters))
    return traits


def _diagnose(observed: Sequence[SimulationTrait]) -> Mistake | None:
    """Return the mistake that nearly all trees look like; one where its action varies tells nothing against it."""
    least, found = 0.8, None
    for mistake, variants in MISTAKES:
        for variant in variants:
            pairs = list(zip(observed, _variant_traits(variant), strict=True))
            told = [(one, other) for one, other in pairs if one.action is None or other.action is not None]
            alike = sum((one.action == other.action) + (one.quarters == other.quarters) for one, other in told)
            if 2 * len(told) > len(pairs) and alike / (2 * len(told)) > least:
                least, found = alike / (2 * len(told)), mistake
    return found


@cache
def _variant_traits(variant: SimulationVariant) -> list[SimulationTrait]:
    answers = []
    for task in simulation_tasks():
        counted = CountedSimulations(task.tree, most=20 * SIMULATIONS)
        action = variant.search(counted.game, task.tree.initial(), SIMULATIONS, random.Random(task.seed))
        answers.append(TaskAnswer({"action": action, "shares": counted.shares()}))
    return _traits(answers)
