"""`plywise lab`: the statements of the texts as experiments."""

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from plywise.cli.screen import Json, ProgressForm, ProgressOption, Seed, console, print_json, show_progress, stderr
from plywise.executors import InProcess, RayExecutor, UnorderedExecutor, WorkerProcesses, count_cores
from plywise.lab.experiments import THEMES, find_experiments, load_experiment
from plywise.lab.frame import (
    ExperimentResult,
    LabProgress,
    LabRun,
    figure_rows,
    in_order,
    judge_again,
    read_results,
    write_pages,
    write_result,
)
from plywise.rules import PlywiseError

lab = typer.Typer(no_args_is_help=True, help="Measure what the texts say, one experiment at a time.")

Quick = Annotated[bool, typer.Option("--quick", help="Settings that take seconds, with wide error bars.")]
Jobs = Annotated[
    int | None, typer.Option("--jobs", min=1, help="How many parts are done at once; by default, one a core.")
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Let the workers of a Ray cluster do the parts; 'local' starts one here. Trusted networks only.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help="Write data, plots and pages into this folder; the same command continues a run that was stopped.",
    ),
]


@lab.command("list")
def list_experiments(json: Json = False) -> None:
    """List the experiments: one for each statement of the texts."""
    every = in_order(find_experiments())
    if json:
        keys = ("number", "name", "title", "claim", "source")
        print_json(lambda: [{key: getattr(each, key) for key in keys} for each in every])
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("", "name", "statement", "source"):
        table.add_column(name)
    for each in every:
        table.add_row(str(each.number), each.name, each.title, each.source)
    console.print(table)


@lab.command("run")
def run(
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="Experiments, by name or number.")],
    quick: Quick = False,
    seed: Seed = 0,
    jobs: Jobs = None,
    cluster: Cluster = None,
    out: Out = None,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Run some experiments: figures with error bars, and what they say of the statement."""
    _run([load_experiment(name).name for name in names], quick, seed, jobs, cluster, out, json)


@lab.command("all")
def run_all(
    quick: Quick = False,
    seed: Seed = 0,
    jobs: Jobs = None,
    cluster: Cluster = None,
    out: Out = None,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Run all experiments; without --quick, that takes hours."""
    _run(list(find_experiments()), quick, seed, jobs, cluster, out, json)


@lab.command("judge")
def judge(folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of an earlier --out.")]) -> None:
    """Judge stored figures again, and write the plots and pages, without running anything."""
    experiments, results = find_experiments(), read_results(folder)
    if not results:
        raise PlywiseError(f"There are no results in {folder}: `plywise lab run NAME --out {folder}` writes them.")
    for name, result in results.items():
        if name not in experiments:
            raise PlywiseError(f"There is no experiment '{name}' any more: remove its result from {folder}.")
        try:
            judged = judge_again(result, experiments[name])
        except PlywiseError as error:
            stderr.print(str(error), soft_wrap=True)
            continue
        write_result(folder, judged, experiments[name].plot(result.measurements))
        if judged.judgement.ruling != result.judgement.ruling:
            console.print(f"{name}: {judged.judgement.ruling}, was {result.judgement.ruling}", soft_wrap=True)
    write_pages(folder, experiments, THEMES)


def _run(
    names: list[str], quick: bool, seed: int, jobs: int | None, cluster: str | None, out: Path | None, json: bool
) -> None:
    run = LabRun(find_experiments, list(dict.fromkeys(names)), is_quick=quick, seed=seed, folder=_folder(out))
    hire = partial(_hire, jobs, cluster)
    if json:
        print_json(lambda: [result.to_data() for result in _results(run, hire, out)])
        return
    for result in _results(run, hire, out):
        _show(result)


def _folder(out: Path | None) -> Path | None:
    if out is not None and out.exists() and not out.is_dir():
        raise PlywiseError(f"{out} is a file: name a folder for --out.")
    return out


def _hire(jobs: int | None, cluster: str | None, make: Any) -> UnorderedExecutor:
    """Start workers: here, or on a cluster."""
    if cluster is not None:
        return RayExecutor(make, cluster, workers=jobs)
    workers = jobs or count_cores()
    return InProcess(make) if workers == 1 else WorkerProcesses(make, workers)


def _results(run: LabRun, hire: Any, out: Path | None) -> list[ExperimentResult]:
    """Run, showing how far it is; keep each result as it comes, and what there is when Ctrl-C stops it."""
    found: list[ExperimentResult] = []
    with show_progress() as screen:

        def show(progress: LabProgress) -> None:
            screen.show(progress.name, progress.done, progress.cases)

        run.on_progress = show
        screen.show("starting", run.done, run.cases)
        try:
            for result in run.run(hire):
                found.append(result)
                if out is not None:
                    write_result(out, result, find_experiments()[result.name].plot(result.measurements))
        except KeyboardInterrupt:
            kept = f"; continue with the same command, and --out {out}" if out else "; --out DIR keeps what was seen"
            stderr.print(f"Stopped after {run.done} of {run.cases} parts{kept}.", soft_wrap=True)
            raise typer.Exit(130) from None
    if out is not None:
        pages = write_pages(out, find_experiments(), THEMES)
        stderr.print(f"The pages are in {pages[0].parent}.", style="dim", soft_wrap=True)
    return sorted(found, key=lambda result: find_experiments()[result.name].number)


def _show(result: ExperimentResult) -> None:
    """Print an experiment's figures and its verdict."""
    experiment = find_experiments()[result.name]
    console.print(f"\n{experiment.number}. {experiment.title}", style="bold")
    console.print(f"{experiment.source}", style="dim")
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("figure", "measured", "95% within", "samples", "the text says"):
        table.add_column(name)
    for row in figure_rows(result.measurements.figures):
        table.add_row(*row)
    console.print(table)
    console.print(f"{result.judgement.ruling}: {result.judgement.reason}")
