"""Games in which players don't see everything: equilibria, best responses, and search among what may be hidden."""

from plywise.search.hidden.best_response import BestResponse, best_answers, exploitability, mean_gain, value_of
from plywise.search.hidden.cfr import Cfr, matched, normalized
from plywise.search.hidden.cfr_plus import CfrPlus
from plywise.search.hidden.determinized import determinized
from plywise.search.hidden.discounted_cfr import DiscountedCfr
from plywise.search.hidden.effort import DrawnEffort
from plywise.search.hidden.information_set_uct import information_set_uct
from plywise.search.hidden.information_tree import END, HistoryNode, InformationSet, InformationTree, grow_tree
from plywise.search.hidden.outcome_sampling import OutcomeSampling
from plywise.search.hidden.sampling import StateSampler

__all__ = [
    "END",
    "BestResponse",
    "Cfr",
    "CfrPlus",
    "DiscountedCfr",
    "DrawnEffort",
    "HistoryNode",
    "InformationSet",
    "InformationTree",
    "OutcomeSampling",
    "StateSampler",
    "best_answers",
    "determinized",
    "exploitability",
    "grow_tree",
    "information_set_uct",
    "matched",
    "mean_gain",
    "normalized",
    "value_of",
]
