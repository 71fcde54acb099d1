"""Which kernel the main search needs."""

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from plywise.kernel.alpha_beta.switches import Switches
from plywise.kernel.alpha_beta.value_scale import ValueScale
from plywise.kernel.building import KernelKind
from plywise.kernel.patterns import PatternShape, describe_shape

if TYPE_CHECKING:
    from plywise.kernel.lowering import Lowered


def search_kind(
    switches: Switches, steps: ValueScale, tabled: bool = False, patterns: PatternShape | None = None
) -> KernelKind:
    """Return which kernel searches: with these switches, probing solved tables where it is `tabled`.

    With `patterns`, its estimates come from learned weights, which aren't part of it.
    """
    text = partial(_text, switches, steps, tabled, patterns)
    options = [asdict(switches), steps.room, *([] if patterns is None else [describe_shape(patterns)])]
    entries = (("search", 5), ("repetition_key", 1), *((("pattern_sum", 2),) if patterns else ()))
    return KernelKind("alpha-beta", options, text, entries, tabled, patterns is not None)


def _text(
    switches: Switches, steps: ValueScale, tabled: bool, patterns: PatternShape | None, lowered: "Lowered"
) -> str:
    from plywise.kernel.alpha_beta.search_module import search_text  # needed only where a kernel is compiled

    return search_text(lowered, switches, steps, tabled, patterns)
