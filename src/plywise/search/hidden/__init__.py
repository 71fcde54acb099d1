"""Games in which players don't see everything: equilibria, best responses, and search among what may be hidden."""

from plywise.search.hidden.belief import BeliefRules, find_belief
from plywise.search.hidden.belief_odds import BeliefOdds
from plywise.search.hidden.belief_search import belief_search
from plywise.search.hidden.best_response import BestResponse, best_answers, exploitability, mean_gain, value_of
from plywise.search.hidden.cfr import Cfr, matched, normalized
from plywise.search.hidden.cfr_plus import CfrPlus
from plywise.search.hidden.determinized import determinized
from plywise.search.hidden.discounted_cfr import DiscountedCfr
from plywise.search.hidden.effort import DrawnEffort
from plywise.search.hidden.forcing import ForcingPlan, force
from plywise.search.hidden.information_set_uct import information_set_uct
from plywise.search.hidden.information_tree import END, HistoryNode, InformationSet, InformationTree, grow_tree
from plywise.search.hidden.outcome_sampling import OutcomeSampling
from plywise.search.hidden.sampling import StateSampler

__all__ = [
    "END",
    "BeliefOdds",
    "BeliefRules",
    "BestResponse",
    "Cfr",
    "CfrPlus",
    "DiscountedCfr",
    "DrawnEffort",
    "ForcingPlan",
    "HistoryNode",
    "InformationSet",
    "InformationTree",
    "OutcomeSampling",
    "StateSampler",
    "belief_search",
    "best_answers",
    "determinized",
    "exploitability",
    "find_belief",
    "force",
    "grow_tree",
    "information_set_uct",
    "matched",
    "mean_gain",
    "normalized",
    "value_of",
]
