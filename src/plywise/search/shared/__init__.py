"""What several algorithms share: the search they are written as, its path, and who watches it."""

from plywise.search.shared.components import components
from plywise.search.shared.ends import require_ends
from plywise.search.shared.path import MAX_PLIES, LongLineError
from plywise.search.shared.playouts import PlayoutSearch
from plywise.search.shared.proof_table import INFINITE, MOST, NO, NOWHERE, YES, ProofEntry, ProofNumbers, ProofTable
from plywise.search.shared.search import Leaf, LimitReachedError, Line, Search, Vector
from plywise.search.shared.simulated import SimulatedBranch, best_known, report
from plywise.search.shared.suited import require_adversarial, require_constant_sum
from plywise.search.shared.watch import Watcher, Window, watched

__all__ = [
    "INFINITE",
    "MAX_PLIES",
    "MOST",
    "NO",
    "NOWHERE",
    "YES",
    "Leaf",
    "LimitReachedError",
    "Line",
    "LongLineError",
    "PlayoutSearch",
    "ProofEntry",
    "ProofNumbers",
    "ProofTable",
    "Search",
    "SimulatedBranch",
    "Vector",
    "Watcher",
    "Window",
    "best_known",
    "components",
    "report",
    "require_adversarial",
    "require_constant_sum",
    "require_ends",
    "watched",
]
