"""The textbook's algorithms, one per file, in plain Python, to be read."""

from plywise.search.alpha_beta import alpha_beta
from plywise.search.deepening import SearchFunction, blank_choice, blank_decision, iterative_deepening, partial_decision
from plywise.search.df_pn import df_pn, prove_value_df_pn
from plywise.search.dynamic_programming import dynamic_programming, solve_states
from plywise.search.enhanced import enhanced
from plywise.search.enhancements import (
    Beam,
    EnhancedSearch,
    Enhancement,
    EvaluationOrder,
    Futility,
    History,
    Killers,
    KnownBounds,
    LateMoveReductions,
    NullMove,
    ParityBias,
    PreviousLine,
    ProbCut,
    Quiescence,
    SingularExtension,
    StaticOrder,
    Successors,
    TranspositionTable,
    UrgentExtension,
    Visit,
    fitted_bias,
)
from plywise.search.enumeration import can_be_enumerated, decide_by_enumeration, enumerate_states, value_states
from plywise.search.expectiminimax import expectiminimax
from plywise.search.max_n import max_n
from plywise.search.minimax import minimax
from plywise.search.monte_carlo import monte_carlo
from plywise.search.monte_carlo_leaves import monte_carlo_leaves
from plywise.search.paranoid import paranoid
from plywise.search.proof_number import ProofNode, proof_number, prove_value
from plywise.search.shared import (
    MAX_PLIES,
    Leaf,
    LimitReachedError,
    Line,
    LongLineError,
    Search,
    SimulatedBranch,
    StateGraph,
    Vector,
    Watcher,
    Window,
    guarded,
    watched,
)
from plywise.search.star import star1, star2
from plywise.search.strategy import contingent_strategy
from plywise.search.tactics import Tactics, find_tactics
from plywise.search.uct import uct
from plywise.search.value_iteration import value_iteration

__all__ = [
    "MAX_PLIES",
    "Beam",
    "EnhancedSearch",
    "Enhancement",
    "EvaluationOrder",
    "Futility",
    "History",
    "Killers",
    "KnownBounds",
    "LateMoveReductions",
    "Leaf",
    "LimitReachedError",
    "Line",
    "LongLineError",
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
    "StateGraph",
    "StaticOrder",
    "Successors",
    "Tactics",
    "TranspositionTable",
    "UrgentExtension",
    "Vector",
    "Visit",
    "Watcher",
    "Window",
    "alpha_beta",
    "blank_choice",
    "blank_decision",
    "can_be_enumerated",
    "contingent_strategy",
    "decide_by_enumeration",
    "df_pn",
    "dynamic_programming",
    "enhanced",
    "enumerate_states",
    "expectiminimax",
    "find_tactics",
    "fitted_bias",
    "guarded",
    "iterative_deepening",
    "max_n",
    "minimax",
    "monte_carlo",
    "monte_carlo_leaves",
    "paranoid",
    "partial_decision",
    "proof_number",
    "prove_value",
    "prove_value_df_pn",
    "solve_states",
    "star1",
    "star2",
    "uct",
    "value_iteration",
    "value_states",
    "watched",
]
