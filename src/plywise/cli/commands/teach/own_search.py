"""`plywise explain --algorithm my_search.py:alpha_beta`: a student's own search beside the reference, step by step."""

from pathlib import Path

import typer
from rich.table import Table
from rich.text import Text

from plywise.cli.screen import absolute_spec, console, print_json, show_state, stderr
from plywise.grading.shown import Beside, search_beside
from plywise.rules import PlywiseError

AROUND = 4
"""How many steps are printed before the first difference."""


def explain_own(
    algorithm: str, spec: str, state: str | None, depth: int | None, html: Path | None, svg: Path | None, json: bool
) -> None:
    """Show what a function of a student's file does in a state, beside the reference."""
    file, _, function = algorithm.partition(":")
    if not function:
        raise PlywiseError(f"Say which function of {file} to show: --algorithm {file}:alpha_beta.")
    with stderr.status("searching ..."):
        beside = search_beside(Path(file), function, absolute_spec(spec), state, depth)
    title = f"{beside.yours.game.name}: {function} of {Path(file).name} beside {beside.reference.name}"
    explanation = beside.to_explanation(title)
    if json:
        print_json(explanation.to_data)
        return
    show_state(beside.yours.game, beside.yours.nodes[0].state)
    _print_steps(beside)
    if html is not None:
        html.write_text(explanation.to_html(), encoding="utf-8")
        hint = f"Open {html}#step-{beside.moment} in a browser to begin at this step." if beside.what else ""
        console.print(Text(f"Wrote {html}. {hint}".rstrip(), style="dim"), soft_wrap=True)
    if svg is not None:
        svg.write_text(beside.to_svg(title, beside.sentence), encoding="utf-8")
        console.print(Text(f"Wrote {svg}.", style="dim"), soft_wrap=True)
    if beside.what or beside.answer:
        raise typer.Exit(1)


def _print_steps(beside: Beside) -> None:
    """Print the steps of both up to the first difference, and what it is."""
    is_right = not beside.what and not beside.answer
    console.print(Text(beside.sentence, style="bold green" if is_right else "bold red"))
    for trace, after in ((beside.reference, beside.reference_after), (beside.yours, beside.after)):
        heading = "yours" if trace is beside.yours else f"{trace.name}, the reference"
        console.print(Text(f"\n{heading}", style="bold"))
        if trace.note:
            console.print(Text(trace.note, style="dim"))
        table = Table.grid(padding=(0, 1))
        for number in range(max(0, after - AROUND), after):
            table.add_row(Text(f" {number + 1}.", style="dim"), Text(trace.steps[number].text))
        console.print(table)
    console.print()
