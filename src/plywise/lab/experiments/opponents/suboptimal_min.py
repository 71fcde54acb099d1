"""Statement 5: against a MIN that errs, MAX does at least as well as its minimax value."""

import random
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from plywise.games.catalog import load_game
from plywise.lab.experiments.shared import UniformTree
from plywise.lab.frame import (
    Axes,
    Experiment,
    Judgement,
    LabFigure,
    LabSettings,
    Measurements,
    PlotPoint,
    Ruling,
    mean_of,
)
from plywise.rules import MAX, Game
from plywise.search.textbook.dynamic_programming import solve

RANDOM_TREES = "random trees"
RATES = (0.0, 0.1, 0.25, 0.5, 1.0)
"""How often MIN chooses at random."""


class SuboptimalMin(Experiment):
    """Plays minimax against opponents who err more and more."""

    number, name = 5, "suboptimal-min"
    title = "MAX against a MIN that errs"
    claim = """This definition of optimal play for MAX assumes that MIN also plays optimally—it maximizes the
worst-case outcome for MAX. What if MIN does not play optimally? Then it is easy to show (Exercise 5.7) that MAX
will do even better."""
    source = "Russell & Norvig, section 5.2"
    how = """MAX plays the minimax decision; MIN chooses at random with a given probability, and by minimax
otherwise. A violation is a game in which MAX gets less than the minimax value of its start."""
    quick: ClassVar[LabSettings] = {"games": [RANDOM_TREES, "nim:piles=2-3", "tic-tac-toe"], "plays": 60}
    full: ClassVar[LabSettings] = {
        "games": [RANDOM_TREES, "nim:piles=2-3", "tic-tac-toe", "connect-four:width=4,height=4"],
        "plays": 1000,
    }
    axes = Axes("how often MIN chooses at random", "what MAX gains above the minimax value")

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return each game with each rate."""
        return [[spec, rate] for spec in settings["games"] for rate in RATES]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> list[float]:
        """Play games; return what MAX got above the minimax value in each."""
        spec, rate = case
        game, solved = (None, {}) if spec == RANDOM_TREES else (load_game(spec), dict[Any, Any]())
        gains = []
        for _ in range(settings["plays"]):
            played, known = (UniformTree(3, 4, chooser), dict[Any, Any]()) if game is None else (game, solved)
            value = solve(played, played.initial(), known)[0]
            end = play(played, self.maximiser(played, known), _erring(played, known, rate, chooser))
            gains.append(end - value)
        return gains

    def maximiser(self, game: Game, solved: dict[Any, Any]) -> Callable[[Any], Any]:
        """Return what chooses MAX's actions."""
        return lambda state: solve(game, state, solved)[1]

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return the violations and the gains."""
        curves: dict[str, list[PlotPoint]] = {spec: [] for spec in settings["games"]}
        for (spec, rate), gains in zip(cases, observed, strict=True):
            curves[spec].append(PlotPoint.at(rate, mean_of(gains)))
        every = [gain for gains in observed for gain in gains]
        random_gains = [gain for (_, rate), gains in zip(cases, observed, strict=True) if rate == 1 for gain in gains]
        figures = {
            "games in which MAX got less": LabFigure.exact(sum(gain < -1e-9 for gain in every), "0"),
            "games": LabFigure.exact(len(every)),
            "gain against a random MIN": mean_of(random_gains, "better than 0"),
        }
        return Measurements(figures, curves)

    def judge(self, found: Measurements) -> Judgement:
        """No game may give MAX less, and errors must help."""
        less, gain = found["games in which MAX got less"].value, found["gain against a random MIN"]
        games = found["games"].value
        if less:
            return Judgement(Ruling.FAILS, f"In {less:.0f} of {games:,.0f} games MAX got less than the minimax value.")
        bar = f"{gain.value:.2f} [{gain.low:.2f}, {gain.high:.2f}]"
        if gain.is_above(0):
            return Judgement(Ruling.HOLDS, f"Never less, in {games:,.0f} games; a random MIN gives {bar} more.")
        if gain.is_above(0) is None:
            return Judgement(Ruling.UNDECIDED, f"Never less; whether errors help isn't decided: {bar}.")
        return Judgement(Ruling.LIMITED, f"Never less, but errors don't help: {bar}.")


def play(game: Game, for_max: Callable[[Any], Any], for_min: Callable[[Any], Any]) -> float:
    """Play a game to its end; return what it is worth to MAX."""
    state = game.initial()
    while not game.is_terminal(state):
        choose = for_max if game.to_move(state) == MAX else for_min
        state = game.result(state, choose(state))
    return game.utility(state, MAX)


def _erring(game: Game, solved: dict[Any, Any], rate: float, chooser: random.Random) -> Callable[[Any], Any]:
    """Return what chooses MIN's actions."""

    def choose(state: Any) -> Any:
        if chooser.random() < rate:
            return chooser.choice(list(game.actions(state)))
        return solve(game, state, solved)[1]

    return choose
