"""A small network in compiled code: self-play that teaches it, and look-ahead by its estimates."""

from plywise.kernel.network.module import NetworkTable, network_machine, require_network
from plywise.kernel.network.self_play import NetworkRates, NetworkSelfPlay
from plywise.kernel.network.shape import NetworkShape, describe_network
from plywise.kernel.network.turn_searcher import TurnSearcher

__all__ = [
    "NetworkRates",
    "NetworkSelfPlay",
    "NetworkShape",
    "NetworkTable",
    "TurnSearcher",
    "describe_network",
    "network_machine",
    "require_network",
]
