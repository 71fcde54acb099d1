"""Which kernel the main search needs."""

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from plywise.kernel.alpha_beta.switches import Switches
from plywise.kernel.alpha_beta.value_scale import ValueScale
from plywise.kernel.building import KernelKind

if TYPE_CHECKING:
    from plywise.kernel.lowering import Lowered


def search_kind(switches: Switches, steps: ValueScale, tabled: bool = False) -> KernelKind:
    """Return which kernel searches: with these switches, and probing solved tables where it is `tabled`."""
    text = partial(_text, switches, steps, tabled)
    options = [asdict(switches), steps.room]
    return KernelKind("alpha-beta", options, text, (("search", 5), ("repetition_key", 1)), tabled)


def _text(switches: Switches, steps: ValueScale, tabled: bool, lowered: "Lowered") -> str:
    from plywise.kernel.alpha_beta.search_module import search_text  # needed only where a kernel is compiled

    return search_text(lowered, switches, steps, tabled)
