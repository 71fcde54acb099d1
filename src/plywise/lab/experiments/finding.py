"""Finds experiments: every subclass in a file of one of the rooms here is one, and nothing lists them twice."""

import functools
import pkgutil
from importlib import import_module
from types import ModuleType

from plywise.lab.frame import Experiment
from plywise.rules import PlywiseError

THEMES = {
    "trees": "The size of trees",
    "opponents": "Opponents and players",
    "depth": "Depth, evaluation and pruning",
    "knowledge": "Solved, stored and learned",
}
"""The rooms, and what their pages are called."""


@functools.cache
def find_experiments() -> dict[str, Experiment]:
    """Return all experiments by name, in the order of the statements.

    >>> find_experiments()["tic-tac-toe-leaves"].number
    2
    """
    package = __name__.rpartition(".")[0]
    found: list[Experiment] = []
    for theme in THEMES:
        room = import_module(f"{package}.{theme}")
        for module in pkgutil.iter_modules(room.__path__):
            found += _experiments_in(import_module(f"{room.__name__}.{module.name}"))
    return {each.name: each for each in sorted(found, key=lambda each: each.number)}


def _experiments_in(module: ModuleType) -> list[Experiment]:
    classes = [each for each in vars(module).values() if isinstance(each, type) and each.__module__ == module.__name__]
    return [each() for each in classes if issubclass(each, Experiment)]


def load_experiment(name: str) -> Experiment:
    """Return an experiment by its name or its number."""
    every = find_experiments()
    for each in every.values():
        if name in (each.name, str(each.number)):
            return each
    near = ", ".join(every)
    raise PlywiseError(f"There is no experiment '{name}': choose one of {near}.")
