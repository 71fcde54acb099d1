"""Explicit trees: what may be typed in, what it means, and what is refused."""

import json
import time

import pytest

from plywise import CHANCE, load_game
from plywise.games.catalog import with_seed
from plywise.games.tree import Tree, random_tree
from plywise.rules import CatalogError, NotationError, as_view


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


def test_a_name_typed_in_is_given_to_no_other_node():
    game = Tree([{"name": "C", "children": [1]}, [2, {"name": "A", "utility": 3}], {"actions": ["E"], "children": [4]}])
    assert game.node_names == ("B", "C", "D", "F", "c1", "d1", "A", "E")
    assert [game.parse_state(name).node for name in game.node_names] == list(range(8))


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
    assert game.parse_state(game.state_name(game.initial())) == game.initial()


@pytest.mark.parametrize(
    ("tree", "players", "total"),
    [
        ([3, 12], 2, 0),
        ([(5, -5), 3], 2, 0),
        ([(0.5, 0.5), (1, 0)], 2, 1),
        ([(0.1, 0.2), (0.3, 0)], 2, 0.3),
        ([(5, 5), (3, 9), (-9, -3)], 2, None),
        ([(1, 1, 1), (3, 0, 0)], 3, 3),
        ([(1, 2, 6), (4, 2, 3)], 3, 9),
        ([(1, 2, 6), (4, 2, 4)], 3, None),
    ],
)
def test_what_utilities_add_up_to_is_worked_out(tree, players, total):
    assert Tree(tree, players=players).utility_sum == total
    assert Tree(tree, players=players, utility_sum=total).utility_sum == total


def test_a_lone_number_leaves_the_rest_of_the_sum():
    assert Tree([(0.5, 0.5), 0.75]).utilities[-1] == (0.75, 0.25)
    with pytest.raises(CatalogError, match=r"The leaf a3 .* needs one utility for each of 2 players"):
        Tree([(1, 2), (2, 2), 5])


def test_a_sum_that_does_not_hold_is_refused():
    with pytest.raises(CatalogError, match="The leaf b2 adds up to 12, not to 0: fix the leaf"):
        Tree([[(5, -5), (3, 9)]], utility_sum=0)
    for total in ("none", float("nan"), True):
        with pytest.raises(CatalogError, match="utility_sum is a number or none"):
            Tree([1], utility_sum=total)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": "3"}, "for 1 or more players, not '3'"),
        ({"players": 0}, "for 1 or more players, not 0"),
        ({"title": 5}, "title is a text, not 5"),
    ],
)
def test_options_of_another_kind_are_refused(options, reason):
    with pytest.raises(CatalogError, match=reason):
        Tree([1], **options)


def test_the_tree_is_shown_with_the_way_so_far():
    game = load_game("figure-5.2")
    view = as_view(game.view(game.parse_state("C")))
    assert {cell.name: cell.mark for cell in view.cells if cell.mark} == {"A": "path", "a2": "here"}
    assert {cell.action: (cell.x, cell.y, cell.piece) for cell in view.cells if cell.action} == {
        "c1": (3, 2, "2"),
        "c2": (4, 2, "4"),
        "c3": (5, 2, "6"),
    }
    assert [(cell.name, cell.x, cell.player) for cell in view.cells][:4] == [
        ("A", 4, 0),
        ("a1", 1, 1),
        ("a2", 4, 1),
        ("a3", 7, 1),
    ]
    assert len(view.edges) == len(view.cells) - 1
    assert (0, 2) in view.edges


def test_leaves_for_several_players_show_what_each_gets_and_a_large_tree_is_not_drawn():
    game = load_game("figure-5.4")
    assert [cell.piece for cell in as_view(game.view(game.initial())).cells if cell.name == "x1"] == ["1, 2, 6"]
    wide = Tree([[1] * 20] * 20)
    assert as_view(wide.view(wide.initial())).cells == ()


def test_where_the_play_is_can_be_said():
    game = load_game("figure-5.4")
    assert as_view(game.view(game.initial())).caption == "node D: A to move"
    assert as_view(game.view(game.parse_state("x1"))).caption == "leaf x1: 1, 2, 6"
    with pytest.raises(NotationError, match="'Q' is not a node: the inner ones are D E F X G H I"):
        game.parse_state("Q")


def test_players_and_nodes_never_share_a_letter():
    for spec in ("figure-5.2", "figure-5.4", "figure-5.12", "coin-toss", "cooperation", "nau-figure-1"):
        game = load_game(spec)
        assert isinstance(game, Tree)
        assert not {*map(game.name_of, range(game.players))} & {*game.node_names}, spec
    assert load_game("figure-5.2").player_names == ("MAX", "MIN")
    assert Tree([[(1, 2), (3, 4)], (5, 5)]).player_names == ()
    assert Tree([[(1, 2), (3, 4)], (5, 5)]).node_names[:2] == ("C", "D")


def test_random_trees_by_branching_factor_and_depth():
    tree = random_tree(b=2, d=3, seed=5)
    assert len(tree.movers) == 15
    assert tree.utilities != random_tree(b=2, d=3, seed=6).utilities
    asked, seeded = load_game("random-tree:b=2,d=3,seed=5"), load_game(with_seed("random-tree:b=2,d=3", 5))
    assert isinstance(asked, Tree)
    assert isinstance(seeded, Tree)
    assert tree.utilities == asked.utilities == seeded.utilities
    with pytest.raises(CatalogError, match="give a smaller b or d"):
        load_game("random-tree:b=10,d=9")
    with pytest.raises(CatalogError, match="exchange least and most"):
        load_game("random-tree:least=5,most=1")


@pytest.mark.parametrize(
    ("tree", "reason"),
    [
        (True, "True at the root is not a tree's node"),
        ([{"utility": True}], "The leaf a1 is worth .True,.: write finite numbers"),
        ([1, "two"], "'two' at a2 is not a tree's node"),
        ([], "is not a tree's node"),
        ([[1, None]], "None at b2 is not a tree's node"),
        ([{"utility": 1, "children": [2]}], "at a1 is not a tree's node"),
        ({"children": []}, "is not a tree's node"),
        ({}, "is not a tree's node"),
        ({"chance": []}, "is not a tree's node"),
        ({"chance": [1, 2]}, "is not a tree's node"),
        ({"chance": [[0.5]]}, "is not a tree's node"),
        ([{"chance": [[0.5, 1], [0.2, 2]]}], "The odds at B add up to 0.7: make them add up to 1"),
        ([{"chance": [[-3, 1], [4, 2]]}], "The node B has the odds .-3, 4.: each must be above 0"),
        ([{"chance": [[0, 1], [1, 2]]}], "The node B has the odds .0, 1.: each must be above 0"),
        ({"chance": [["half", 1], [0.5, 2]]}, "The node A has the odds .'half', 0.5.: each must be above 0"),
        ({"chance": [[float("nan"), 1], [0.5, 2]]}, "each must be above 0"),
        ([{"name": "B", "children": [1]}, {"name": "B", "children": [2]}], "Two nodes are called B"),
        ([{"name": "stop", "children": [1]}, {"actions": ["stop"], "children": [2]}], "Two nodes are called stop"),
        ({"name": 5, "children": [1]}, "The node at the root is called 5: write its name as a text"),
        ([1, {"name": ["x"], "utility": 1}], "The node at a2 is called .'x'.: write its name as a text"),
        ({"children": [1, 2], "actions": ["one"]}, "The node A has 2 children: name that many actions"),
        ({"children": [1, 2], "actions": ["one", "one"]}, "The node A has 2 children: name that many actions, no two"),
        ({"children": [1, 2], "actions": [1, 2]}, "The node A has the actions .1, 2.: write a list of texts"),
        ({"children": [1, 2], "actions": "ab"}, "The node A has the actions 'ab': write a list of texts"),
        ([("1", 2)], "The leaf a1 is worth .'1', 2.: write finite numbers"),
        ([{"utility": "5"}], "The leaf a1 is worth .'5',.: write finite numbers"),
        ([float("nan")], "The leaf a1 is worth .nan,.: write finite numbers"),
        ([1, (float("inf"), 0)], "The leaf a2 is worth .inf, 0.: write finite numbers"),
        ([10**400], "The leaf a1 is worth .*: write finite numbers"),
        ([(1, 2, 3)], "needs one utility for each of 2 players"),
        ([{"utility": []}], "needs one utility for each of 2 players"),
        ({"player": 2, "children": [1]}, "The node A belongs to player 2: write a whole number from 0 to 1"),
        ({"player": CHANCE, "children": [1]}, "The node A belongs to player -1"),
        ([1, {"player": "B", "children": [1]}], "The node B belongs to player 'B'"),
        ({"player": 1.0, "children": [1]}, "The node A belongs to player 1.0"),
        ({"player": True, "children": [1]}, "The node A belongs to player True"),
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
    full.write_text(json.dumps({"tree": [{"utility": [1, 2, 6]}], "players": 3}))
    assert load_game(str(full)).utility_sum == 9
    full.write_text(json.dumps({"tree": [{"utility": [3, -3]}], "utility_sum": None}))
    assert load_game(str(full)).utility_sum is None


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


def test_whether_dice_fall_is_not_looked_for_again_at_every_node():
    tree = Tree(list(range(40_000)))
    started = time.process_time()
    assert not any(tree.has_chance for _ in range(5_000))
    assert time.process_time() - started < 0.5


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"plyer": 1, "children": [1, 2]}, "The node at the root has the unknown key 'plyer': did you mean 'player'?"),
        ([1, [2, {"utilty": 3}]], "The node at b2 has the unknown key 'utilty': did you mean 'utility'?"),
        ([{"children": [1, {"chance": [[1, {"chidren": [4]}]]}]}], "unknown key 'chidren': did you mean 'children'?"),
        ([{"utility": 1, "actions": ["x"]}], "the unknown key 'actions': it may have name, utility."),
    ],
)
def test_unknown_keys_are_refused_with_the_nearest_known_one(typed, said):
    with pytest.raises(CatalogError) as caught:
        Tree(typed)
    assert said in str(caught.value)


def test_so_are_those_of_a_file(tmp_path):
    file = tmp_path / "mine.json"
    file.write_text('{"tree": [1, 2], "titel": "mine"}')
    with pytest.raises(CatalogError, match=r"mine\.json has the unknown key 'titel': did you mean 'title'"):
        Tree.from_file(file)
