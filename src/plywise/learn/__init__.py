"""Workshop: fits parameters from play and writes them."""

from plywise.learn.categories import Experience
from plywise.learn.learner import LearningPoint, SelfPlayLearner
from plywise.learn.prob_cut import FitProgress, ProbCutFit, ProbCutRow, fit_prob_cut, load_prob_cut, save_prob_cut
from plywise.learn.states import random_states

__all__ = [
    "Experience",
    "FitProgress",
    "LearningPoint",
    "ProbCutFit",
    "ProbCutRow",
    "SelfPlayLearner",
    "fit_prob_cut",
    "load_prob_cut",
    "random_states",
    "save_prob_cut",
]
