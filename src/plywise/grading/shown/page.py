"""A grade as one HTML page that needs nothing else: marks, the first difference drawn, and what it looks like."""

import base64
from collections.abc import Sequence
from html import escape

from plywise.grading.checks import CheckReport
from plywise.grading.marks import Mark, tell_number
from plywise.grading.report import GradeReport
from plywise.grading.shown.beside import put_mark_beside
from plywise.grading.shown.checked import show_checks
from plywise.one_page import still_page

STYLE = """:root { color-scheme: light dark; }
:root { background: light-dark(#ffffff, #1e2129); color: light-dark(#1f2933, #e4e7eb); }
body { margin: 0 auto; padding: clamp(0.75rem, 2.5vw, 2rem); max-width: 1280px; font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
table { border-collapse: collapse; } td, th { padding: 0.15rem 0.9rem 0.15rem 0; text-align: left; }
th { font-weight: 600; border-bottom: 1px solid light-dark(#cbd2d9, #3e4c59); }
.right { color: light-dark(#0b6e4f, #63d2a4); } .wrong { color: light-dark(#ba2525, #ff9b9b); font-weight: 600; }
.found { border-left: 4px solid light-dark(#ba2525, #ff9b9b); padding: 0.4rem 1rem; margin: 1.5rem 0; }
.picture { overflow-x: auto; margin: 0 0 1.5rem; } img { max-width: 100%; height: auto; }
"""


def to_page(title: str, reports: Sequence[GradeReport | CheckReport]) -> str:
    """Return the page."""
    parts = [_report(each) if isinstance(each, GradeReport) else show_checks(each) for each in reports]
    return still_page(title, style=STYLE, body="\n".join([f"<h1>{escape(title)}</h1>", *parts]))


def _report(report: GradeReport) -> str:
    name = report.algorithm.replace("-", "_")
    sign = _sign(report.has_full_marks)
    head = f"<h2>{name}: {sign} {report.passed} of {len(report.marks)} exercises passed</h2>"
    note = (
        f"<p>{report.left_out} exercises with a depth were left out: {name} takes none.</p>" if report.left_out else ""
    )
    return "\n".join([head, note, _diagnosis(report), _failure(report.first_failure), _table(report.marks)])


def _diagnosis(report: GradeReport) -> str:
    found = report.diagnosis
    if found is None:
        return ""
    share = "" if found.is_whole else f" (on {found.alike} of the {found.failed} failed exercises)"
    looks = f"It looks like <strong>{escape(found.mistake.name)}</strong>: {escape(found.mistake.what)}{share}."
    return f'<div class="found"><p>{looks}</p><p>{escape(found.mistake.fix)}</p></div>'


def _failure(mark: Mark | None) -> str:
    """Draw the first exercise that failed: the student's search beside the reference."""
    if mark is None:
        return ""
    head = f"<p>First at <strong>{escape(mark.exercise.title)}</strong>: {escape(mark.tell())}"
    place = mark.place
    if place is not None:
        line = mark.line_to(place.state)
        where = f"the state after {line}" if line else "the root"
        head += f" Look at <strong>{escape(where)}</strong>: {escape(place.what)}."
    if not mark.work.events:
        return f"{head}</p>"
    beside = put_mark_beside(mark)
    drawn = base64.b64encode(beside.to_svg(mark.exercise.title, beside.sentence).encode()).decode()
    image = f'<img src="data:image/svg+xml;base64,{drawn}" alt="{escape(beside.sentence, quote=True)}">'
    return f'{head}</p>\n<div class="picture">{image}</div>'


def _table(marks: Sequence[Mark]) -> str:
    rows = "\n".join(map(_row, marks))
    return f"<table><tr><th></th><th>exercise</th><th>value</th><th>move</th><th>leaves</th></tr>\n{rows}\n</table>"


def _row(mark: Mark) -> str:
    depth = f", depth {mark.exercise.depth}" if mark.exercise.depth else ""
    head = f"<tr><td>{_sign(mark.is_passed)}</td><td>{escape(mark.exercise.title + depth)}</td>"
    if mark.work.error:
        return f'{head}<td colspan="3" class="wrong">{escape(mark.tell())}</td></tr>'
    move = "" if mark.is_move_right is None else mark.name(mark.work.action)
    cells = [
        _cell(mark.is_value_right, tell_number(mark.work.value), tell_number(mark.expected.value)),
        _cell(mark.is_move_right is not False, move, mark.name(mark.expected.action)),
        _cell(mark.are_leaves_right, str(len(mark.work.leaves)), str(len(mark.expected.leaves))),
    ]
    return f"{head}{''.join(cells)}</tr>"


def _cell(is_right: bool, found: str, expected: str) -> str:
    if is_right:
        return f"<td>{escape(found)}</td>"
    instead = "not in order" if found == expected else f"not {expected}"
    return f'<td><span class="wrong">{escape(found)}</span> {escape(instead)}</td>'


def _sign(is_right: bool) -> str:
    return f'<span class="{"right" if is_right else "wrong"}">{"✔" if is_right else "✘"}</span>'
