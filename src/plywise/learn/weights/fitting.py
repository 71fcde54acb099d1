"""Fitting weights: play, fit them to the results, play by them, fit again.

Log-odds have no unit of their own, so weights are scaled: estimates vary as much from state to state as by the game's
own weights. Ratios between weights, such as bishop to pawn, don't depend on that.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from plywise.kernel import rules_fingerprint
from plywise.knowledge.weights import FittedWeights, with_weights
from plywise.learn.weights.regression import Floats, Regression, chances, regress
from plywise.learn.weights.sample import PlayedState, Playing, sample_play
from plywise.rules import Game, PlywiseError

FEWEST = 20
"""Results of fewer games than this say nothing."""

GROPING = 0.5
"""While no weight is known, this share of the actions is drawn at random: games would hardly differ otherwise."""


@dataclass(frozen=True, slots=True)
class WeightsProgress:
    """Which round is being played, and how many of its games are done."""

    round: int
    rounds: int
    done: int
    of: int


@dataclass(frozen=True, slots=True)
class WeightsFit:
    """What was fitted, as a file holds it, and in units of log-odds with covariances; whether Ctrl-C ended it early."""

    fitted: FittedWeights
    regression: Regression
    is_stopped: bool = False


def fit_weights(
    game: Game,
    *,
    games: int = 1000,
    rounds: int = 1,
    playing: Playing | None = None,
    from_nothing: bool = False,
    share: float = 1.0,
    seed: int = 0,
    on_progress: Callable[[WeightsProgress], None] | None = None,
) -> WeightsFit:
    """Return the weights that make the results of self-play most likely, from the last round's games.

    The first round is played by the game's own weights, or `from_nothing` by none, each later one by those fitted so
    far. With `playing.deeper`, states are searched again, and `share` says how much results count beside what that
    finds. Ctrl-C ends it with the games so far.
    """
    playing = playing or Playing()
    if not game.offers("amounts"):
        raise PlywiseError(f"{game.name} has no features to weigh: write the rule `amounts`, and name their `weights`.")
    if rounds < 1 or not 0 <= share <= 1:
        raise PlywiseError("There is a round at least, and results count for a share from 0 to 1.")
    weights = dict.fromkeys(game.weights, 0.0) if from_nothing else dict(game.weights)
    fit: WeightsFit | None = None
    for number in range(1, rounds + 1):
        groping = from_nothing and number == 1
        how = replace(playing, at_random=max(playing.at_random, GROPING)) if groping else playing
        current, played, is_stopped = with_weights(game, weights), list[PlayedState](), False
        try:
            for done, states in enumerate(sample_play(current, games, how, seed + 1000 * (number - 1))):
                played += states
                if on_progress:
                    on_progress(WeightsProgress(number, rounds, done + 1, games))
        except KeyboardInterrupt:
            is_stopped = True
        if is_stopped and fit and len({state.game for state in played}) < games / 2:
            return replace(fit, is_stopped=True)
        fit = replace(fit_states(game, current, played, share), is_stopped=is_stopped)
        if is_stopped:
            break
        weights = dict(fit.fitted.weights)
    assert fit is not None
    return fit


def fit_states(game: Game, current: Game, played: Sequence[PlayedState], share: float = 1.0) -> WeightsFit:
    """Fit weights to states that were played by the weights of `current`; refuses too few."""
    number = len({state.game for state in played})
    if number < FEWEST:
        raise PlywiseError(f"{number} games of {game.name} with quiet states are too few to fit to: play more.")
    amounts = np.array([state.amounts for state in played])
    results = np.array([state.result for state in played])
    if results.min() == results.max():
        raise PlywiseError(f"All {number} games of {game.name} ended alike, so nothing tells features apart.")
    numbers = [state.game for state in played]
    found = regress(amounts, _targets(played, amounts, results, numbers, current, share), numbers)
    own = np.array(game.weight_row, float)
    spread = float((amounts @ found.weights).std())
    unit = float((amounts @ own).std()) / spread if spread and (amounts @ own).any() else 1.0
    seen = amounts.any(axis=0)
    weights = np.where(seen, unit * found.weights, own)  # what never came up keeps its weight
    named = {name: round(float(weight), 4) for name, weight in zip(game.weights, weights, strict=True)}
    errors = {name: round(float(error), 4) for name, error in zip(game.weights, unit * found.errors, strict=True)}
    fitted = FittedWeights(game.name, rules_fingerprint(game), named, errors, round(unit, 4), number, len(played))
    return WeightsFit(fitted, found)


def _targets(
    played: Sequence[PlayedState],
    amounts: Floats,
    results: Floats,
    numbers: Sequence[int],
    current: Game,
    share: float,
) -> Floats:
    """Return what to fit to: results, or a mixture of them with the chances that a deeper search's values stand for."""
    if share == 1 or all(state.value is None for state in played):
        return results
    estimates = amounts @ np.array(current.weight_row, float)
    slope = regress(estimates[:, None], results, numbers).weights
    values = np.array([np.nan if state.value is None else state.value for state in played])
    deep = np.where(np.isnan(values), results, chances(np.nan_to_num(values)[:, None], slope))
    return share * results + (1 - share) * deep
