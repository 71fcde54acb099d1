"""CFR+ over the arrays of a flat tree, compiled: the twin of `plywise.search.hidden.CfrPlus`.

    node     0  1  2  3  4  5 ...      parents come before their children, and a node's children lie side by side:
    first    1  3  5  ...              one pass from the left carries down how likely each node is, one from the right
    count    2  2  ...                 brings up what it is worth

It is compiled again in each process, which takes about a second: nothing that was stored is executed.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

Compiled: TypeAlias = Callable[..., None]

CHANCE, END = -1, -2


def carry_down(tree: Any, mover: int, policy: Any, own: Any, others: Any) -> None:
    """Write down how likely each node is: by the mover's own choices, and by everything else."""
    player, first, count, base, chance, _ = tree
    own[0] = others[0] = 1.0
    for node in range(len(player)):
        who, start, at = player[node], first[node], base[node]
        for place in range(count[node]):
            child = start + place
            odds = chance[child] if who == CHANCE else policy[at + place]
            if who == mover:
                own[child], others[child] = own[node] * odds, others[node]
            else:
                own[child], others[child] = own[node], others[node] * odds


def bring_up(
    tree: Any,
    total: float,
    mover: int,
    weight: float,
    policy: Any,
    own: Any,
    others: Any,
    regrets: Any,
    sums: Any,
    worth: Any,
) -> None:
    """Write down what each node is worth to the mover, and add to the mover's regrets and to the average."""
    player, first, count, base, chance, utility = tree
    for node in range(len(player) - 1, -1, -1):
        who, start, at = player[node], first[node], base[node]
        if who == END:
            worth[node] = utility[node] if mover == 0 else total - utility[node]
            continue
        value = 0.0
        for place in range(count[node]):
            value += worth[start + place] * (chance[start + place] if who == CHANCE else policy[at + place])
        worth[node] = value
        if who == mover:
            for place in range(count[node]):
                regrets[at + place] += others[node] * (worth[start + place] - value)
                sums[at + place] += weight * own[node] * policy[at + place]


def match_regrets(rows: Any, row_player: Any, mover: int, regrets: Any, policy: Any) -> None:
    """Forget the mover's negative regrets, and give each action a probability in proportion to its regret."""
    for row in range(len(row_player)):
        if row_player[row] != mover:
            continue
        positive = 0.0
        for place in range(rows[row], rows[row + 1]):
            regrets[place] = max(regrets[place], 0.0)
            positive += regrets[place]
        alike = 1.0 / (rows[row + 1] - rows[row])
        for place in range(rows[row], rows[row + 1]):
            policy[place] = regrets[place] / positive if positive > 0.0 else alike


@cache
def compiled_rounds() -> Compiled:
    """Return a function that does some rounds and changes regrets, policy and sums in place."""
    import numba

    down, up, match = numba.njit(carry_down), numba.njit(bring_up), numba.njit(match_regrets)

    def run_rounds(
        tree: Any, sets: Any, total: float, begun: int, rounds: int, regrets: Any, policy: Any, sums: Any, spare: Any
    ) -> None:
        own, others, worth = spare
        rows, row_player = sets
        for number in range(begun + 1, begun + rounds + 1):
            for mover in range(2):
                down(tree, mover, policy, own, others)
                up(tree, total, mover, float(number), policy, own, others, regrets, sums, worth)
                match(rows, row_player, mover, regrets, policy)

    compiled: Compiled = numba.njit(run_rounds)
    return compiled
