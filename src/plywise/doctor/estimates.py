"""How large a game is and how random play goes, estimated from the sample.

The size of the tree is D. E. Knuth's estimate (Estimating the efficiency of backtrack programs, 1975): a random line
whose choices had probabilities p1, p2, ... stands for 1 + 1/p1 + 1/(p1 p2) + ... states; the mean over lines is right
on average.
"""

import math
import statistics
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.checks import evaluation_correlation, evaluation_cost, evaluation_order
from plywise.doctor.report import Estimates
from plywise.doctor.sample import Line
from plywise.doctor.values import identity
from plywise.rules import CHANCE


def estimate(case: Case) -> Estimates:
    """Estimate; requires a game without errors."""
    sample, graph = case.sample, case.graph
    finished = [line for line in sample.lines if line.utilities is not None]
    lengths = [len(line.chosen) for line in finished]
    inner = [seen for line in sample.lines for seen in line.seen if seen.choices]
    actions = [len(seen.choices) for seen in inner if seen.mover != CHANCE]
    outcomes = [len(seen.choices) for seen in inner if seen.mover == CHANCE]
    widest = max([0, graph.max_actions, *(len(seen.choices) for seen in sample.inner if seen.mover != CHANCE)])
    wins, draws = _outcomes(case, finished)
    return Estimates(
        games=len(sample.lines),
        finished=len(finished),
        branching_mean=statistics.fmean(actions) if actions else 0.0,
        outcomes_mean=statistics.fmean(outcomes) if outcomes else None,
        length_mean=statistics.fmean(lengths) if lengths else None,
        length_min=min(lengths, default=None),
        length_max=max(lengths, default=None),
        tree_size_log10=_tree_size(sample.lines) if len(finished) == len(sample.lines) else None,
        states=len(graph.states) if graph.is_complete else max(len(graph.states), len(sample.states)),
        states_complete=graph.is_complete,
        canonical_states=_canonical_states(case),
        wins=wins,
        draws=draws,
        last_mover_wins=_last_mover_wins(finished),
        evaluation_correlation=evaluation_correlation(case),
        evaluation_order=evaluation_order(case).share,
        evaluation_cost=evaluation_cost(case),
        max_actions=widest,
    )


def _tree_size(lines: list[Line]) -> float:
    """Return Knuth's estimate as a logarithm, since the number itself may be larger than a float."""
    logs = []
    for line in lines:
        log = 0.0
        logs.append(log)
        for odds in line.odds:
            log -= math.log(odds)
            logs.append(log)
    top = max(logs)
    total = math.fsum(math.exp(log - top) for log in logs)
    return (top + math.log(total) - math.log(len(lines))) / math.log(10)


def _winner(line: Line) -> int | None:
    """Return the player who alone has won a finished game, if one has."""
    utilities: Any = line.utilities
    best = [player for player, utility in enumerate(utilities) if utility == max(utilities)]
    return best[0] if len(best) == 1 and len(utilities) > 1 else None


def _last_mover_wins(finished: list[Line]) -> float | None:
    """Return in which share of the decided games their last mover won: 0 or 1 where that decides, or utility errs."""
    decided = [(line, _winner(line)) for line in finished if _winner(line) is not None]
    movers = [[seen.mover for seen in line.seen if seen.choices and seen.mover != CHANCE] for line, _ in decided]
    won = [moved[-1] == winner for moved, (_, winner) in zip(movers, decided, strict=True) if moved]
    return sum(won) / len(won) if won else None


def _outcomes(case: Case, finished: list[Line]) -> tuple[tuple[float, ...], float]:
    """Return each player's share of games won alone, and the share of the others."""
    won = [0] * case.game.players
    for winner in map(_winner, finished):
        if winner is not None:
            won[winner] += 1
    count = max(1, len(finished))
    return tuple(wins / count for wins in won), (len(finished) - sum(won)) / count


def _canonical_states(case: Case) -> int | None:
    if not case.graph.is_complete or not case.game.offers("canonical"):
        return None
    return len({identity(case.ask("canonical", state)) for state in case.graph.states})
