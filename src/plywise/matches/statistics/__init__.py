"""What results of games say about strength: scores with error bars, Elo, sequential tests, ratings."""

from plywise.matches.statistics.elo import NORMALISED, ScoreEstimate, elo_of, estimate_score, expected_score
from plywise.matches.statistics.means import (
    MOST_GAMES,
    Contrast,
    MeanEstimate,
    adjust_chances,
    contrast_means,
    estimate_mean,
    estimate_points,
    estimate_share,
    games_to_see,
    mean_of_score,
)
from plywise.matches.statistics.ratings import Comparison, Rating, fit_ratings
from plywise.matches.statistics.sequential import SequentialTest, likelihood_ratio
from plywise.matches.statistics.student import t_probability, t_quantile

__all__ = [
    "MOST_GAMES",
    "NORMALISED",
    "Comparison",
    "Contrast",
    "MeanEstimate",
    "Rating",
    "ScoreEstimate",
    "SequentialTest",
    "adjust_chances",
    "contrast_means",
    "elo_of",
    "estimate_mean",
    "estimate_points",
    "estimate_score",
    "estimate_share",
    "expected_score",
    "fit_ratings",
    "games_to_see",
    "likelihood_ratio",
    "mean_of_score",
    "t_probability",
    "t_quantile",
]
