"""What the book asks of an evaluation (section 5.4.1): right at the end, cheap, and correlated with winning.

An evaluation that falls short of a mark gets a warning, if the whole 95% error bar of what was measured is on the wrong
side of it: a small sample warns of nothing.
"""

import math
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from plywise.doctor.case import Case
from plywise.doctor.report import Finding
from plywise.doctor.sample import Line, spread
from plywise.doctor.values import is_number
from plywise.doctor.watch import RuleFailedError
from plywise.rules import CHANCE

ORDER_MARK = 0.9
"""Of pairs of finished games, the share that an evaluation should order as their utilities do."""
COST_MARK = 5.0
"""How many times as long as `actions` and one `result` an evaluation may take."""
CORRELATION_MARK = 0.2
"""The least correlation with how random games end."""
TERMINALS = 150
ENOUGH_PAIRS = 50
"""How many pairs of terminal states must differ in value before their order is judged."""
TURNED = 0.4
"""An evaluation that orders fewer of the pairs correctly probably has its sign reversed; half is merely poor."""
TIMED = 100
ENOUGH_TIMED = 50
COMPARED = 2_000
ENOUGH_GAMES = 20
DEVIATIONS = 1.96
"""Half of a 95% error bar, in standard deviations."""


@dataclass(frozen=True, slots=True)
class EndingOrder:
    """How many pairs of terminal states an evaluation orders at all, and how many of them as utility does."""

    alike: int = 0
    pairs: int = 0
    states: int = 0
    """The states that the pairs are made of."""

    @property
    def share(self) -> float | None:
        """The share ordered alike; None where nothing is ordered."""
        return self.alike / self.pairs if self.pairs else None


def check_evaluation_order(case: Case) -> Iterator[Finding]:
    """Terminal states with higher utility should get higher evaluations."""
    found = evaluation_order(case)
    if found.share is None or found.pairs < ENOUGH_PAIRS:
        return
    state = case.sample.terminals[0].state
    if found.share < TURNED:
        what = (
            f"Of {found.pairs} pairs of terminal states, evaluate orders only {found.alike} as utility does: "
            "mostly, the state it rates higher is worth less."
        )
        fix = "Look for a flipped sign, or for the wrong player's pieces being counted."
        yield case.finding("evaluation-order", "evaluate", what, fix, state)
        return
    if _highest(found.share, found.states) < ORDER_MARK:
        what = (
            f"evaluate orders {found.share:.0%} of {found.pairs:,} pairs of finished games as their utilities do, "
            f"below {ORDER_MARK:.0%}: in the others, the worse ending looks better."
        )
        fix = (
            "Count what decides the game too, such as what is left on the board at the end. A search asks utility "
            "once a game is over, so what suffers are the states shortly before."
        )
        yield case.finding("evaluation-order", "evaluate", what, fix, state, level="warning")


def check_evaluation_cost(case: Case) -> Iterator[Finding]:
    """An evaluation should be cheap beside the other rules that a search asks."""
    cost, count = _cost(case)
    if cost is None or count < ENOUGH_TIMED or cost <= COST_MARK:
        return
    what = (
        f"evaluate takes {cost:.1f} times as long as actions and one result, above {COST_MARK:g}: a search spends most "
        "of its time on it."
    )
    fix = "Leave out slow terms, or keep sums in the state: the time that is saved pays for looking deeper."
    yield case.finding("evaluation-cost", "evaluate", what, fix, level="warning")


def check_evaluation_correlation(case: Case) -> Iterator[Finding]:
    """An evaluation should say something of how games end."""
    games = len(_finished(case))
    found = evaluation_correlation(case) if games >= ENOUGH_GAMES else None
    if found is None or abs(found) >= 1:
        return
    high = math.tanh(math.atanh(found) + DEVIATIONS / math.sqrt(games - 3))
    if high >= CORRELATION_MARK:
        return
    what = (
        f"evaluate correlates {found:+.2f} with how {games} random games ended, below {CORRELATION_MARK:+.2f}: it says "
        "little of who wins."
    )
    fix = (
        "Count what wins, for the player who is asked about; `plywise fit-weights` fits weights to named features. "
        "Random play hides slow plans: if a match shows that it plays well, leave it."
    )
    yield case.finding("evaluation-correlation", "evaluate", what, fix, level="warning")


def evaluation_order(case: Case) -> EndingOrder:
    """Count pairs of terminal states that evaluate orders as utility does (to player 0), and all that it orders."""
    if not case.game.offers("evaluate"):
        return EndingOrder()
    worth = []
    for seen in case.sample.some_terminals(TERMINALS):
        try:
            evaluation = case.ask("evaluate", seen.state, 0)
        except RuleFailedError:
            continue  # search never asks for the evaluation of a terminal state
        if is_number(evaluation) and is_number(seen.utilities[0]):
            worth.append((seen.utilities[0], evaluation))
    ordered = [(a, b) for a, b in combinations(worth, 2) if a[0] != b[0] and a[1] != b[1]]
    return EndingOrder(sum((a[0] > b[0]) == (a[1] > b[1]) for a, b in ordered), len(ordered), len(worth))


def evaluation_correlation(case: Case) -> float | None:
    """Correlate estimates with how the game they were made in ended, both to player 0."""
    if not case.game.offers("evaluate"):
        return None
    pairs = [(seen.state, line.utilities[0]) for line in _finished(case) if line.utilities for seen in line.seen[:-1]]
    pairs = spread(pairs, case.sample.affordable(COMPARED))
    estimates = [float(case.ask("evaluate", state, 0)) for state, _ in pairs]
    try:
        return statistics.correlation(estimates, [float(utility) for _, utility in pairs])
    except statistics.StatisticsError:
        return None


def evaluation_cost(case: Case) -> float | None:
    """Return the time that evaluate takes, over that of actions and one result."""
    return _cost(case)[0]


def _cost(case: Case) -> tuple[float | None, int]:
    """Return the same, and on how many states it was measured, in processor time."""
    if not case.game.offers("evaluate"):
        return None, 0
    spent, game = [0.0, 0.0], case.game
    timed = spread([seen for seen in case.sample.inner if seen.mover != CHANCE], case.sample.affordable(TIMED))
    for seen in timed:
        times = [time.thread_time()]
        game.evaluate(seen.state, 0)
        times.append(time.thread_time())
        actions = list(game.actions(seen.state))
        game.result(seen.state, actions[0])
        times.append(time.thread_time())
        spent[0] += times[1] - times[0]
        spent[1] += times[2] - times[1]
    return (spent[0] / spent[1] if spent[1] else None), len(timed)


def _highest(share: float, count: int) -> float:
    """Return the upper end of Wilson's error bar of a share.

    >>> round(_highest(0.75, 24), 2)
    0.88
    """
    deviation = math.sqrt(share * (1 - share) / count + DEVIATIONS**2 / (4 * count**2))
    return (share + DEVIATIONS**2 / (2 * count) + DEVIATIONS * deviation) / (1 + DEVIATIONS**2 / count)


def _finished(case: Case) -> list[Line]:
    return [line for line in case.sample.lines if line.utilities is not None]
