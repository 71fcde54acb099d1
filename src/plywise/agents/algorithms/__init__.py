"""Every algorithm by its name, and how a question about a game is put to it, plainly or compiled."""

from plywise.agents.algorithms.choosing import SearchPlan, SearchStage, choose_plan
from plywise.agents.algorithms.deciding import analyse, answer, decide
from plywise.agents.algorithms.enhancement_options import compiled_search
from plywise.agents.algorithms.known import ALGORITHMS, Algorithm, choose_algorithm, find_algorithm
from plywise.agents.algorithms.options import Engine, SearchOptions
from plywise.agents.algorithms.plain_engine import PlainEngineWarning, tell_once
from plywise.agents.algorithms.question import Callbacks, Memory, OnDepth
from plywise.agents.algorithms.settings import known_settings, read_settings

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "Callbacks",
    "Engine",
    "Memory",
    "OnDepth",
    "PlainEngineWarning",
    "SearchOptions",
    "SearchPlan",
    "SearchStage",
    "analyse",
    "answer",
    "choose_algorithm",
    "choose_plan",
    "compiled_search",
    "decide",
    "find_algorithm",
    "known_settings",
    "read_settings",
    "tell_once",
]
