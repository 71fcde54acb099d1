"""What a lecturer writes beside a tree: the pseudo-code, the arithmetic of a step, and all that a search left out."""

from plywise.explain.trace.lecture.arithmetic import tell_proof, tell_working
from plywise.explain.trace.lecture.pseudocode import find_code, find_line
from plywise.explain.trace.lecture.whole_tree import make_whole, tell_leaves

__all__ = ["find_code", "find_line", "make_whole", "tell_leaves", "tell_proof", "tell_working"]
