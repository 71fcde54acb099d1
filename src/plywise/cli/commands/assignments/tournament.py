"""`plywise assignment tournament`: students' agents play each other, for a rating table."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from plywise.assignments import Tournament, find_submissions, hold_tournament
from plywise.cli.commands.assignments.prepare import UNTRUSTED
from plywise.cli.commands.measure import MatchWatch, draw_match
from plywise.cli.screen import (
    GameOption,
    Json,
    ProgressForm,
    ProgressOption,
    Seed,
    absolute_spec,
    console,
    print_json,
    show_progress,
    stderr,
    tell_warning,
)
from plywise.executors import WorkerProcesses, count_cores
from plywise.matches import MatchOptions
from plywise.rules import Limit


def tournament(
    agents: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="A folder with a file or a folder for each student.")
    ],
    game: GameOption,
    file: Annotated[
        str, typer.Option("--file", metavar="NAME", help="What the file in a student's folder is called.")
    ] = "my_agent.py",
    games: Annotated[int, typer.Option("--games", min=1, help="Games of each pairing.")] = 10,
    time: Annotated[float, typer.Option("--time", min=0.01, metavar="SECONDS", help="For each action.")] = 0.5,
    against: Annotated[
        list[str] | None, typer.Option("--against", metavar="SPEC", help="An agent of ours that plays too; repeatable.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="How many games are played at once; by default, one a core.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where games are written as they finish.")] = Path(
        "tournament"
    ),
    seed: Seed = 0,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Let students' agents play each other: files with a function choose(game, state), or a search.

    Each runs in a process of its own that has your rights; its guard stops accidents, not attacks. An agent that is too
    slow, plays an illegal action or fails forfeits the game. The same command continues where it was stopped.
    """
    tell_warning(UNTRUSTED)
    options = MatchOptions(games=games, limit=Limit(time=time), seed=seed)
    held = _hold(agents, file, absolute_spec(game), options, out, against or [], workers)
    if json:
        print_json(held.to_data)
    else:
        console.print(draw_match(held.result, options))
        for name, why in held.refused.items():
            console.print(Text(f"{name} did not qualify: {why}.", style="yellow"), soft_wrap=True)
    assert held.match is not None
    if not held.match.result.is_over:
        stderr.print(f"Stopped. Continue with: plywise {shlex.join(sys.argv[1:])}", soft_wrap=True)
        raise typer.Exit(130)


def _hold(
    agents: Path, file: str, game: str, options: MatchOptions, out: Path, against: list[str], workers: int | None
) -> Tournament:
    submissions = find_submissions(agents, file)
    with show_progress() as screen:
        watch = MatchWatch(screen)
        return hold_tournament(
            game,
            submissions,
            options,
            out,
            others=against,
            hire=lambda make: WorkerProcesses(make, workers or count_cores()),
            on_progress=watch.show,
            on_qualify=lambda number, name: screen.show(f"first moves: {name}", number, len(submissions)),
        )
