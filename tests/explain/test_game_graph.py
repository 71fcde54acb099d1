"""Game graphs: a grown tree whose equal states are one, against enumeration, in words, data and pictures."""

from collections import Counter
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest

from plywise import load_game
from plywise.explain.svg import draw_graph
from plywise.explain.svg.graph_drawing import _draw_state, _Layers
from plywise.explain.trace import count_branches, grow, merge, unfold
from plywise.rules import PlywiseError, state_key
from plywise.search import enumerate_states, value_states
from tests.search.graphs import random_graph


def graph_of(spec, depth, symmetric=False):
    game = load_game(spec)
    root = grow(game, game.initial(), depth)
    return game, root, merge(game, root, symmetric=symmetric)


def test_ii_nim_has_14_states_and_9_by_symmetry():
    _, root, graph = graph_of("ii-nim", 4)
    assert (count_branches(root), len(graph)) == (33, 14)
    _, _, symmetric = graph_of("ii-nim", 4, symmetric=True)
    assert len(symmetric) == 9
    assert symmetric[0].edges[0].labels == ["A1", "B1"]
    assert {each.branch.value for each in graph if not each.edges} == {1, -1}


@pytest.mark.parametrize("spec", ["ii-nim", "nim:piles=1-2-3", "figure-5.2", "mnk:m=3,n=2,k=2"])
def test_a_whole_graph_has_the_states_edges_and_values_of_enumeration(spec):
    game, _, graph = graph_of(spec, 20)
    listed = enumerate_states(game)
    assert Counter(state_key(each.branch.state) for each in graph) == Counter(map(state_key, listed.states))
    numbers = {state_key(state): number for number, state in enumerate(listed.states)}
    values = value_states(listed)
    assert values is not None
    for each in graph:
        number = numbers[state_key(each.branch.state)]
        assert each.branch.values == values.vectors[number]
        leads = {numbers[state_key(graph[edge.target].branch.state)] for edge in each.edges}
        assert leads == set(listed.successors[number])
        assert sum(len(edge.labels) for edge in each.edges) == len(listed.actions[number])


def test_tic_tac_toe_merges_as_published():
    by_ply = [1, 9, 72, 252]
    _, root, graph = graph_of("tic-tac-toe", 3)
    assert (count_branches(root), len(graph)) == (1 + 9 + 72 + 504, sum(by_ply))
    _, _, symmetric = graph_of("tic-tac-toe", 3, symmetric=True)
    assert len(symmetric) == 1 + 3 + 12 + 38


def test_states_are_one_only_if_they_are_worth_the_same():
    random, apart = Random("merged cycles"), 0
    for _ in range(60):
        game = random_graph(random)
        graph = merge(game, grow(game, 0, 6))
        for each in graph:
            targets = {label: graph[edge.target].branch for edge in each.edges for label in edge.labels}
            assert len(targets) == len(each.branch.children)
            for child in each.branch.children:
                target = targets[child.label]
                assert (child.state, child.player, child.values) == (target.state, target.player, target.values)
        states = Counter(each.branch.state for each in graph)
        apart += max(states.values()) > 1
    assert apart > 10


def test_layers_lead_downwards():
    for spec, symmetric in (("ii-nim", False), ("ii-nim", True), ("nim:piles=1-2-3", True)):
        game, _, graph = graph_of(spec, 9, symmetric=symmetric)
        picture = ElementTree.fromstring(draw_graph(game, graph))
        lines = [each for each in picture.iter() if each.tag.endswith("polyline")]
        assert len(lines) == sum(len(each.edges) for each in graph)
        for line in lines:
            heights = [float(point.split(",")[1]) for point in line.attrib["points"].split()]
            assert heights == sorted(heights)


def test_a_graph_that_leads_back_is_drawn():
    random = Random("drawn cycles")
    for _ in range(20):
        game = random_graph(random)
        graph = merge(game, grow(game, 0, 5))
        assert draw_graph(game, graph).startswith("<svg")
        assert unfold(graph).children


def test_no_two_states_of_a_layer_overlap():
    game, _, graph = graph_of("nim:piles=1-2-3", 9)
    layers = _Layers(graph, [_draw_state(game, each, True) for each in graph])
    layers.plan()
    for row in layers.rows:
        places = [item for item in row if item < len(graph)]
        for left, right in pairwise(places):
            assert layers.x[left] + layers.boxes[left].right < layers.x[right] - layers.boxes[right].left


def test_without_symmetries_it_says_so():
    game = load_game("figure-5.2")
    with pytest.raises(PlywiseError, match=r"tree has no symmetries|figure-5.2 has no symmetries"):
        merge(game, grow(game, game.initial(), 2), symmetric=True)
