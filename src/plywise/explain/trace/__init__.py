"""A search as a story: the tree it saw, and step by step what it did, left out and knew."""

from plywise.explain.trace.branches import TreeBranch, grow, tell_values
from plywise.explain.trace.folding import MOST_NODES, best_line, fold
from plywise.explain.trace.growing import record_proof, record_uct
from plywise.explain.trace.lecture import find_code, find_line, make_whole, tell_leaves
from plywise.explain.trace.merging import GraphEdge, GraphState, count_branches, merge, unfold
from plywise.explain.trace.narration import Narrator, seat_names, short_name
from plywise.explain.trace.options import list_options
from plywise.explain.trace.pruning import tell_effort, tell_pruning
from plywise.explain.trace.recording import record_search
from plywise.explain.trace.replay import looking, never, replay
from plywise.explain.trace.seen_tree import SeenTree
from plywise.explain.trace.stages import MOST_STAGES, find_stages, name_stage
from plywise.explain.trace.trace import Change, Marks, Status, Step, Trace, TraceNode, step_data

__all__ = [
    "MOST_NODES",
    "MOST_STAGES",
    "Change",
    "GraphEdge",
    "GraphState",
    "Marks",
    "Narrator",
    "SeenTree",
    "Status",
    "Step",
    "Trace",
    "TraceNode",
    "TreeBranch",
    "best_line",
    "count_branches",
    "find_code",
    "find_line",
    "find_stages",
    "fold",
    "grow",
    "list_options",
    "looking",
    "make_whole",
    "merge",
    "name_stage",
    "never",
    "record_proof",
    "record_search",
    "record_uct",
    "replay",
    "seat_names",
    "short_name",
    "step_data",
    "tell_effort",
    "tell_leaves",
    "tell_pruning",
    "tell_values",
    "unfold",
]
