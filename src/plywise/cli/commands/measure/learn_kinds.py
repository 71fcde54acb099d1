"""The kinds of knowledge that `plywise learn` writes: how each is begun, written and shown."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from plywise.cli.screen import ProgressScreen
from plywise.kernel import ContestScore, rules_fingerprint
from plywise.knowledge.network import NetworkLayout, read_network, write_network
from plywise.knowledge.patterns import PatternLayout, read_patterns, write_patterns
from plywise.learn.network import NetworkLearner
from plywise.learn.patterns import PatternLearner, read_training, training_path
from plywise.rules import Game


@dataclass(frozen=True, slots=True)
class LearnedKind:
    """A kind of knowledge."""

    begin: Callable[[ProgressScreen], Any]
    """Returns a learner, new or as it was left."""
    read: Callable[[], Any]
    """Returns what was learned so far, from its file."""
    write: Callable[[Any, Path], None]
    tell_score: Callable[[ContestScore], str]
    describe: Callable[[Any], str]
    """Says what a layout of this kind holds."""


def of_patterns(
    game: Game, out: Path, seed: int, threads: int, draw: Callable[[], PatternLayout], resume: bool
) -> LearnedKind:
    """Return how patterns are learned; `draw` finds the board and draws them."""

    rules = rules_fingerprint(game)
    read = partial(read_patterns, out, game, rules)

    def begin(screen: ProgressScreen) -> PatternLearner:
        known = read() if resume else None
        screen.show(f"looking for the board of {game.name}")
        layout = known.layout if known else draw()
        show = partial(_show_compiling, game, screen)
        learner = PatternLearner(game, seed=seed, threads=threads, layout=layout, known=known, on_step=show)
        if known:
            learner.resume(read_training(training_path(out), rules, known.layout.size))
        return learner

    return LearnedKind(begin, read, write_patterns, tell_share, _describe_patterns)


def of_network(game: Game, out: Path, seed: int, resume: bool) -> LearnedKind:
    """Return how a network is taught, on one thread."""

    rules = rules_fingerprint(game)
    read = partial(read_network, out, game, rules)

    def begin(screen: ProgressScreen) -> NetworkLearner:
        known = read() if resume else None
        learner = NetworkLearner(game, seed=seed, known=known, on_step=partial(_show_compiling, game, screen))
        if known:
            learner.resume(read_training(training_path(out), rules, known.layout.size, width=1))
        return learner

    return LearnedKind(begin, read, write_network, tell_points, _describe_network)


def _show_compiling(game: Game, screen: ProgressScreen, done: int, of: int) -> None:
    screen.show(f"compiling {game.name}", done, of)


def _describe_patterns(layout: PatternLayout) -> str:
    return f"{len(layout.images)} images of {layout.pattern_count} patterns, {len(layout.maps)} symmetries"


def _describe_network(layout: NetworkLayout) -> str:
    return f"a network of {layout.inputs} inputs, {layout.hidden} hidden units and {layout.outputs} outputs"


def tell_share(score: ContestScore) -> str:
    """Write a score in per cent, with its standard error.

    >>> tell_share(ContestScore(0.5, 0.1, 200))
    '75.0% ± 5.0'
    """
    return f"{50 + 50 * score.mean:.1f}% ± {50 * score.error:.1f}"


def tell_points(score: ContestScore) -> str:
    """Write a score in utility a game, with its standard error.

    >>> tell_points(ContestScore(0.5, 0.1, 200))
    '+0.500 ± 0.100'
    """
    return f"{score.mean:+.3f} ± {score.error:.3f}"
