"""`plywise solve --cluster` and `--status`: the same tables by many workers, and how far they are."""

import shutil
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import typer
from rich.table import Table
from rich.text import Text

from plywise.cli.commands.tables.solving import SolveWatch
from plywise.cli.screen import console
from plywise.games.catalog import load_game
from plywise.knowledge.solved import hold_folder
from plywise.rules import Game, PlywiseError

SILENT = 60
"""Seconds without news after which a driver may be gone."""


def check_cluster(game: Game, tier: str | None, metric: str, anyway: bool) -> None:
    """Refuse what a cluster can't do, and what one process does sooner, before anything is started."""
    from plywise.solve.spread import CLUSTER_PAYS, check_spread, slots_of, tell_small

    check_spread(game, by_tiers=tier is not None, metric=metric)
    if anyway:
        return
    slots = slots_of(game, game.parse_tier(tier) if tier is not None else None)
    if slots < CLUSTER_PAYS:
        raise PlywiseError(tell_small(slots))


def solve_on_cluster(
    game: Game,
    spec: str,
    out: Path,
    tier: str | None,
    metric: str,
    address: str,
    bucket: str | None,
    workers: int | None,
    watch: SolveWatch,
) -> dict[str, Any]:
    """Solve by the workers of a Ray cluster; return the record of the build."""
    from plywise.executors import RayExecutor
    from plywise.solve.spread import DenseWorker, JobStorage, Journal, SparseWorker, Spreading, SpreadJob, spread_sparse

    storage, journal = JobStorage(_loader(spec), bucket or out.absolute()), Journal(out)
    worker: Callable[[JobStorage], Any] = SparseWorker if tier is None else DenseWorker
    watch.screen.show("starting workers", 0, 1, None)
    with hold_folder(out):
        executor = RayExecutor(partial(worker, storage), address, workers=workers, on_news=journal.news)
        spreading: Spreading = Spreading(executor, journal=journal, bucket=bucket)
        try:
            if tier is None:
                build = spread_sparse(game, spec, out, spreading, on_progress=watch.tell)
            else:
                wanted = game.parse_tier(tier)
                build = SpreadJob(game, spec, wanted, out, spreading, metric=metric, on_progress=watch.tell).run()
        finally:
            executor.close()
    if bucket is not None:
        shutil.rmtree(out)
    return build


def _loader(spec: str) -> Callable[[], Game]:
    """Return what loads a game in a worker, which may have another working folder."""
    path, colon, rest = spec.partition(":")
    return partial(load_game, f"{Path(path).absolute()}{colon}{rest}" if Path(path).exists() else spec)


def show_status(folder: Path | None) -> None:
    """Print how far the job in a folder is, and end the command."""
    if folder is None:
        return
    from plywise.solve.spread import read_status

    status = read_status(folder)
    try:
        parts = _draw_status(folder, status)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise PlywiseError(f"The status in {folder} is damaged: continue the job with --resume to renew it.") from None
    for part in parts:
        console.print(part, soft_wrap=not isinstance(part, Table))
    raise typer.Exit


def _draw_status(folder: Path, status: dict[str, Any]) -> list[str | Text | Table]:
    if status["state"] == "finished":
        seconds = status["build"].get("seconds", 0)
        return [f"{folder} is finished: {status['tables']} tables in {seconds:,.1f} s."]
    return [
        _headline(folder, status),
        _draw_workers(status["workers"]),
        f"{status['tasks']:,} tasks done, {status['repeated']:,} of them again; {status['lost']} workers lost",
        *(Text(line, style="yellow") for line in status["failures"]),
        Text(f"Every task, with its errors: {folder / 'tasks' / 'log.jsonl'}", style="dim"),
    ]


def _headline(folder: Path, status: dict[str, Any]) -> str:
    progress, silent = status["progress"], time.time() - status["updated"]
    told = f"{folder}: {status['state']}"
    if progress:
        told += f", {' '.join(progress['tables'][:2])}, ply {progress['pass']}"
        told += f", {progress['component']}/{progress['components']}" if progress["components"] > 1 else ""
        told += f", {progress['slots_done']:,} of {progress['slots']:,} slots" if progress["slots"] else ""
    if status["state"] == "stopped":
        return f"{told}: {status['error']}"
    return told + (f"; no news for {silent:,.0f} s: if nothing runs, continue with --resume" if silent > SILENT else "")


def _draw_workers(workers: dict[str, dict[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("worker", "process", "node", "tasks", "busy", "last"):
        table.add_column(name)
    for name, about in workers.items():
        last = "lost" if about.get("is_lost") else about.get("last", "")
        facts = (
            str(about.get("pid", "")),
            about.get("node", ""),
            f"{about['tasks']:,}",
            f"{about['busy_seconds']:,.1f} s",
        )
        table.add_row(name, *facts, last)
    return table
