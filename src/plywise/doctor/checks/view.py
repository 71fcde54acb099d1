"""The picture of a state: data, and enough of it."""

import json
from collections.abc import Iterator
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.report import Finding
from plywise.doctor.sample import Seen
from plywise.rules import RulesError, as_view

STATES = 400


def check_view_data(case: Case) -> Iterator[Finding]:
    """A view must be a View, rows of text or a text, and JSON must be able to hold it."""
    for seen in case.sample.some(STATES) if case.game.offers("view") else ():
        try:
            _picture(case, seen)
        except (RulesError, TypeError, ValueError) as error:
            what = f"The view is not plain data: {error}"
            fix = "Return a View of texts and numbers, rows of text, or one text."
            yield case.finding("view-data", "view", what, fix, seen.state)
            return


def check_view_tells_apart(case: Case) -> Iterator[Finding]:
    """States that look alike to the same player must offer the same actions."""
    pictures: dict[tuple[Any, str], Seen] = {}
    for seen in case.sample.some_inner(STATES) if case.game.offers("view") else ():
        try:
            picture = _picture(case, seen)
        except (RulesError, TypeError, ValueError):
            return
        other = pictures.setdefault((seen.mover, picture), seen)
        if not other.is_like(seen):
            what = (
                f"{case.watch.show(other.state)} and {case.watch.show(seen.state)} look the same, "
                "but other actions are open in them."
            )
            fix = "Show in the view (a mark, a piece, the caption) how such states differ."
            yield case.finding("view-mismatch", "view", what, fix, seen.state)
            return


def _picture(case: Case, seen: Seen) -> str:
    return json.dumps(as_view(case.ask("view", seen.state)).to_data())
