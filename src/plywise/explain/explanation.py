"""An explanation: sentences, and one or two searches to look at, as data, as a page and as a picture.

>>> from plywise.games.tree import Tree
>>> from plywise.explain.trace import record_search
>>> from plywise.search import alpha_beta
>>> tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> explanation = Explanation("A small tree", tree, ["MAX should play a1."], [record_search(tree, alpha_beta)])
>>> data = explanation.to_data()
>>> data["format"], len(data["panes"][0]["nodes"]), data["panes"][0]["steps"][0]["window"]
('plywise-explanation-1', 13, [None, None])
"""

from dataclasses import dataclass, field, replace
from typing import Any

from plywise.explain.notebook import draw_board_picture
from plywise.explain.odds import OddsAccount
from plywise.explain.page import to_fragment, to_html
from plywise.explain.prose import Account
from plywise.explain.svg import draw_nodes, draw_trace, draw_traces, place
from plywise.explain.terminal import draw_board
from plywise.explain.trace import (
    MOST_NODES,
    Narrator,
    Step,
    Trace,
    find_code,
    find_line,
    fold,
    make_whole,
    seat_names,
    step_data,
    tell_leaves,
)
from plywise.one_page import still_page
from plywise.rules import Decision, Game, View

FORMAT = "plywise-explanation-1"

STILL_STYLE = "body { margin: 2rem auto; max-width: 44rem; } svg { max-width: 100%; height: auto; }"


@dataclass(slots=True)
class Explanation:
    """What a search found and how: to be read, stepped through and shown in a notebook."""

    title: str
    game: Game
    summary: list[str] = field(default_factory=list)
    panes: list[Trace] = field(default_factory=list)
    """One search, or two to be seen beside each other."""
    decision: Decision | None = None
    """What the sentences are about."""
    account: Account | None = None
    """The sentences part by part, where a decision is explained."""
    odds: OddsAccount | None = None
    """Of a game that hides something: what its player can know of it, instead of searches to look at."""

    def to_data(self, most: int = MOST_NODES) -> dict[str, Any]:
        """Return it as data that JSON can hold, each tree laid out and folded to `most` nodes."""
        data = {
            "format": FORMAT,
            "title": self.title,
            "game": self.game.name,
            "summary": self.summary,
            "panes": [trace_data(fold(trace, most)) for trace in self.panes],
        }
        return data if self.odds is None else data | {"odds": self.odds.to_data()}

    def to_html(self) -> str:
        """Return one page that needs nothing else, in which the search can be stepped through; of odds, a still one."""
        if self.odds is not None:
            return still_page(self.title, style=STILL_STYLE, body=self._still())
        return to_html(self.to_data(), self.title)

    def to_svg(self) -> str:
        """Return the trees as they are at the end of the search, in one picture."""
        if self.odds is not None:
            return draw_board_picture(self.odds.view, self.title, self.summary)
        note = " ".join(self.summary[:2])
        if len(self.panes) == 1:
            return draw_trace(self.panes[0], title=self.title, note=note)
        return draw_traces(self.panes, self.title, note)

    def _still(self) -> str:
        return f"<main>{self.to_svg()}</main>"

    def _repr_html_(self) -> str:
        return self._still() if self.odds is not None else to_fragment(self.to_data())

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Offer the player, a still picture for paper and for pages without scripts, and the sentences."""
        return {"text/html": self._repr_html_(), "image/svg+xml": self.to_svg(), "text/plain": str(self)}

    def __str__(self) -> str:
        if self.odds is not None:
            return "\n".join([self.title, draw_board(self.odds.view).plain, *self.summary])
        return "\n".join([self.title, *self.summary])


def trace_data(trace: Trace) -> dict[str, Any]:
    """Return a trace as data that JSON can hold, laid out; equal boards are written once."""
    whole = make_whole(trace)
    trace = whole or trace
    drawings, narrator = draw_nodes(trace), Narrator(trace.game, trace.viewpoint)
    worths = [""] * len(trace.nodes) if whole is None else tell_leaves(trace)
    drawings = [
        replace(each, widest=max(each.widest, worth, key=len)) for each, worth in zip(drawings, worths, strict=True)
    ]
    plan = place(drawings)
    numbers: dict[View, int] = {}
    nodes = []
    for number, node in enumerate(trace.nodes):
        view = drawings[number].view
        nodes.append(
            {
                "parent": node.parent,
                "action": node.action,
                "player": node.player,
                "name": drawings[number].name,
                "state": trace.game.state_name(node.state),
                "view": None if view is None else numbers.setdefault(view, len(numbers)),
                "probability": node.probability,
                "folded": node.folded,
                "worth": worths[number],
                "x": plan.x[number],
                "y": plan.y[number],
            }
        )
    return {
        "name": trace.name,
        "note": trace.note,
        "marks": trace.marks,
        "viewpoint": trace.viewpoint or 0,
        "has_roles": trace.has_roles,
        "players": list(seat_names(trace.game)),
        "nodes": nodes,
        "views": [view.to_data() for view in numbers],
        "steps": [
            step_data(step) | tell_window(narrator, step) | {"line": find_line(trace, step)} for step in trace.steps
        ],
        "code": find_code(trace),
        "is_whole": whole is not None,
        "width": plan.width,
        "height": plan.height,
    }


def tell_window(narrator: Narrator, step: Step) -> dict[str, Any]:
    """Write a window's ends for people, where its numbers alone would mislead: a sure win beside an estimate."""
    if step.window is None or not narrator.scale.stretched:
        return {}
    return {"window_told": [narrator.value(end) for end in step.window]}
