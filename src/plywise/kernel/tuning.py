"""What selective search goes by: widths, margins and fitted models, in words of the block.

They are no constants of the build, so that trying another figure or fitting a model compiles nothing.

    probes    for each depth: shallow depth | slope | offset | margin      the last three are float64
"""

from dataclasses import dataclass, field
from typing import Any

from plywise.rules import PlywiseError, ShallowModel

MODEL = 4
MODEL_DEPTHS = 64
"""Models are for searches less deep than this."""

TUNED = (
    *("QUIET_PLIES", "SINGULAR_MARGIN", "SINGULAR_DEPTH", "SINGULAR_PLIES", "LATE_FROM", "LATE_DEPTH", "LATE_LESS"),
    *("PASS_DEPTH", "PASS_LESS", "BEAM_WIDTH", "PROBING", "PASSED_AT"),
)
"""The words that are written here, and two marks that the search sets itself."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """The figures of selective search; each is what the readable twin takes under the same name."""

    quiescence_plies: int = 32
    singular_margin: float = 100
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
        if self.beam_width < 1:
            raise PlywiseError(f"A beam is at least one action wide, not {self.beam_width}.")
        if any(model.deep >= MODEL_DEPTHS for model in self.prob_cut_models):
            raise PlywiseError(f"ProbCut's models are for depths below {MODEL_DEPTHS}.")

    def write(self, block: Any, module: Any, per_unit: int) -> None:
        """Put the figures into their words; margins become steps."""
        words = {
            "QUIET_PLIES": self.quiescence_plies,
            "SINGULAR_MARGIN": round(self.singular_margin * per_unit),
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
            block[getattr(module, name)] = figure
        for model in self.prob_cut_models if module.PROB_CUT else ():
            at = module.MODELS + MODEL * model.deep
            block[at] = model.shallow
            floats = (model.slope, model.offset, model.margin(self.prob_cut_threshold))
            block[at + 1 : at + MODEL].view("float64")[:] = floats
