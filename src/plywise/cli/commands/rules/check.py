"""`plywise check`: the rules doctor's report, each complaint with its state drawn and its fix."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.progress import BarColumn, Progress
from rich.table import Table
from rich.text import Text

from plywise.cli.screen import GameSpec, Json, Seed, console, print_json, stderr
from plywise.doctor import Compiled, Estimates, Finding, Report, check_rules_isolated
from plywise.doctor.checks import CHECKS
from plywise.explain import draw_board
from plywise.games.catalog import load_game
from plywise.rules import player_name

LEVELS = {"error": ("✘", "bold red"), "warning": ("!", "bold yellow"), "note": ("i", "bold blue")}


def check(
    spec: GameSpec,
    seed: Seed = 0,
    time: Annotated[
        float,
        typer.Option(
            "--time", min=1, metavar="SECONDS", help="Stop after this long, not counting waits for a processor."
        ),
    ] = 60,
    memory: Annotated[
        int, typer.Option("--memory", min=256, metavar="MB", help="Stop beyond this much memory.")
    ] = 2048,
    json: Json = False,
) -> None:
    """Examine a game's rules, plain and compiled, in a process of their own; say what is wrong, and how to fix it.

    Exits with 1 where there is an error. Ends with estimates of the game's size and of its evaluation's worth.
    """
    progress = Progress("{task.description}", BarColumn())
    bar = progress.add_task("loading ...", total=len(CHECKS) + 1)

    def show_step(title: str) -> None:
        progress.update(bar, description=f"checking {title} ...", advance=1)

    with Live(progress, console=stderr, transient=True):
        load = partial(load_game, spec)
        report = check_rules_isolated(load, seed=seed, seconds=time, memory_mb=memory, on_step=show_step)
    if json:
        print_json(lambda: {"spec": spec, **report.to_data()})
    else:
        console.print(draw_report(report))
    if not report.is_sound:
        raise typer.Exit(1)


def draw_report(report: Report) -> RenderableType:
    """Draw the findings, then what is known of the game, and last the verdict, where nobody overlooks it."""
    parts: list[RenderableType] = []
    for finding in report.findings:
        parts += [_draw_finding(finding), Text()]
    if report.skipped:
        parts += [Text(_tell_skipped(len(report.skipped)), style="dim"), Text()]
    facts = [*_tell_estimates(report.estimates), *_tell_compiled(report.compiled)]
    if facts:
        parts += [_draw_facts(facts), Text()]
    return Group(*parts, _draw_verdict(report))


def _draw_finding(finding: Finding) -> RenderableType:
    mark, style = LEVELS[finding.level]
    head = Text.assemble((f"{mark} {finding.level}", style), f"  {finding.check}")
    if finding.rule:
        head.append(f"  in {finding.rule}", style="cyan")
    if finding.where:
        head.append(f"  {finding.where}", style="cyan")
    body: list[RenderableType] = [Text(finding.what)]
    if finding.level != "note":
        body += _draw_state(finding)
    body.append(Text(f"→ {finding.fix}", style="green"))
    return Group(head, Padding(Group(*body), (0, 0, 0, 2)))


def _draw_state(finding: Finding) -> Iterator[RenderableType]:
    if finding.view is not None and finding.view.cells:
        yield Padding(draw_board(finding.view), (0, 0, 0, 2))
    if finding.state:
        yield Text(f"state {finding.state}", style="dim")


def _draw_verdict(report: Report) -> Text:
    counts = {level: sum(finding.level == level for finding in report.findings) for level in ("error", "warning")}
    complaints = ", ".join(f"{n} {level}{'s' if n > 1 else ''}" for level, n in counts.items() if n)
    if not complaints:
        return Text.assemble(("✔ ", "bold green"), f"{report.game}: nothing to complain about.")
    mark = ("✘ ", "bold red") if counts["error"] else ("! ", "bold yellow")
    return Text.assemble(mark, f"{report.game}: {complaints}.")


def _tell_skipped(count: int) -> str:
    return f"{count} further check{' waits' if count == 1 else 's wait'} until this is fixed."


def _draw_facts(facts: list[tuple[str, str]]) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim")
    table.add_column()
    for name, text in facts:
        table.add_row(name, text)
    return table


def _tell_compiled(compiled: Compiled | None) -> Iterator[tuple[str, str]]:
    if compiled is None:
        return
    agreed = f"yes, compiled and plain rules agree on {compiled.states:,} states"
    yield "compiles", agreed if compiled.compiles else "no, it runs on the plain engine only"


def _tell_estimates(estimates: Estimates | None) -> Iterator[tuple[str, str]]:
    if estimates is None:
        return
    yield "branching", f"{estimates.branching_mean:.1f} choices on average, {estimates.max_actions} actions at most"
    if estimates.outcomes_mean is not None:
        yield "chance", f"{estimates.outcomes_mean:.1f} outcomes on average where it moves"
    if estimates.length_mean is not None:
        yield (
            "length",
            f"{estimates.length_mean:.1f} plies on average, from {estimates.length_min} to {estimates.length_max}",
        )
    if estimates.tree_size_log10 is not None:
        yield "tree", f"about {_tell_size(estimates.tree_size_log10)} states"
    states = f"{estimates.states:,} different ones" + (", all there are" if estimates.states_complete else " at least")
    symmetric = "" if estimates.canonical_states is None else f"; {estimates.canonical_states:,} up to symmetry"
    yield "states", states + symmetric
    yield f"{estimates.games} random games", _tell_outcomes(estimates)
    if estimates.last_mover_wins in (0, 1):
        never = "loses" if estimates.last_mover_wins else "wins"
        yield "", f"who moves last never {never}; if that is wrong, utility is reversed"
    if estimates.evaluation_correlation is not None:
        yield "evaluation", f"correlates {estimates.evaluation_correlation:+.2f} with how random games end"
    if estimates.evaluation_order is not None:
        yield "", f"orders {estimates.evaluation_order:.0%} of terminal pairs as utility does"
    if estimates.evaluation_cost is not None:
        yield "", f"costs {estimates.evaluation_cost:.1f} times a state's actions and one result"


def _tell_outcomes(estimates: Estimates) -> str:
    """Say how random games end, and of how many that is known."""
    if not estimates.finished:
        return "none came to an end"
    *won, drawn = _percentages((*estimates.wins, estimates.draws))
    wins = ", ".join(f"{player_name(player)} wins {share}%" for player, share in enumerate(won))
    of_those = "" if estimates.finished == estimates.games else f" of the {estimates.finished} that came to an end"
    return f"{wins}, drawn {drawn}%{of_those}"


def _percentages(shares: Sequence[float]) -> list[int]:
    """Round shares of a whole to per cent, so that they add up to 100: the largest remainders are rounded up.

    >>> _percentages([1 / 3, 1 / 3, 1 / 3, 0])
    [34, 33, 33, 0]
    """
    exact = [100 * share for share in shares]
    whole = [int(share + 1e-9) for share in exact]
    largest = sorted(range(len(exact)), key=lambda at: whole[at] - exact[at])
    for at in largest[: 100 - sum(whole)]:
        whole[at] += 1
    return whole


def _tell_size(log10: float) -> str:
    """Write a large number as people do: 550 thousand, or 4 x 10^21."""
    if log10 < 4:
        return f"{10**log10:,.0f}"
    exponent = int(log10)
    return f"{10 ** (log10 - exponent):.1f} x 10^{exponent}"
