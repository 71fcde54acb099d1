"""Explanations never lie: what a trace says of windows, ranges and cutoffs is checked against brute force."""

import itertools
import math
import re
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise import Game, Limit, PlywiseError
from plywise.explain import explain_state
from plywise.explain.explaining import tell_deepening
from plywise.explain.trace import Narrator, Trace, record_proof, record_search, record_uct
from plywise.explain.trace.replay import placed
from plywise.games.catalog import load_game
from plywise.games.tree import Tree
from plywise.rules import Scale
from plywise.search import (
    Killers,
    TranspositionTable,
    alpha_beta,
    enhanced,
    expectiminimax,
    max_n,
    minimax,
    paranoid,
    star1,
)
from plywise.search.minimax import Minimax
from tests.search.trees import WHOLE, Guessed, nodes, random_root, worth
from tests.thinning import thinned

INF = math.inf

FIGURE_5_5 = [
    ("enter", "A", (-INF, INF), {"A": (-INF, INF)}),
    ("enter", "B", (-INF, INF), {"B": (-INF, INF)}),
    ("enter", "b1", (-INF, INF), {"b1": (3, 3)}),
    ("narrow", "B", (-INF, 3), {"B": (-INF, 3)}),
    ("enter", "b2", (-INF, 3), {"b2": (12, 12)}),
    ("enter", "b3", (-INF, 3), {"b3": (8, 8)}),
    ("narrow", "B", (-INF, 3), {"B": (3, 3), "A": (3, INF)}),
    ("leave", "B", (-INF, 3), {"B": (3, 3)}),
    ("enter", "C", (3, INF), {"C": (-INF, INF)}),
    ("enter", "c1", (3, INF), {"c1": (2, 2)}),
    ("narrow", "C", (3, 2), {"C": (-INF, 2)}),
    ("cutoff", "C", (3, 2), {}),
    ("leave", "C", (3, 2), {"C": (-INF, 2)}),
    ("enter", "D", (3, INF), {"D": (-INF, INF)}),
    ("enter", "d1", (3, INF), {"d1": (14, 14)}),
    ("narrow", "D", (3, 14), {"D": (-INF, 14), "A": (3, 14)}),
    ("enter", "d2", (3, 14), {"d2": (5, 5)}),
    ("narrow", "D", (3, 5), {"D": (-INF, 5), "A": (3, 5)}),
    ("enter", "d3", (3, 5), {"d3": (2, 2)}),
    ("narrow", "D", (3, 2), {"D": (2, 2), "A": (3, 3)}),
    ("leave", "D", (3, 2), {"D": (2, 2)}),
    ("leave", "A", (3, INF), {"A": (3, 3)}),
]
"""Every step of the text's example: its six stages are the ranges after b1, b2, b3, c1, d1 and d3."""


def name(trace: Trace, node: int) -> str:
    return trace.game.state_name(trace.nodes[node].state)


def test_figure_5_5_step_by_step():
    trace = record_search(load_game("figure-5.2"), alpha_beta)
    told = [
        (
            step.kind,
            name(trace, step.node),
            step.window,
            {name(trace, change.node): change.range for change in step.changes if change.range},
        )
        for step in trace.steps
    ]
    assert told == FIGURE_5_5


def test_the_two_pruned_leaves_of_figure_5_2_and_their_reason():
    trace = record_search(load_game("figure-5.2"), alpha_beta)
    (cut,) = trace.cutoffs()
    assert [name(trace, change.node) for change in cut.changes if change.status == "pruned"] == ["c2", "c3"]
    assert cut.because is not None
    assert name(trace, cut.because) == "B"
    assert cut.text == "At C MIN can make it 2 or less, and MAX already has 3 by a1: c2 and c3 are not looked at."
    assert (cut.states, trace.steps[-1].states, trace.steps[-1].pruned) == (7, 11, 2)


# Ranges, against brute force


def true_values(trace: Trace, depth: float = INF) -> list[float]:
    """Return the minimax value to MAX of every node of a trace, to the depth that was left there."""
    plies = [len(trace.path(number)) - 1 for number in range(len(trace.nodes))]
    limit = Limit() if math.isinf(depth) else Limit(depth=int(depth))
    return [
        Minimax(trace.game, limit).value(node.state, depth - ply)[0]
        for node, ply in zip(trace.nodes, plies, strict=True)
    ]


def check_ranges(trace: Trace, true: list[float]) -> None:
    """Every range stated at any step holds the true value."""
    for step in trace.steps:
        for change in step.changes:
            if change.range is not None:
                low, high = change.range
                assert low <= true[change.node] <= high, (step.text, change)


def check_cutoffs(trace: Trace, true: list[float]) -> None:
    """Each cutoff has a better alternative behind it: the best its chooser had then, and as good as what was cut."""
    for number, step in enumerate(trace.steps):
        if step.kind != "cutoff":
            continue
        assert step.because is not None
        chooser = trace.nodes[trace.nodes[step.because].parent or 0].player
        here, there = true[step.node], true[step.because]
        assert there >= here if chooser == 0 else there <= here
        looks, end = trace.at(number), 0 if chooser == 0 else 1
        held = looks[step.because].range[end]
        by = f"{Narrator(trace.game).value(held)} by {trace.nodes[step.because].action}: "
        assert by in step.text.replace("≈ 0 by", "0 by")
        siblings = trace.children()[trace.nodes[step.because].parent or 0]
        ends = [looks[child].range[end] for child in siblings if looks[child].status == "done"]
        assert held == (max(ends) if chooser == 0 else min(ends))


@given(nodes(WHOLE))
def test_every_range_holds_the_true_value_on_random_trees(node: Any):
    for algorithm in (alpha_beta, partial(enhanced, enhancements=[Killers()])):
        trace = record_search(Tree(node), algorithm)
        true = true_values(trace)
        check_cutoffs(trace, true)
        check_ranges(trace, true)
        assert trace.at()[0].range == (true[0], true[0])


@given(nodes(WHOLE))
def test_ranges_hold_where_the_best_there_is_ends_the_search(node: Any):
    trace = record_search(Tree(node), partial(alpha_beta, known_extremes=True))
    check_ranges(trace, true_values(trace))


@given(nodes(WHOLE))
def test_paranoid_ranges_are_to_the_player_at_the_root(node: Any):
    trace = record_search(Tree(node), paranoid, to_mover=True)
    true = true_values(trace)
    own = true if node["player"] == 0 else [-value for value in true]
    check_ranges(trace, own)
    assert trace.viewpoint == node["player"]
    assert trace.at()[0].range == (own[0], own[0])


@given(nodes(WHOLE))
def test_minimax_says_every_value(node: Any):
    trace = record_search(Tree(node), minimax, marks="value")
    true = true_values(trace)
    assert [float(look.label.replace("−", "-")) for look in trace.at()] == true


@given(nodes(WHOLE), st.integers(-99, 99))
def test_whatever_is_put_into_pruned_branches_the_root_keeps_its_value(node: Any, other: int):
    tree = Tree(node)
    trace = record_search(tree, alpha_beta)
    pruned = {
        trace.nodes[change.node].state.node for step in trace.cutoffs() for change in step.changes if change.status
    }
    assert worth(planted(node, pruned, other)) == worth(node)


def planted(node: Any, pruned: set[int], leaf: int) -> Any:
    """Return a tree with a leaf in place of each pruned node; nodes are numbered level by level."""
    return _rebuilt([node], pruned, leaf, itertools.count())[0]


def _rebuilt(level: list[Any], pruned: set[int], leaf: int, numbers: Any) -> list[Any]:
    marked = [next(numbers) in pruned for _ in level]
    below = [child for each in level if isinstance(each, dict) for child in each["children"]]
    rebuilt = iter(_rebuilt(below, pruned, leaf, numbers)) if below else iter(())
    out = []
    for each, is_pruned in zip(level, marked, strict=True):
        children = [next(rebuilt) for _ in each["children"]] if isinstance(each, dict) else []
        out.append(leaf if is_pruned else {**each, "children": children} if children else each)
    return out


SMALL = {
    "tic-tac-toe": (["a1", "b2", "c3", "a3"], None),
    "nim:piles=2-3": ([], None),
    "connect-four:width=4,height=4": ([], 4),
    "othello": ([], 3),
    "kalah": ([], 3),
}


@pytest.mark.parametrize("spec", SMALL)
@pytest.mark.parametrize("algorithm", [alpha_beta, partial(enhanced, enhancements=[TranspositionTable()])])
def test_every_range_holds_the_true_value_in_games(spec: str, algorithm: Any):
    actions, depth = SMALL[spec]
    game = load_game(spec)
    state = play(game, actions)
    trace = record_search(game, algorithm, state, limit=Limit(depth=depth))
    true = true_values(trace, INF if depth is None else depth)
    check_ranges(trace, true)
    check_cutoffs(trace, true)
    assert trace.at()[0].range == (true[0], true[0])
    assert trace.decision is not None
    assert trace.steps[-1].states == trace.decision.nodes


def play(game: Game, actions: list[str]) -> Any:
    state = game.initial()
    for action in actions:
        state = game.result(state, game.parse_action(state, action))
    return state


def test_star_ranges_hold_the_mean():
    for seed in range(60):
        random = Random(seed)
        game = Tree({"player": 0, "children": [dice_node(random, 3) for _ in range(3)]})
        trace = record_search(game, star1, start=game.utility_range)
        expected = [expectiminimax(game, node.state).value for node in trace.nodes]
        for step in trace.steps:
            for change in step.changes:
                if change.range:
                    to_max = expected[change.node] * (-1 if trace.nodes[change.node].player == 1 else 1)
                    assert change.range[0] - 1e-9 <= to_max <= change.range[1] + 1e-9


def test_below_dice_a_cutoff_says_what_would_make_a_difference():
    rolls = [[0.5, {"player": 0, "children": [1, 9]}], [0.5, {"player": 0, "children": [0, 2]}]]
    game = Tree({"player": 1, "children": [-4, {"chance": rolls}]})
    told = [step.text for step in record_search(game, star1, start=game.utility_range).cutoffs()]
    assert any("would make a difference" in text for text in told)
    assert not any("nothing is better" in text for text in told)


def dice_node(random: Random, height: int) -> Any:
    if height == 0:
        return random.randint(-9, 9)
    if random.random() < 0.5:
        return {"chance": [[0.25, dice_node(random, height - 1)], [0.75, dice_node(random, height - 1)]]}
    children = [dice_node(random, height - 1) for _ in range(2)]
    return {"player": random.randrange(2), "children": children}


# Other stories


def test_max_n_tells_every_vector_of_figure_5_4():
    trace = record_search(load_game("figure-5.4"), max_n, marks="vector")
    looks = trace.at()
    labels = {name(trace, number): looks[number].label for number in range(len(trace.nodes))}
    assert (labels["D"], labels["E"], labels["X"], labels["I"]) == ("(1, 2, 6)", "(1, 2, 6)", "(1, 2, 6)", "(5, 4, 5)")


def test_deepening_tells_one_depth_after_the_other():
    trace = tell_deepening(load_game("connect-four:width=4,height=4"), depth=3)
    assert [step.kind for step in trace.steps].count("deepen") == 2
    first = next(number for number, step in enumerate(trace.steps) if step.kind == "deepen")
    assert {look.status for look in trace.at(first + 1)} == {"unseen"}


def test_uct_tells_visits_that_add_up():
    trace = record_uct(load_game("tic-tac-toe"), limit=Limit(simulations=50))
    visits = [int(look.label.partition("(")[2].rstrip(")")) for look in trace.at()]
    children = trace.children()[0]
    assert visits[0] == 50
    assert sum(visits[child] for child in children) == 50


def test_proof_numbers_end_with_an_answer():
    trace = record_proof(load_game("nim:piles=1-2"))
    assert trace.at()[0].label == "yes"
    assert trace.steps[-2].text.endswith("That answers the question: yes.")


def test_a_paranoid_root_gets_what_it_can_be_sure_of():
    game = load_game("figure-5.4")
    trace = record_search(game, paranoid)
    assert trace.decision is not None
    assert trace.at()[0].range == (trace.decision.value, trace.decision.value)


# Explaining a state


@pytest.mark.parametrize("spec", thinned(["connect-four:width=4,height=4", "tic-tac-toe", "mnk:m=4,n=4,k=4"], every=3))
def test_a_compiled_search_is_replayed_with_its_own_value(spec: str):
    game = load_game(spec)
    told = explain_state(game)
    (trace,) = told.panes
    assert trace.decision is not None
    assert "the first plies are shown" in trace.note
    root = placed(game, Scale(game), trace.decision)
    assert trace.at()[0].range == (root, root)
    best = [trace.nodes[number].action for number, look in enumerate(trace.at()) if look.best]
    assert game.action_name(game.initial(), trace.decision.action) in best


def test_minimax_and_alpha_beta_side_by_side():
    told = explain_state(load_game("figure-5.2"), compare="minimax")
    assert [(trace.name, trace.steps[-1].states) for trace in told.panes] == [("minimax", 13), ("alpha-beta", 11)]


def test_good_order_visits_fewer_states():
    bad, good = explain_state(load_game("figure-5.2"), compare="order").panes
    assert (bad.steps[-1].states, good.steps[-1].states) == (13, 9)
    assert bad.at()[0].range == good.at()[0].range == (3, 3)


def test_a_finished_game_has_one_step():
    game = load_game("tic-tac-toe")
    for algorithm in ("alpha-beta", "minimax", "max-n"):
        told = explain_state(game, game.parse_state("XXX/OO1/3"), algorithm=algorithm)
        (step,) = told.panes[0].steps
        assert step.text.endswith(": the game is over here.")
        assert "1" in told.panes[0].at()[0].label


def test_a_draw_of_half_a_point_is_not_called_nothing():
    game = Guessed({"player": 0, "children": [0.5, 1, 0]}, 0, utility_sum=1)
    assert [Narrator(game).value(Scale(game).of_utility(value)) for value in (0, 0.5, 1)] == ["0", "even", "1"]


def test_an_estimate_of_nothing_is_still_an_estimate():
    trace = record_search(load_game("connect-four"), alpha_beta, limit=Limit(depth=1))
    labels = {look.label for look in trace.at()[1:]}
    assert labels == {"≈ 0", "≈ 1", "≈ 3"}


def test_states_are_counted_when_they_are_entered():
    trace = record_search(load_game("figure-5.2"), alpha_beta)
    entered = {name(trace, step.node): step.states for step in trace.steps if step.kind == "enter"}
    assert [entered[node] for node in ("A", "B", "b1", "b3", "C", "c1")] == [1, 2, 3, 5, 6, 7]


def test_nothing_known_is_not_called_good():
    told = explain_state(load_game("figure-5.2"), depth=1)
    drawn = re.fullmatch(r"MAX has no preference: nothing distinguishes .*, so (a\d) was drawn\.", told.summary[0])
    assert drawn
    others = [name for name in ("a1", "a2", "a3") if name != drawn[1]]
    assert f"{' and '.join(others)} are not decided either." in told.summary


def test_a_search_that_is_too_long_says_how_deep_it_is_told():
    told = explain_state(load_game("tic-tac-toe"), algorithm="minimax", depth=4)
    assert told.panes[0].note == "Shown to depth 3: deeper, minimax visits more than 2,000 states."
    assert told.panes[0].steps[0].depth == 3


def test_what_was_played_is_judged():
    game = load_game("figure-5.2")
    assert explain_state(game, played=0).summary[0] == "MAX played a1, and this search agrees."
    assert explain_state(game, played=1).summary[0] == "MAX played a2; this search would play a1."


def test_a_comparison_goes_as_deep_as_can_be_told():
    told = explain_state(load_game("connect-four"), compare="minimax")
    assert told.panes[0].note == "Shown to depth 5: deeper, there is too much to show."


def test_what_cannot_be_told_is_said_in_a_sentence():
    with pytest.raises(PlywiseError, match="can't be shown step by step: choose one of minimax"):
        explain_state(load_game("tic-tac-toe"), compare="monte-carlo")
    with pytest.raises(PlywiseError, match="is for games with two players and dice"):
        explain_state(load_game("tic-tac-toe"), algorithm="star1")
    with pytest.raises(PlywiseError, match="too many to compare: give a depth"):
        explain_state(load_game("connect-four"), compare="minimax", depth=7)
    with pytest.raises(PlywiseError, match="That would show alpha-beta twice"):
        explain_state(load_game("figure-5.2"), compare="alpha-beta")
    with pytest.raises(PlywiseError, match="uct decides itself how deep to go: leave out the depth"):
        explain_state(load_game("tic-tac-toe"), algorithm="uct", depth=3)


def test_random_roots_of_both_players_end_exact():
    for seed in range(200):
        random = Random(seed)
        node = random_root(random, lambda lots: lots.randint(-9, 9), 4)
        trace = record_search(Tree(node), alpha_beta)
        assert trace.at()[0].range == (worth(node), worth(node))
