"""What `plywise grade` prints of work that is graded by checks."""

from pathlib import Path

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from plywise.explain import draw_tree
from plywise.grading import CheckReport, GradedCheck
from plywise.grading.shown import grow_checked


def draw_checks(file: Path, report: CheckReport) -> RenderableType:
    """Draw the table of checks, then the first failure."""
    table = Table(box=None, pad_edge=False, show_header=False)
    for _ in range(3):
        table.add_column()
    for check in report.checks:
        sign = Text("✔", style="green") if check.is_passed else Text("✘", style="red")
        table.add_row(sign, check.title, Text(check.what, style="" if check.is_passed else "red"))
    parts: list[RenderableType] = [Text(f"{file.name}: {report.subject}", style="bold"), Text(), table, Text()]
    first = report.first_failure
    if first is None:
        return Group(*parts, Text.assemble(("✔ ", "bold green"), f"Full marks: all {len(report.checks)} checks."))
    parts += [Text.assemble(("✘ ", "bold red"), f"{report.passed} of {len(report.checks)} checks passed."), Text()]
    return Group(*parts, *_draw_failure(first), *_draw_mistake(report, first))


def _draw_failure(check: GradedCheck) -> list[RenderableType]:
    if check.tree is None:
        return []
    tree = check.tree
    notes = {
        state: Text(note, style="bold red" if state == tree.faulty else "dim") for state, note in tree.notes.items()
    }
    drawn = draw_tree(tree.game, grow_checked(tree), notes=notes)
    return [
        Text.assemble("First at ", (check.title, "bold")),
        Text(),
        Padding(drawn, (0, 0, 0, 2), expand=False),
        Text(),
    ]


def _draw_mistake(report: CheckReport, first: GradedCheck) -> list[RenderableType]:
    if report.mistake is None:
        return [Text(f"→ {first.fix}", style="green")] if first.fix else []
    found = report.mistake
    head = Text.assemble("It looks like ", (found.name, "bold"), f": {found.what}.")
    return [head, Text(f"→ {found.fix}", style="green")]
