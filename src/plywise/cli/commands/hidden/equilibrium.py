"""`plywise equilibrium`: how to act on what one knows, so that nobody gains by knowing how one acts."""

import math
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from plywise.cli.commands.hidden.responding import answer_policy
from plywise.cli.screen import (
    GameSpec,
    Json,
    ProgressForm,
    ProgressOption,
    check_writable,
    console,
    load,
    print_json,
    show_progress,
)
from plywise.equilibrium import (
    PROGRAM,
    SOLVERS,
    Equilibrium,
    Point,
    PolicyFile,
    find_equilibrium,
    write_policy,
)
from plywise.rules import Game, PlywiseError, Unit, View, seen_view
from plywise.search.hidden import InformationSet

SHOWN = 40
"""Rows of a policy that are shown unless all are asked for."""
LEAST = 0.005
"""The least probability that is shown."""
NAMES = (*SOLVERS, PROGRAM)


def complete_solver(typed: str) -> list[str]:
    """Offer the solvers that start with what is typed, for the shell's completion."""
    return [name for name in NAMES if name.startswith(typed)]


def equilibrium(
    spec: GameSpec,
    algorithm: Annotated[
        str,
        typer.Option("--algorithm", metavar="NAME", help=f"One of {', '.join(NAMES)}.", autocompletion=complete_solver),
    ] = "cfr-plus",
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="How often regrets are updated, at most.")] = 1_000,
    target: Annotated[
        float, typer.Option("--target", min=0, help="Stop once a best answer gains no more than this.")
    ] = 0.0,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the policy: `policy:FILE` plays it.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write a plot of exploitability against rounds.")
    ] = None,
    respond_to: Annotated[
        Path | None,
        typer.Option("--respond-to", metavar="FILE", help="Answer this policy instead of looking for an equilibrium."),
    ] = None,
    risk: Annotated[
        float | None,
        typer.Option(
            "--risk", min=0, help="With --respond-to: lose at most this much a game to those who know better."
        ),
    ] = None,
    whole: Annotated[bool, typer.Option("--all", help=f"Show every row, not only {SHOWN}.")] = False,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Find a policy near an equilibrium, and say exactly how near.

    Exploitability is what a best answer gains on average (half of NashConv), computed from the rules alone. Ctrl-C
    shows what was found so far. With --respond-to it finds what gains most from an opponent's policy, and says what
    that risks.
    """
    game, _ = load(spec)
    if respond_to is not None:
        answer_policy(spec, game, respond_to, math.inf if risk is None else risk, out, json)
        return
    if risk is not None:
        raise PlywiseError("--risk is what an answer may lose: name the policy to answer with --respond-to FILE.")
    for path in (out, svg):
        if path is not None:
            check_writable(path)
    found = _search(game, algorithm, rounds, target)
    if out is not None:
        claims = PolicyFile(spec, found.algorithm, found.rounds, found.value, found.exploitability, found.policy)
        write_policy(out, claims)
    if svg is not None:
        svg.write_text(plot_course(game, found), encoding="utf-8")
    if json:
        print_json(lambda: _data(spec, found))
    else:
        _show(game, found, whole, out)


def _search(game: Game, algorithm: str, rounds: int, target: float) -> Equilibrium:
    with show_progress() as screen:

        def show(point: Point) -> None:
            screen.show(f"{point.rounds:,} rounds, exploitability {point.exploitability:.6f}", point.rounds, rounds)

        screen.show("walking through the game ...", 0, rounds)
        return find_equilibrium(game, algorithm, rounds=rounds, target=target, on_point=show)


def plot_course(game: Game, found: Equilibrium) -> str:
    """Return exploitability against rounds as a picture."""
    from plywise.lab.frame import Axes, PlotPoint, plot_curves

    points = [
        PlotPoint(point.rounds, point.exploitability, point.exploitability, point.exploitability)
        for point in found.course
        if point.exploitability > 0
    ]
    axes = Axes("rounds", "exploitability", log_across=True, log_up=True)
    return plot_curves(f"{game.name}: what a best answer gains", axes, {found.algorithm: points})


def _show(game: Game, found: Equilibrium, whole: bool, out: Path | None) -> None:
    after = f"after {found.rounds:,} rounds of {found.algorithm}" if found.rounds else f"by {found.algorithm}"
    console.print(
        Text.assemble(
            (f"{game.value_name(found.value, 0, Unit.UTILITY)}", "bold"),
            f" if both follow this policy; a best answer gains {found.exploitability:.3g} on average ({after})",
        )
    )
    sets = found.tree.sets
    count = f"{found.tree.histories:,} histories, {len(sets):,} information sets, {found.seconds:.1f} s"
    console.print(Text(count, style="dim"))
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("player", "sees", "does"):
        table.add_column(heading)
    shown = sets if whole else sets[:SHOWN]
    for each in shown:
        row = found.policy.at(each.player, each.information, each.actions)
        likely = [(name, chance) for name, chance in zip(each.names, row, strict=True) if chance >= LEAST]
        does = ", ".join(f"{name} {chance:.0%}" for name, chance in likely)
        table.add_row(game.name_of(each.player), tell_view(game, each), does)
    console.print(table)
    if len(shown) < len(sets):
        console.print(Text(f"and {len(sets) - len(shown):,} more: --all shows them", style="dim"))
    if out is not None:
        console.print(Text(f"{out}: play it with --agent policy:{out}, check it with `plywise verify`", style="dim"))


def tell_view(game: Game, each: InformationSet) -> str:
    """Say on one line what a player sees, as the game shows it to that player: what is the player's own comes first.

    >>> from plywise.games.cards.kuhn_poker import KuhnPoker
    >>> from plywise.search.hidden import grow_tree
    >>> tell_view(KuhnPoker(), grow_tree(KuhnPoker()).sets[0])
    'J ?, nothing done yet; pot 2'
    """
    view: View = seen_view(game, each.example, each.player)
    cells = sorted(view.cells, key=lambda cell: cell.player != each.player)
    pieces = " ".join(cell.piece for cell in cells if cell.piece)
    return ", ".join(part for part in (pieces, view.caption) if part)


def _data(spec: str, found: Equilibrium) -> dict[str, Any]:
    return {
        "game": spec,
        "algorithm": found.algorithm,
        "rounds": found.rounds,
        "value": found.value,
        "exploitability": found.exploitability,
        "status": "bounded",
        "histories": found.tree.histories,
        "information_sets": len(found.tree.sets),
        "seconds": round(found.seconds, 3),
        "course": [{"rounds": point.rounds, "exploitability": point.exploitability} for point in found.course],
        "policy": found.policy.to_data(),
    }
