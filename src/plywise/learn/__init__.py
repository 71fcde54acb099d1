"""Workshop: fits parameters from play and writes them."""

from plywise.learn.categories import Experience
from plywise.learn.prob_cut import FitProgress, ProbCutFit, ProbCutRow, fit_prob_cut, load_prob_cut, save_prob_cut
from plywise.learn.states import random_states

__all__ = [
    "Experience",
    "FitProgress",
    "ProbCutFit",
    "ProbCutRow",
    "fit_prob_cut",
    "load_prob_cut",
    "random_states",
    "save_prob_cut",
]
