"""Learning patterns: the board is found in the states, its symmetries by playing, and the weights by self-play."""

from plywise.learn.learner import LearningPoint
from plywise.learn.patterns.choosing import choose_layout
from plywise.learn.patterns.finding_cells import Board, find_board
from plywise.learn.patterns.learner import PatternLearner
from plywise.learn.patterns.plain_self_play import PlainSelfPlay
from plywise.learn.patterns.symmetries import are_alike, find_symmetries
from plywise.learn.patterns.training_file import (
    Training,
    note_run,
    read_run,
    read_training,
    training_path,
    write_training,
)

__all__ = [
    "Board",
    "LearningPoint",
    "PatternLearner",
    "PlainSelfPlay",
    "Training",
    "are_alike",
    "choose_layout",
    "find_board",
    "find_symmetries",
    "note_run",
    "read_run",
    "read_training",
    "training_path",
    "write_training",
]
