"""Learned patterns in a compiled search: the same sums as in plain Python, the same search, and weights that stay."""

import gc
import random
import threading
from array import array

import pytest

from plywise import Limit, Status, Unit, load_game
from plywise.kernel import Searcher, Switches
from plywise.kernel.patterns import PatternWeights
from plywise.knowledge.patterns import LearnedPatterns, PatternLayout, with_evaluation
from plywise.rules import SearchError
from plywise.search import alpha_beta
from tests.kernel.pattern_games import Rows, RowsByRule, random_patterns, states_of_play

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
        assert searcher.machine.call("pattern_sum", block) == knowledge.sum_of(game, state)


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
