"""Whoever chooses an action within a limit and remembers between moves: search, tables, and other programs' engines."""

from typing import TYPE_CHECKING

from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.agents.agent import Agent, expected_state
    from plywise.agents.algorithms import (
        ALGORITHMS,
        Algorithm,
        Callbacks,
        Engine,
        OnDepth,
        PlainEngineWarning,
        SearchOptions,
        analyse,
        choose_algorithm,
        choose_plan,
        compiled_search,
        decide,
        find_algorithm,
    )
    from plywise.agents.beside import identify_rules
    from plywise.agents.books import decide_by_book, open_book
    from plywise.agents.clocks import Allotment, Clock, OutOfTimeError, TimeControl
    from plywise.agents.gtp_player import GtpPlayer
    from plywise.agents.learned import knowledge_beside, named_game, open_knowledge, takes_network, weighed_game
    from plywise.agents.levels import default_levels, find_levels, levels_file, random_record, value_spread
    from plywise.agents.specs import KINDS, AgentSpec, complete_spec, parse_spec
    from plywise.agents.tables import Tables, decide_by_tables, open_tables
    from plywise.agents.uci_thinker import UciThinker

__all__ = [
    "ALGORITHMS",
    "KINDS",
    "Agent",
    "AgentSpec",
    "Algorithm",
    "Allotment",
    "Callbacks",
    "Clock",
    "Engine",
    "GtpPlayer",
    "OnDepth",
    "OutOfTimeError",
    "PlainEngineWarning",
    "SearchOptions",
    "Tables",
    "TimeControl",
    "UciThinker",
    "analyse",
    "choose_algorithm",
    "choose_plan",
    "compiled_search",
    "complete_spec",
    "decide",
    "decide_by_book",
    "decide_by_tables",
    "default_levels",
    "expected_state",
    "find_algorithm",
    "find_levels",
    "identify_rules",
    "knowledge_beside",
    "levels_file",
    "named_game",
    "open_book",
    "open_knowledge",
    "open_tables",
    "parse_spec",
    "random_record",
    "takes_network",
    "value_spread",
    "weighed_game",
]

__getattr__ = lazy_names(
    __name__,
    {
        "agent": (
            "Agent",
            "expected_state",
        ),
        "algorithms": (
            "ALGORITHMS",
            "Algorithm",
            "Callbacks",
            "Engine",
            "OnDepth",
            "PlainEngineWarning",
            "SearchOptions",
            "analyse",
            "choose_algorithm",
            "choose_plan",
            "compiled_search",
            "decide",
            "find_algorithm",
        ),
        "beside": ("identify_rules",),
        "books": (
            "decide_by_book",
            "open_book",
        ),
        "clocks": (
            "Allotment",
            "Clock",
            "OutOfTimeError",
            "TimeControl",
        ),
        "gtp_player": ("GtpPlayer",),
        "learned": (
            "knowledge_beside",
            "named_game",
            "open_knowledge",
            "takes_network",
            "weighed_game",
        ),
        "levels": (
            "default_levels",
            "find_levels",
            "levels_file",
            "random_record",
            "value_spread",
        ),
        "specs": (
            "AgentSpec",
            "KINDS",
            "complete_spec",
            "parse_spec",
        ),
        "tables": (
            "Tables",
            "decide_by_tables",
            "open_tables",
        ),
        "uci_thinker": ("UciThinker",),
    },
)
