"""What selective search uses: widths, margins and fitted models, in words of the block.

They aren't constants of the build, so that trying another figure or fitting a model compiles nothing.

    probes    for each depth: shallow depth | slope | offset | margin      the last three are float64
"""

import math
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Any

from plywise.rules import PlywiseError, ShallowModel

MODEL = 4
MODEL_DEPTHS = 64
"""Models are for searches less deep than this."""

TUNED = (
    *("QUIET_PLIES", "SINGULAR_MARGIN", "SINGULAR_DEPTH", "SINGULAR_PLIES", "LATE_FROM", "LATE_DEPTH", "LATE_LESS"),
    *("LATE_GROWTH", "LATE_RANK", "URGENT_PLIES", "PASS_DEPTH", "PASS_LESS", "PASS_GROWTH", "FUTILE_DEPTH"),
    *("FUTILE_MARGIN", "BEAM_WIDTH", "PARITY_BIAS", "PROBING", "PASSED_AT"),
)
"""The words that are written here, and two marks that the search sets itself."""

MOST = 1_000_000
"""No whole figure is larger."""

LEAST = {
    "quiescence_plies": 0,
    "urgent_plies": 0,
    "singular_least_depth": 1,
    "singular_plies": 0,
    "reductions_full": 1,
    "reductions_least_depth": 1,
    "reductions_less": 0,
    "reductions_growth": 0,
    "reductions_rank": 0,
    "null_move_less": 0,
    "null_move_growth": 0,
    "null_move_least_depth": 1,
    "futility_depth": 0,
    "beam_width": 1,
}
"""The whole figures, and the least that each may be."""

MOST_STEPS = 2**62
"""A margin that nothing reaches, even if a larger one was asked for."""

MOST_MARGIN = 2**52
"""The same for a margin that is multiplied by a depth."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """The figures of selective search; each is what the readable twin takes under the same name."""

    quiescence_plies: int = 32
    urgent_plies: int = 64
    singular_margin: float = 100.0
    """In units of evaluation."""
    singular_least_depth: int = 2
    singular_plies: int = 4
    reductions_full: int = 3
    reductions_least_depth: int = 3
    reductions_less: int = 1
    reductions_growth: int = 0
    """How much more for later actions and greater depths (see `LateMoveReductions`)."""
    reductions_rank: int = MOST
    """Actions that the game's `rank` puts above this are never looked into less deeply."""
    null_move_less: int = 2
    null_move_least_depth: int = 2
    null_move_growth: int = 0
    """How many sixteenths of the depth a pass is looked into less deeply, beside `null_move_less`."""
    futility_depth: int = 3
    futility_margin: float = 100.0
    """In units of evaluation, for each ply that is left."""
    beam_width: int = 8
    parity_bias: float = 0.0
    """In units of evaluation; what a turn is worth, below 0 where it is a burden."""
    prob_cut_models: tuple[ShallowModel, ...] = field(default=())
    prob_cut_threshold: float = 1.5
    """In sigmas of a model."""

    def __post_init__(self) -> None:
        for name, least in LEAST.items():
            figure = getattr(self, name)
            if not _is_number(figure, Integral) or not least <= figure <= MOST:
                raise PlywiseError(
                    f"Tuning({name}={figure!r}) is not a whole number from {least} to {MOST:,}: give one."
                )
        for name in ("singular_margin", "futility_margin"):
            margin = getattr(self, name)
            if not _is_number(margin, Real) or not 0 <= margin < math.inf:
                raise PlywiseError(f"Tuning({name}={margin!r}) is not a finite number of 0 or more: give one.")
        threshold, bias = self.prob_cut_threshold, self.parity_bias
        if not _is_number(bias, Real) or not math.isfinite(bias):
            raise PlywiseError(f"Tuning(parity_bias={bias!r}) is not a finite number: give one.")
        if not _is_number(threshold, Real) or not 0 < threshold < math.inf:
            raise PlywiseError(f"Tuning(prob_cut_threshold={threshold!r}) is not a finite number above 0: give one.")
        models: tuple[Any, ...] = self.prob_cut_models
        if not all(isinstance(model, ShallowModel) and model.deep < MODEL_DEPTHS for model in models):
            raise PlywiseError(
                f"Tuning(prob_cut_models=...) takes ShallowModels for depths below {MODEL_DEPTHS}: leave others out."
            )

    def write(self, block: Any, layout: Any, per_unit: int) -> None:
        """Put the figures into their words; margins become steps."""
        words = {
            "QUIET_PLIES": self.quiescence_plies,
            "URGENT_PLIES": self.urgent_plies,
            "SINGULAR_MARGIN": round(min(self.singular_margin * per_unit, MOST_STEPS)),
            "FUTILE_MARGIN": round(min(self.futility_margin * per_unit, MOST_MARGIN)),
            "FUTILE_DEPTH": self.futility_depth,
            "SINGULAR_DEPTH": self.singular_least_depth,
            "SINGULAR_PLIES": self.singular_plies,
            "LATE_FROM": self.reductions_full,
            "LATE_DEPTH": self.reductions_least_depth,
            "LATE_LESS": self.reductions_less,
            "LATE_GROWTH": self.reductions_growth,
            "LATE_RANK": self.reductions_rank,
            "PASS_DEPTH": self.null_move_least_depth,
            "PASS_LESS": self.null_move_less,
            "PASS_GROWTH": self.null_move_growth,
            "BEAM_WIDTH": self.beam_width,
            "PARITY_BIAS": round(max(-MOST_MARGIN, min(self.parity_bias * per_unit, MOST_MARGIN))),
        }
        for name, figure in words.items():
            block[getattr(layout, name)] = figure
        for model in self.prob_cut_models if layout.PROB_CUT else ():
            at = layout.MODELS + MODEL * model.deep
            block[at] = model.shallow
            floats = (model.slope, model.offset, model.margin(self.prob_cut_threshold))
            for place, number in enumerate(floats, at + 1):
                block.floats[place] = number


def _is_number(figure: Any, kind: type) -> bool:
    return isinstance(figure, kind) and not isinstance(figure, bool)
