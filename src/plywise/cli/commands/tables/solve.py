"""`plywise solve`: tables of all states of a tier, or of all that can be reached; or what they would cost."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.cli.commands.tables.cluster import check_cluster, show_status, solve_on_cluster
from plywise.cli.commands.tables.solving import StoppedError, watching
from plywise.cli.screen import (
    GameSpec,
    Json,
    ProgressForm,
    ProgressOption,
    check_writable,
    console,
    load,
    print_json,
    read_size,
    show_progress,
    stderr,
)
from plywise.knowledge.solved import check_free
from plywise.knowledge.solved.manifest import NAME, UNFINISHED
from plywise.rules import Game, PlywiseError
from plywise.solve import REACHABLE, is_by_tiers, solve_game

if TYPE_CHECKING:
    from plywise.solve.plan import Plan


class Distance(StrEnum):
    """What the plies in a table count to."""

    win = "win"
    conversion = "conversion"
    none = "none"


def solve(
    spec: GameSpec,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="The folder the tables go into.")] = None,
    tier: Annotated[
        str | None,
        typer.Option(
            "--tier",
            metavar="T",
            help="Which states: a name that the game understands, such as KBNvK, or a number of men; "
            f"'{REACHABLE}': all that can be reached.",
        ),
    ] = None,
    threads: Annotated[int, typer.Option("--threads", min=1, help="How many processor cores are used.")] = 1,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue what was begun in that folder, or refuse.")
    ] = False,
    plan: Annotated[
        bool, typer.Option("--plan", help="Only report what it would cost: memory, disk, core-hours.")
    ] = False,
    distance: Annotated[
        Distance,
        typer.Option("--distance", help="What plies count to: the win, a conversion, or none: outcomes alone."),
    ] = Distance.win,
    symmetric: Annotated[
        bool,
        typer.Option(
            "--symmetric", help="Of what can be reached: count states once that the game's `canonical` makes one."
        ),
    ] = False,
    memory: Annotated[
        float | None,
        typer.Option(
            "--memory",
            metavar="SIZE",
            parser=read_size,
            help="Of what can be reached: how much memory may be used, such as 2GB; the rest stays on disk.",
        ),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Write the histogram of distances as SVG.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Let the workers of a Ray cluster do it, one for each core unless --threads says how many; "
            "'local' starts one here. Trusted networks only.",
        ),
    ] = None,
    bucket: Annotated[
        str | None,
        typer.Option(
            "--bucket",
            metavar="URL",
            help="With --cluster: all files go into this folder of an object store, such as s3://tables/draughts; "
            "DIR holds only what is under way.",
        ),
    ] = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Use the cluster even where one process would finish sooner.")
    ] = False,
    status: Annotated[
        Path | None,
        typer.Option(
            "--status",
            metavar="DIR",
            help="Only report how far the cluster that solves into DIR is.",
            is_eager=True,
            callback=show_status,
        ),
    ] = None,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Write the exact value of every state into a folder of tables.

    The tables also hold the plies to the win; `plywise probe` reads them. Games that number their states are solved
    tier by tier, with all that a tier leads to. Of any other game, every state that can be reached is solved.
    """
    game, _ = load(spec)
    dense = is_by_tiers(game, tier, distance.value)
    most = _most_memory(memory, symmetric, dense or cluster is not None)
    if plan:
        _plan(game, spec, tier if dense else None, distance, json, symmetric=symmetric, memory=most)
        return
    if out is None:
        raise PlywiseError("Name a folder for the tables with --out DIR (or ask what they cost with --plan).")
    if plot is not None:
        check_writable(plot)
    _check_folder(out, resume)
    command = f"plywise solve {spec} --out {out}" + (f" --tier '{tier}'" if tier else "")
    command += f" --distance {distance}" if distance is not Distance.win else ""
    command += (" --symmetric" if symmetric else "") + (f" --memory {memory:g}MB" if memory is not None else "")
    if cluster is not None:
        check_cluster(game, tier if dense else None, distance.value, anyway or (out / UNFINISHED).exists())
        command += f" --cluster {cluster}" + (f" --bucket {bucket}" if bucket else "")
    elif bucket is not None:
        raise PlywiseError("One process writes into a folder: leave out --bucket, or name a --cluster.")
    command += f" --threads {threads}"
    if dense or cluster is not None or not game.cyclic:
        hint = f"Stopped; what is done is in {out}. Continue with: {command}"
    else:
        hint = f"Stopped; of a game with cycles, nothing is kept before the end. Begin again with: {command}"
    try:
        with watching(hint) as watch:
            if cluster is not None:
                job = (game, spec, out, tier if dense else None, distance.value)
                build = solve_on_cluster(*job, cluster, bucket, threads if threads > 1 else None, watch)
            else:
                kind: dict[str, Any] = {"tier": tier, "metric": distance.value, "symmetric": symmetric, "memory": most}
                build = solve_game(game, out, threads=threads, spec=spec, on_progress=watch.tell, **kind)
    except StoppedError:
        stderr.print(hint, soft_wrap=True)
        raise typer.Exit(130) from None
    _show(game, bucket or out, build, plot, json)


def _most_memory(memory: float | None, symmetric: bool, is_other: bool) -> int | None:
    """Return the bytes that may be used; refuses that, and --symmetric, for all but what one process can reach."""
    if (symmetric or memory is not None) and is_other:
        raise PlywiseError("Only one process that solves all that can be reached takes --symmetric and --memory.")
    return None if memory is None else int(memory * (1 << 20))


def _check_folder(out: Path, resume: bool) -> None:
    """Refuse a folder in use, one of finished tables, and --resume where nothing was begun, before compiling."""
    check_free(out)
    if (out / NAME).exists():
        raise PlywiseError(f"{out} holds finished tables: name another folder, or remove that one.")
    if resume and not (out / UNFINISHED).exists():
        raise PlywiseError(f"Nothing was begun in {out}: leave out --resume.")


def _plan(
    game: Game,
    spec: str,
    tier: str | None,
    distance: Distance,
    json: bool,
    *,
    symmetric: bool = False,
    memory: int | None = None,
) -> None:
    from plywise.cli.commands.tables.solve_plan import draw_plan
    from plywise.solve.plan import plan_reachable, plan_tiers

    def make() -> "Plan":
        if tier is None:
            return plan_reachable(game, spec, symmetric=symmetric, memory=memory)
        return plan_tiers(game, spec, tier, metric=distance.value)

    if json:
        print_json(lambda: make().to_data())
        return
    with show_progress() as screen:
        screen.show("measuring on small tables" if tier is not None else "counting states and solving a part")
        made = make()
    console.print(draw_plan(game, tier or REACHABLE, made))


def _show(game: Game, where: Path | str, build: dict[str, Any], plot: Path | None, json: bool) -> None:
    from plywise.agents.tables import Tables
    from plywise.cli.commands.tables.solve_report import draw_report, plot_report, report_data
    from plywise.solve.report import report_tables

    with show_progress() as screen:
        screen.show("looking for the longest wins")
        tables = Tables(game, where)
        reports = report_tables(tables)
    if plot is not None:
        plot.write_text(plot_report(tables, reports), encoding="utf-8")
    if json:
        print_json(lambda: report_data(tables, reports, build))
    else:
        console.print(draw_report(tables, reports, build, console.width))
