"""The picture of a state: data, and enough of it."""

import json
from collections.abc import Iterator
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.report import Finding
from plywise.doctor.sample import Seen
from plywise.rules import RulesError, as_view

STATES = 1_000


def check_view(case: Case) -> Iterator[Finding]:
    """A view must be data, and states that look alike to the same player must offer the same actions."""
    pictures: dict[tuple[Any, str], Seen] = {}
    for seen in case.sample.some(STATES) if case.game.offers("view") else ():
        try:
            picture = json.dumps(as_view(case.ask("view", seen.state)).to_data())
        except (RulesError, TypeError, ValueError) as error:
            what = f"The view is not plain data: {error}"
            mend = "Return a View of texts and numbers, rows of text, or one text."
            yield case.finding("view-data", "view", what, mend, seen.state)
            return
        if seen.terminal:
            continue
        other = pictures.setdefault((seen.mover, picture), seen)
        if not other.is_like(seen):
            what = (
                f"{case.watch.show(other.state)} and {case.watch.show(seen.state)} look the same, "
                "but other actions are open in them."
            )
            mend = "Show in the view (a mark, a piece, the caption) what tells such states apart."
            yield case.finding("view-mismatch", "view", what, mend, seen.state)
            return
