"""Teaching a small network a game with dice, by self-play and temporal differences."""

from plywise.learn.network.learner import HIDDEN, NetworkLearner, first_weights
from plywise.learn.network.plain_self_play import PlainNetworkSelfPlay, flipped

__all__ = ["HIDDEN", "NetworkLearner", "PlainNetworkSelfPlay", "first_weights", "flipped"]
