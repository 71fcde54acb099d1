"""What several experiments measure with: trees made to order, games whose states are counted, and games played."""

from plywise.lab.experiments.shared.chess_play import PlayedChess, chess_rivals, chess_searcher, play_chess
from plywise.lab.experiments.shared.counted import CountedGame, count_tree
from plywise.lab.experiments.shared.pairs import Chooser, looking, play_pair, score_of, within_nodes
from plywise.lab.experiments.shared.uniform_tree import UniformTree

__all__ = [
    "Chooser",
    "CountedGame",
    "PlayedChess",
    "UniformTree",
    "chess_rivals",
    "chess_searcher",
    "count_tree",
    "looking",
    "play_chess",
    "play_pair",
    "score_of",
    "within_nodes",
]
