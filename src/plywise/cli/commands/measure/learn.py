"""`plywise learn`: teach the engine a game by letting it play against itself."""

import shlex
import shutil
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from plywise.agents import identify_rules, takes_network
from plywise.cli.commands.measure.learn_kinds import LearnedKind, of_network, of_patterns
from plywise.cli.commands.measure.match_report import MatchWatch
from plywise.cli.screen import (
    GameSpec,
    ProgressForm,
    ProgressOption,
    ProgressScreen,
    Seed,
    Threads,
    absolute_spec,
    check_writable,
    console,
    load,
    show_progress,
    stderr,
)
from plywise.games.catalog import load_game
from plywise.knowledge.learned import Learned
from plywise.learn import LearningPoint, SelfPlayLearner
from plywise.learn.patterns import choose_layout, note_run, read_run, training_path, write_training
from plywise.matches import MatchOptions, play_match
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
    resume: Annotated[bool, typer.Option("--resume", help="Learn further from what was learned in that file.")] = False,
    match: Annotated[
        int, typer.Option("--match", min=0, help="Games against an agent without it, which tell whether it helps.")
    ] = 40,
    time: Annotated[float, typer.Option("--time", metavar="SECONDS", help="How long to think in them.")] = 0.1,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Learn a game by self-play, so that agents play it better.

    Agents take what is written as --knowledge FILE or auto:knowledge=FILE. Ctrl-C ends it with the best so far, and the
    same command continues; --resume learns further from a file. What is learned are estimates: they prove nothing. A
    match at the end says whether an agent plays better with it. Patterns are learned; of a game with dice and the rule
    `inputs`, a small network, on one thread.
    """
    if minutes is not None and (games is not None or minutes <= 0):
        raise PlywiseError("Give --minutes above 0, or --games, not both.")
    if games == 0 and not (resume and match):
        raise PlywiseError("--games 0 only plays the match of a file: give --resume, and --match above 0.")
    check_writable(out)
    with show_progress() as screen:
        screen.show("preparing")
        game, _ = load(spec)
        asked = {"rules": identify_rules(game), "minutes": minutes, "games": games, "seed": seed, "threads": threads}
        asked |= {"phases": phases, "patterns": patterns, "length": length}
        run = _begun(out, asked) if not resume else None
        if takes_network(game):
            kind = of_network(game, out, seed, resume or run is not None)
        else:
            draw = partial(choose_layout, game, seed, phases=phases, count=patterns, length=length)
            kind = of_patterns(game, out, seed, threads, draw, resume or run is not None)
    if games == 0 or (run is not None and run["is_learned"]):
        best, is_done = kind.read(), True
    else:
        best, is_done = _learned(kind, out, run or {"asked": asked, "seconds": 0.0, "games": 0, "is_learned": False})
    told = f"{spec}: {best.games:,} games, {kind.describe(best.layout)}. The knowledge is in {out}."
    console.print(told, soft_wrap=True)
    if is_done and match:
        is_done = _matched(kind, spec, out, best, match, time, seed)
    if is_done:
        note_run(training_path(out), None)
    else:
        again = f"Continue with: plywise {shlex.join(sys.argv[1:])}"
        stderr.print(f"Stopped: the best so far was written. {again}", soft_wrap=True)
        raise typer.Exit(130)


def _begun(out: Path, asked: dict[str, Any]) -> dict[str, Any] | None:
    """Return the run that the file holds, if it isn't finished; refuses one that was asked for something else."""
    run = read_run(training_path(out)) if out.exists() else None
    if run is not None and run["asked"] != asked:
        other = next(name for name, value in asked.items() if run["asked"].get(name) != value)
        raise PlywiseError(
            f"{out} holds an unfinished run of another kind (its {other}: {run['asked'].get(other)}): repeat that "
            "command, continue from what it learned with --resume, or name another file."
        )
    return run


def _learned(kind: LearnedKind, out: Path, run: dict[str, Any]) -> tuple[Learned[Any], bool]:
    """Learn, and show the curve; return the best, and False where Ctrl-C ended it."""
    with show_progress() as screen:
        learning = _Run(kind, out, screen, run)
        is_done = learning.run()
        if not learning.points and not run["games"]:
            stderr.print("Stopped before there was anything to write: give it a few seconds.", soft_wrap=True)
            raise typer.Exit(130)
    if learning.points:
        console.print(draw_curve(learning.points, kind))
    best: Learned[Any] = learning.learner.best
    return best, is_done


def _matched(
    kind: LearnedKind, spec: str, out: Path, best: Learned[Any], games: int, seconds: float, seed: int
) -> bool:
    """Play the match that tells whether it helps, and write its score; return False where Ctrl-C ended it.

    Its games are kept in a folder until it is over.
    """
    folder = out.with_name(f"{out.name}.match")
    try:
        with show_progress(at_once=True) as screen:
            best = measured(spec, out, best, games, seconds, seed, screen, folder)
    except KeyboardInterrupt:
        return False
    kind.write(best, out)
    shutil.rmtree(folder, ignore_errors=True)
    console.print(tell_match(best), soft_wrap=True)
    return True


class _Run:
    """One run of learning: what it shows, and what it writes as it goes."""

    def __init__(self, kind: LearnedKind, out: Path, screen: ProgressScreen, run: dict[str, Any]) -> None:
        """Begin, or continue with what is left of the time or of the games."""
        self.kind, self.out, self.screen, self.run_before = kind, out, screen, run
        shutil.rmtree(out.with_name(f"{out.name}.match"), ignore_errors=True)  # of what was known before
        self.learner = kind.begin(screen)
        games, minutes = run["asked"]["games"], run["asked"]["minutes"]
        self.games, self.seconds = games, None if games else 60 * (minutes or MINUTES)
        self.started = self.learner.games
        self.points: list[LearningPoint] = []

    def run(self) -> bool:
        """Learn; return False where Ctrl-C ended it."""
        before = self.run_before
        learner: SelfPlayLearner = self.learner
        is_done = learner.learn(
            seconds=None if self.seconds is None else max(0.0, self.seconds - before["seconds"]),
            games=None if self.games is None else self.games - before["games"],
            on_point=self.note,
            on_progress=self.show,
        )
        if self.points:
            self.write(is_learned=is_done)
        return is_done

    @property
    def spent(self) -> float:
        """The seconds that this run has learned, with those before it was stopped."""
        return float(self.run_before["seconds"] + self.learner.seconds)

    @property
    def played(self) -> int:
        """The games of this run, with those before it was stopped."""
        return int(self.run_before["games"] + self.learner.games - self.started)

    def note(self, point: LearningPoint) -> None:
        """Keep a point of the curve, and write the best so far: whatever ends this run leaves it usable."""
        self.points.append(point)
        self.kind.write(self.learner.best, self.out)
        self.write()
        self.show()

    def write(self, is_learned: bool = False) -> None:
        """Write where learning stands, and how much of the run is done."""
        run = self.run_before | {"seconds": self.spent, "games": self.played, "is_learned": is_learned}
        write_training(replace(self.learner.training, run=run), training_path(self.out))

    def show(self) -> None:
        """Show how far it is."""
        learner, done = self.learner, self.played if self.games else self.spent
        rate = (learner.games - self.started) / learner.seconds if learner.seconds else 0.0
        known = f"{learner.games:,} games, {rate:,.0f} a second"
        known += f", {self.kind.tell_score(self.points[-1].against_start)} against the start" if self.points else ""
        left = None if self.seconds is None else self.seconds - done
        self.screen.show("learning", done, self.games or self.seconds or 1, left, known=known)


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
    spec: str,
    file: Path,
    learned: Learned[Any],
    games: int,
    seconds: float,
    seed: int,
    screen: ProgressScreen,
    folder: Path,
) -> Learned[Any]:
    """Return what was learned with the score of a match: an agent that takes it from its file against one without."""
    watch = MatchWatch(screen, f"a match against playing without it, {seconds:g} s a move")
    watch.prepare()

    make = partial(load_game, absolute_spec(spec))
    games += -games % make().players  # a game from each seat
    options = MatchOptions(games=games, limit=Limit(time=seconds), seed=seed)
    agents = [f"auto:knowledge={file.absolute()}", "auto:knowledge=none"]
    result = play_match(make, agents, options, out=folder, on_progress=watch.show)
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
