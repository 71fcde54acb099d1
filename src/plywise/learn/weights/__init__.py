"""Fitting the weights of a game's features to the results of self-play."""

from plywise.learn.weights.fitting import WeightsFit, WeightsProgress, fit_states, fit_weights
from plywise.learn.weights.regression import Regression, chances, regress
from plywise.learn.weights.sample import PlayedState, Playing, is_quiet, sample_play

__all__ = [
    "PlayedState",
    "Playing",
    "Regression",
    "WeightsFit",
    "WeightsProgress",
    "chances",
    "fit_states",
    "fit_weights",
    "is_quiet",
    "regress",
    "sample_play",
]
