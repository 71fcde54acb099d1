"""The main search, compiled."""

from plywise.kernel.alpha_beta.driver import search_driver
from plywise.kernel.alpha_beta.searcher import Searcher, suits
from plywise.kernel.alpha_beta.switches import Switches
from plywise.kernel.alpha_beta.tuning import Tuning

__all__ = [
    "Searcher",
    "Switches",
    "Tuning",
    "search_driver",
    "suits",
]
