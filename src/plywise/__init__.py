"""Adversarial search for Python: write a game's rules once, then play, solve and explain it.

>>> import plywise
>>> game = plywise.load_game("tic-tac-toe")
>>> state = game.parse_state("XX1/OO1/3")
>>> plywise.decide(game, state).describe(game, state)
'c3: value 1 to player A, proven; line c3; 69 states, depth 1'

The names in `__all__` are public, and so are the modules that docs/reference/index.md lists; all others are private.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plywise.agents import ALGORITHMS as ALGORITHMS
    from plywise.agents import Agent as Agent
    from plywise.agents import AgentSpec as AgentSpec
    from plywise.agents import Algorithm as Algorithm
    from plywise.agents import Allotment as Allotment
    from plywise.agents import Callbacks as Callbacks
    from plywise.agents import Clock as Clock
    from plywise.agents import Engine as Engine
    from plywise.agents import OnDepth as OnDepth
    from plywise.agents import OutOfTimeError as OutOfTimeError
    from plywise.agents import PlainEngineWarning as PlainEngineWarning
    from plywise.agents import SearchOptions as SearchOptions
    from plywise.agents import Tables as Tables
    from plywise.agents import TimeControl as TimeControl
    from plywise.agents import analyse as analyse
    from plywise.agents import decide as decide
    from plywise.agents import open_book as open_book
    from plywise.agents import open_tables as open_tables
    from plywise.doctor import Compiled as Compiled
    from plywise.doctor import Estimates as Estimates
    from plywise.doctor import Finding as Finding
    from plywise.doctor import Report as Report
    from plywise.doctor import check_rules as check_rules
    from plywise.doctor import check_rules_isolated as check_rules_isolated
    from plywise.explain import Explanation as Explanation
    from plywise.explain import explain_state as explain_state
    from plywise.games.catalog import list_games as list_games
    from plywise.games.catalog import load_game as load_game
    from plywise.kernel import CacheError as CacheError
    from plywise.kernel import CompileError as CompileError
    from plywise.kernel import LoweringError as LoweringError
    from plywise.kernel import OnCompile as OnCompile
    from plywise.kernel import OnProgress as OnProgress
    from plywise.kernel import Progress as Progress
    from plywise.kernel import Tuning as Tuning
    from plywise.knowledge import DamagedTableError as DamagedTableError
    from plywise.knowledge import SolvedTableError as SolvedTableError
    from plywise.knowledge import Strategy as Strategy
    from plywise.knowledge import StrategyError as StrategyError
    from plywise.lab import perft as perft
    from plywise.matches import GameResult as GameResult
    from plywise.matches import MatchOptions as MatchOptions
    from plywise.matches import MatchProgress as MatchProgress
    from plywise.matches import MatchResult as MatchResult
    from plywise.matches import OnMatch as OnMatch
    from plywise.matches import Pairing as Pairing
    from plywise.matches import Rating as Rating
    from plywise.matches import ScoreEstimate as ScoreEstimate
    from plywise.matches import SequentialTest as SequentialTest
    from plywise.matches import play_match as play_match
    from plywise.protocols import EngineError as EngineError
    from plywise.protocols import ResignedError as ResignedError
    from plywise.report import OnReport as OnReport
    from plywise.report import ReportOptions as ReportOptions
    from plywise.report import ReportProgress as ReportProgress
    from plywise.report import RulesReport as RulesReport
    from plywise.report import RulesVariant as RulesVariant
    from plywise.report import report_rules as report_rules
    from plywise.report.puzzles import Puzzle as Puzzle
    from plywise.report.puzzles import PuzzleOptions as PuzzleOptions
    from plywise.report.puzzles import find_puzzles as find_puzzles
    from plywise.rules import CHANCE as CHANCE
    from plywise.rules import Action as Action
    from plywise.rules import Bound as Bound
    from plywise.rules import Cancellation as Cancellation
    from plywise.rules import CatalogError as CatalogError
    from plywise.rules import Cell as Cell
    from plywise.rules import Choice as Choice
    from plywise.rules import Decision as Decision
    from plywise.rules import Game as Game
    from plywise.rules import IllegalActionError as IllegalActionError
    from plywise.rules import Limit as Limit
    from plywise.rules import Look as Look
    from plywise.rules import NoActionError as NoActionError
    from plywise.rules import NotationError as NotationError
    from plywise.rules import PlywiseError as PlywiseError
    from plywise.rules import Record as Record
    from plywise.rules import RecordError as RecordError
    from plywise.rules import RulesError as RulesError
    from plywise.rules import SearchError as SearchError
    from plywise.rules import Status as Status
    from plywise.rules import TreeOptions as TreeOptions
    from plywise.rules import Unit as Unit
    from plywise.rules import View as View
    from plywise.rules import Viewable as Viewable
    from plywise.search import alpha_beta as alpha_beta
    from plywise.search import contingent_strategy as contingent_strategy
    from plywise.search import df_pn as df_pn
    from plywise.search import dynamic_programming as dynamic_programming
    from plywise.search import enhanced as enhanced
    from plywise.search import expectiminimax as expectiminimax
    from plywise.search import iterative_deepening as iterative_deepening
    from plywise.search import max_n as max_n
    from plywise.search import minimax as minimax
    from plywise.search import monte_carlo as monte_carlo
    from plywise.search import monte_carlo_leaves as monte_carlo_leaves
    from plywise.search import paranoid as paranoid
    from plywise.search import proof_number as proof_number
    from plywise.search import star1 as star1
    from plywise.search import star2 as star2
    from plywise.search import uct as uct
    from plywise.search import value_iteration as value_iteration
    from plywise.solve import Metric as Metric
    from plywise.solve import SolveProgress as SolveProgress
    from plywise.solve import solve_game as solve_game

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
        "OnDepth",
        "OutOfTimeError",
        "PlainEngineWarning",
        "SearchOptions",
        "Tables",
        "TimeControl",
        "analyse",
        "decide",
        "open_book",
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
    "plywise.protocols": ("EngineError", "ResignedError"),
    "plywise.report": (
        "OnReport",
        "ReportOptions",
        "ReportProgress",
        "RulesReport",
        "RulesVariant",
        "report_rules",
    ),
    "plywise.report.puzzles": ("Puzzle", "PuzzleOptions", "find_puzzles"),
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
        "Look",
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
        "df_pn",
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

_ROOM_OF = {name: room for room, names in _HOMES.items() for name in names}

if not TYPE_CHECKING:  # type checkers read the imports above: `as` with the same name says that a name is public
    __all__ = ["__version__"]
    __all__ += list(_ROOM_OF)


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
