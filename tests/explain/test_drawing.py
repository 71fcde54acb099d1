"""Pictures: figure 5.5's stages, cut branches, boards, folded trees; each a whole SVG by itself."""

import re
import xml.etree.ElementTree as ElementTree
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plywise.explain.explanation import Explanation, trace_data
from plywise.explain.svg import draw_branches, draw_nodes, draw_partial, draw_stages, draw_trace, draw_traces
from plywise.explain.svg.board_drawing import draw_small_board, measure_board
from plywise.explain.svg.lettering import text_width
from plywise.explain.svg.partial import find_ends
from plywise.explain.trace import best_line, find_stages, fold, grow, record_search
from plywise.explain.trace.folding import choose_nodes
from plywise.games.catalog import load_game
from plywise.games.tree import Tree
from plywise.rules import Cell, Game, Limit, View
from plywise.search import alpha_beta, max_n, minimax, star1
from tests.search.trees import nodes

SVG = "{http://www.w3.org/2000/svg}"


def read(svg: str) -> ElementTree.Element:
    """Parse a picture; it has no script, fetches nothing, and says what it shows."""
    root = ElementTree.fromstring(svg)
    assert not root.findall(f".//{SVG}script")
    assert "href" not in svg
    assert "url(" not in svg
    assert root.find(f"{SVG}title") is not None
    assert "prefers-color-scheme: dark" in svg
    return root


def texts(root: ElementTree.Element, look: str) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text") if look in each.attrib["class"].split()]


@pytest.fixture(scope="module")
def figure_5_2():
    return record_search(load_game("figure-5.2"), alpha_beta)


def test_the_six_stages_have_the_books_ranges(figure_5_2):
    names = {figure_5_2.game.state_name(node.state): number for number, node in enumerate(figure_5_2.nodes)}
    stages = find_stages(figure_5_2)
    shown = []
    for stage in stages:
        looks = figure_5_2.at(stage.after)
        shown.append({name: looks[names[name]].label for name in "ABCD" if looks[names[name]].status != "unseen"})
    assert shown == [
        {"A": "[−∞, +∞]", "B": "[−∞, 3]"},
        {"A": "[−∞, +∞]", "B": "[−∞, 3]"},
        {"A": "[3, +∞]", "B": "[3, 3]"},
        {"A": "[3, +∞]", "B": "[3, 3]", "C": "[−∞, 2]"},
        {"A": "[3, 14]", "B": "[3, 3]", "C": "[−∞, 2]", "D": "[−∞, 14]"},
        {"A": "[3, 3]", "B": "[3, 3]", "C": "[−∞, 2]", "D": "[2, 2]"},
    ]
    looks = [figure_5_2.at(stage.after) for stage in stages]
    assert [sum(look.status == "pruned" for look in each) for each in looks] == [0, 0, 0, 2, 2, 2]
    assert "c2 and c3 are not looked at" in stages[3].text


def test_the_stages_are_drawn_one_below_the_other(figure_5_2):
    root = read(draw_stages(figure_5_2))
    assert texts(root, "heading") == ["(a)", "(b)", "(c)", "(d)", "(e)", "(f)"]
    assert "[3, 14]" in texts(root, "label")


def test_pruned_branches_are_cut_and_the_line_is_thick(figure_5_2):
    svg = draw_trace(figure_5_2)
    root = read(svg)
    kinds = [each.attrib["class"] for each in root.iter(f"{SVG}line")]
    in_legend = 1
    assert kinds.count("edge cut") - in_legend == 2
    assert kinds.count("slash") - in_legend == 2
    assert kinds.count("edge best") - in_legend == 2
    assert texts(root, "best-name") == ["a1", "b1"]


def test_what_is_not_seen_yet_is_not_drawn(figure_5_2):
    first = find_stages(figure_5_2)[0].after
    root = read(draw_trace(figure_5_2, first))
    assert texts(root, "name") == ["a1", "b1"]


def test_searches_beside_each_other_tell_what_they_cost(figure_5_2):
    whole = record_search(figure_5_2.game, minimax)
    root = read(draw_traces([whole, figure_5_2], "Two"))
    assert texts(root, "heading") == ["minimax", "alpha-beta"]
    words = " ".join(texts(root, "words"))
    assert "13 states visited, 9 of them leaves." in words
    assert "11 states visited, 7 of them leaves, 2 pruned." in words


def test_players_of_many_have_their_letters():
    game = load_game("figure-5.4")
    trace = record_search(game, max_n, marks="vector")
    root = read(draw_trace(trace))
    assert {"A", "B", "C"} == set(texts(root, "letter"))
    assert "(1, 2, 6)" in texts(root, "label")


def test_boards_stand_at_the_nodes():
    game = load_game("tic-tac-toe")
    trace = record_search(game, alpha_beta, game.parse_state("XOX/O1X/2O"))
    root = read(draw_trace(trace))
    cells = [each for each in root.iter(f"{SVG}rect") if each.attrib["class"] == "cell"]
    assert len(cells) == 9 * len(trace.nodes)


class Angled(Game):
    """Names that could break out of a picture."""

    class State(NamedTuple):
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return ["</text><script>alert(1)</script>"] if state.turn == 0 else []

    def result(self, state, action):
        return self.State(1)

    def utility(self, state, player):
        return 0

    def view(self, state):
        return [["<b>", "&"]]


def test_no_name_breaks_out_of_the_picture():
    root = read(draw_trace(record_search(Angled(), alpha_beta), title='"<x> & y'))
    assert texts(root, "title") == ['"<x> & y']
    assert "<b>" in texts(root, "piece")


@pytest.mark.parametrize(
    "trace",
    [
        record_search(load_game("figure-5.2"), alpha_beta),
        record_search(load_game("figure-5.4"), max_n, marks="vector"),
        record_search(load_game("coin-toss"), star1),
        record_search(load_game("connect-four:width=4,height=4"), alpha_beta, limit=Limit(depth=3)),
        record_search(Tree([[[11]], [[12]], [[13]]]), alpha_beta),
    ],
    ids=lambda trace: trace.game.name,
)
def test_no_label_or_name_lies_over_another(trace):
    root = read(draw_trace(trace))
    places = []
    for each in root.iter(f"{SVG}text"):
        looks = each.attrib["class"].split()
        if {"label", "name"} & set(looks):
            width = 0.8 * text_width(each.text or "", 11)
            left = float(each.attrib["x"]) - (width / 2 if {"below", "name"} & set(looks) else 0)
            places.append((left, left + width, float(each.attrib["y"]), each.text))
    for number, (left, right, y, _) in enumerate(places):
        for other_left, other_right, other_y, _ in places[:number]:
            assert abs(y - other_y) >= 9 or right <= other_left or other_right <= left


@given(nodes(st.integers(-9, 9)))
@settings(max_examples=30)
def test_every_state_that_was_seen_or_cut_is_drawn(node):
    trace = record_search(Tree([node, 0]), alpha_beta)
    drawings = draw_nodes(trace)
    root = read(draw_trace(trace))
    edges = [each.attrib["class"] for each in root.iter(f"{SVG}line") if each.attrib["class"].startswith("edge")]
    drawn = sum(each.status != "unseen" for each in drawings)
    pruned = sum(each.status == "pruned" for each in drawings)
    in_legend = 1 + (pruned > 0)
    assert len(edges) == drawn - 1 + in_legend
    assert edges.count("edge cut") == pruned + (pruned > 0)


@pytest.fixture(scope="module")
def large():
    return record_search(load_game("connect-four:width=4,height=4"), alpha_beta, limit=Limit(depth=6))


@pytest.mark.parametrize("most", [12, 50, 300])
def test_a_large_tree_is_folded(large, most):
    folded = fold(large, most)
    assert len(folded.nodes) <= most < len(large.nodes)
    assert len(folded.nodes) + sum(node.folded for node in folded.nodes) == len(large.nodes)
    assert all(node.parent is None or node.parent < number for number, node in enumerate(folded.nodes))
    kept = choose_nodes(large, most)
    assert {0, *best_line(large), *large.children()[0]} <= kept
    for step in folded.steps:
        touched = [step.node, *(change.node for change in step.changes), step.because or 0]
        assert all(0 <= node < len(folded.nodes) for node in touched)


def test_a_folded_tree_looks_as_the_whole_one_does(large):
    folded = fold(large, 100)
    before, after = large.at(), folded.at()
    for new, old in enumerate(sorted(choose_nodes(large, 100))):
        assert after[new] == before[old]
    assert folded.steps[-1].states == large.steps[-1].states
    told = [f"+{node.folded:,} state{'' if node.folded == 1 else 's'}" for node in folded.nodes if node.folded]
    assert sorted(texts(read(draw_trace(large, most=100)), "fold")) == sorted(told)


def test_folding_leaves_the_original_and_small_ones_alone(large, figure_5_2):
    fold(large, 50)
    assert not any(node.folded for node in large.nodes)
    assert fold(figure_5_2) is figure_5_2


def test_data_has_each_board_once_and_places_for_all(large):
    data = trace_data(fold(large, 200))
    assert len(data["nodes"]) == 200
    assert len({str(view) for view in data["views"]}) == len(data["views"])
    assert all(0 <= node["x"] <= data["width"] and 0 <= node["y"] <= data["height"] for node in data["nodes"])


def test_an_explanation_shows_itself(figure_5_2):
    explanation = Explanation("Figure", figure_5_2.game, ["A should play a1."], [figure_5_2])
    assert "A should play a1." in texts(read(explanation.to_svg()), "words")
    assert "plywise-explanation-1" in explanation.to_html()
    assert "<iframe" in explanation._repr_html_()


def test_small_boards_of_every_kind():
    grid = View.from_rows(["X.", ".O"], pieces=["X", "O"])
    assert measure_board(grid) == (36.0, 36.0)
    assert sum("<rect" in part for part in draw_small_board(grid, 0, 0)) == 4
    wired = View((Cell(0, 0, "x"), Cell(1.5, 1), Cell(3, 0)), edges=((0, 1), (1, 2)))
    parts = draw_small_board(wired, 0, 0)
    assert sum("<line" in part for part in parts) == 2
    assert sum('class="cell"' in part for part in parts) == 3
    lined = View.from_rows(["X.", ".O"], pieces=["X", "O"])
    parts = draw_small_board(View(lined.cells, edges=((0, 1), (2, 3), (0, 2), (1, 3))), 0, 0)
    assert ["<line" in part for part in parts] == [True] * 4 + [False] * 4  # and nothing lies over them but pieces
    assert measure_board(View(caption="nothing")) == (0.0, 0.0)


def test_where_cells_are_too_small_for_letters_forms_tell_the_players_apart():
    rows = [["X", "O", *"......"], *(["."] * 8 for _ in range(7))]
    drawn = " ".join(draw_small_board(View.from_rows(rows, pieces=["X", "O"]), 0, 0))
    assert 'class="disc p0"' in drawn
    assert 'class="ring e1"' in drawn
    numbers = " ".join(draw_small_board(View.from_rows([["4", "4", *"......"]]), 0, 0))
    assert "<text" in numbers


def test_part_of_a_tree_ends_in_every_utility():
    game = load_game("tic-tac-toe")
    ends = find_ends(game, game.initial())
    assert [game.utility(end, 0) for end in ends] == [-1, 0, 1]
    root = read(draw_partial(game))
    assert texts(root, "label") == ["−1", "0", "1"]
    assert len([name for name in texts(root, "name") if re.fullmatch("[abc][123]", name)]) == 9 + 4 + 4


def test_a_grown_tree_is_drawn_with_its_values():
    game = load_game("coin-toss")
    root = read(draw_branches(game, grow(game, game.initial(), 3)))
    assert "3.5" in texts(root, "label")
    assert "heads (0.5)" in texts(root, "name")
    wide = Tree([list(range(12)), [1, 2]])
    assert "+3 states" in draw_branches(wide, grow(wide, wide.initial(), 2))
