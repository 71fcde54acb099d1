"""The statements of the texts, one experiment a file, in a room for each theme."""

from plywise.lab.experiments.finding import THEMES, find_experiments, load_experiment

__all__ = ["THEMES", "find_experiments", "load_experiment"]
