"""`plywise levels`: measure how strong a game's levels are, so that each beats the one below about three to one."""

import shlex
import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from plywise.agents import find_levels
from plywise.calibration import Calibration, CalibrationOptions
from plywise.cli.commands.measure.levels_report import LevelsWatch, draw_levels, levels_data, plot_levels
from plywise.cli.screen import (
    GameSpec,
    Json,
    ProgressForm,
    ProgressOption,
    Seed,
    absolute_spec,
    check_writable,
    console,
    load,
    print_json,
    show_progress,
    stderr,
)
from plywise.games.catalog import load_game
from plywise.knowledge.levels import ENDING, GameLevels, write_levels
from plywise.rules import PlywiseError

GAMES = ".games"
"""How the folder's name ends in which matches are kept until all levels are found."""


def levels(
    spec: GameSpec,
    show: Annotated[bool, typer.Option("--show", help="Show the levels that the game has; nothing is played.")] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Where to write them; by default, beside a game of your own."),
    ] = None,
    games: Annotated[int, typer.Option("--games", min=2, help="Games between a level and the one below.")] = 100,
    short_games: Annotated[
        int, typer.Option("--short-games", min=2, help="Games of the matches that say where to look for levels.")
    ] = 24,
    time: Annotated[
        float, typer.Option("--time", metavar="SECONDS", help="What the highest level may take for a move, here.")
    ] = 0.05,
    most: Annotated[int, typer.Option("--most", min=1, max=10, help="How many levels there may be.")] = 10,
    seed: Seed = 0,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="How many games are played at once; by default, one a core.")
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Write a plot as SVG.")] = None,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Find levels of strength for a game, for `play --level`.

    Levels are found by matches, and stored for `play --level`, `serve` and `level:N`. A game has as many levels as it
    can separate, 10 at most. The same command continues what was stopped.
    """
    if plot is not None:
        if plot.suffix != ".svg":
            raise PlywiseError(f"The plot is an SVG: call the file {plot.with_suffix('.svg').name or 'plot.svg'}.")
        check_writable(plot)
    if show:
        found = find_levels(load(spec)[0], out)
    else:
        file = out or usual_file(spec)
        check_writable(file)
        options = CalibrationOptions(
            games=games, short_games=short_games, seconds=time, most=most, seed=seed, workers=workers
        )
        found = _measure(spec, file, options)
    if plot is not None:
        plot.write_text(plot_levels(found), encoding="utf-8")
    if json:
        print_json(lambda: levels_data(found))
    else:
        console.print(draw_levels(found, spec))


def usual_file(spec: str) -> Path:
    """Return where the levels of a game go: beside one's own game, and for one of the catalog, right here."""
    rules = Path(spec.partition(":")[0])
    return rules.with_suffix(ENDING) if rules.suffix == ".py" else Path(f"{rules.name}{ENDING}")


def _measure(spec: str, file: Path, options: CalibrationOptions) -> GameLevels:
    """Find the levels, showing how it goes, and write them."""
    folder = file.with_name(file.name + GAMES)
    try:
        with show_progress(at_once=True) as screen:
            watch = LevelsWatch(screen)
            watch.prepare()
            calibration = Calibration(partial(load_game, absolute_spec(spec)), folder, options, watch.note)
            calibration.matches.on_match = watch.show
            found = calibration.run()
    except KeyboardInterrupt:
        again = f"plywise {shlex.join(sys.argv[1:])}"
        stderr.print(f"Stopped; what was played is in {folder}. Continue with: {again}", soft_wrap=True)
        raise typer.Exit(130) from None
    write_levels(found, file)
    stderr.print(f"The levels are in {file}, and their games in {folder}.", style="dim", soft_wrap=True)
    return found
