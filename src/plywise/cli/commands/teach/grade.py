"""`plywise grade`: a student's own search against the reference, with the first place where it goes wrong drawn."""

from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from plywise.cli.commands.teach.grade_checked import draw_checks
from plywise.cli.screen import Json, check_writable, console, print_json, stderr
from plywise.explain import TreeBranch, draw_board, draw_tree, tell_value
from plywise.grading import CheckedName, Diagnosis, GradedAlgorithm, GradeReport, Mark
from plywise.grading import grade as grade_file
from plywise.grading.marks import tell_number
from plywise.grading.shown import to_page
from plywise.rules import CHANCE, as_view


def grade(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A Python file that defines the search.")],
    algorithm: Annotated[
        Literal[GradedAlgorithm, CheckedName] | None, typer.Option("--algorithm", help="Grade only this.")
    ] = None,
    time: Annotated[float, typer.Option("--time", min=0.1, metavar="SECONDS", help="For each exercise.")] = 5,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write a page that draws the first difference from the reference."),
    ] = None,
    json: Json = False,
) -> None:
    """Grade a student's own search, and show where it goes wrong.

    Tries minimax(game, state), alpha_beta and expectiminimax on trees and games: value, move and leaves. Also max_n,
    monte_carlo_tree_search(game, state, simulations), evaluate(game, state, player) and a class of rules. Exits with 1
    where something is wrong, after showing the first place and what the mistake looks like.

    The file runs with your rights: grade your own, or one that you have read.
    """
    if html is not None:
        check_writable(html)
    with stderr.status("grading ..."):
        reports = grade_file(file, algorithm, seconds=time)
    if json:
        print_json(lambda: {"file": str(file), "searches": [report.to_data() for report in reports]})
    else:
        for report in reports:
            console.print(draw_report(file, report) if isinstance(report, GradeReport) else draw_checks(file, report))
    if html is not None:
        html.write_text(to_page(file.name, reports), encoding="utf-8")
        (stderr if json else console).print(Text(f"Wrote {html}.", style="dim"), soft_wrap=True)
    if not all(report.has_full_marks for report in reports):
        raise typer.Exit(1)


def draw_report(file: Path, report: GradeReport) -> RenderableType:
    """Draw the table of exercises, then the first failure."""
    function = report.algorithm.replace("-", "_")
    parts: list[RenderableType] = [Text(f"{file.name}: {function}", style="bold"), Text(), _draw_marks(report), Text()]
    if report.left_out:
        note = f"{report.left_out} exercises with a limited depth were left out: {function} takes no depth."
        parts += [Text(note, style="dim"), Text()]
    first = report.first_failure
    if first is None:
        return Group(*parts, Text.assemble(("✔ ", "bold green"), f"Full marks: all {len(report.marks)} exercises."))
    parts += [Text.assemble(("✘ ", "bold red"), f"{report.passed} of {len(report.marks)} exercises passed."), Text()]
    return Group(*parts, *_draw_failure(first), *_draw_diagnosis(report.diagnosis, first))


def _draw_marks(report: GradeReport) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("", "exercise", "value", "move", "leaves"):
        table.add_column(heading)
    for mark in report.marks:
        sign = Text("✔", style="green") if mark.is_passed else Text("✘", style="red")
        title = mark.exercise.title + (f", depth {mark.exercise.depth}" if mark.exercise.depth else "")
        if mark.work.error:
            table.add_row(sign, title, Text(mark.work.error.partition(":")[0], style="red"))
            continue
        moves = "" if mark.is_move_right is None else mark.name(mark.work.action)
        table.add_row(
            sign,
            title,
            _cell(mark.is_value_right, tell_number(mark.work.value), tell_number(mark.expected.value)),
            _cell(mark.is_move_right is not False, moves, mark.name(mark.expected.action)),
            _cell(mark.are_leaves_right, str(len(mark.work.leaves)), str(len(mark.expected.leaves))),
        )
    return table


def _cell(is_right: bool, found: str, expected: str) -> Text:
    """Write what was found, and where it is wrong what was expected."""
    if is_right:
        return Text(found)
    return Text.assemble((found, "bold red"), (" not in order" if found == expected else f" not {expected}", "red"))


def _draw_failure(mark: Mark) -> list[RenderableType]:
    exercise, place = mark.exercise, mark.place
    depth = f", depth {exercise.depth}" if exercise.depth else ""
    head = Text.assemble("First at ", (exercise.title, "bold"), f"{depth}: {mark.tell()}")
    if mark.work.error:
        return [head]
    if place is None:
        board = draw_board(as_view(exercise.game.view(exercise.state)))
        return [head, Text(), Padding(board, (0, 0, 0, 2), expand=False), Text()]
    line = mark.line_to(place.state)
    where = Text.assemble("Look at ", (f"the state after {line}" if line else "the root", "bold"), f": {place.what}.")
    tree = draw_tree(exercise.game, grow_marked(mark), notes=_notes(mark))
    legend = Text("▲ MAX   ▽ MIN   ○ chance   ■ over   ◀ best   values to MAX, player 0", style="dim")
    return [head, where, Text(), Padding(tree, (0, 0, 0, 2), expand=False), Text(), legend, Text()]


def grow_marked(mark: Mark) -> TreeBranch:
    """Return the exercise's whole tree with the true values, as far as the search looks."""
    game, found = mark.exercise.game, mark.truth.found

    def branch(state: Any, label: str) -> TreeBranch:
        is_over = game.is_terminal(state)
        is_leaf = is_over or state in mark.truth.leaves
        grown = TreeBranch(
            state, label, None if is_over else game.to_move(state), (round(found[state][2], 9),), is_over or not is_leaf
        )
        if is_leaf:
            return grown
        player = game.to_move(state)
        odds = dict(game.chances(state)) if player == CHANCE else {}
        for action in odds or game.actions(state):
            name = game.action_name(state, action) + (f" ({tell_value(odds[action])})" if odds else "")
            grown.children.append(branch(game.result(state, action), name))
        best = None if odds else (max if player == 0 else min)(grown.children, key=lambda child: child.value)
        for child in grown.children:
            child.is_best = child is best
        return grown

    return branch(mark.exercise.state, "")


def _notes(mark: Mark) -> dict[Any, Text]:
    """Say beside each state what the student's search found there, and mark the first place where it is wrong."""
    place, yours = mark.place, mark.yours()
    notes = {}
    for state in mark.truth.found:
        if place is not None and state == place.state:
            notes[state] = Text(f"✘ {place.what}", style="bold red")
        elif state not in mark.expected.found:
            notes[state] = Text("cut off", style="dim")
        elif state in yours and not mark.is_value_right and not mark.exercise.game.is_terminal(state):
            notes[state] = Text(f"yours {tell_number(yours[state])}", style="dim")
    return notes


def _draw_diagnosis(found: Diagnosis | None, first: Mark) -> list[RenderableType]:
    if found is None:
        return [] if first.work.error else [Text("It looks like none of the usual mistakes.", style="dim")]
    share = "" if found.is_whole else f" (on {found.alike} of the {found.failed} failed exercises)"
    head = Text.assemble("It looks like ", (found.mistake.name, "bold"), f": {found.mistake.what}{share}.")
    return [head, Text(f"→ {found.mistake.fix}", style="green")]
