"""Adversarial search for Python: write a game's rules once, then play, solve and explain it.

>>> import plywise
>>> game = plywise.load_game("tic-tac-toe")
>>> state = game.parse_state("XX1/OO1/3")
>>> plywise.decide(game, state).describe(game, state)
'c3: value 1 to player A, proven; line c3; 6 states, depth 1'

The names in `__all__` are public, and so are the modules that docs/reference/index.md lists; all others are private.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plywise.agents import (
        ALGORITHMS,
        Agent,
        AgentSpec,
        Algorithm,
        Allotment,
        Callbacks,
        Clock,
        Engine,
        EngineError,
        OnDepth,
        OutOfTimeError,
        PlainEngineWarning,
        ResignedError,
        SearchOptions,
        Tables,
        TimeControl,
        decide,
        open_tables,
    )
    from plywise.doctor import Compiled, Estimates, Finding, Report, check_rules, check_rules_isolated
    from plywise.explain import Explanation, explain_state
    from plywise.games.catalog import list_games, load_game
    from plywise.kernel import CacheError, CompileError, LoweringError, OnCompile, OnProgress, Progress, Tuning
    from plywise.knowledge import DamagedTableError, SolvedTableError, Strategy, StrategyError
    from plywise.lab import perft
    from plywise.matches import (
        GameResult,
        MatchOptions,
        MatchProgress,
        MatchResult,
        OnMatch,
        Pairing,
        Rating,
        ScoreEstimate,
        SequentialTest,
        play_match,
    )
    from plywise.rules import (
        CHANCE,
        Action,
        Bound,
        Cancellation,
        CatalogError,
        Cell,
        Choice,
        Decision,
        Game,
        IllegalActionError,
        Limit,
        NoActionError,
        NotationError,
        PlywiseError,
        Record,
        RecordError,
        RulesError,
        SearchError,
        Status,
        TreeOptions,
        Unit,
        View,
        Viewable,
    )
    from plywise.search import (
        alpha_beta,
        contingent_strategy,
        dynamic_programming,
        enhanced,
        expectiminimax,
        iterative_deepening,
        max_n,
        minimax,
        monte_carlo,
        monte_carlo_leaves,
        paranoid,
        proof_number,
        star1,
        star2,
        uct,
        value_iteration,
    )
    from plywise.solve import Metric, SolveProgress, solve_game

__version__ = "0.2.0"

_HOMES = {
    "plywise.agents": (
        "ALGORITHMS",
        "Agent",
        "AgentSpec",
        "Algorithm",
        "Allotment",
        "Callbacks",
        "Clock",
        "Engine",
        "EngineError",
        "OnDepth",
        "OutOfTimeError",
        "PlainEngineWarning",
        "ResignedError",
        "SearchOptions",
        "Tables",
        "TimeControl",
        "decide",
        "open_tables",
    ),
    "plywise.doctor": ("Compiled", "Estimates", "Finding", "Report", "check_rules", "check_rules_isolated"),
    "plywise.explain": ("Explanation", "explain_state"),
    "plywise.games.catalog": ("list_games", "load_game"),
    "plywise.kernel": ("CacheError", "CompileError", "LoweringError", "OnCompile", "OnProgress", "Progress", "Tuning"),
    "plywise.knowledge": ("DamagedTableError", "SolvedTableError", "Strategy", "StrategyError"),
    "plywise.lab": ("perft",),
    "plywise.matches": (
        "GameResult",
        "MatchOptions",
        "MatchProgress",
        "MatchResult",
        "OnMatch",
        "Pairing",
        "Rating",
        "ScoreEstimate",
        "SequentialTest",
        "play_match",
    ),
    "plywise.rules": (
        "CHANCE",
        "Action",
        "Bound",
        "Cancellation",
        "CatalogError",
        "Cell",
        "Choice",
        "Decision",
        "Game",
        "IllegalActionError",
        "Limit",
        "NoActionError",
        "NotationError",
        "PlywiseError",
        "Record",
        "RecordError",
        "RulesError",
        "SearchError",
        "Status",
        "TreeOptions",
        "Unit",
        "View",
        "Viewable",
    ),
    "plywise.search": (
        "alpha_beta",
        "contingent_strategy",
        "dynamic_programming",
        "enhanced",
        "expectiminimax",
        "iterative_deepening",
        "max_n",
        "minimax",
        "monte_carlo",
        "monte_carlo_leaves",
        "paranoid",
        "proof_number",
        "star1",
        "star2",
        "uct",
        "value_iteration",
    ),
    "plywise.solve": ("Metric", "SolveProgress", "solve_game"),
}
"""The public names, by the room where each is at home: it is imported when one of its names is first used."""

__all__ = [
    "ALGORITHMS",
    "CHANCE",
    "Action",
    "Agent",
    "AgentSpec",
    "Algorithm",
    "Allotment",
    "Bound",
    "CacheError",
    "Callbacks",
    "Cancellation",
    "CatalogError",
    "Cell",
    "Choice",
    "Clock",
    "CompileError",
    "Compiled",
    "DamagedTableError",
    "Decision",
    "Engine",
    "EngineError",
    "Estimates",
    "Explanation",
    "Finding",
    "Game",
    "GameResult",
    "IllegalActionError",
    "Limit",
    "LoweringError",
    "MatchOptions",
    "MatchProgress",
    "MatchResult",
    "Metric",
    "NoActionError",
    "NotationError",
    "OnCompile",
    "OnDepth",
    "OnMatch",
    "OnProgress",
    "OutOfTimeError",
    "Pairing",
    "PlainEngineWarning",
    "PlywiseError",
    "Progress",
    "Rating",
    "Record",
    "RecordError",
    "Report",
    "ResignedError",
    "RulesError",
    "ScoreEstimate",
    "SearchError",
    "SearchOptions",
    "SequentialTest",
    "SolveProgress",
    "SolvedTableError",
    "Status",
    "Strategy",
    "StrategyError",
    "Tables",
    "TimeControl",
    "TreeOptions",
    "Tuning",
    "Unit",
    "View",
    "Viewable",
    "__version__",
    "alpha_beta",
    "check_rules",
    "check_rules_isolated",
    "contingent_strategy",
    "decide",
    "dynamic_programming",
    "enhanced",
    "expectiminimax",
    "explain_state",
    "iterative_deepening",
    "list_games",
    "load_game",
    "max_n",
    "minimax",
    "monte_carlo",
    "monte_carlo_leaves",
    "open_tables",
    "paranoid",
    "perft",
    "play_match",
    "proof_number",
    "solve_game",
    "star1",
    "star2",
    "uct",
    "value_iteration",
]

_ROOM_OF = {name: room for room, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import what is asked for, a name or a room, when it is first asked for."""
    if name in _ROOM_OF:
        value = getattr(import_module(_ROOM_OF[name]), name)
    else:
        try:
            value = import_module(f"{__name__}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}.{name}":
                raise
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Offer the public names where people complete what they type."""
    return sorted([*globals(), *_ROOM_OF])
