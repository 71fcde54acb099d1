"""Information sets in typed trees, and the two roads: what players know, what is refused, and who chooses what."""

import json

import pytest

from plywise import Limit, SearchError, load_game, minimax
from plywise.agents import decide
from plywise.doctor import check_rules
from plywise.equilibrium import find_equilibrium
from plywise.games.tree import Tree
from plywise.rules import CatalogError, opened
from plywise.search import expectiminimax

PENNIES = [
    {"information_set": "hand", "actions": ["heads", "tails"], "children": [1, -1]},
    {"information_set": "hand", "children": [-1, 1]},
]


def at_roads(side="L"):
    game = load_game("two-roads")
    return game, game.parse_state(f"roads-{side}")


@pytest.mark.parametrize(("day", "way"), [(1, ["B", "left"]), (2, ["B", "right"])])
def test_who_knows_the_day_takes_the_larger_heap(day, way):
    game = load_game(f"two-roads:day={day}")
    assert isinstance(game, Tree)
    decision = minimax(game)
    road, fork = map(int, decision.line)  # type: ignore[arg-type]
    assert not game.hides
    assert decision.value == 2
    assert [game.action_names[0][road], "left" if fork == 0 else "right"] == way


@pytest.mark.parametrize("side", "LR")
def test_averaging_over_open_cards_takes_road_b_where_nobody_knows_the_day(side):
    game, state = at_roads(side)
    decision = decide(game, state, algorithm="determinized", limit=Limit(simulations=50))
    assert (game.action_name(state, decision.action), decision.value) == ("B", 2)


@pytest.mark.parametrize("algorithm", ["information-set-uct", "cfr-plus", None])
@pytest.mark.parametrize("side", "LR")
def test_information_sets_take_road_a(algorithm, side):
    game, state = at_roads(side)
    limit = Limit(simulations=2_000) if algorithm else Limit(time=5)
    decision = decide(game, state, history=(game.initial(),), algorithm=algorithm, limit=limit)
    assert game.action_name(state, decision.action) == "A"


def test_values_of_the_third_day():
    game, state = at_roads()
    assert find_equilibrium(game, "linear-program").value == pytest.approx(1)
    assert expectiminimax(opened(game), state).value == 2
    fork = game.parse_state("fork-L")
    decision = decide(game, fork, algorithm="information-set-uct", limit=Limit(simulations=4_000))
    assert decision.value == pytest.approx(-4, abs=1.5)  # the sampler draws from a pool of states, which is uneven


def test_there_is_no_fourth_day():
    with pytest.raises(CatalogError, match="no day 4"):
        load_game("two-roads:day=4")


def test_what_is_not_known_is_neither_searched_nor_shown():
    game, state = at_roads()
    other = game.parse_state("roads-R")
    with pytest.raises(SearchError, match="would look at what two-roads:day=3 hides"):
        decide(game, state, algorithm="max-n", limit=Limit(nodes=10))
    assert game.view(state, 0) == game.view(other, 0) != game.view(state)
    assert game.view(state, 1) == game.view(game.parse_state("fork-R"), 1)
    assert "roads-L or roads-R" in game.view(state, 0).caption


def test_guessing_a_hand_is_worth_nothing():
    game = Tree(PENNIES)
    assert game.hides
    assert find_equilibrium(game, "linear-program").value == pytest.approx(0)
    assert [finding.what for finding in check_rules(game).findings if finding.level == "error"] == []
    assert game.action_names[1] == game.action_names[2] == ("heads", "tails")
    assert len(set(game.node_names)) == len(game.node_names)


def test_a_tree_without_sets_hides_nothing():
    game = Tree([[1, 2], [3, 4]])
    assert not game.hides
    assert game.view(game.initial(), 1) == game.view(game.initial())


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ({"information_set": "x", "children": [1, 2, 3]}, "the node C has"),
        ({"information_set": "x", "actions": ["p", "q"], "children": [1, 2]}, "but offer b1, b2 and p, q"),
        ({"information_set": "x", "player": 0, "children": [1, 2]}, "player 1 moves at one and player 0"),
        ({"information_set": 3, "children": [1, 2]}, "The information set 3 is no text"),
    ],
)
def test_nodes_that_can_be_told_apart_are_refused(second, said):
    with pytest.raises(CatalogError, match=f"(?i){said}"):
        Tree([{"information_set": "x", "children": [1, 2]}, second])


def test_a_file_may_have_them(tmp_path):
    path = tmp_path / "pennies.json"
    path.write_text(json.dumps({"tree": PENNIES}), encoding="utf-8")
    game = load_game(str(path))
    assert game.hides
    assert not load_game(f"{path}:open_cards=true").hides
