"""A page that needs nothing else, and that no name in it can break."""

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from plywise.explain.page import pack, to_fragment, to_html
from plywise.one_page import _hash

HOSTILE = "</script><script>alert(1)</script><!-- \u2028 & \"'"


def explanation(state: str = "root", boards: int = 0) -> dict[str, Any]:
    """Return a tree with nothing but its root, and some boards."""
    cell = {"x": 0, "y": 0, "piece": "X", "player": 0, "name": state, "mark": "", "action": ""}
    empty = cell | {"x": 1, "piece": "", "player": None}
    node = {"parent": None, "action": "", "player": 0, "state": state, "view": 0 if boards else None}
    pane = {
        "name": state,
        "note": "",
        "marks": "range",
        "viewpoint": 0,
        "has_roles": True,
        "players": ["A", "B"],
        "nodes": [node | {"probability": None, "folded": 0, "x": 10, "y": 10}],
        "views": [
            {"cells": [cell, empty], "caption": str(number), "edges": [[0, 1]], "look": {"board": "squares"}}
            for number in range(boards)
        ],
        "steps": [],
        "width": 20,
        "height": 20,
    }
    return {"format": "plywise-explanation-1", "title": state, "game": "g", "summary": [state], "panes": [pane]}


class Elements(HTMLParser):
    """The elements of a page, with the texts of scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.found:
            self.texts.append((self.found[-1][0], data))

    def text_of(self, tag: str) -> list[str]:
        """Return the texts inside elements of a kind."""
        return [text for of, text in self.texts if of == tag and text.strip()]

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """Return the attributes of all elements of a kind."""
        return [attributes for of, attributes in self.found if of == tag]


def test_names_of_others_cannot_break_out_of_the_page() -> None:
    page = to_html(explanation(HOSTILE), HOSTILE)
    elements = Elements(page)
    assert len(elements.all("script")) == 2
    carried = elements.text_of("script")[0]
    assert "<" not in carried
    assert json.loads(carried) == pack(explanation(HOSTILE))
    # What makes a script element swallow its own end tag must not be in the page either.
    assert "<!--" not in page


def test_the_page_asks_nothing_of_a_network() -> None:
    page = to_html(explanation(), "Root")
    elements = Elements(page)
    (policy,) = [meta["content"] or "" for meta in elements.all("meta") if "http-equiv" in meta]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    allowed = re.findall(r"sha256-[\w+/=]+", policy)
    assert allowed == [_hash(elements.text_of("script")[1]), _hash(elements.text_of("style")[0])]
    sources = [
        value for _, attributes in elements.found for name, value in attributes.items() if name in ("src", "href")
    ]
    assert sources == ["data:,"]
    assert not re.search(r"https?://(?!www\.w3\.org/)", page)


def test_the_page_is_small_beside_its_data() -> None:
    data = explanation()
    assert len(to_html(data, "Root").encode()) < 400_000 + len(json.dumps(data))
    assert len(to_html(data, "Root").encode()) < 100_000


def test_equal_cells_edges_and_looks_are_written_once() -> None:
    data = explanation(boards=50)
    (pane,) = pack(data)["panes"]
    assert (len(pane["cells"]), len(pane["edges"]), len(pane["looks"])) == (2, 1, 1)
    unpacked = [
        view
        | {"cells": [pane["cells"][number] for number in view["cells"]]}
        | {"edges": pane["edges"][view["edges"]], "look": pane["looks"][view["look"]]}
        for view in pane["views"]
    ]
    assert unpacked == data["panes"][0]["views"]


def test_a_friendly_sentence_without_javascript() -> None:
    assert "switch it on" in to_html(explanation(), "Root").split("<noscript>")[1].split("</noscript>")[0]


def test_a_fragment_is_a_frame_that_may_only_run_its_script() -> None:
    data = explanation(HOSTILE)
    elements = Elements(to_fragment(data) + to_fragment(data))
    frames = elements.all("iframe")
    assert len(frames) == 2
    assert not elements.all("script")
    assert frames[0]["sandbox"] == "allow-scripts"
    assert frames[0]["srcdoc"] == to_html(data, HOSTILE)


def test_numbers_that_json_has_not_are_refused() -> None:
    data = explanation() | {"summary": [float("inf")]}
    with pytest.raises(ValueError, match="JSON"):
        to_html(data, "Root")
