"""Learned patterns: what they are, what they say of a state in plain Python, and how they are kept in a file."""

from plywise.knowledge.learned import KnowledgeError
from plywise.knowledge.patterns.evaluation import LearnedPatterns, with_evaluation
from plywise.knowledge.patterns.file import FORMAT, patterns_game, read_patterns, write_patterns
from plywise.knowledge.patterns.layout import PatternLayout
from plywise.knowledge.patterns.readings import number_in, read_cells

__all__ = [
    "FORMAT",
    "KnowledgeError",
    "LearnedPatterns",
    "PatternLayout",
    "number_in",
    "patterns_game",
    "read_cells",
    "read_patterns",
    "with_evaluation",
    "write_patterns",
]
