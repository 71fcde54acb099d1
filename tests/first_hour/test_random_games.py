"""Small games are solved, whatever their states look like: `decide` against a solver that shares no code with it."""

import time
from collections import Counter
from dataclasses import replace

import pytest

import plywise
from plywise import Limit, Status
from tests.first_hour.costumes import HASHABLE, UNHASHABLE
from tests.first_hour.random_games import Drawn, draw
from tests.first_hour.solver import CHANCE, SAME, Graph

SECONDS, LATE = 5.0, 0.3
"""The limit of each decision, and the CPU seconds that it may take beyond it."""
BUSY = 4
"""How many times the limit the clock may show in CI, where other tests run beside these: what counts is CPU time."""
SEEDS, TOGETHER = 400, 20
QUICK_SEEDS = range(1000, 1040)

pytestmark = pytest.mark.filterwarnings("ignore::plywise.PlainEngineWarning")


def complaints(drawn: Drawn, seconds: float = SECONDS, busy: float = BUSY) -> list[str]:
    """Decide a game, and say what is wrong with the answer."""
    began = time.process_time()
    decision = plywise.decide(drawn.game, limit=Limit(time=busy * seconds))
    spent = time.process_time() - began
    graph, found = drawn.graph, []
    if decision.status is not Status.PROVEN:
        found.append(f"{decision.status}, not proven")
    if decision.player != graph.mover:
        found.append(f"the value is to player {decision.player}, not to player {graph.mover}, who moves")
    if abs(decision.value - graph.value) > SAME:
        found.append(f"value {decision.value!r}, not {graph.value!r}")
    best = [drawn.game.vocabulary[number] for number in graph.best_actions]
    if decision.action not in best:
        found.append(f"action {decision.action!r}, not one of {best!r}")
    if spent > seconds + LATE:
        found.append(f"{spent:.2f} s of CPU for a limit of {seconds:g} s")
    return [f"{drawn}: {each}; {decision.nodes:,} states, {spent:.2f} s" for each in found]


@pytest.mark.parametrize("seed", QUICK_SEEDS)
def test_a_small_game_is_proven_with_its_value(seed):
    found = complaints(draw(seed))
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, SEEDS, TOGETHER))
def test_every_small_game_is_proven_with_its_value(first):
    found = [each for seed in range(first, first + TOGETHER) for each in complaints(draw(seed), busy=1)]
    assert not found, "\n".join(found)


# The games and the solver themselves


def test_games_are_of_all_kinds_and_sizes():
    games = [draw(seed) for seed in range(40)]
    assert Counter(drawn.kind for drawn in games) == {"acyclic": 20, "with dice": 10, "cyclic": 10}
    costumes = {drawn.game.costume for drawn in games}
    assert len(costumes & set(HASHABLE)) > 3
    assert len(costumes & set(UNHASHABLE)) > 2
    assert sum(drawn.graph.players == 3 for drawn in games) > 5
    sizes = sorted(len(drawn.graph.arcs) for drawn in games)
    assert 10 <= sizes[0] < 20 < 10_000 < sizes[-1] <= 20_000
    values = {drawn.graph.value for drawn in games if drawn.kind == "cyclic"}
    assert 0 in values
    assert len(values) > 2
    matters = [len(drawn.graph.best_actions) < len(drawn.graph.arcs[0]) for drawn in games]
    assert sum(matters) > 15


@pytest.mark.parametrize("seed", range(0, 120, 7))
def test_rules_and_graph_are_the_same_game(seed):
    """Every state can be reached, has its own looks, and is told apart from all others."""
    drawn = draw(seed, most=2000)
    game, graph = drawn.game, drawn.graph
    states, waiting = {0: game.initial()}, [0]
    while waiting:
        node = waiting.pop()
        state = states[node]
        actions = game.actions(state)
        assert len(set(actions)) == len(actions) == len(graph.arcs[node]) <= 8
        assert game.is_terminal(state) == (not actions)
        if graph.movers[node] == CHANCE:
            assert actions == [outcome for outcome, _ in game.chances(state)]
            assert sum(chance for _, chance in game.chances(state)) == pytest.approx(1)
        afters = [game.result(state, action) for action in actions]
        assert [game.node(after) for after in afters] == list(graph.arcs[node])
        assert graph.is_cyclic or all(after > node for after in graph.arcs[node])
        for number, after in zip(graph.arcs[node], afters, strict=True):
            if number not in states:
                states[number] = after
                waiting.append(number)
    assert len(states) == len(graph.arcs)
    assert len(set(game.labels)) == len(states)
    assert all(game.costume.label(game.costume.dress(label, turn)) == label for label in game.labels for turn in (0, 1))


def _tree_value(graph: Graph, node: int, path: tuple[int, ...]) -> tuple[float, ...]:
    """Return each player's value by going through the whole tree: a repetition is a draw, the first best is chosen."""
    if node in path:
        return graph.draw, graph.draw
    if not graph.arcs[node]:
        return tuple(graph.payoffs[node])
    values = [_tree_value(graph, after, (*path, node)) for after in graph.arcs[node]]
    mover = graph.movers[node]
    if mover == CHANCE:
        columns = zip(*values, strict=True)
        return tuple(sum(p * v for p, v in zip(graph.odds[node], column, strict=True)) for column in columns)
    return max(values, key=lambda value: value[mover])


@pytest.mark.parametrize("seed", range(300))
def test_the_solver_agrees_with_the_whole_tree(seed):
    graph = draw(seed, most=14).graph
    assert graph.value == pytest.approx(_tree_value(graph, 0, ())[graph.mover], abs=SAME)


CATCH = Graph(2, (0, 1, 1, 0, 0), ((1, 2), (0, 3), (4, 0), (), ()), ((),) * 5, ((), (), (), (1, -1), (-1, 1)), 0, True)
"""Player 1 goes back to the start from 1 for a draw, rather than to the end that player 0 wins; from 2 it wins."""


def test_a_graph_solved_by_hand():
    assert CATCH.values == [0, 0, -1, 1, -1]
    assert CATCH.best_actions == [0]


def test_ties_between_three_are_seen():
    """Player 1 doesn't care, and decides what player 0 gets."""
    graph = Graph(3, (0, 1, 0, 0), ((1,), (2, 3), (), ()), ((),) * 4, ((), (), (2, 1, 0), (0, 1, 2)))
    assert not graph.is_unique
    assert graph.ranges[0] == ((0, 2), (1, 1), (0, 2))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"value": 7.0}, "value 7.0"),
        ({"status": Status.HEURISTIC}, "not proven"),
        ({"player": 2}, "player 2"),
        ({"action": "none of these"}, "not one of"),
        ({}, ""),
    ],
)
def test_a_wrong_answer_is_seen(monkeypatch, change, complaint):
    drawn = draw(0, most=20)
    right = plywise.Decision(
        drawn.game.vocabulary[drawn.graph.best_actions[0]], drawn.graph.value, drawn.graph.mover, Status.PROVEN
    )
    monkeypatch.setattr(plywise, "decide", lambda *_, **__: replace(right, **change))
    found = complaints(drawn)
    assert [complaint in each for each in found] == [True] * bool(change), found


def test_a_late_answer_is_seen(monkeypatch):
    drawn = draw(0, most=20)
    decide = plywise.decide

    def think_long(*args, **named):
        end = time.process_time() + 0.4
        while time.process_time() < end:
            pass
        return decide(*args, **named)

    monkeypatch.setattr(plywise, "decide", think_long)
    assert any("s of CPU" in each for each in complaints(drawn, seconds=0.05))
