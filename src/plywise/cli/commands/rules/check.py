"""`plywise check`: the rules doctor's report, each complaint with its state drawn and its fix."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from plywise.cli.screen import (
    GameSpec,
    Json,
    ProgressForm,
    ProgressOption,
    Seed,
    console,
    print_json,
    show_progress,
    stderr,
)
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
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Examine a game's rules: what is wrong, and how to fix it.

    The rules run in a process of their own, plain and compiled. Exits with 1 where there is an error. Ends with
    estimates of the game's size and of its evaluation's worth.
    """
    report = _examined(spec, seed=seed, seconds=time, memory_mb=memory)
    if json:
        print_json(lambda: {"spec": spec, **report.to_data()})
    else:
        console.print(draw_report(report))
    if not report.is_sound:
        raise typer.Exit(1)


def _examined(spec: str, **limits: Any) -> Report:
    """Examine a game, showing how far it is; Ctrl-C prints what was found until then."""
    findings: list[Finding] = []
    with show_progress() as screen:
        steps = 0

        def show(title: str) -> None:
            nonlocal steps
            counts = _tell_counts(findings)
            screen.show(f"checking {title}", steps, len(CHECKS) + 1, known=f"{counts} so far" if counts else "")
            steps += 1

        screen.show("loading")
        try:
            load = partial(load_game, spec)
            return check_rules_isolated(load, on_step=show, on_finding=findings.append, **limits)
        except KeyboardInterrupt:
            if not findings:
                raise
    console.print(Group(*(part for finding in findings for part in (_draw_finding(finding), Text()))))
    stderr.print(f"Stopped after {steps - 1} of {len(CHECKS) + 1} checks: there may be more to say.", soft_wrap=True)
    raise typer.Exit(130)


def draw_report(report: Report) -> RenderableType:
    """Draw the findings, notes last, then what is known of the game, and at the end the verdict, where it is seen."""
    parts: list[RenderableType] = []
    for finding in sorted(report.findings, key=lambda finding: finding.level == "note"):
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
    complaints = _tell_counts(report.findings)
    if not complaints:
        return Text.assemble(("✔ ", "bold green"), f"{report.game}: nothing to complain about.")
    mark = ("! ", "bold yellow") if report.is_sound else ("✘ ", "bold red")
    return Text.assemble(mark, f"{report.game}: {complaints}{'; the rules are sound' if report.is_sound else ''}.")


def _tell_counts(findings: Sequence[Finding]) -> str:
    counts = {level: sum(finding.level == level for finding in findings) for level in ("error", "warning")}
    return ", ".join(f"{n} {level}{'s' if n > 1 else ''}" for level, n in counts.items() if n)


def _tell_skipped(count: int) -> str:
    return f"{count} more check{'' if count == 1 else 's'} can run when this is fixed."


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
    agreed = f"yes; compiled and plain rules agree on {compiled.states:,} states"
    yield "compiles", agreed if compiled.compiles else "no; the rules run as plain Python"


def _tell_estimates(estimates: Estimates | None) -> Iterator[tuple[str, str]]:
    if estimates is None:
        return
    yield "branching", f"{estimates.branching_mean:.1f} actions on average, {estimates.max_actions} at most"
    if estimates.outcomes_mean is not None:
        yield "chance", f"{estimates.outcomes_mean:.1f} outcomes on average when chance moves"
    if estimates.length_mean is not None:
        yield (
            "length",
            f"{estimates.length_mean:.1f} plies on average, from {estimates.length_min} to {estimates.length_max}",
        )
    if estimates.tree_size_log10 is not None:
        yield "game tree", f"about {_tell_size(estimates.tree_size_log10)} states"
    states = (
        f"{estimates.states:,}, all that can be reached"
        if estimates.states_complete
        else f"at least {estimates.states:,}"
    )
    symmetric = "" if estimates.canonical_states is None else f"; {estimates.canonical_states:,} up to symmetry"
    yield "states", states + symmetric
    yield f"{estimates.games} random games", _tell_outcomes(estimates)
    if estimates.last_mover_wins in (0, 1):
        never = "loses" if estimates.last_mover_wins else "wins"
        yield "", f"The player who moves last never {never}. If that is wrong, flip the sign of `utility`."
    if estimates.evaluation_correlation is not None:
        yield "evaluation", f"correlates {estimates.evaluation_correlation:+.2f} with the ends of random games"
    if estimates.evaluation_order is not None:
        yield "", f"ranks {estimates.evaluation_order:.0%} of pairs of terminal states as utility does"
    if estimates.evaluation_cost is not None:
        yield "", f"takes {estimates.evaluation_cost:.1f} times as long as actions and one result"


def _tell_outcomes(estimates: Estimates) -> str:
    """Say how random games end, and of how many that is known."""
    if not estimates.finished:
        return "none came to an end"
    *won, drawn = _percentages((*estimates.wins, estimates.draws))
    wins = ", ".join(f"{player_name(player)} wins {share}%" for player, share in enumerate(won))
    of_those = "" if estimates.finished == estimates.games else f" ({estimates.finished} came to an end)"
    return f"{wins}, {drawn}% are draws{of_those}"


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
