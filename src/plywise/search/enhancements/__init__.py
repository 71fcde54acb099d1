"""What makes alpha-beta faster or look further, one enhancement a file."""

from plywise.search.enhancements.beam import Beam
from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement, Found, Successors, Visit
from plywise.search.enhancements.futility import Futility
from plywise.search.enhancements.history import History
from plywise.search.enhancements.killers import Killers
from plywise.search.enhancements.known_bounds import KnownBounds
from plywise.search.enhancements.null_move import NullMove
from plywise.search.enhancements.ordering import EvaluationOrder, PreviousLine, StaticOrder
from plywise.search.enhancements.parity import ParityBias, fitted_bias
from plywise.search.enhancements.prob_cut import ProbCut
from plywise.search.enhancements.quiescence import Quiescence
from plywise.search.enhancements.reductions import LateMoveReductions
from plywise.search.enhancements.singular import SingularExtension
from plywise.search.enhancements.transposition_table import TranspositionTable
from plywise.search.enhancements.urgent import UrgentExtension

__all__ = [
    "Beam",
    "EnhancedSearch",
    "Enhancement",
    "EvaluationOrder",
    "Found",
    "Futility",
    "History",
    "Killers",
    "KnownBounds",
    "LateMoveReductions",
    "NullMove",
    "ParityBias",
    "PreviousLine",
    "ProbCut",
    "Quiescence",
    "SingularExtension",
    "StaticOrder",
    "Successors",
    "TranspositionTable",
    "UrgentExtension",
    "Visit",
    "fitted_bias",
]
