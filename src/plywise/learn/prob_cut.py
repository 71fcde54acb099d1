"""Fitting ProbCut: how well a shallow search predicts a deep one in a game, and how often a cut would be wrong.

Random states are searched round by round, so that each gives its value at every depth. Half of them make the line
v_deep = slope * v_shallow + offset with the least squares of its errors, whose spread is sigma; on the other half it is
measured how often the error exceeds t sigmas, and compared with what a normal distribution claims.

The result is a small file that knows its game by its rules and its evaluation, and is refused for another.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

from plywise.files import parse_json, read_text
from plywise.kernel import LoweringError, PatternWeights, Searcher, Switches, Tuning, rules_fingerprint, suits
from plywise.knowledge.patterns import LearnedPatterns, with_evaluation
from plywise.learn.states import random_states
from plywise.rules import (
    LEARNED_UNIT,
    Decision,
    Game,
    Limit,
    PlywiseError,
    SearchError,
    ShallowModel,
    Unit,
    error_rate,
    sum_behind,
)
from plywise.search import iterative_deepening

PAIRS = ((3, 1), (4, 2), (5, 1), (6, 2), (7, 3), (8, 4), (9, 3), (10, 4))
"""Depths, deep and shallow: of the same parity, since values swing between odd and even ones."""

FEWEST = 20
"""With fewer pairs in each half a line through them says nothing."""

FORMAT = "plywise prob-cut 1"


@dataclass(frozen=True, slots=True)
class FitProgress:
    """How many states of how many have been searched."""

    done: int
    of: int


OnProgress: TypeAlias = Callable[[FitProgress], None]


@dataclass(frozen=True, slots=True)
class ProbCutRow:
    """A model, the error rate it claims at the threshold, and the one measured on states it was not fitted to."""

    model: ShallowModel
    claimed: float
    measured: float
    states: int
    """How many states it was measured on."""


@dataclass(frozen=True, slots=True)
class ProbCutFit:
    """The models of a game, as they were fitted: which rules and which evaluation, and how wrong they were."""

    game: str
    rules: str
    evaluation: str
    threshold: float
    rows: tuple[ProbCutRow, ...]

    @property
    def models(self) -> tuple[ShallowModel, ...]:
        """What `search.ProbCut` takes, beside the threshold."""
        return tuple(row.model for row in self.rows)

    @property
    def tuning(self) -> Tuning:
        """What the compiled search takes: the models, and the threshold at which they were measured."""
        return Tuning(prob_cut_models=self.models, prob_cut_threshold=self.threshold)


def fit_prob_cut(
    game: Game,
    *,
    states: int = 400,
    seed: int = 0,
    deepest: int = 8,
    threshold: float = 1.5,
    knowledge: LearnedPatterns | None = None,
    on_progress: OnProgress | None = None,
) -> ProbCutFit:
    """Return the models of a game for searches to depth `deepest` and less.

    With learned patterns, it is their sums that are predicted.
    """
    if not suits(game) or not (game.offers("evaluate") or knowledge):
        raise SearchError(f"ProbCut needs two players, no dice and an evaluation: {game.name} has nothing to predict.")
    if not 0 < threshold < math.inf:
        raise PlywiseError(f"ProbCut cuts at a finite number of sigmas above 0, not at {threshold:g}: 1.5 is usual.")
    search = _searching(game, knowledge)
    values = list(_values(search, random_states(game, states, seed), deepest, on_progress))
    if knowledge:
        values = [{depth: sum_behind(game, lead) / LEARNED_UNIT for depth, lead in each.items()} for each in values]
    rows = [_fitted(values, deep, shallow, threshold) for deep, shallow in PAIRS if deep <= deepest]
    known = tuple(row for row in rows if row is not None)
    if not known:
        raise PlywiseError(f"Too few states of {game.name} have an estimate at these depths: ask for more states.")
    signature = evaluation_signature(game, knowledge)
    return ProbCutFit(game.name, rules_fingerprint(game), signature, threshold, known)


def evaluation_signature(game: Game, knowledge: LearnedPatterns | None = None) -> str:
    """Return 16 hexadecimal digits that stand for what `evaluate`, or what was learned, says of some states."""
    game = with_evaluation(game, knowledge) if knowledge else game
    told = [game.evaluate(state, 0) for state in [game.initial(), *random_states(game, 10)]]
    return hashlib.sha256(repr([float(estimate) for estimate in told]).encode()).hexdigest()[:16]


# Searching


def _values(
    search: Callable[..., Decision], states: Sequence[Any], deepest: int, on_progress: OnProgress | None
) -> Iterator[dict[int, float]]:
    """Yield each state's estimates by depth, to the player to move; wins and losses are no estimates."""
    for number, state in enumerate(states):
        if on_progress:
            on_progress(FitProgress(number, len(states)))
        found: dict[int, float] = {}

        def note(decision: Decision, found: dict[int, float] = found) -> None:
            if decision.unit is Unit.EVALUATION:
                found[decision.depth] = decision.value

        search(state, limit=Limit(depth=deepest), on_depth=note)
        yield found


def _searching(game: Game, knowledge: LearnedPatterns | None) -> Callable[..., Decision]:
    """Return a search that gives each depth its exact value: compiled, or plain where the rules don't compile."""
    patterns = PatternWeights(knowledge.layout, knowledge.weights) if knowledge else None
    try:
        searcher = Searcher(game, Switches().without("any_depth"), patterns=patterns)
    except LoweringError:
        if knowledge:
            raise
        return lambda state, **told: iterative_deepening(game, state, **told)
    return searcher.decide


# Fitting


def _fitted(values: Sequence[dict[int, float]], deep: int, shallow: int, threshold: float) -> ProbCutRow | None:
    """Fit one pair of depths on every second state, and measure it on the others."""
    pairs = [(found[shallow], found[deep]) for found in values if shallow in found and deep in found]
    learnt, held_out = pairs[::2], pairs[1::2]
    if len(held_out) < FEWEST:
        return None
    slope, offset, sigma = least_squares(learnt)
    try:
        model = ShallowModel(deep, shallow, slope, offset, sigma)
    except PlywiseError:
        return None
    return ProbCutRow(model, error_rate(threshold), wrong_rate(model, held_out, threshold), len(held_out))


def wrong_rate(model: ShallowModel, pairs: Sequence[tuple[float, float]], threshold: float) -> float:
    """Return how often a model is off by more than the threshold, on pairs of a shallow and a deep value.

    A cut is wrong on one side only, and the two sides are alike: it is half of what lies beyond either.
    """
    beyond = sum(abs(deep - model.foretell(shallow)) > model.margin(threshold) for shallow, deep in pairs)
    return beyond / (2 * len(pairs))


def least_squares(pairs: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """Return slope, offset and spread of the line through pairs (x, y); the spread is unbiased.

    >>> least_squares([(0, 1), (1, 3), (2, 5)])
    (2.0, 1.0, 0.0)
    """
    count = len(pairs)
    mean_x, mean_y = (sum(pair[i] for pair in pairs) / count for i in (0, 1))
    width = sum((x - mean_x) ** 2 for x, _ in pairs)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in pairs) / width if width else 0.0
    offset = mean_y - slope * mean_x
    squares = sum((y - slope * x - offset) ** 2 for x, y in pairs)
    return slope, offset, math.sqrt(squares / max(1, count - 2))


# The file


def save_prob_cut(fit: ProbCutFit, path: Path) -> None:
    """Write a fit to a file."""
    try:
        path.write_text(json.dumps({"format": FORMAT, **asdict(fit)}, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise PlywiseError(f"{path} can't be written ({error.strerror}): choose another place.") from error


def load_prob_cut(path: Path, game: Game, knowledge: LearnedPatterns | None = None) -> ProbCutFit:
    """Read a fit; refuses a file that is damaged, or made for other rules or another evaluation."""
    fit = read_prob_cut(path)
    if fit.rules != rules_fingerprint(game):
        raise PlywiseError(f"{path} was fitted for {fit.game}, by other rules than those of {game.name}: fit it again.")
    if fit.evaluation != evaluation_signature(game, knowledge):
        raise PlywiseError(f"{path} was fitted for another evaluation of {game.name}: fit it again.")
    return fit


def read_prob_cut(path: Path) -> ProbCutFit:
    """Read a fit of whatever game; refuses a file that is damaged."""
    try:
        data = parse_json(read_text(path))
    except OSError as error:
        raise PlywiseError(f"{path} can't be read ({error.strerror}): name a file that fit-prob-cut wrote.") from error
    except ValueError as error:
        raise PlywiseError(f"{path} is damaged: run `plywise fit-prob-cut` again.") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise PlywiseError(f"{path} is no file of `plywise fit-prob-cut`: name one that is.")
    try:
        rows = tuple(
            ProbCutRow(_model(row["model"]), float(row["claimed"]), float(row["measured"]), int(row["states"]))
            for row in data["rows"]
        )
        named = [str(data[name]) for name in ("game", "rules", "evaluation")]
        threshold = float(data["threshold"])
        if not 0 < threshold < math.inf:
            raise ValueError(threshold)
        return ProbCutFit(named[0], named[1], named[2], threshold, rows)
    except (KeyError, TypeError, ValueError, OverflowError, PlywiseError) as error:
        raise PlywiseError(f"{path} is damaged: run `plywise fit-prob-cut` again.") from error


def _model(data: dict[str, Any]) -> ShallowModel:
    figures = [float(data[name]) for name in ("slope", "offset", "sigma")]
    return ShallowModel(int(data["deep"]), int(data["shallow"]), *figures)
