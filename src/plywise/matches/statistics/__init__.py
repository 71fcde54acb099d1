"""What results of games say about strength: scores with error bars, Elo, sequential tests, ratings."""

from plywise.matches.statistics.elo import NORMALISED, ScoreEstimate, elo_of, estimate_score, expected_score
from plywise.matches.statistics.ratings import Comparison, Rating, fit_ratings
from plywise.matches.statistics.sequential import SequentialTest, likelihood_ratio
from plywise.matches.statistics.student import t_probability, t_quantile

__all__ = [
    "NORMALISED",
    "Comparison",
    "Rating",
    "ScoreEstimate",
    "SequentialTest",
    "elo_of",
    "estimate_score",
    "expected_score",
    "fit_ratings",
    "likelihood_ratio",
    "t_probability",
    "t_quantile",
]
