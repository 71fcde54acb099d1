"""Statement 27: estimates after odd and even numbers of plies don't compare, and a biasing factor makes up for it."""

import functools
import random
import statistics
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.games.catalog import load_game
from plywise.kernel import Searcher, Switches, Tuning
from plywise.lab.experiments.shared import looking, play_pair, score_of
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
    share_of,
    weigh,
)
from plywise.learn import random_states
from plywise.rules import Game, Status
from plywise.search import fitted_bias

ODD, EVEN = (3,), (2, 4)
"""Plies, counted from the root, after which a branch is estimated; the mean is the same for both."""
FITTED_ON = 200
"""Random states that a bias is fitted on; others are measured."""
STATES_A_CASE = 20
MATCHED = "breakthrough:width=6,height=6"
"""Has captures that quiescence follows, so that its lines end at odd and at even depths."""
MATCH_DEPTH = 3


class ParityBiasEffect(Experiment):
    """Offers a choice between branches of odd and of even length, with the bias and without."""

    number, name = 27, "parity-bias"
    title = "Odd depths look better, and a bias corrects it"
    claim = """Since a move usually strengthens the position of the player who makes the move, nodes at which Max has
just moved are likely to get higher evaluations than nodes where Min has just moved. This can cause the computer
program erroneously to prefer branches that end at an odd depth. To overcome this, practical implementations of
game-tree search will usually include a biasing factor that is added to node evaluations at even depths and subtracted
from node evaluations at odd depths."""
    source = "Nau's article, Limiting the depth of the search"
    how = """In random states, how often does the best move leave its player with a higher estimate than before? Then
half of the actions, chosen at random, are searched to an odd depth (three plies) and the others to an even one (two or
four), and the best value wins; where depth made no difference, odd branches would win half of the time. The search is
plain alpha-beta with the game's own evaluation. The bias is fitted for each game on other random states. What it is
worth is measured in pairs of games of Breakthrough, where quiescence makes lines end at odd and even depths: with the
bias against without, three plies deep. The sample was chosen for a minute of processor time."""
    why = """One number for a whole game corrects too much in one state and too little in another: with the bias the
share of odd depths is far from half in most games (see the plot), though not over all of them."""
    quick: ClassVar[LabSettings] = {"games": ["connect-four", "othello:size=6"], "states": 60, "pairs": 6}
    full: ClassVar[LabSettings] = {
        "games": ["connect-four", "othello:size=6", MATCHED, "ataxx:size=5", "mnk:m=7,n=7,k=5"],
        "states": 200,
        "pairs": 300,
    }
    axes = Axes("share preferring odd depths, without the bias", "the same share, with the bias", joined=False)

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return each game, a few states at a time, and the pairs of games."""
        parts = range(settings["states"] // STATES_A_CASE)
        choices = [["choose", spec, part] for spec in settings["games"] for part in parts]
        return choices + [["pair", MATCHED, pair] for pair in range(settings["pairs"])]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> Any:
        """Return the gains and the choices in some states, or the score of the bias over a pair of games."""
        kind, spec, _ = case
        game, plain, biased = self.searchers(spec, kind == "pair")
        if kind == "pair":
            return play_pair(game, looking(biased, MATCH_DEPTH), looking(plain, MATCH_DEPTH), 6, chooser)
        rows = []
        for state in random_states(game, 3 * STATES_A_CASE, seed=chooser.randrange(2**31)):
            row = _choices(game, state, (plain, biased), chooser)
            if row is not None:
                rows.append([_best_gain(game, state) > 0, *row])
            if len(rows) == STATES_A_CASE:
                break
        return rows

    def searchers(self, spec: str, is_match: bool) -> tuple[Game, Searcher, Searcher]:
        """Return a game, and its search without the bias and with it."""
        return _searchers(spec, is_match)

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return how often moves strengthen, and odd branches win, in all games; and the score of the bias."""
        rows: dict[str, list[Any]] = {spec: [] for spec in settings["games"]}
        scores = []
        for (kind, spec, _), seen in zip(cases, observed, strict=True):
            if kind == "pair":
                scores.append(seen)
            else:
                rows[spec] += seen
        every = [row for each in rows.values() for row in each]
        fewest = min(rows, key=lambda spec: statistics.fmean(row[0] for row in rows[spec]))
        figures = {
            "moves that strengthen the mover": _share(every, 0, "usually"),
            f"the same, lowest of all games ({fewest})": _share(rows[fewest], 0, "usually"),
            "choices of an odd depth, without bias": _share(every, 1, "more than half"),
            "choices of an odd depth, with bias": _share(every, 2, "nearer to half"),
            "share that the bias takes from odd depths": mean_of(
                [float(plain) - float(biased) for _, plain, biased in every], "above 0"
            ),
            "score of the bias in Breakthrough": score_of(scores, "above 0.5"),
        }
        curves = {spec: [PlotPoint(_share(each, 1).value, *_ends(_share(each, 2)))] for spec, each in rows.items()}
        return Measurements(figures, curves)

    def judge(self, found: Measurements) -> Judgement:
        """Moves must usually strengthen, odd depths win more than half, and the bias take some of that away."""
        gains, plain, biased, taken, score = (
            found[name]
            for name in (
                "moves that strengthen the mover",
                "choices of an odd depth, without bias",
                "choices of an odd depth, with bias",
                "share that the bias takes from odd depths",
                "score of the bias in Breakthrough",
            )
        )
        said = (
            f"The best move strengthens the mover in {gains.value:.0%} of states; branches of odd length win "
            f"{plain.bar()} of choices without the bias and {biased.bar()} with it; the bias scores {score.bar()}"
        )
        parts = gains.is_above(0.5), plain.is_above(0.5), taken.is_above(0.0)
        if False in parts[:2]:
            return Judgement(Ruling.FAILS, f"{said}: odd depths aren't preferred.")
        if parts[2] is False:
            return Judgement(Ruling.LIMITED, f"{said}: odd depths are preferred, and the bias doesn't change it.")
        if not weigh(*parts):
            return Judgement(Ruling.UNDECIDED, f"{said}: too few states to say.")
        if score.is_above(0.5):
            return Judgement(Ruling.HOLDS, f"{said}.")
        worth = "it costs points in Breakthrough" if score.is_below(0.5) else "no gain in games is shown"
        return Judgement(Ruling.LIMITED, f"{said}: the preference is there and the bias reduces it, but {worth}.")


@functools.cache
def _searchers(spec: str, is_match: bool) -> tuple[Game, Searcher, Searcher]:
    """Return a game and its two searches: plain alpha-beta, or with quiescence for a match; one of each a process."""
    game = load_game(spec)
    switches = Switches().without("table") if is_match else Switches.none()
    tuning = Tuning(parity_bias=fitted_bias(game, random_states(game, FITTED_ON, seed=0)))
    return game, Searcher(game, switches), Searcher(game, switches.having("parity"), tuning=tuning)


def _best_gain(game: Game, state: Any) -> float:
    """Return by how much the best-looking action raises the mover's estimate; none of them ends the game."""
    player = game.to_move(state)
    after = max(game.evaluate(game.result(state, action), player) for action in game.actions(state))
    return after - game.evaluate(state, player)


def _choices(game: Game, state: Any, searchers: Sequence[Searcher], chooser: random.Random) -> tuple[bool, ...] | None:
    """Return for each search whether it chooses a branch of odd depth; None where the state is of no use.

    That is where fewer than two actions are offered, or an end is near enough to be seen.
    """
    actions = list(game.actions(state))
    chooser.shuffle(actions)
    actions = actions[: len(actions) // 2 * 2]
    half, player, chosen = len(actions) // 2, game.to_move(state), []
    children = [game.result(state, action) for action in actions]
    if not children or any(map(game.is_terminal, children)):
        return None
    plies = [chooser.choice(ODD if place < half else EVEN) for place in range(len(actions))]
    for searcher in searchers:
        values = []
        for child, depth in zip(children, plies, strict=True):
            decision = searcher.glance(child, depth - 1)
            if decision.status is Status.PROVEN:
                return None
            values.append(decision.value if decision.player == player else -decision.value)
        best = [place for place, value in enumerate(values) if value == max(values)]
        chosen.append(chooser.choice(best) < half)
    return tuple(chosen)


def _share(rows: Sequence[Any], place: int, said: str = "") -> LabFigure:
    return share_of(sum(row[place] for row in rows), len(rows), said)


def _ends(found: LabFigure) -> tuple[float, float, float]:
    return found.value, found.low, found.high
