r"""When games are decided: who was ahead at each ply, as the agents saw it, turned into expected scores.

An estimate of +120 means nothing by itself. So leads are read by what became of the games: a logistic curve, one figure
for each unit, is fitted to all plies whose games were won or lost. What is proven needs no curve.

    expected score of A    1.0 |                       ___     decided: from here on the winner is ahead
                           0.5 |---__------___--------/---
                           0.0 |     \____/                    behind: below 0.3 and won in the end: a comeback
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plywise.matches import GameResult
from plywise.matches.results import EVALUATION_LEAD, NO_LEAD, PROVEN_LEAD, UTILITY_LEAD

AHEAD, BEHIND = 0.55, 0.45
"""The lead has changed when the expected score has crossed both."""
LOST_LOOKING = 0.3
"""Whoever wins after an expected score below this has come back."""


@dataclass(frozen=True, slots=True)
class GameCourse:
    """How one game went: when it was decided, as a share of its length, how often the lead changed."""

    is_decisive: bool
    decided: float
    lead_changes: int
    is_comeback: bool


def follow_games(games: Sequence[GameResult]) -> list[GameCourse]:
    """Return how each game went; none of those that kept no leads."""
    kept = [game for game in games if game.lead_kinds.strip(NO_LEAD)]
    slopes = {kind: fit_slope(_pairs(kept, kind)) for kind in (EVALUATION_LEAD, UTILITY_LEAD)}
    return [_follow(game, slopes) for game in kept]


def points_of(game: GameResult) -> float:
    """Return what a game of two was to player 0: 1, 1/2 or 0."""
    mine, other = game.utilities[:2]
    return 0.5 if mine == other else float(mine > other)


def fit_slope(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the k for which 1 / (1 + e^(-k lead)) fits results best, at least 0; weakly drawn towards nothing.

    >>> round(fit_slope([(1.0, 1.0)] * 73 + [(1.0, 0.0)] * 27), 1)
    1.0
    """
    if not pairs:
        return 0.0
    scale = math.sqrt(sum(lead * lead for lead, _ in pairs) / len(pairs)) or 1.0
    slope = 0.0
    for _ in range(50):
        pull, bend = -slope * 0.01, 0.01
        for lead, result in pairs:
            x = lead / scale
            expected = 1 / (1 + math.exp(-max(-40.0, min(40.0, slope * x))))
            pull += (result - expected) * x
            bend += expected * (1 - expected) * x * x
        step = max(-2.0, min(2.0, pull / bend))
        slope = max(0.0, min(40.0, slope + step))
        if abs(step) < 1e-9:
            break
    return slope / scale


def _pairs(games: Sequence[GameResult], kind: str) -> list[tuple[float, float]]:
    return [
        (lead, points_of(game))
        for game in games
        for lead, each in zip(game.leads, game.lead_kinds, strict=True)
        if each == kind and points_of(game) != 0.5
    ]


def expected_scores(game: GameResult, slopes: dict[str, float]) -> list[tuple[int, float]]:
    """Return player 0's expected score by ply, where a player moved."""
    found = []
    for ply, (lead, kind) in enumerate(zip(game.leads, game.lead_kinds, strict=True)):
        if kind == PROVEN_LEAD:
            found.append((ply, 0.5 + 0.5 * max(-1.0, min(1.0, lead))))
        elif kind != NO_LEAD:
            found.append((ply, 1 / (1 + math.exp(-max(-40.0, min(40.0, slopes[kind] * lead))))))
    return found


def _follow(game: GameResult, slopes: dict[str, float]) -> GameCourse:
    scores, result = expected_scores(game, slopes), points_of(game)
    won = [score if result == 1 else 1 - score for _, score in scores]
    after_opening = max(1, len(game.leads))
    decided = 1.0
    if result != 0.5:
        last = max((place for place, score in enumerate(won) if score <= 0.5), default=-1)
        ply = scores[last + 1][0] if last + 1 < len(scores) else after_opening
        decided = (game.opening_plies + ply) / (game.opening_plies + after_opening)
    return GameCourse(result != 0.5, decided, _changes(scores), result != 0.5 and min(won) < LOST_LOOKING)


def _changes(scores: Sequence[tuple[int, float]]) -> int:
    """Count how often the lead went from one side clearly to the other."""
    leader, changes = 0, 0
    for _, score in scores:
        now = 1 if score > AHEAD else -1 if score < BEHIND else leader
        changes += leader != 0 and now != leader
        leader = now
    return changes
