"""Learned patterns in a compiled search: the same sums as in plain Python, the same search, and weights that stay."""

import gc
import random
import threading
from array import array
from functools import partial
from typing import NamedTuple

import pytest

from plywise import Limit, Status, Unit, load_game
from plywise.kernel import Searcher, Switches, TreeSearcher, Tuning
from plywise.kernel.patterns import PatternWeights
from plywise.knowledge.patterns import LearnedPatterns, PatternLayout, with_evaluation
from plywise.rules import SearchError, TreeOptions
from plywise.search import EvaluationOrder, LateMoveReductions, alpha_beta, enhanced, uct
from tests.kernel.pattern_games import CoinRows, Rows, RowsByRule, ThreeRows, random_patterns, states_of_play

BITS = [("bits", ("stones", 0, i, 1), ("stones", 1, i, 2)) for i in range(9)]
NUMBERS = [("number", -1, "board", i) for i in range(9)]
BY_RULE = [("rule", i) for i in range(9)]

WAYS = {
    "bits": (lambda: load_game("tic-tac-toe"), BITS, 1),
    "numbers": (Rows, NUMBERS, 3),
    "rule": (RowsByRule, BY_RULE, 2),
}


def weights_for(knowledge: LearnedPatterns) -> PatternWeights:
    return PatternWeights(knowledge.layout, knowledge.weights)


def searcher_by(game, knowledge, switches=None, **options):
    return Searcher(game, switches or Switches.none(), patterns=weights_for(knowledge), table_mb=1, **options)


@pytest.mark.parametrize("way", WAYS)
def test_compiled_sums_are_the_plain_ones(way):
    make, readings, phases = WAYS[way]
    game = make()
    knowledge = random_patterns(game, readings, phases)
    searcher = searcher_by(game, knowledge)
    block = searcher.machine.new_block()
    searcher.patterns.write(block, searcher.machine.layout)
    for state in states_of_play(game, 300):
        numbers = searcher.machine.rules.cells(state)
        block[: len(numbers)] = numbers
        assert searcher.machine.call("pattern_sum", block, 0) == knowledge.sum_of(game, state)


class Marks(Rows):
    """Two numbers whose bits are cells, in any combination; who moves is a number of its own."""

    class State(NamedTuple):
        one: int = 0
        two: int = 0
        turn: int = 0

    def actions(self, state):
        yield 0

    def result(self, state, action):
        return self.State(state.two, state.one, 1 - state.turn)

    def is_terminal(self, state):
        return state.one == -1

    def utility(self, state, player):
        return 0


class LongMarks(Marks):
    """The same, which names 70 cells itself: some are less than 0, some more than patterns know."""

    def cells(self, state):
        return tuple(
            (state.one >> cell % 60 & 3) * (5 if cell % 2 else -1) + (state.two >> cell % 60 & 3) for cell in range(70)
        )


def two_bits(cells, more=2):
    return [("bits", ("one", cell, 1), ("two", cell, more)) for cell in cells]


MARKED = {
    "bits apart and shared": (Marks, two_bits((0, 5, 62, 63, 31, 7)), 3, 4, 3),
    "bits that add up": (Marks, two_bits((9, 8, 7, 6, 5, 63)), 4, 4, 1),
    "too many bits": (Marks, [("bits", ("one", i, 2), ("two", i, 2), ("two", i + 1, 1)) for i in range(6)], 3, 4, 2),
    "the same bit twice": (Marks, [("bits", ("one", i // 2, 1), ("one", i // 2, 2)) for i in range(6)], 3, 4, 2),
    "large tables": (Marks, two_bits((0, 5, 62, 63, 31, 7), more=60), 64, 3, 1),
    "a long rule": (LongMarks, [("rule", cell) for cell in range(70)], 6, 4, 4),
    "some of a rule": (LongMarks, [("rule", cell) for cell in (69, 3, 4, 5, 6, 1, 0)], 6, 4, 2),
}


@pytest.mark.parametrize("way", MARKED)
def test_compiled_sums_of_any_numbers_are_the_plain_ones(way):
    make, readings, values, length, phases = MARKED[way]
    game, chooser = make(), random.Random(0)
    patterns = tuple(tuple(chooser.sample(range(len(readings)), length)) for _ in range(5))
    layout = PatternLayout(tuple(readings), values, patterns, (tuple(range(len(readings))),), phases)
    weights = array("h", (chooser.randint(-3000, 3000) for _ in range(layout.size)))
    knowledge = LearnedPatterns("", "", layout, weights.tobytes())
    searcher = searcher_by(game, knowledge)
    block = searcher.machine.new_block()
    searcher.patterns.write(block, searcher.machine.layout)
    state = game.initial()
    for _ in range(200):
        one, two = (chooser.getrandbits(64) - 2**63 if chooser.random() < 0.3 else number for number in state[:2])
        state = game.State(one ^ 1 << chooser.randrange(63), two & chooser.getrandbits(63), chooser.randrange(2))
        block[:3] = state
        assert searcher.machine.call("pattern_sum", block, 0) == knowledge.sum_of(game, state)


@pytest.mark.parametrize("way", WAYS)
def test_a_search_by_patterns_visits_the_states_of_its_readable_twin(way):
    make, readings, phases = WAYS[way]
    game = make()
    knowledge = random_patterns(game, readings, phases)
    searcher, plain = searcher_by(game, knowledge), with_evaluation(game, knowledge)
    for state in states_of_play(game, 40, seed=1):
        for depth in (1, 3):
            expected = alpha_beta(plain, state, limit=Limit(depth=depth))
            found = searcher.decide(state, limit=Limit(depth=depth))
            assert (found.nodes, found.status, found.unit) == (expected.nodes, expected.status, expected.unit)
            assert found.value == pytest.approx(expected.value, abs=1e-12)


class InnerOrder(EvaluationOrder):
    """What the compiled order does: the root's actions are ordered by the rounds before, those of the last ply not."""

    def order(self, search, visit, successors):
        return successors if visit.depth == search.depth else super().order(search, visit, successors)


@pytest.mark.parametrize(
    "late", [{"reductions_least_depth": 300}, {"reductions_full": 1, "reductions_least_depth": 2}], ids=["all", "less"]
)
def test_a_search_ordered_by_patterns_visits_the_states_of_its_readable_twin(late):
    game = Rows()
    knowledge = random_patterns(game, NUMBERS)
    switches = Switches.none().having("evaluation_order", "reductions")
    searcher = searcher_by(game, knowledge, switches, tuning=Tuning(**late))
    plain, saved = with_evaluation(game, knowledge), 0
    for state in states_of_play(game, 8, seed=2):
        for depth in (3, 4):
            reductions = LateMoveReductions(late.get("reductions_full", 3), late["reductions_least_depth"])
            twin = enhanced(
                plain, state, limit=Limit(depth=depth), enhancements=[InnerOrder(least_depth=2), reductions]
            )
            found = searcher.decide(state, limit=Limit(depth=depth))
            assert (found.nodes, found.status, found.action) == (twin.nodes, twin.status, twin.action)
            assert found.value == pytest.approx(twin.value, abs=1e-12)
            saved += alpha_beta(plain, state, limit=Limit(depth=depth)).nodes - found.nodes
    assert saved > 0


@pytest.mark.parametrize("make", [Rows, pytest.param(ThreeRows, marks=pytest.mark.slow), CoinRows])
def test_a_tree_that_starts_from_patterns_is_that_of_its_readable_twin(make):
    game = make()
    knowledge = random_patterns(game, NUMBERS)
    options = TreeOptions(exploration=0.3, rave=50, fpu=0.2, trust=20)
    searcher = TreeSearcher(game, options=options, patterns=weights_for(knowledge), tree_mb=1, reuse=False)
    told = 0
    for seed, state in enumerate(states_of_play(game, 12, seed=3)):
        limit = Limit(simulations=150)
        found = searcher.decide(state, limit=limit, seed=seed)
        estimate = partial(knowledge.evaluate, game)
        twin, plain = (
            uct(game, state, limit=limit, seed=seed, options=options, estimate=each) for each in (estimate, None)
        )
        assert (found.action, found.status, found.nodes) == (twin.action, twin.status, twin.nodes)
        assert [each.visits for each in found.choices] == [each.visits for each in twin.choices]
        told += [each.visits for each in plain.choices] != [each.visits for each in twin.choices]
    assert told > 3


def test_estimates_are_never_proven():
    game = load_game("tic-tac-toe")
    knowledge = random_patterns(game, BITS, spread=32_000)  # most sums are as high as they can be
    searcher = searcher_by(game, knowledge, Switches())
    decision = searcher.decide(limit=Limit(depth=3))
    assert decision.status is Status.HEURISTIC
    assert decision.unit is Unit.EVALUATION
    assert -1 < decision.value < 1
    assert searcher.decide(limit=Limit(depth=9)).status is Status.PROVEN


def test_new_weights_need_no_new_kernel():
    game = load_game("tic-tac-toe")
    first, second = (random_patterns(game, BITS, seed=0), random_patterns(game, BITS, seed=0, spread=9))
    one, two = searcher_by(game, first), searcher_by(game, second)
    assert one.machine.rules.kernel is two.machine.rules.kernel
    state = game.result(game.initial(), 4)
    assert one.decide(state, limit=Limit(depth=2)).value != two.decide(state, limit=Limit(depth=2)).value


def test_what_becomes_of_an_array_of_weights_is_nothing_to_a_search():
    game = load_game("tic-tac-toe")
    knowledge = random_patterns(game, BITS)
    numbers = array("h", knowledge.weights)
    held = PatternWeights(knowledge.layout, memoryview(numbers))
    searcher = Searcher(game, Switches.none(), patterns=held, table_mb=1)
    before = searcher.decide(limit=Limit(depth=3))
    for place in range(len(numbers)):
        numbers[place] = 31_000
    del numbers, held
    gc.collect()
    filling = [array("h", [random.randrange(30_000)]) * knowledge.layout.size for _ in range(50)]
    after = searcher.decide(limit=Limit(depth=3))
    assert filling
    assert (after.value, after.nodes) == (before.value, before.nodes)


def test_weights_outlive_everyone_who_forgot_them_while_a_search_runs():
    game = load_game("connect-four")
    readings = tuple(("bits", ("me", 7 * (i % 7) + i // 7, 1), ("mask", 7 * (i % 7) + i // 7, 1)) for i in range(42))
    layout = PatternLayout(readings, 3, (tuple(range(8)), tuple(range(10, 18))), (tuple(range(42)),))
    weights = random.Random(0).randbytes(2 * layout.size)

    def search():
        return Searcher(game, patterns=PatternWeights(layout, weights), table_mb=1)

    expected = search().decide(limit=Limit(depth=9))
    found = []

    def decide(searcher):
        found.append(searcher.decide(limit=Limit(depth=9)))

    thread = threading.Thread(target=decide, args=[search()])
    thread.start()
    while thread.is_alive():
        gc.collect()
        assert sum(len(bytes(2 * layout.size)) for _ in range(20))
    thread.join()
    assert (found[0].value, found[0].nodes) == (expected.value, expected.nodes)


def test_weights_must_be_as_many_as_the_patterns_have():
    layout = random_patterns(Rows(), NUMBERS).layout
    with pytest.raises(SearchError, match=r"These patterns have 486 weights, not 485\."):
        PatternWeights(layout, bytes(970))


@pytest.mark.parametrize(
    "reading",
    [
        ("number", 0, "__class__", 0),
        ("number", 0, "board", 9),
        ("number", 0, "board", "0] or print(1"),
        ("bits", ("turn", 64, 1)),
        ("bits", ("turn", 1, -5)),
        ("bits", ("board", 1, 1)),
        ("rule", 0),
    ],
)
def test_nothing_but_cells_of_the_state_becomes_source(reading):
    layout = PatternLayout((reading,), 3, ((0,),), ((0,),))
    with pytest.raises(SearchError):
        Searcher(Rows(), patterns=PatternWeights(layout, bytes(2 * layout.size)))
