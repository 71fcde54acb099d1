"""Whoever an agent may be: a search that remembers, another program's engine, chance, or a person."""

from typing import TYPE_CHECKING

from plywise.agents.players.external import ExternalPlayer
from plywise.agents.players.level_player import LevelPlayer
from plywise.agents.players.novice import NovicePlayer
from plywise.agents.players.player import Player
from plywise.agents.players.policy_player import PolicyPlayer
from plywise.agents.players.search_player import SearchPlayer
from plywise.agents.players.simple import HumanPlayer, RandomPlayer
from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.agents.players.modeller import ModellerPlayer

__all__ = [
    "ExternalPlayer",
    "HumanPlayer",
    "LevelPlayer",
    "ModellerPlayer",
    "NovicePlayer",
    "Player",
    "PolicyPlayer",
    "RandomPlayer",
    "SearchPlayer",
]

__getattr__ = lazy_names(__name__, {"modeller": ("ModellerPlayer",)})
