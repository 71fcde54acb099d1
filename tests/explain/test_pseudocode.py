"""The pseudo-code beside a picture does what the textbook's files do, and the line shown is the line that is run."""

import inspect
import re
from random import Random
from typing import Any

import pytest

import plywise.search.textbook.monte_carlo_tree_search as tree_search_file
from plywise.explain import explain_state
from plywise.explain.trace import Trace, find_code, find_line, record_proof, record_uct
from plywise.games.catalog import load_game
from plywise.games.tree import Tree
from plywise.rules import MAX, Limit
from plywise.search.textbook.alpha_beta import alpha_beta
from plywise.search.textbook.expectiminimax import expectiminimax
from plywise.search.textbook.max_n import max_n
from plywise.search.textbook.minimax import minimax
from plywise.search.textbook.paranoid import paranoid
from plywise.search.textbook.proof_number import proof_number
from plywise.search.textbook.star1 import star1
from tests.explain.pseudocode import run_code
from tests.search.trees import random_vector_node

TEXTBOOK = {
    "minimax": minimax,
    "alpha-beta": alpha_beta,
    "expectiminimax": expectiminimax,
    "star1": star1,
    "max-n": max_n,
    "paranoid": paranoid,
}


class HeardTree(Tree):
    """A random tree that writes down at which leaves a utility is asked for."""

    def __init__(self, name: str, seed: int) -> None:
        random, self.asked = Random(f"{name} {seed}"), list[int]()
        players = 3 if name in ("max-n", "paranoid") else 2
        chance = 0.4 if name in ("expectiminimax", "star1") else 0.0
        node: Any = {}
        while ("'chance'" in str(node)) != (chance > 0) or "player" not in node:
            node = random_vector_node(random, players, random.randint(2, 4), chance=chance, sum_zero=players == 2)
        super().__init__(node, players=players, utility_sum=0 if players == 2 else None)

    def utility(self, state: Any, player: int) -> float:
        self.asked.append(state.node)
        return super().utility(state, player)

    @property
    def asker(self) -> int:
        """Who is to know what to do: MAX, or of three players the one who moves first."""
        return 0 if self.players == 2 else self.movers[0]


def show(tree: Tree, name: str) -> Trace:
    return explain_state(tree, algorithm=name).panes[0]


@pytest.mark.parametrize("name", TEXTBOOK)
def test_it_does_what_the_textbooks_file_does(name):
    code = find_code(show(HeardTree(name, 0), name))
    for seed in range(40):
        tree = HeardTree(name, seed)
        value, _ = run_code(code, tree, tree.asker)
        by_pseudo_code = tree.asked.copy()
        tree.asked.clear()
        expected, _ = TEXTBOOK[name](tree, tree.initial())
        assert value == pytest.approx(expected), seed
        assert by_pseudo_code == tree.asked, seed


@pytest.mark.parametrize("name", TEXTBOOK)
def test_the_line_shown_is_the_line_that_is_run(name):
    for seed in range(12):
        tree = HeardTree(name, seed)
        trace = show(tree, name)
        _, reached = run_code(find_code(trace), tree, tree.asker)
        still, line = iter(reached), (-1, None)
        for step in trace.steps:
            number = find_line(trace, step)
            assert number is not None
            # What leaves states out and what ends their parent are two steps, and one line.
            before, line = line, (number, trace.nodes[step.node].state)
            assert line == before or line in still, (seed, step.text, step.window, find_code(trace)[line[0]])


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("value ≥ β", "value > β"), ("α = max(α, value)", "α = value"), ("value = min(value", "value = max(value")],
)
def test_a_planted_mistake_is_seen(right, wrong):
    code = "\n".join(find_code(show(HeardTree("alpha-beta", 0), "alpha-beta")))
    assert right in code
    differs = 0
    for seed in range(40):
        runs = []
        for each in (code, code.replace(right, wrong)):
            tree = HeardTree("alpha-beta", seed)
            runs.append((run_code(each.splitlines(), tree)[0], tree.asked))
        differs += runs[0] != runs[1]
    assert differs


class ExpandedTree(HeardTree):
    """A random tree that writes down whose actions are asked for."""

    def actions(self, state: Any) -> Any:
        self.asked.append(state.node)
        return super().actions(state)

    def utility(self, state: Any, player: int) -> float:
        return Tree.utility(self, state, player)


def test_proof_numbers_grow_the_tree_as_the_textbooks_file_does():
    trees = [tree for tree in (ExpandedTree("proof-number", seed) for seed in range(30)) if tree.movers[0] == MAX]
    for tree in trees:
        trace = record_proof(tree, at_least=1)
        code, lines = find_code(trace), {find_line(trace, step) for step in trace.steps if step.kind == "prove"}
        assert [code[line or 0].strip() for line in lines] == ["add the children of node"]
        tree.asked.clear()
        proof_number(tree, tree.initial(), 1)
        assert [trace.nodes[step.node].state.node for step in trace.steps if step.kind == "prove"] == tree.asked


def test_uct_has_the_four_phases_of_the_textbooks_file():
    trace = record_uct(load_game("tic-tac-toe"), limit=Limit(simulations=20))
    lines = {step.kind: find_line(trace, step) or 0 for step in trace.steps if step.kind != "leave"}
    phases = re.findall(r"# ([a-z ]+)$", inspect.getsource(tree_search_file), flags=re.MULTILINE)
    assert sorted(lines, key=lines.__getitem__) == [phase.replace(" ", "-") for phase in phases]
