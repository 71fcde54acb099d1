"""What several algorithms share: the search they are written as, its path, and who watches it."""

from plywise.search.shared.components import components
from plywise.search.shared.cycles import ReturningState, UndeclaredCycleError, find_cycle, refuse_cycle
from plywise.search.shared.ends import require_ends
from plywise.search.shared.errors import LimitReachedError
from plywise.search.shared.graph_values import AcyclicValues, CyclicValues, GraphValues
from plywise.search.shared.growth import Estimate, HurriedGrowth, TreeGrowth, proven_value
from plywise.search.shared.guard import guarded
from plywise.search.shared.outlook import ALWAYS, DOUBTFUL, Outlook
from plywise.search.shared.path import MAX_PLIES, LongLineError
from plywise.search.shared.playouts import PlayoutSearch, Rounds
from plywise.search.shared.proof_table import INFINITE, MOST, NO, NOWHERE, YES, ProofEntry, ProofNumbers, ProofTable
from plywise.search.shared.search import Leaf, Line, Search, Vector
from plywise.search.shared.simulated import UNSEEN, SimulatedBranch, best_known, report
from plywise.search.shared.state_graph import StateGraph
from plywise.search.shared.suited import require_adversarial, require_constant_sum
from plywise.search.shared.watch import Watcher, Window, watched

__all__ = [
    "ALWAYS",
    "DOUBTFUL",
    "INFINITE",
    "MAX_PLIES",
    "MOST",
    "NO",
    "NOWHERE",
    "UNSEEN",
    "YES",
    "AcyclicValues",
    "CyclicValues",
    "Estimate",
    "GraphValues",
    "HurriedGrowth",
    "Leaf",
    "LimitReachedError",
    "Line",
    "LongLineError",
    "Outlook",
    "PlayoutSearch",
    "ProofEntry",
    "ProofNumbers",
    "ProofTable",
    "ReturningState",
    "Rounds",
    "Search",
    "SimulatedBranch",
    "StateGraph",
    "TreeGrowth",
    "UndeclaredCycleError",
    "Vector",
    "Watcher",
    "Window",
    "best_known",
    "components",
    "find_cycle",
    "guarded",
    "proven_value",
    "refuse_cycle",
    "report",
    "require_adversarial",
    "require_constant_sum",
    "require_ends",
    "watched",
]
