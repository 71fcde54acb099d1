"""An algorithm's settings as people write them after its name.

    alpha-beta:null-move,no-killers,beam=4,threads=2      enhancements on, off, with a figure; and how it is run
    uct:exploration=0.7
    auto:knowledge=hex.knowledge                          what `plywise learn` found out

>>> read_settings("alpha-beta", ["null-move", "no-killers", "threads=2"]).enhancements
('null-move',)
>>> read_settings("uct", ["exploration=0.7"]).tree.exploration
0.7
>>> read_settings("minimax", ["null-move"])
Traceback (most recent call last):
plywise.rules.errors.PlywiseError: minimax has no setting 'null-move': it takes engine, seed, threads and weights.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

from plywise.agents.algorithms.enhancement_options import COMPILED, turn_off, turn_on
from plywise.agents.algorithms.options import SearchOptions
from plywise.kernel import Tuning
from plywise.rules import PlywiseError, TreeOptions

COMMON: dict[str, tuple[str, Callable[[str], Any]]] = {
    "engine": ("engine", str),
    "seed": ("seed", int),
    "threads": ("threads", int),
    "weights": ("weights", str),
}
TUNED = {each.name: float if each.type is float else int for each in fields(Tuning) if each.type in (int, float)}
OWN: dict[str, dict[str, tuple[str, Callable[[str], Any]]]] = {
    "": {"book": ("book", str), "knowledge": ("knowledge", str)},
    "alpha-beta": {
        "knowledge": ("knowledge", str),
        "table-mb": ("table_mb", float),
        **{name.replace("_", "-"): (name, kind) for name, kind in TUNED.items()},
    },
    "df-pn": {"table-mb": ("table_mb", float)},
    "expectiminimax": {"knowledge": ("knowledge", str)},
    "uct": {"knowledge": ("knowledge", str)} | {each.name: (each.name, float) for each in fields(TreeOptions)},
}
"""Settings with a figure: the field of SearchOptions, its tuning or its tree that each sets, and how it is read."""
OFF = "no-"


def read_settings(
    algorithm: str | None, settings: Sequence[str], options: SearchOptions | None = None
) -> SearchOptions:
    """Return options with an algorithm's settings in them; refuses what it doesn't have. None stands for auto."""
    options = options or SearchOptions()
    known = {**COMMON, **OWN.get(algorithm or "", {})}
    for setting in settings:
        name, equals, figure = setting.partition("=")
        if equals and name in known:
            options = _with(options, known[name][0], _read(setting, figure, known[name][1]))
        elif algorithm == "alpha-beta" and not equals and setting.removeprefix(OFF) in COMPILED and OFF in setting:
            options = replace(options, without=(*options.without, *turn_off([setting.removeprefix(OFF)])))
        elif algorithm == "alpha-beta":
            turn_on([setting], options.tuning)  # refuses an unknown name
            options = replace(options, enhancements=(*options.enhancements, setting))
        else:
            *first, last = sorted(known)
            raise PlywiseError(
                f"{algorithm or 'auto'} has no setting '{setting}': it takes {', '.join(first)} and {last}."
            )
    return options


def known_settings(algorithm: str | None) -> list[str]:
    """Return the settings an algorithm has, as far as they can be typed ahead.

    >>> known_settings("minimax")
    ['engine=', 'seed=', 'threads=', 'weights=']
    """
    figures = [f"{name}=" for name in {**COMMON, **OWN.get(algorithm or "", {})}]
    enhancements = [*COMPILED, *(OFF + name for name in COMPILED)] if algorithm == "alpha-beta" else []
    return sorted([*figures, *enhancements])


def _with(options: SearchOptions, field: str, value: Any) -> SearchOptions:
    """Return options with one field set; some are the tree's, some the tuning's."""
    if field in TUNED:
        return replace(options, tuning=replace(options.tuning or Tuning(), **{field: value}))
    if field in {each.name for each in fields(TreeOptions)}:
        return replace(options, tree=replace(options.tree, **{field: value}))
    return replace(options, **{field: value})


def _read(setting: str, figure: str, read: Callable[[str], Any]) -> Any:
    try:
        return read(figure)
    except ValueError:
        kind = "a whole number" if read is int else "a number"
        raise PlywiseError(f"'{setting}' can't be read: write {kind} after the equals sign.") from None
