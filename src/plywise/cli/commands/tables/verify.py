"""`plywise verify`: checks a strategy's file, a policy's, or a folder of solved tables without trusting any of them."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from plywise.cli.commands.tables.probe import OwnGame, game_of
from plywise.cli.commands.tables.strategy import verify_strategy
from plywise.cli.commands.tables.verify_policy import is_policy, verify_policy
from plywise.cli.screen import Json, ProgressForm, ProgressOption, Seed, console, print_json, show_progress
from plywise.knowledge.solved import check_files
from plywise.knowledge.solved.places import is_remote
from plywise.rules import PlywiseError

if TYPE_CHECKING:
    from plywise.solve.verify import Verification

TOLD = 10
"""How many damaged files are named."""


def verify(
    what: Annotated[
        str,
        typer.Argument(metavar="GAME|DIR", help="A game, with the FILE of a strategy; or a folder of solved tables."),
    ],
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]", help="A strategy that `plywise strategy` wrote, or a policy of `plywise equilibrium`."
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample", min=1, metavar="N", help="Check only this many slots, drawn at random, by the plain rules."
        ),
    ] = None,
    threads: Annotated[int, typer.Option("--threads", min=1, help="How many processor cores are used.")] = 1,
    seed: Seed = 0,
    spec: OwnGame = None,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Check solved tables, a strategy or a policy by the rules alone.

    Exits with 1 where something is wrong. Every line that a strategy allows is walked to its end. For a policy, it
    computes what a best answer gains. Every byte of tables is compared with its checksum, then every value is worked
    out again from those one ply on, by code that took no part in building them.
    """
    if file is not None:
        check = verify_policy if is_policy(file) else verify_strategy
        check(what, file, json)
        return
    if not is_remote(what) and not Path(what).is_dir():
        raise PlywiseError(f"{what} is no folder of solved tables; to check a strategy, name its file after the game.")
    faults = _check_files(what)
    found = None if faults else _verify_values(what, spec, sample, threads, seed)
    if json:
        print_json(lambda: _data(faults, found))
    else:
        _show(what, faults, found)
    if faults or (found and found.wrong):
        raise typer.Exit(1)


def _check_files(folder: str) -> list[str]:
    with show_progress() as screen:
        faults = []
        for check in check_files(folder):
            screen.show(f"checking {check.path}", check.done, check.files)
            if check.fault:
                faults.append(check.fault)
    return faults


def _verify_values(folder: str, spec: str | None, sample: int | None, threads: int, seed: int) -> "Verification":
    from plywise.agents.tables import Tables
    from plywise.solve.verify import verify_all, verify_sample

    tables = Tables(game_of(folder, spec), folder)
    with show_progress() as screen:

        def show(table: str, done: int, of: int) -> None:
            screen.show(f"verifying {table}: {done:,} of {of:,} slots", done, of)

        screen.show("compiling the rules (once) ..." if sample is None else "drawing slots ...", 0, 1)
        if sample is None:
            return verify_all(tables, threads=threads, on_slots=show)
        return verify_sample(tables, sample, seed=seed, on_slots=show)


def _show(folder: str, faults: list[str], found: "Verification | None") -> None:
    if faults or found is None:
        console.print(Text.assemble(("✘ damaged  ", "bold red"), f"{len(faults):,} of the files of {folder}:"))
        for fault in faults[:TOLD]:
            console.print(f"  {fault}", soft_wrap=True)
        return
    which = "all" if found.is_full else "at random"
    counted = f"{found.slots:,} slots ({which}), {found.states:,} states"
    if not found.wrong:
        within = f", within {found.tolerance:.3g}" if found.tolerance else ""
        how = f"each follows from the values one ply on{within}."
        if found.regained:
            how = "each is that of distances found again, which follow from those one ply on."
        console.print(Text.assemble(("✔ verified  ", "bold green"), f"{counted}: {how}"))
        if not found.is_full:
            console.print(
                Text("A sample: these are right if their successors are. Without --sample, all is proven.", "dim")
            )
        return
    console.print(Text.assemble(("✘ wrong  ", "bold red"), f"{found.wrong:,} of {counted}:"))
    for wrong in found.first:
        where = f"{wrong.table}, slot {wrong.slot:,}" + (f", {wrong.state}" if wrong.state else "")
        console.print(f"  {where}: said {wrong.said}, should be {wrong.should}", soft_wrap=True)
    if found.wrong > len(found.first):
        console.print(Text(f"  ... and {found.wrong - len(found.first):,} more", "dim"))


def _data(faults: list[str], found: "Verification | None") -> dict[str, Any]:
    holds = not faults and found is not None and not found.wrong
    return {"holds": holds, "damaged": faults, "values": None if found is None else asdict(found)}
