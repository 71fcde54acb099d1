"""Enhancements of alpha-beta by name (null-move or null_move), plain and compiled; some take a number, such as beam=4.

>>> turn_on(["killers", "beam=4"]).names
('killers', 'beam')
>>> make_switches(turn_on(["beam=4"]), ["table"]).beam
True
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from plywise.agents.algorithms.options import SearchOptions
from plywise.kernel import Switches, Tuning
from plywise.rules import Game, PlywiseError
from plywise.search import (
    Beam,
    Enhancement,
    EvaluationOrder,
    Futility,
    History,
    Killers,
    KnownBounds,
    LateMoveReductions,
    NullMove,
    ParityBias,
    PreviousLine,
    ProbCut,
    Quiescence,
    SingularExtension,
    StaticOrder,
    TranspositionTable,
    UrgentExtension,
)

READABLE: dict[str, Callable[[Tuning], Enhancement]] = {
    "previous-line": lambda tuning: PreviousLine(),
    "table": lambda tuning: TranspositionTable(),
    "rank": lambda tuning: StaticOrder(),
    "evaluation-order": lambda tuning: EvaluationOrder(),
    "known-bounds": lambda tuning: KnownBounds(),
    "killers": lambda tuning: Killers(),
    "history": lambda tuning: History(),
    "quiescence": lambda tuning: Quiescence(tuning.quiescence_plies),
    "urgent": lambda tuning: UrgentExtension(tuning.urgent_plies),
    "singular": lambda tuning: SingularExtension(
        tuning.singular_margin, tuning.singular_least_depth, tuning.singular_plies
    ),
    "reductions": lambda tuning: LateMoveReductions(
        tuning.reductions_full,
        tuning.reductions_least_depth,
        tuning.reductions_less,
        tuning.reductions_growth,
        tuning.reductions_rank,
    ),
    "null-move": lambda tuning: NullMove(tuning.null_move_less, tuning.null_move_least_depth, tuning.null_move_growth),
    "futility": lambda tuning: Futility(tuning.futility_margin, tuning.futility_depth),
    "prob-cut": lambda tuning: ProbCut(tuning.prob_cut_models, tuning.prob_cut_threshold),
    "beam": lambda tuning: Beam(tuning.beam_width),
    "parity": lambda tuning: ParityBias(tuning.parity_bias),
}
"""Those that have a readable form, by precedence."""

FIGURES = {
    "quiescence": "quiescence_plies",
    "urgent": "urgent_plies",
    "singular": "singular_margin",
    "reductions": "reductions_less",
    "null-move": "null_move_less",
    "futility": "futility_margin",
    "prob-cut": "prob_cut_threshold",
    "beam": "beam_width",
    "parity": "parity_bias",
}
"""What the figure after a name stands for, in `Tuning`."""

COMPILED = {name.replace("_", "-"): name for name in Switches.names()}


@dataclass(frozen=True, slots=True)
class Chosen:
    """The enhancements that were asked for, and the figures they go by."""

    names: tuple[str, ...] = ()
    tuning: Tuning = field(default_factory=Tuning)


def spell(name: str) -> str:
    """Return an enhancement's name as people write it, also where it is written as a field of `Switches`.

    >>> spell("null_move")
    'null-move'
    """
    return name.replace("_", "-")


def turn_on(asked: Sequence[str], tuning: Tuning | None = None) -> Chosen:
    """Read names, some with a figure; refuses an unknown name."""
    chosen = Chosen(tuning=tuning or Tuning())
    for text in asked:
        given, _, figure = text.partition("=")
        name = spell(given)
        if name not in {*READABLE, *COMPILED}:
            known = ", ".join(sorted({*READABLE, *COMPILED}))
            raise PlywiseError(f"There is no enhancement '{given}': choose among {known}.")
        chosen = replace(chosen, names=(*chosen.names, name))
        if figure or (name == "parity" and not chosen.tuning.parity_bias):
            chosen = replace(chosen, tuning=_tuned(chosen.tuning, name, text, figure))
    if "prob-cut" in chosen.names and not chosen.tuning.prob_cut_models:
        raise PlywiseError("prob-cut needs models: fit them by `plywise fit-prob-cut` and add --models FILE.")
    return chosen


def turn_off(names: Sequence[str]) -> Sequence[str]:
    """Return the switches to leave out; refuses an unknown name."""
    for name in names:
        if spell(name) not in COMPILED:
            raise PlywiseError(f"There is no switch '{name}' to turn off: choose among {', '.join(COMPILED)}.")
    return [spell(name) for name in names]


def _tuned(tuning: Tuning, name: str, text: str, figure: str) -> Tuning:
    if name not in FIGURES:
        raise PlywiseError(f"'{text}': {name} takes no figure; write {name} alone.")
    number, usual = _number(text, figure), getattr(tuning, FIGURES[name])
    if isinstance(usual, int) and number != int(number):
        raise PlywiseError(f"'{text}': {name} takes a whole number, such as {name}={usual}.")
    return replace(tuning, **{FIGURES[name]: type(usual)(number)})


def _number(text: str, figure: str) -> float:
    try:
        number = float(figure)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise PlywiseError(f"'{text}' lacks a figure: write it like beam=4 or parity=8.")
    return number


QUIET = ("quiescence", "urgent")
"""Where the rules say which states aren't quiet, no search stops there, whatever else it leaves out (section 5.4.2)."""


def plain_enhancements(game: Game, chosen: Chosen, dropped: Sequence[str], deepens: bool) -> list[Enhancement]:
    """Return the readable forms, by precedence: what was asked for, and what the compiled engine has on by default.

    A search that doesn't deepen follows its text: of the defaults, it has only those that say where it may stop.
    Refuses an enhancement that exists only compiled.
    """
    for name in chosen.names:
        if name not in READABLE:
            raise PlywiseError(f"{name} exists only compiled: leave it out, or don't ask for the plain engine.")
    known = replace(chosen, names=tuple(name for name in chosen.names if name in COMPILED))
    switches = make_switches(known, dropped, deepens).for_game(game)
    on = {name for name, field in COMPILED.items() if getattr(switches, field)} | set(chosen.names)
    if deepens:
        on.add("previous-line")
    if game.repetition is not None and "table" not in chosen.names:
        on.discard("table")  # what it remembers may hold on another path only, so little would be proven
    return [maker(chosen.tuning) for name, maker in READABLE.items() if name in on]


def make_switches(chosen: Chosen, dropped: Sequence[str], deepens: bool = True) -> Switches:
    """Return the compiled engine's switches; refuses one that exists only in readable form.

    A search that doesn't deepen follows its text, as `plain_enhancements` says.
    """
    for name in chosen.names:
        if name not in COMPILED:
            raise PlywiseError(f"{name} is no switch of the compiled engine: use --engine plain, or leave it out.")
    on, off = ([COMPILED[name] for name in names] for names in (chosen.names, dropped))
    if not deepens:
        off = [*off, *(name for name in Switches.names() if name not in (*QUIET, *on))]
    return Switches().having(*on).without(*off)


def compiled_search(options: SearchOptions) -> tuple[Switches, Tuning]:
    """Return the switches and the figures by which the compiled alpha-beta searches with these options."""
    chosen = turn_on(options.enhancements, options.tuning)
    return make_switches(chosen, turn_off(options.without)), chosen.tuning
