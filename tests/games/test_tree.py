"""Explicit trees: what may be typed in, what it means, and what is refused."""

import json

import pytest

from plywise import CHANCE, load_game
from plywise.games.tree import Tree
from plywise.rules import CatalogError, NotationError


def names(game, state):
    return [game.action_name(state, action) for action in game.actions(state)]


def test_nodes_are_named_level_by_level():
    game = Tree([[3, 12, 8], [2, [4, 6]], [14, 5, 2]])
    assert " ".join(game.node_names) == "A B C D b1 b2 b3 c1 E d1 d2 d3 e1 e2"
    assert names(game, game.parse_state("E")) == ["e1", "e2"]


def test_names_go_on_after_z():
    game = Tree([[number, number] for number in range(30)])
    assert game.node_names[1] == "B"
    assert list(game.node_names[25:31]) == ["Z", "AA", "AB", "AC", "AD", "AE"]


def test_names_typed_in_are_kept():
    game = Tree({"name": "root", "actions": ["left", "right"], "children": [1, {"name": "deep", "utility": 2}]})
    assert game.node_names == ("root", "left", "deep")
    assert names(game, game.initial()) == ["left", "right"]


@pytest.mark.parametrize(
    "tree",
    [
        [1, 2],
        [(1, -1), (2, -2)],
        [{"utility": 1}, {"utility": [2, -2]}],
        {"children": [1, 2]},
        {"player": 0, "children": [1.0, {"utility": 2.0, "name": "last"}]},
    ],
)
def test_a_leaf_may_be_written_in_many_ways(tree):
    game = Tree(tree)
    assert [game.utilities[node] for node in (1, 2)] == [(1, -1), (2, -2)]


def test_turns_go_by_depth_unless_told():
    assert Tree([[[0]]]).movers == (0, 1, 0, 1)
    assert Tree([{"player": 0, "children": [[0]]}]).movers == (0, 0, 0, 1)
    assert Tree([[[(0, 0, 0)]]], players=3).movers == (0, 1, 2, 0)


def test_chance_has_odds_and_names():
    game = Tree({"chance": [[0.25, 1], [0.75, [2, 3]]], "actions": ["rain", "sun"]})
    root = game.initial()
    assert game.to_move(root) == CHANCE
    assert list(game.chances(root)) == [(0, 0.25), (1, 0.75)]
    assert game.has_chance
    assert not Tree([1]).has_chance
    assert [game.action_name(root, outcome) for outcome, _ in game.chances(root)] == ["rain", "sun"]


def test_the_range_scale_and_sum_follow_from_the_leaves():
    game = Tree([[0, 0.5], [1, 0.25]], utility_sum=1)
    assert (game.utility_range, game.utility_scale, game.max_actions) == ((0, 1), 4, 2)
    assert game.utilities[-1] == (0.25, 0.75)
    assert Tree([3, -12]).utility_range == (-12, 12)
    assert Tree([(7, 1), (2, 9)], utility_sum=None).utility_range == (1, 9)


def test_a_lone_leaf_is_a_finished_game():
    game = Tree(5)
    assert game.is_terminal(game.initial())
    assert game.utility(game.initial(), 1) == -5


def test_where_the_play_is_can_be_said():
    game = load_game("figure-5.4")
    assert game.view(game.initial()) == "node A: A to move"
    assert game.view(game.parse_state("x1")) == "leaf x1: 1, 2, 6"
    with pytest.raises(NotationError, match="'Q' is not a node: the inner ones are A B C X D E F"):
        game.parse_state("Q")


@pytest.mark.parametrize(
    ("tree", "reason"),
    [
        (True, "not true or false"),
        ([1, "two"], "'two' is not a tree's node"),
        ([], "is not a tree's node"),
        ([None], "None is not a tree's node"),
        ({"children": []}, "is not a tree's node"),
        ({}, "is not a tree's node"),
        ({"chance": []}, "is not a tree's node"),
        ([(1, 2, 3)], "needs one utility for each of 2 players"),
        ([{"utility": []}], "needs one utility for each of 2 players"),
        ({"player": 2, "children": [1]}, "There is no player 2 in a tree for 2: number them from 0"),
        ({"player": CHANCE, "children": [1]}, "There is no player -1"),
        ([1, {"player": "B", "children": [1]}], "There is no player 'B'"),
    ],
)
def test_what_is_not_a_tree_is_refused(tree, reason):
    with pytest.raises(CatalogError, match=reason):
        Tree(tree)


def test_a_lone_number_says_too_little_without_a_sum():
    with pytest.raises(CatalogError, match="needs one utility for each of 3 players"):
        Tree([1, 2], players=3)
    with pytest.raises(CatalogError, match="needs one utility for each of 2 players"):
        Tree([1, 2], utility_sum=None)


def test_a_file_holds_a_bare_tree_or_one_with_its_options(tmp_path):
    bare, full = tmp_path / "bare.json", tmp_path / "full.json"
    bare.write_text("[[3, 12], [2, 4]]")
    full.write_text(json.dumps({"tree": [{"utility": [1, 2, 6]}], "players": 3, "utility_sum": None, "title": "mine"}))
    assert load_game(str(bare)).name == "bare"
    game = load_game(str(full))
    assert (game.name, game.players, game.utility_sum) == ("mine", 3, None)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[1, 2",
        b"\xff\xfe[1]",
        b'["a"]',
        b"{}",
        b'{"tree": []}',
        b'{"tree": [1], "players": "three"}',
        b'{"tree": [1], "players": 0}',
        b'{"tree": [1], "utility_sum": "none"}',
        b'{"children": [1, 2], "actions": ["one"]}',
        b'{"chance": [[0.5]]}',
        b'{"chance": [["half", 1]]}',
        b"[NaN]",
        b"[" * 100_000,
        b"null",
    ],
)
def test_a_broken_file_is_refused_in_one_sentence(tmp_path, content):
    file = tmp_path / "broken.json"
    file.write_bytes(content)
    with pytest.raises(CatalogError) as refused:
        load_game(str(file))
    assert "\n" not in str(refused.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(CatalogError, match=r"nowhere\.json can't be read as a tree"):
        load_game(str(tmp_path / "nowhere.json"))
