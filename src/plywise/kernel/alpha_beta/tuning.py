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
    *("URGENT_PLIES", "PASS_DEPTH", "PASS_LESS", "BEAM_WIDTH", "PROBING", "PASSED_AT"),
)
"""The words that are written here, and two marks that the search sets itself."""

LEAST = {
    "quiescence_plies": 0,
    "urgent_plies": 0,
    "singular_least_depth": 1,
    "singular_plies": 0,
    "reductions_full": 1,
    "reductions_least_depth": 1,
    "reductions_less": 0,
    "null_move_less": 0,
    "null_move_least_depth": 1,
    "beam_width": 1,
}
"""The whole figures, and the least that each may be."""

MOST = 1_000_000
"""No whole figure is larger."""

MOST_STEPS = 2**62
"""A margin that nothing reaches, even if a larger one was asked for."""


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
    null_move_less: int = 2
    null_move_least_depth: int = 2
    beam_width: int = 8
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
        margin, threshold = self.singular_margin, self.prob_cut_threshold
        if not _is_number(margin, Real) or not 0 <= margin < math.inf:
            raise PlywiseError(f"Tuning(singular_margin={margin!r}) is not a finite number of 0 or more: give one.")
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
            "SINGULAR_DEPTH": self.singular_least_depth,
            "SINGULAR_PLIES": self.singular_plies,
            "LATE_FROM": self.reductions_full,
            "LATE_DEPTH": self.reductions_least_depth,
            "LATE_LESS": self.reductions_less,
            "PASS_DEPTH": self.null_move_least_depth,
            "PASS_LESS": self.null_move_less,
            "BEAM_WIDTH": self.beam_width,
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
