"""A small network for games with dice: what it says of a state, look-ahead by it, and how it is kept in a file."""

from plywise.knowledge.network.file import network_game, read_network, write_network
from plywise.knowledge.network.look_ahead import MARGIN, best_value, look_ahead, turn_ends
from plywise.knowledge.network.network import LearnedNetwork, NetworkLayout, hidden_and_outputs, layout_for

__all__ = [
    "MARGIN",
    "LearnedNetwork",
    "NetworkLayout",
    "best_value",
    "hidden_and_outputs",
    "layout_for",
    "look_ahead",
    "network_game",
    "read_network",
    "turn_ends",
    "write_network",
]
