"""Openings, clocks, records, ratings, sequential tests, reports on a game."""

from plywise.matches.folder import MatchFolder, read_games, read_terms
from plywise.matches.openings import Opening, Openings, read_openings
from plywise.matches.options import MatchOptions
from plywise.matches.results import GameResult
from plywise.matches.running import Hire, Match, MatchProgress, OnMatch, play_match
from plywise.matches.statistics import Rating, ScoreEstimate, SequentialTest
from plywise.matches.summary import MatchResult, Pairing

__all__ = [
    "GameResult",
    "Hire",
    "Match",
    "MatchFolder",
    "MatchOptions",
    "MatchProgress",
    "MatchResult",
    "OnMatch",
    "Opening",
    "Openings",
    "Pairing",
    "Rating",
    "ScoreEstimate",
    "SequentialTest",
    "play_match",
    "read_games",
    "read_openings",
    "read_terms",
]
