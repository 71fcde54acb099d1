"""`plywise learn`: teach the engine a game by letting it play against itself."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from plywise.agents import takes_network
from plywise.cli.commands.measure.learn_kinds import LearnedKind, of_network, of_patterns
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
from plywise.knowledge.learned import Learned
from plywise.learn import LearningPoint, SelfPlayLearner
from plywise.learn.patterns import choose_layout, training_path, write_training
from plywise.matches import MatchOptions, MatchProgress, play_match
from plywise.rules import Limit, PlywiseError

MINUTES = 1.0


def learn(
    spec: GameSpec,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write what was learned.")],
    minutes: Annotated[float | None, typer.Option("--minutes", help="How long to learn; a minute by default.")] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", min=0, help="Learn from this many games instead; 0 with --resume: only the match."),
    ] = None,
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
    if games == 0 and not (resume and match):
        raise PlywiseError("--games 0 only plays the match of a file: give --resume, and --match above 0.")
    check_writable(out)
    game, _ = load(spec)
    if takes_network(game):
        kind = of_network(game, out, seed, resume)
    else:
        draw = partial(choose_layout, game, seed, phases=phases, count=patterns, length=length)
        kind = of_patterns(game, out, seed, threads, draw, resume)
    best, is_done = (kind.read(), True) if games == 0 else _learned(kind, out, minutes, games)
    told = f"{spec}: {best.games:,} games, {kind.describe(best.layout)}. The knowledge is in {out}."
    console.print(told, soft_wrap=True)
    if is_done and match:
        with measuring() as screen:
            best = measured(spec, out, best, match, time, seed, screen)
        kind.write(best, out)
        console.print(tell_match(best), soft_wrap=True)
    elif not is_done:
        stderr.print("Stopped: the best so far was written; --resume continues.", style="dim", soft_wrap=True)


def _learned(kind: LearnedKind, out: Path, minutes: float | None, games: int | None) -> tuple[Learned[Any], bool]:
    """Learn, and show the curve; return the best, and False where Ctrl-C ended it."""
    with measuring() as screen:
        run = _Run(kind, out, screen, minutes, games)
        is_done = run.run()
        if not run.points:
            raise PlywiseError("Learning was stopped before there was anything to write: give it a few seconds.")
    console.print(draw_curve(run.points, kind))
    best: Learned[Any] = run.learner.best
    return best, is_done


class _Run:
    """One run of learning: what it shows, and what it writes as it goes."""

    def __init__(
        self, kind: LearnedKind, out: Path, screen: Measuring, minutes: float | None, games: int | None
    ) -> None:
        self.kind, self.out, self.screen, self.games = kind, out, screen, games
        self.learner = kind.begin(screen)
        self.seconds = None if games else 60 * (minutes or MINUTES)
        self.started = self.learner.games
        self.points: list[LearningPoint] = []

    def run(self) -> bool:
        """Learn; return False where Ctrl-C ended it."""
        learner: SelfPlayLearner = self.learner
        return learner.learn(seconds=self.seconds, games=self.games, on_point=self.note, on_progress=self.show)

    def note(self, point: LearningPoint) -> None:
        """Keep a point of the curve, and write the best so far: whatever ends this run leaves it usable."""
        self.points.append(point)
        self.kind.write(self.learner.best, self.out)
        write_training(self.learner.training, training_path(self.out))
        self.show()

    def show(self) -> None:
        """Show how far it is."""
        learner, played = self.learner, self.learner.games - self.started
        done, of = (played, self.games) if self.games else (learner.seconds, self.seconds or 1)
        rate = played / learner.seconds if learner.seconds else 0.0
        score = f", {self.kind.tell_score(self.points[-1].against_start)} against the start" if self.points else ""
        left = (of - done) / rate if self.games and rate else of - done
        self.screen.show(f"{learner.games:,} games, {rate:,.0f} a second{score}", done, of, left)


def draw_curve(points: list[LearningPoint], kind: LearnedKind) -> Table:
    """Draw a row for each time that the weights were compared."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("games", "seconds", "against the start", "against the best so far", ""):
        table.add_column(heading, justify="right")
    for point in points:
        kept = "kept" if point.is_best else "not kept"
        scores = map(kind.tell_score, (point.against_start, point.against_best))
        table.add_row(f"{point.games:,}", f"{point.seconds:.1f}", *scores, kept)
    return table


def measured(
    spec: str, file: Path, learned: Learned[Any], games: int, seconds: float, seed: int, screen: Measuring
) -> Learned[Any]:
    """Return what was learned with the score of a match: an agent that takes it from its file against one without."""

    def show(progress: MatchProgress) -> None:
        played = len(progress.result.games)
        screen.show(f"a match against playing without it, {seconds:g} s a move", played, progress.result.planned)

    make = partial(load_game, absolute_spec(spec))
    games += -games % make().players  # a game from each seat
    options = MatchOptions(games=games, limit=Limit(time=seconds), seed=seed)
    agents = [f"auto:knowledge={file.absolute()}", "auto:knowledge=none"]
    result = play_match(make, agents, options, on_progress=show)
    pairing = result.pairings[0, 1]
    return replace(learned, match=(pairing.wins, pairing.draws, pairing.losses))


def tell_match(learned: Learned[Any]) -> str:
    """Say whether an agent plays better with what was learned.

    >>> from plywise.knowledge.patterns import LearnedPatterns, PatternLayout
    >>> layout = PatternLayout((("rule", 0),), 2, ((0,),), ((0,),))
    >>> tell_match(LearnedPatterns("nim", "", layout, bytes(8), match=(3, 2, 5)))
    'Against playing without it: 3 won, 2 drawn, 5 lost, 40%. It is no gain yet: learn for longer, or leave it out.'
    """
    won, drawn, lost = learned.match
    gain = learned.gain or 0.0
    said = f"Against playing without it: {won} won, {drawn} drawn, {lost} lost, {50 + 100 * gain:.0f}%."
    return said if gain > 0 else f"{said} It is no gain yet: learn for longer, or leave it out."
