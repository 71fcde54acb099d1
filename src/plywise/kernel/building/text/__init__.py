"""The text of a generated module: states, entries, constants, and the search spliced in."""

from plywise.kernel.building.text.module import module_text, rule_entries
from plywise.kernel.building.text.runtime_names import RUNTIME
from plywise.kernel.building.text.splice import assemble, lay_out, payoff_figures

__all__ = [
    "RUNTIME",
    "assemble",
    "lay_out",
    "module_text",
    "payoff_figures",
    "rule_entries",
]
