"""`plywise learn` for games with dice: a small network is taught instead of patterns."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.table import Table

from plywise.cli.screen import Measuring, console, measuring, stderr
from plywise.kernel import ContestScore, rules_fingerprint
from plywise.knowledge.network import read_network, write_network
from plywise.learn.network import NetworkLearner
from plywise.learn.patterns import LearningPoint, read_training, training_path, write_training
from plywise.rules import Game, PlywiseError

MINUTES = 1.0


class NetworkRun:
    """One run of teaching a network: what it shows, and what it writes as it goes."""

    def __init__(self, game: Game, out: Path, seed: int, resume: bool, screen: Measuring) -> None:
        self.out, self.screen = out, screen
        rules = rules_fingerprint(game)
        known = read_network(out, game, rules) if resume else None

        def show(done: int, of: int) -> None:
            screen.show(f"compiling {game.name}", done, of)

        self.learner = NetworkLearner(game, seed=seed, known=known, on_step=show)
        if known:
            self.learner.resume(read_training(training_path(out), rules, known.layout.size, width=1))
        self.started = self.learner.games
        self.points: list[LearningPoint] = []

    def run(self, minutes: float | None, games: int | None) -> bool:
        """Learn; return False where Ctrl-C ended it."""
        self.games, self.seconds = games, None if games else 60 * (minutes or MINUTES)
        return self.learner.learn(seconds=self.seconds, games=games, on_point=self.note, on_progress=self.show)

    def note(self, point: LearningPoint) -> None:
        """Keep a point of the curve, and write the best so far: whatever ends this run leaves it usable."""
        self.points.append(point)
        write_network(self.learner.best, self.out)
        write_training(self.learner.training, training_path(self.out))
        self.show()

    def show(self) -> None:
        """Show how far it is."""
        learner, played = self.learner, self.learner.games - self.started
        done, of = (played, self.games) if self.games else (learner.seconds, self.seconds or 1)
        rate = played / learner.seconds if learner.seconds else 0.0
        left = (of - done) / rate if self.games and rate else of - done
        self.screen.show(f"{learner.games:,} games, {rate:,.0f} a second", done, of, left)


def learn_network(
    game: Game,
    spec: str,
    out: Path,
    *,
    minutes: float | None,
    games: int | None,
    seed: int,
    resume: bool,
    measure: Callable[[Any, Measuring], Any] | None,
) -> Any:
    """Teach a network a game and write it; `measure` returns it with the score of a match, None for none.

    Return the network that was written last, with the score if there was a match.
    """
    with measuring() as screen:
        run = NetworkRun(game, out, seed, resume, screen)
        is_done = run.run(minutes, games)
        if not run.points:
            raise PlywiseError("Learning was stopped before there was anything to write: give it a few seconds.")
    console.print(draw_curve(run.points))
    best = run.learner.best
    console.print(
        f"{spec}: {best.games:,} games, a network of {best.layout.inputs} inputs, {best.layout.hidden} hidden units "
        f"and {best.layout.outputs} outputs. The knowledge is in {out}.",
        soft_wrap=True,
    )
    if is_done and measure:
        with measuring() as screen:
            best = measure(best, screen)
        write_network(best, out)
    elif not is_done:
        stderr.print("Stopped: the best so far was written; --resume continues.", style="dim", soft_wrap=True)
    return best


def draw_curve(points: list[LearningPoint]) -> Table:
    """Draw a row for each time that the weights were compared, in points a game."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("games", "seconds", "against the start", "against the best so far", ""):
        table.add_column(heading, justify="right")
    for point in points:
        kept = "kept" if point.is_best else "not kept"
        scores = (tell_points(point.against_start), tell_points(point.against_best))
        table.add_row(f"{point.games:,}", f"{point.seconds:.1f}", *scores, kept)
    return table


def tell_points(score: ContestScore) -> str:
    """Write a score in utility a game, with its standard error.

    >>> tell_points(ContestScore(0.5, 0.1, 200))
    '+0.500 ± 0.100'
    """
    return f"{score.mean:+.3f} ± {score.error:.3f}"
