"""`plywise learn`: teach the engine a game by letting it play against itself."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.table import Table

from plywise.cli.commands.measure.learn_network import learn_network
from plywise.cli.screen import (
    GameSpec,
    Measuring,
    Seed,
    Threads,
    absolute_spec,
    check_writable,
    console,
    load,
    measuring,
    stderr,
)
from plywise.games.catalog import load_game
from plywise.kernel import ContestScore, rules_fingerprint
from plywise.knowledge.network import LearnedNetwork
from plywise.knowledge.patterns import LearnedPatterns, PatternLayout, read_patterns, write_patterns
from plywise.learn.patterns import (
    LearningPoint,
    PatternLearner,
    choose_layout,
    read_training,
    training_path,
    write_training,
)
from plywise.matches import MatchOptions, MatchProgress, play_match
from plywise.rules import Game, Limit, PlywiseError

MINUTES = 1.0
Learned = TypeVar("Learned", LearnedPatterns, LearnedNetwork)


def learn(
    spec: GameSpec,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write what was learned.")],
    minutes: Annotated[float | None, typer.Option("--minutes", help="How long to learn; a minute by default.")] = None,
    games: Annotated[int | None, typer.Option("--games", min=1, help="Learn from this many games instead.")] = None,
    seed: Seed = 0,
    threads: Threads = 1,
    phases: Annotated[
        int, typer.Option("--phases", min=1, max=16, help="Weights of their own for parts of the game, by fullness.")
    ] = 1,
    patterns: Annotated[
        int | None, typer.Option("--patterns", min=1, help="How many patterns; by default what suits the board.")
    ] = None,
    length: Annotated[int | None, typer.Option("--length", min=1, help="How many cells each looks at.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue what was begun in that file.")] = False,
    match: Annotated[
        int, typer.Option("--match", min=0, help="Games against an agent without it, which tell whether it helps.")
    ] = 40,
    time: Annotated[float, typer.Option("--time", metavar="SECONDS", help="How long to think in them.")] = 0.1,
) -> None:
    """Learn a game by self-play, and write what agents take as --knowledge FILE or auto:knowledge=FILE.

    Ctrl-C ends it with the best so far; --resume continues. What is learned are estimates: they prove nothing. A match
    at the end says whether an agent plays better with it. Patterns are learned; of a game with dice and the rule
    `inputs`, a small network, on one thread.
    """
    if minutes is not None and (games is not None or minutes <= 0):
        raise PlywiseError("Give --minutes above 0, or --games, not both.")
    check_writable(out)
    game, _ = load(spec)
    if game.has_chance and game.offers("inputs"):
        measure = partial(_measure_network, spec, out, match, time, seed) if match else None
        best = learn_network(game, spec, out, minutes=minutes, games=games, seed=seed, resume=resume, measure=measure)
        if best.match:
            console.print(tell_match(best), soft_wrap=True)
        return
    with measuring() as screen:
        draw = partial(choose_layout, game, seed, phases=phases, count=patterns, length=length)
        learner = _begin(game, out, seed, threads, draw, resume, screen)
        run = _Run(learner, out, screen, minutes, games)
        is_done = run.run()
        if not run.points:
            raise PlywiseError("Learning was stopped before there was anything to write: give it a few seconds.")
    console.print(draw_curve(run.points))
    best = learner.best
    console.print(
        f"{spec}: {best.games:,} games, {len(best.layout.images)} images of {best.layout.pattern_count} patterns, "
        f"{len(best.layout.maps)} symmetries. The knowledge is in {out}.",
        soft_wrap=True,
    )
    if is_done and match:
        with measuring() as screen:
            write_patterns(measured(spec, out, best, match, time, seed, screen), out)
        console.print(tell_match(read_patterns(out, game, best.rules)), soft_wrap=True)
    elif not is_done:
        stderr.print("Stopped: the best so far was written; --resume continues.", style="dim", soft_wrap=True)


def _measure_network(
    spec: str, file: Path, games: int, seconds: float, seed: int, learned: LearnedNetwork, screen: Measuring
) -> LearnedNetwork:
    return measured(spec, file, learned, games, seconds, seed, screen)


def _begin(
    game: Game, out: Path, seed: int, threads: int, draw: Callable[[], PatternLayout], resume: bool, screen: Measuring
) -> PatternLearner:
    """Return a learner, new or as it was left."""
    rules = rules_fingerprint(game)
    known = read_patterns(out, game, rules) if resume else None

    def show(done: int, of: int) -> None:
        screen.show(f"compiling {game.name}", done, of)

    screen.show(f"looking for the board of {game.name}", 0, 1)
    layout = known.layout if known else draw()
    learner = PatternLearner(game, seed=seed, threads=threads, layout=layout, known=known, on_step=show)
    if known:
        learner.resume(read_training(training_path(out), rules, known.layout.size))
    return learner


class _Run:
    """One run of learning: what it shows, and what it writes as it goes."""

    def __init__(
        self, learner: PatternLearner, out: Path, screen: Measuring, minutes: float | None, games: int | None
    ) -> None:
        self.learner, self.out, self.screen, self.games = learner, out, screen, games
        self.seconds = None if games else 60 * (minutes or MINUTES)
        self.started = learner.games
        self.points: list[LearningPoint] = []

    def run(self) -> bool:
        """Learn; return False where Ctrl-C ended it."""
        return self.learner.learn(seconds=self.seconds, games=self.games, on_point=self.note, on_progress=self.show)

    def note(self, point: LearningPoint) -> None:
        """Keep a point of the curve, and write the best so far: whatever ends this run leaves it usable."""
        self.points.append(point)
        write_patterns(self.learner.best, self.out)
        write_training(self.learner.training, training_path(self.out))
        self.show()

    def show(self) -> None:
        """Show how far it is."""
        learner, played = self.learner, self.learner.games - self.started
        done, of = (played, self.games) if self.games else (learner.seconds, self.seconds or 1)
        rate = played / learner.seconds if learner.seconds else 0.0
        score = f", {tell_score(self.points[-1].against_start)} against the start" if self.points else ""
        left = (of - done) / rate if self.games and rate else of - done
        self.screen.show(f"{learner.games:,} games, {rate:,.0f} a second{score}", done, of, left)


def draw_curve(points: list[LearningPoint]) -> Table:
    """Draw a row for each time that the weights were compared."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("games", "seconds", "against the start", "against the best so far", ""):
        table.add_column(heading, justify="right")
    for point in points:
        kept = "kept" if point.is_best else "not kept"
        scores = (tell_score(point.against_start), tell_score(point.against_best))
        table.add_row(f"{point.games:,}", f"{point.seconds:.1f}", *scores, kept)
    return table


def tell_score(score: ContestScore) -> str:
    """Write a score in per cent, with its standard error.

    >>> tell_score(ContestScore(0.5, 0.1, 200))
    '75.0% ± 5.0'
    """
    return f"{50 + 50 * score.mean:.1f}% ± {50 * score.error:.1f}"


def measured(
    spec: str, file: Path, learned: Learned, games: int, seconds: float, seed: int, screen: Measuring
) -> Learned:
    """Return what was learned with the score of a match: an agent that takes it from its file against one without."""

    def show(progress: MatchProgress) -> None:
        played = len(progress.result.games)
        screen.show(f"a match against playing without it, {seconds:g} s a move", played, progress.result.planned)

    make = partial(load_game, absolute_spec(spec))
    games += -games % make().players  # a game from each seat
    options = MatchOptions(games=games, limit=Limit(time=seconds), seed=seed)
    agents = [f"auto:knowledge={file.absolute()}", "auto"]
    result = play_match(make, agents, options, on_progress=show)
    pairing = result.pairings[0, 1]
    return replace(learned, match=(pairing.wins, pairing.draws, pairing.losses))


def tell_match(learned: LearnedPatterns | LearnedNetwork) -> str:
    """Say whether an agent plays better with what was learned.

    >>> from plywise.knowledge.patterns import PatternLayout
    >>> layout = PatternLayout((("rule", 0),), 2, ((0,),), ((0,),))
    >>> tell_match(LearnedPatterns("nim", "", layout, bytes(8), match=(3, 2, 5)))
    'Against playing without it: 3 won, 2 drawn, 5 lost, 40%. It is no gain yet: learn for longer, or leave it out.'
    """
    won, drawn, lost = learned.match
    gain = learned.gain or 0.0
    said = f"Against playing without it: {won} won, {drawn} drawn, {lost} lost, {50 + 100 * gain:.0f}%."
    return said if gain > 0 else f"{said} It is no gain yet: learn for longer, or leave it out."
