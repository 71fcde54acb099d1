"""`plywise ablate`: what each enhancement of the compiled search is worth in a game."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group
from rich.table import Table
from rich.text import Text

from plywise.cli.screen import (
    GameSpec,
    Json,
    ProgressForm,
    ProgressOption,
    Seed,
    StateText,
    check_writable,
    console,
    load,
    print_json,
    show_progress,
    stderr,
    tell_reason,
)
from plywise.explain import Pair, draw_ratios, plot_ratios, tell_ratio
from plywise.kernel import Switches
from plywise.lab import TABLE_MB, Ablation, AblationProgress, AblationRow, random_openings
from plywise.learn import load_prob_cut
from plywise.rules import PlywiseError

PLIES = 4
FIGURES = 54
"""How many columns a row's name and figures take; bars get the rest."""

SHORT = 0.1
"""Where the baseline takes fewer seconds, other work on the machine distorts the times."""


def complete_switch(typed: str) -> list[str]:
    """Offer the switches that start with what is typed, for the shell's completion."""
    return [name for name in Switches.names() if name.startswith(typed)]


def ablate(
    spec: GameSpec,
    depth: Annotated[
        int | None,
        typer.Option("--depth", min=1, help="How many plies to look ahead; by default, about a second of search."),
    ] = None,
    state: StateText = None,
    openings: Annotated[int, typer.Option("--openings", min=0, help="How many random openings to add.")] = 5,
    seed: Seed = 0,
    switch: Annotated[
        list[str] | None,
        typer.Option(
            "--switch",
            metavar="NAME",
            help="Only this one; may be repeated. One that is off by default is switched on.",
            autocompletion=complete_switch,
        ),
    ] = None,
    cap: Annotated[
        float, typer.Option("--cap", min=1, help="Give up a search at this many times the baseline's states.")
    ] = 30,
    sweeps: Annotated[int, typer.Option("--sweeps", min=1, help="Measure times this often, and take the least.")] = 2,
    models: Annotated[
        Path | None,
        typer.Option("--models", metavar="FILE", help="The models for prob_cut, written by `plywise fit-prob-cut`."),
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write a plot as well.")] = None,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Measure what each enhancement is worth in a game.

    Switches each off in turn, and shows by what factor states and time grow. Ratios are geometric means over the state
    and random openings from it. Ctrl-C shows what was measured so far.
    """
    if svg:
        _check_plot(svg)
    switches = [name.replace("-", "_") for name in switch or ()]
    if "prob_cut" in switches and models is None:
        raise PlywiseError("prob_cut needs fitted models: add --models FILE, written by `plywise fit-prob-cut`.")

    def measured() -> tuple[Ablation, bool]:
        game, start = load(spec, state)
        states = [start, *random_openings(game, start, openings, PLIES, seed)]
        tuning = load_prob_cut(models, game).tuning if models else None
        ablation = Ablation(game, states, switches, depth=depth, cap=cap, sweeps=sweeps, tuning=tuning)
        is_whole = _run(ablation)
        if svg:
            _write_plot(svg, spec, ablation)
        return ablation, is_whole

    if json:
        print_json(lambda: _ablation_data(spec, *measured()))
        return
    ablation, is_whole = measured()
    in_colour = console.color_system is not None and not console.no_color
    console.print(Group(Text(), draw_ablation(ablation.rows(), console.width, in_colour), Text()))
    console.print(_tell_terms(spec, ablation), style="dim")
    if not is_whole:
        stderr.print("Stopped: only what is shown was measured.", style="yellow")


def _run(ablation: Ablation) -> bool:
    """Measure, showing how it goes; return whether it came to its end. Ctrl-C before any figure ends the command."""
    with show_progress() as screen:

        def show(progress: AblationProgress) -> None:
            screen.show(progress.doing, progress.elapsed, progress.elapsed + progress.left, progress.left)

        ablation.on_progress = show
        try:
            ablation.run()
        except KeyboardInterrupt:
            if len(ablation.rows()) < 2:
                raise
            return False
    return True


def draw_ablation(rows: Sequence[AblationRow], width: int, in_colour: bool) -> Table:
    """Draw a row for each switch with its figures and bars."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("without")
    for heading in ("states", "ratio", "CPU s", "ratio"):
        table.add_column(heading, justify="right")
    table.add_column(Text.assemble(("▀", "cyan"), " states  ", ("▄", "yellow"), " time"), no_wrap=True)
    pairs = [(row.nodes_ratio, row.time_ratio) for row in rows]
    bars = draw_ratios(pairs, max(16, min(60, width - FIGURES)), in_colour)
    for row, bar in zip(rows, bars, strict=True):
        sign = "> " if row.is_more else ""
        ratios = [Text(f"{sign}{tell_ratio(ratio)}", style="bold") for ratio in (row.nodes_ratio, row.time_ratio)]
        table.add_row(row.name, f"{row.nodes:,}", ratios[0], f"{row.seconds:.2f}", ratios[1], bar)
    return table


def _tell_terms(spec: str, ablation: Ablation) -> str:
    """Say how it was measured."""
    count = len(ablation.states)
    where = "1 state" if count == 1 else f"{count} states, ratios are geometric means"
    terms = [f"{spec} to depth {ablation.depth} from {where}; one thread, a table of {TABLE_MB} MB."]
    if any(row.is_more for row in ablation.rows()):
        terms.append(f"> given up at {ablation.cap:g} times the states of the baseline.")
    if ablation.rows()[0].seconds < SHORT:
        terms.append("Times this short say little: look deeper.")
    elif ablation.time_noise is not None:
        terms.append(f"Times are good to about {ablation.time_noise:.0%}: the baseline's own varied that much.")
    if any(variant.switches.is_selective for variant in ablation.variants):
        terms.append("An enhancement that leaves something out may find other values: compare it in play.")
    if ablation.idle:
        terms.append(f"Nothing to switch off in this game: {', '.join(ablation.idle)}.")
    return "\n".join(terms)


def _ablation_data(spec: str, ablation: Ablation, is_whole: bool) -> dict[str, Any]:
    return {
        "game": spec,
        "depth": ablation.depth,
        "states": [ablation.game.state_name(state) for state in ablation.states],
        "table_mb": TABLE_MB,
        "cap": ablation.cap,
        "is_whole": is_whole,
        "time_noise": None if ablation.time_noise is None else round(ablation.time_noise, 4),
        "idle": ablation.idle,
        "rows": [_row_data(row) for row in ablation.rows()],
    }


def _row_data(row: AblationRow) -> dict[str, Any]:
    return {
        "without": row.name,
        "nodes": row.nodes,
        "seconds": round(row.seconds, 6),
        "nodes_ratio": round(row.nodes_ratio, 4),
        "time_ratio": round(row.time_ratio, 4),
        "is_more": row.is_more,
    }


# The plot


def _check_plot(file: Path) -> None:
    """Refuse a file that can't be written, before minutes are spent computing its content."""
    if file.suffix != ".svg":
        raise PlywiseError(f"The plot is an SVG: call the file {file.with_suffix('.svg').name or 'plot.svg'}.")
    check_writable(file)


def plot_ablation(spec: str, depth: int | None, states: int, rows: Sequence[AblationRow]) -> str:
    """Return the plot of all rows but the baseline's, as SVG."""
    pairs = [Pair(row.name, row.nodes_ratio, row.time_ratio, row.is_more) for row in rows[1:]]
    terms = f"depth {depth}, {'one state' if states == 1 else f'geometric mean of {states} states'}"
    title, subtitle = f"{spec} without one of its enhancements", f"times what it takes with everything on; {terms}"
    return plot_ratios(title, subtitle, ("states", "time"), pairs)


def _write_plot(file: Path, spec: str, ablation: Ablation) -> None:
    try:
        file.write_text(plot_ablation(spec, ablation.depth, len(ablation.states), ablation.rows()), encoding="utf-8")
    except OSError as error:
        raise PlywiseError(f"{file} can't be written ({tell_reason(error)}): choose another place.") from error
    stderr.print(f"The plot is in {file}.", style="dim", soft_wrap=True)
