"""Statement 7: a secure advantage of a pawn, and of three."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.lab.experiments.shared import PlayedChess, play_chess
from plywise.lab.frame import Axes, Experiment, Judgement, LabSettings, Measurements, PlotPoint, Ruling, share_of, weigh

BANDS = {"even": (-0.25, 0.25), "one pawn": (0.75, 1.25), "two pawns": (1.75, 2.25), "three pawns": (2.5, 3.5)}
"""Leads in pawns, as the engine estimates them."""
STEADY = 4
"""How many plies in a row a lead stays within its band."""
GAMES_A_CASE = 10


class SecureLeads(Experiment):
    """Lets the engine play itself, and counts who wins from a secure lead."""

    number, name = 7, "secure-leads"
    was_adjusted = True
    title = "A pawn ahead, three pawns ahead"
    claim = """A secure advantage equivalent to a pawn gives a substantial likelihood of winning, and a secure
advantage equivalent to three pawns should give almost certain victory."""
    source = "Russell & Norvig, section 5.4.1"
    how = """A lead is secure where the search's value, to the player ahead, stays within a band for four plies in a
row and the last of these states is quiet. The compiled search plays itself after random plies; a game gives at most
one state to each band, the first. Substantial is read as more than half, almost certain as more than nine in ten, and
the whole error bar has to be above the mark. The sample was chosen for ten minutes of processor time: it tells nine in
ten from 84% or less, and a half from 60% or more."""
    why = """Both sides look six plies ahead. Better play turns more leads into wins, so this measures a shallow
engine's games and not the masters' games that the text has in mind. A run one ply shallower, with other openings, has
80% for three pawns (see the page of chess)."""
    quick: ClassVar[LabSettings] = {"games": 30, "depth": 2}
    full: ClassVar[LabSettings] = {"games": 400, "depth": 6}
    axes = Axes("lead in pawns", "share of games won")

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the games, a few at a time."""
        return list(range(settings["games"] // GAMES_A_CASE))

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> list[dict[str, float]]:
        """Play games; return for each the score of whoever had a secure lead, by band."""
        return [leads_in(play_chess(settings["depth"], chooser)) for _ in range(GAMES_A_CASE)]

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return how often each lead won."""
        figures, points = {}, []
        said = {"one pawn": "substantial", "three pawns": "almost certain"}
        for name, (low, high) in BANDS.items():
            scores = [game[name] for seen in observed for game in seen if name in game]
            figures[f"won, {name} ahead"] = share_of(scores.count(1.0), len(scores), said.get(name, ""))
            figures[f"lost, {name} ahead"] = share_of(scores.count(0.0), len(scores))
            points.append(PlotPoint.at((low + high) / 2, figures[f"won, {name} ahead"]))
        return Measurements(figures, {"won by whoever is ahead": points})

    def judge(self, found: Measurements) -> Judgement:
        """One pawn must win more than half, three more than nine in ten; no more than an even state refutes it."""
        one, three, even = (found[f"won, {name} ahead"] for name in ("one pawn", "three pawns", "even"))
        said = f"One pawn ahead wins {one.bar()}, three {three.bar()}; even, White wins {even.value:.0%}"
        if one.high <= even.value or three.high < 0.7:
            return Judgement(Ruling.FAILS, f"{said}.")
        marks = {"more than half": one.is_above(0.5), "more than nine in ten": three.is_above(0.9)}
        if weigh(*marks.values()):
            return Judgement(Ruling.HOLDS, f"{said}.")
        missed = [mark for mark, answer in marks.items() if answer is False]
        if missed:
            return Judgement(Ruling.LIMITED, f"{said}: a lead helps, but not {' and not '.join(missed)}.")
        open_marks = " and ".join(mark for mark, answer in marks.items() if answer is None)
        return Judgement(Ruling.UNDECIDED, f"{said}: whether that is {open_marks} isn't decided.")


def leads_in(played: PlayedChess) -> dict[str, float]:
    """Return the score of whoever first had a secure lead of each size (White where nobody is ahead).

    >>> leads_in(PlayedChess([0] * 4, [1.0, 1.1, 0.9, 1.0], [True] * 4, 1.0))
    {'one pawn': 1.0}
    """
    found: dict[str, float] = {}
    for place in range(STEADY, len(played.leads) + 1):
        last = played.leads[place - STEADY : place]
        if not played.quiet[place - 1]:
            continue
        for name, (low, high) in BANDS.items():
            for sign, score in ((1, played.result), (-1, 1 - played.result)):
                if all(low <= sign * lead <= high for lead in last):
                    found.setdefault(name, score)
    return found
