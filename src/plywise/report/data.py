"""A report as data that JSON can hold."""

import math
from typing import Any

from plywise.report.measures import PairsReport, StrengthReport, VariantReport


def variant_data(report: VariantReport) -> dict[str, Any]:
    """Return what was found of one set of rules."""
    return {
        "name": report.name,
        "players": report.player_names,
        "has_chance": report.has_chance,
        "strengths": {name: _strength_data(each) for name, each in report.strengths.items()},
        "pairs": {name: _pairs_data(each) for name, each in report.pairs.items()},
        "first_actions": [
            {
                "action": each.name,
                "score": None if each.score is None else each.score.to_data(),
                "chosen": each.chosen,
            }
            for each in report.first_actions
        ],
        "exact": None if report.exact is None else report.exact.to_data(),
        "notes": report.notes,
        "is_whole": report.is_whole,
    }


def _strength_data(report: StrengthReport) -> dict[str, Any]:
    return {
        "limit": report.limit,
        "games": report.games,
        "different_games": report.different,
        "measures": {name: each.to_data() for name, each in report.measures.items()},
        "seats": [each.to_data() for each in report.seats],
        "plies_quartiles": list(report.quartiles),
        "actions_by_ply": [
            {"ply": ply, "actions": round(width, 3), "games": games} for ply, width, games in report.widths
        ],
        "uses": {kind: {"open": use.open, "chosen": use.chosen} for kind, use in sorted(report.uses.items())},
        "decisions": report.decisions,
    }


def _pairs_data(report: PairsReport) -> dict[str, Any]:
    def finite(number: float) -> float | None:
        return round(number, 2) if math.isfinite(number) else None

    parts = {
        "same_seat_won_twice": report.same_seat,
        "stronger_won_twice": report.stronger_twice,
        "weaker_won_twice": report.weaker_twice,
    }
    return {
        "score": report.score.to_data(),
        "games": report.games,
        "elo": finite(report.elo),
        "elo_low": finite(report.elo_range[0]),
        "elo_high": finite(report.elo_range[1]),
        **{name: each.to_data() for name, each in parts.items() if each is not None},
    }
