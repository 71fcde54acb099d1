"""The textbook's algorithms, one per file, in plain Python, to be read."""

from plywise.search._enhancement import EnhancedSearch, Enhancement, Successors, Visit
from plywise.search._search import Leaf, LimitReachedError, Line, Search, Vector
from plywise.search._watch import Watcher, Window, watched
from plywise.search.alpha_beta import alpha_beta
from plywise.search.beam import Beam
from plywise.search.deepening import SearchFunction, iterative_deepening
from plywise.search.dynamic_programming import dynamic_programming, solve_states
from plywise.search.enhanced import enhanced
from plywise.search.expectiminimax import expectiminimax
from plywise.search.history import History
from plywise.search.killers import Killers
from plywise.search.max_n import max_n
from plywise.search.minimax import minimax
from plywise.search.monte_carlo import monte_carlo
from plywise.search.monte_carlo_leaves import monte_carlo_leaves
from plywise.search.null_move import NullMove
from plywise.search.ordering import EvaluationOrder, PreviousLine, StaticOrder
from plywise.search.paranoid import paranoid
from plywise.search.parity import ParityBias, fitted_bias
from plywise.search.prob_cut import ProbCut
from plywise.search.proof_number import ProofNode, proof_number, prove_value
from plywise.search.quiescence import Quiescence
from plywise.search.reductions import LateMoveReductions
from plywise.search.singular import SingularExtension
from plywise.search.star import star1, star2
from plywise.search.strategy import contingent_strategy
from plywise.search.transposition_table import TranspositionTable
from plywise.search.uct import SimulatedBranch, uct
from plywise.search.urgent import UrgentExtension
from plywise.search.value_iteration import value_iteration

__all__ = [
    "Beam",
    "EnhancedSearch",
    "Enhancement",
    "EvaluationOrder",
    "History",
    "Killers",
    "LateMoveReductions",
    "Leaf",
    "LimitReachedError",
    "Line",
    "NullMove",
    "ParityBias",
    "PreviousLine",
    "ProbCut",
    "ProofNode",
    "Quiescence",
    "Search",
    "SearchFunction",
    "SimulatedBranch",
    "SingularExtension",
    "StaticOrder",
    "Successors",
    "TranspositionTable",
    "UrgentExtension",
    "Vector",
    "Visit",
    "Watcher",
    "Window",
    "alpha_beta",
    "contingent_strategy",
    "dynamic_programming",
    "enhanced",
    "expectiminimax",
    "fitted_bias",
    "iterative_deepening",
    "max_n",
    "minimax",
    "monte_carlo",
    "monte_carlo_leaves",
    "paranoid",
    "proof_number",
    "prove_value",
    "solve_states",
    "star1",
    "star2",
    "uct",
    "value_iteration",
    "watched",
]
