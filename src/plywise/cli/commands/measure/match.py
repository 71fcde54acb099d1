"""`plywise match`: agents play each other, and it says how sure it is who is stronger."""

import shlex
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from plywise.agents import TimeControl, complete_spec
from plywise.cli.commands.measure.match_report import MatchWatch, draw_match, plot_match
from plywise.cli.screen import (
    Depth,
    GameOption,
    Json,
    Nodes,
    ProgressForm,
    ProgressOption,
    Seconds,
    Seed,
    Simulations,
    absolute_spec,
    check_writable,
    console,
    kept_for_data,
    print_json,
    show_progress,
    stderr,
    tell_reason,
)
from plywise.executors import RayExecutor, WorkerProcesses, count_cores
from plywise.files import read_text
from plywise.games.catalog import load_game
from plywise.matches import (
    Hire,
    Match,
    MatchOptions,
    MatchResult,
    SequentialTest,
    read_openings,
    read_terms,
)
from plywise.rules import Limit, PlywiseError


def match(
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="A B [C ...]",
            help="Who plays, by the specs of `plywise agents`, such as auto, random, uct or uci:stockfish.",
            autocompletion=complete_spec,
            show_default=False,
        ),
    ],
    game: GameOption,
    games: Annotated[
        int, typer.Option("--games", min=1, help="Games of each pairing; with --sprt, the most there may be.")
    ] = 100,
    time: Seconds = None,
    nodes: Nodes = None,
    depth: Depth = None,
    simulations: Simulations = None,
    clock: Annotated[
        str | None, typer.Option("--clock", help="Each agent's time for a game instead: 60+0.5, 5:00, 40/300.")
    ] = None,
    opening_plies: Annotated[
        int | None,
        typer.Option(
            "--opening-plies", min=0, help="Random plies before agents begin; by default, what suits the game."
        ),
    ] = None,
    openings: Annotated[
        Path | None,
        typer.Option("--openings", metavar="FILE", help="Openings to play: a state or actions on each line."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", metavar="elo0=0,elo1=5", help="Stop as soon as a sequential test has its answer."),
    ] = None,
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="The first agent meets all others.")] = False,
    adjudicate: Annotated[
        bool, typer.Option("--adjudicate", help="End games whose outcome tables know, or both agents have proven.")
    ] = False,
    max_plies: Annotated[
        int | None,
        typer.Option("--max-plies", min=1, help="A draw after this many; by default 1,000 where states can repeat."),
    ] = None,
    seed: Seed = 0,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="How many games are played at once; by default, one a core.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Write each game into this folder as it finishes.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue what was begun in that folder.")] = False,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Let the workers of a Ray cluster play; 'local' starts one here. Trusted networks only.",
        ),
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Write a plot as SVG.")] = None,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Let agents play each other, and measure the gap in Elo.

    Games are played in pairs with swapped sides. Two agents play a match, more of them a round robin. With --out, the
    same command continues what was stopped.
    """
    _check_files(plot, out, resume)
    limit = Limit(time=time, nodes=nodes, depth=depth, simulations=simulations)
    options = MatchOptions(
        games=games,
        limit=None if limit.is_open else limit,
        clock=None if clock is None else TimeControl.parse(clock),
        seed=seed,
        opening_plies=opening_plies,
        openings=_read_openings(openings),
        gauntlet=gauntlet,
        adjudicate=adjudicate,
        max_plies=max_plies,
        sprt=None if sprt is None else SequentialTest.parse(sprt),
    )

    def play() -> MatchResult:
        prepared: Match | None = None
        try:
            with show_progress(at_once=True) as screen:
                watch = MatchWatch(screen)
                watch.prepare()
                prepared = Match(_loader(game), agents, options, name=game)
                prepared.on_progress = watch.show
                result = prepared.run(out, _hirer(cluster, workers, prepared.schedule.games))
        except KeyboardInterrupt:
            if prepared is None or not prepared.result.games:
                raise
            result = prepared.result.counted()
        if plot is not None:
            plot.write_text(plot_match(result), encoding="utf-8")
            stderr.print(f"The plot is in {plot}.", style="dim", soft_wrap=True)
        return result

    with kept_for_data(json):
        result = play()
    if json:
        print_json(result.to_data)
    else:
        console.print(draw_match(result, options))
    if not result.is_over:
        stderr.print(_tell_stop(out), soft_wrap=True)
        raise typer.Exit(130)


def _check_files(plot: Path | None, out: Path | None, resume: bool) -> None:
    """Refuse what can't be written or continued, before anything is played."""
    if plot is not None:
        if plot.suffix != ".svg":
            raise PlywiseError(f"The plot is an SVG: call the file {plot.with_suffix('.svg').name or 'plot.svg'}.")
        check_writable(plot)
    if resume and (out is None or read_terms(out) is None):
        raise PlywiseError(f"Nothing was begun in {out}: leave out --resume." if out else "--resume needs --out DIR.")


def _read_openings(path: Path | None) -> list[str]:
    if path is None:
        return []
    try:
        found = read_openings(read_text(path))
    except (OSError, UnicodeDecodeError) as error:
        raise PlywiseError(f"{path} can't be read: {tell_reason(error)}.") from None
    if not found:
        raise PlywiseError(f"{path} holds no opening: write a state or actions on each line.")
    return found


def _loader(spec: str) -> Callable[[], Any]:
    """Return what loads a game in a worker, which may have another working folder."""
    return partial(load_game, absolute_spec(spec))


def _hirer(cluster: str | None, workers: int | None, most: int) -> Hire:
    """Return what starts the workers: here, or on a cluster."""
    if cluster is not None:
        return lambda make: RayExecutor(make, cluster, workers=workers)
    return lambda make: WorkerProcesses(make, min(workers or count_cores(), most))


def _tell_stop(out: Path | None) -> str:
    if out is None:
        return "Stopped: what is shown is all that was played, and nothing was kept; --out DIR keeps games."
    return f"Stopped; the games are in {out}. Continue with: plywise {shlex.join(sys.argv[1:])}"
