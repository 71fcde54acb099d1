"""The sequence form of a game as a linear program (Koller, Megiddo and von Stengel, 1994), solved by SciPy's HiGHS.

A *sequence* is what one player does along a line: the action, in its information set, after the player's earlier ones.
A player's plan gives each sequence a weight: 1 to doing nothing yet, and what comes into a set is shared out among its
actions. With plans instead of policies, what a player gets is linear, so A's best plan against B's best answer is

    maximise    what B's answers leave at the root       (one number for each set of B's: what B concedes there)
    such that   A's weights add up, and no sequence of B's concedes less than its payoff

It knows nothing of regrets: an independent check of CFR on small games, and exact up to rounding.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> from plywise.search.hidden import grow_tree
>>> value, policy = solve_linear_program(grow_tree(KuhnPoker()))
>>> round(value, 9)
-0.055555556
"""

import math
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from plywise.rules import CHANCE, Policy, SearchError
from plywise.search.hidden import END, HistoryNode, InformationTree, normalized

MISSING = "The linear program needs SciPy: pip install 'plywise[equilibrium]', or choose cfr-plus."


@dataclass
class _Sequences:
    """A player's sequences: number 0 is the empty one, the others are an action of a set each."""

    first: dict[int, int] = field(default_factory=dict)
    """By information set, the number of its first action's sequence."""
    before: dict[int, int] = field(default_factory=dict)
    """By information set, the player's last sequence before it."""
    count: int = 1


@dataclass
class _Form:
    """A game in sequence form: both players' sequences, and what each pair of them is worth to player 0."""

    tree: InformationTree
    players: tuple[_Sequences, _Sequences] = field(default_factory=lambda: (_Sequences(), _Sequences()))
    payoffs: dict[tuple[int, int], float] = field(default_factory=lambda: defaultdict(float))

    def read(self, node: HistoryNode, last: tuple[int, int], chance: float) -> None:
        """Number the sequences below a node, and add up payoffs."""
        if node.player == END:
            self.payoffs[last] += chance * node.utility
        elif node.player == CHANCE:
            for odds, child in zip(node.chances, node.children, strict=True):
                self.read(child, last, chance * odds)
        else:
            mine = self.players[node.player]
            if node.set_number not in mine.first:
                mine.first[node.set_number], mine.before[node.set_number] = mine.count, last[node.player]
                mine.count += len(node.children)
            for place, child in enumerate(node.children):
                number = mine.first[node.set_number] + place
                self.read(child, (number, last[1]) if node.player == 0 else (last[0], number), chance)


def solve_linear_program(tree: InformationTree) -> tuple[float, Policy]:
    """Return the game's value to player 0 and an equilibrium."""
    form = _Form(tree)
    form.read(tree.root, (0, 0), 1.0)
    value, first = _best_plan(form, 0)
    _, second = _best_plan(form, 1)
    return value, tree.policy([first.get(number) or second[number] for number in range(len(tree.sets))])


def plan_against(
    tree: InformationTree, expected: Policy, player: int, *, trust: float, least: float = -math.inf
) -> Policy:
    """Return a player's best policy against an opponent who acts as `expected` with the probability `trust`.

    Otherwise the opponent acts in the worst way for the player, who is sure of `least` (to that player) in any case:
    with a trust of 0 it is an equilibrium, with 1 and no `least` a best response (Johanson, Zinkevich and Bowling,
    2007). The other player's rows are those of `expected`.
    """
    form = _Form(tree)
    form.read(tree.root, (0, 0), 1.0)
    rows = tree.rows_of(expected)
    _, plan = _best_plan(form, player, _Expectation(rows, trust, least - (tree.game.utility_sum or 0) * player))
    return tree.policy([plan.get(number) or row for number, row in enumerate(rows)])


@dataclass(frozen=True, slots=True)
class _Expectation:
    """What is expected of the other player: a row for each set, how far that is trusted, and what to be sure of."""

    rows: list[tuple[float, ...]]
    trust: float
    least: float


def _best_plan(form: _Form, player: int, expected: _Expectation | None = None) -> tuple[float, dict[int, list[float]]]:
    """Return what a player can be sure of, to player 0, and the player's probabilities by information set.

    With an expectation, the plan is the best against that.
    """
    try:
        from scipy.optimize import linprog
        from scipy.sparse import coo_array
    except ImportError:
        raise SearchError(MISSING) from None

    mine, theirs = form.players[player], form.players[1 - player]
    sets = {number: place for place, number in enumerate(theirs.first)}
    width = mine.count + 1 + len(sets)
    """First the player's weights, then what the other concedes: in the whole game, and in each of the other's sets."""
    conceded = mine.count
    objective = np.zeros(width)
    trust = expected.trust if expected else 0.0
    objective[conceded] = trust - 1.0
    sign = 1.0 if player == 0 else -1.0
    if expected is not None:
        weights = _weights(form, theirs, expected.rows)
        for (first, second), worth in form.payoffs.items():
            own, other = (first, second) if player == 0 else (second, first)
            objective[own] -= trust * sign * worth * weights[other]
    # Of each sequence of theirs: what is conceded there, less what later sets concede, is at most what it pays me.
    upper = [(0, conceded, 1.0)]
    for number, start in theirs.first.items():
        upper += [(start + place, conceded + 1 + sets[number], 1.0) for place in range(_size(form, number))]
        upper.append((theirs.before[number], conceded + 1 + sets[number], -1.0))
    for (first, second), worth in form.payoffs.items():
        own, other = (first, second) if player == 0 else (second, first)
        upper.append((other, own, -sign * worth))
    equal = [(0, 0, 1.0)]
    for row, (number, start) in enumerate(mine.first.items(), 1):
        equal.append((row, mine.before[number], -1.0))
        equal += [(row, start + place, 1.0) for place in range(_size(form, number))]
    right = np.zeros(1 + len(mine.first))
    right[0] = 1.0
    least = None if expected is None or expected.least == -math.inf else expected.least
    bounds = [(0, None)] * mine.count + [(least, None)] + [(None, None)] * len(sets)
    found = linprog(
        objective,
        A_ub=_matrix(coo_array, upper, (theirs.count, width)),
        b_ub=np.zeros(theirs.count),
        A_eq=_matrix(coo_array, equal, (len(right), width)),
        b_eq=right,
        bounds=bounds,
        method="highs",
    )
    if not found.success:
        raise SearchError(f"The linear program of {form.tree.game.name} has no solution: {found.message}")
    plan = found.x[: mine.count]
    rows = {
        number: normalized([max(0.0, float(plan[start + place])) for place in range(_size(form, number))])
        for number, start in mine.first.items()
    }
    return sign * float(found.x[conceded]), rows


def _weights(form: _Form, theirs: _Sequences, rows: list[tuple[float, ...]]) -> list[float]:
    """Return how likely the other player comes to do each sequence, as far as it is the other's choice."""
    weights = [1.0] * theirs.count
    for number, start in theirs.first.items():  # a set comes after the sets before it
        for place, chance in enumerate(rows[number]):
            weights[start + place] = weights[theirs.before[number]] * chance
    return weights


def _size(form: _Form, number: int) -> int:
    return len(form.tree.sets[number].actions)


def _matrix(make: Any, entries: list[tuple[int, int, float]], shape: tuple[int, int]) -> Any:
    rows, columns, numbers = zip(*entries, strict=True)
    return make((numbers, (rows, columns)), shape=shape).tocsr()
