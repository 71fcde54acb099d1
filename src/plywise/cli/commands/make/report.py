"""`plywise report`: what a set of rules is like under competent play, and how variants differ."""

import shlex
import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from plywise.agents import complete_spec
from plywise.cli.commands.make.report_screen import draw_report
from plywise.cli.screen import (
    Json,
    ProgressForm,
    ProgressOption,
    ProgressScreen,
    Seed,
    absolute_spec,
    check_writable,
    complete_game,
    console,
    kept_for_data,
    print_json,
    show_progress,
    stderr,
)
from plywise.files import write_whole
from plywise.games.catalog import load_game
from plywise.report import ReportOptions, ReportProgress, RulesReport, RulesVariant, report_rules
from plywise.rules import Limit, PlywiseError

PAGES = (".html", ".htm")


def report(
    games: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME [VARIANT ...]",
            help="A name from `plywise games`, or path/to/file.py[:Class]; variants are compared with the first.",
            autocompletion=complete_game,
            show_default=False,
        ),
    ],
    number: Annotated[int, typer.Option("--games", min=4, help="Games at each strength.")] = 200,
    agent: Annotated[
        str, typer.Option("--agent", metavar="SPEC", help="Who plays.", autocompletion=complete_spec)
    ] = "auto",
    nodes: Annotated[
        str | None,
        typer.Option(
            "--nodes",
            metavar="STRONGER,WEAKER",
            help="States a move at each strength; by default 20000,2000, or a tenth where rules don't compile.",
        ),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option("--time", metavar="STRONGER,WEAKER", help="Seconds a move instead; games can't be repeated then."),
    ] = None,
    opening_plies: Annotated[
        int | None,
        typer.Option("--opening-plies", min=0, help="Plies drawn among good ones; by default, what suits the game."),
    ] = None,
    opening_games: Annotated[
        int | None,
        typer.Option("--opening-games", min=0, help="Games for the worth of first actions; by default as --games."),
    ] = None,
    states: Annotated[
        int, typer.Option("--states", min=0, help="Solve games that have at most this many states; 0 for none.")
    ] = 5_000_000,
    max_plies: Annotated[
        int | None,
        typer.Option("--max-plies", min=1, help="A draw after this many; by default 1,000 where states can repeat."),
    ] = None,
    seed: Seed = 0,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="How many games are played at once; by default, one a core.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Keep the games in this folder, and continue from it.")
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write the report as one page.")] = None,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Measure what a game is like: balance, length, skill, luck.

    Also draws, choices, when a game is decided, and openings. Measured in games between competent agents at two
    strengths, with error bars; exact where the game can be solved.
    """
    stronger, weaker = _limits(nodes, time)
    options = ReportOptions(
        games=number,
        agent=agent,
        stronger=stronger,
        weaker=weaker,
        opening_plies=opening_plies,
        opening_games=opening_games,
        solve_states=states,
        max_plies=max_plies,
        seed=seed,
    )
    if html is not None:
        check_writable(html)
    if out is not None and out.suffix.lower() in PAGES:
        raise PlywiseError(f"--out names the folder that keeps the games: write the page with --html {out}.")
    variants = [RulesVariant(spec, partial(load_game, absolute_spec(spec))) for spec in games]
    parts: list[RulesReport] = []
    """The last report on what there is so far."""

    def keep(part: RulesReport) -> None:
        parts[:] = [part]
        _write_page(part, html)

    is_stopped = False
    try:
        with kept_for_data(json), show_progress(at_once=True) as screen:
            tell = partial(_show, screen)
            made = report_rules(variants, options, workers=workers, out=out, on_progress=tell, on_part=keep)
            _write_page(made, html)
    except KeyboardInterrupt:
        if not parts:
            stderr.print(tell_stop(out), soft_wrap=True)
            raise typer.Exit(130) from None
        (made,), is_stopped = parts, True
    if json:
        print_json(made.to_data)
    else:
        console.print(draw_report(made, console.width))
    if html is not None:
        stderr.print(f"The page is in {html}.", style="dim", soft_wrap=True)
    if is_stopped:
        stderr.print(tell_stop(out), soft_wrap=True)
        raise typer.Exit(130)


def _write_page(report: RulesReport, html: Path | None) -> None:
    if html is not None:
        write_whole(html, report.to_html().encode())


def _show(screen: ProgressScreen, progress: ReportProgress) -> None:
    screen.show(
        progress.doing,
        progress.done,
        progress.of,
        progress.left,
        unit="games" if progress.of else "",
        known=progress.known or None,
        is_open_ended=True,
    )


def _limits(nodes: str | None, time: str | None) -> tuple[Limit, Limit] | tuple[None, None]:
    """Read both strengths' limits."""
    if nodes is not None and time is not None:
        raise PlywiseError("A strength is limited in states or in time: leave out --nodes or --time.")
    name, text, example = ("--nodes", nodes, "20000,2000") if time is None else ("--time", time, "0.1,0.01")
    if text is None:
        return None, None
    try:
        first, second = (float(part) for part in text.split(","))
    except ValueError:
        raise PlywiseError(f"{name} takes two numbers, such as {example}.") from None
    if not first > second > 0:
        raise PlywiseError(f"{name} takes the stronger limit first, and both above 0, not {text}.")
    if time is None:
        return Limit(nodes=int(first)), Limit(nodes=max(1, int(second)))
    return Limit(time=first), Limit(time=second)


def tell_stop(out: Path | None) -> str:
    """Say what is kept of a report that was stopped, and how to go on."""
    if out is None:
        return "Stopped: this is all there is, and no game was kept; --out DIR keeps games."
    command = f"plywise {shlex.join(sys.argv[1:])}"
    if not any(file.stat().st_size for file in out.rglob("*.jsonl")):
        return f"Stopped while quick games were played, which aren't kept. Begin again with: {command}"
    return f"Stopped; the games are in {out}. Continue with: {command}"
