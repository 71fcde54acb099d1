"""The plan counts exactly, measures in this process, and says what it doesn't know."""

from typing import Any

import numpy as np
import pytest

from plywise.games.catalog import load_game
from plywise.kernel.tables import find_packing
from plywise.rules import PlywiseError
from plywise.solve.plan import MANY, MachineSize, Plan, PlanRow, Rates, estimate_growth, plan_reachable, plan_tiers
from plywise.solve.plan.dense import _Sample
from plywise.solve.sparse import SparseWork
from tests.solve.graph_game import NODES, Graph


def test_a_small_plan_adds_up():
    plan = plan_tiers(Graph(), "graph", "2")
    assert plan.rows == [PlanRow("up to 1", 2, 4 * NODES, None), PlanRow("up to 2", 4, 8 * NODES, None)]
    assert (plan.tables, plan.slots, plan.largest) == (4, 8 * NODES, 4 * NODES)
    assert plan.rates.slots == 8 * NODES
    assert plan.rates.per_second > 0
    assert plan.unindexed == ()
    data = plan.to_data()
    assert (data["slots"], data["factor"]) == (8 * NODES, 1.0)
    assert MANY.name not in data["hours"]  # one process is sooner


def test_a_named_tier_is_planned_with_all_it_leads_to():
    plan = plan_tiers(Graph(), "graph", "high")
    assert [row.name for row in plan.rows] == ["low a low b", "high a high b"]
    assert plan.slots == 8 * NODES


def test_a_cluster_takes_more_work_and_time_to_start():
    rates = Rates(("small",), 2_000_000, 2.0, 500_000, 20.0)
    plan = Plan("dense", [], 3, 7_200_000_000, 1 << 30, rates, 7_200.0, 20 << 30, 1_800_000_000)
    assert plan.core_hours == pytest.approx(2)
    assert plan.hours(MachineSize("four", 4)) == pytest.approx(0.5)
    assert plan.hours(MANY) == pytest.approx(2 * 4 / 3 / 6400 + 12 / 3600)
    assert plan.pays_on_cluster


def test_rates_are_of_the_largest():
    parts = [Rates(("a",), 10, 1.0, 50, 6.0), Rates(("b",), 100, 1.0, 20, 8.0), Rates(("c",), 40, 1.0, 10, 30.0)]
    rates = Rates.together(parts)
    assert (rates.tables, rates.per_second, rates.disk_bytes, rates.memory_bytes) == (("b", "c"), 70, 30 / 140, 8.0)


@pytest.fixture
def measured(monkeypatch):
    """Rates that cost no time."""

    def measure(game, spec, components, *_):
        yield components[0], _Sample(Rates(("small",), 10**6, 1.0, 10**6, 20.0), 10**6, 10**6)

    monkeypatch.setattr("plywise.solve.plan.dense._measure", measure)
    monkeypatch.setattr("plywise.solve.plan.dense.LEAST_DRAWN", 1)


@pytest.mark.usefixtures("measured")
def test_eight_pieces_of_draughts():
    plan = plan_tiers(load_game("draughts"), "draughts", "8")
    assert plan.rows[-1].states == 443_748_401_247
    assert plan.rows[-1].slots == plan.slots == 440_005_309_505
    assert plan.rows[3].name == "up to 5"
    # One fewer piece each time: the positions of exactly 5.
    rows: Any = plan.rows
    assert rows[3].states - rows[2].states == 148_688_232
    assert plan.unindexed == ()


@pytest.mark.usefixtures("measured")
def test_nine_mens_morris_as_a_whole():
    plan = plan_tiers(load_game("nine-mens-morris"), "nine-mens-morris", "18")
    assert (plan.tables, plan.slots, plan.rows[-1].states) == (49, 9_312_320_235, 8_904_593_601)
    assert plan.unindexed == ()
    assert plan.largest == 1_078_780_560  # 8-9 with 9-8


@pytest.mark.usefixtures("measured")
def test_tables_of_pawns_that_may_be_taken_in_passing_have_an_index():
    """Their states lie at regular distances, which slots at regular distances missed."""
    plan = plan_tiers(load_game("chess"), "chess", "KRPvKP")
    assert plan.unindexed == ()


# All that can be reached


def test_a_small_game_is_counted():
    plan = plan_reachable(load_game("connect-four:width=4,height=4"), "connect-four:width=4,height=4")
    assert (plan.kind, plan.slots, plan.factor) == ("reachable", 161_029, 1.0)


def test_states_that_come_up_at_several_plies_count_once():
    plan = plan_reachable(load_game("kalah:pits=3,seeds=3"), "kalah:pits=3,seeds=3")
    assert plan.slots == 25_391


def test_a_game_with_cycles_is_counted_or_refused():
    plan = plan_reachable(Graph(), "graph")
    assert plan.slots == len(_reached(Graph()))
    with pytest.raises(PlywiseError, match=r"has cycles, and more than .* states can be reached within .* plies"):
        plan_reachable(Graph(), "graph", counted=10)


def _reached(game):
    found = {game.initial()}
    waiting = list(found)
    while waiting:
        state = waiting.pop()
        after = set() if game.is_terminal(state) else {game.result(state, action) for action in game.actions(state)}
        waiting += after - found
        found |= after
    return found


@pytest.mark.parametrize(("counted", "sample"), [(50_000, 20_000), (300_000, 40_000)])
def test_states_of_later_plies_are_estimated_within_the_factor_that_is_stated(counted, sample):
    """Connect Four 5x4 has 3,945,711 states: Tromp."""
    game = load_game("connect-four:width=5,height=4")
    work = SparseWork(game, find_packing(game), 1, False, None)
    block = work.machine.new_block()

    def follow(keys):
        room = np.empty((len(keys) * work.machine.layout.MAX_ACTIONS + 64, work.words), np.int64)
        n = work.machine.call("follow", block, keys.ctypes.data, 0, len(keys), room.ctypes.data, len(room))
        return room[:n]

    levels = [work.first]
    while sum(map(len, levels)) < counted:
        levels.append(work.following(levels[-1], len(levels)))
    growth = estimate_growth(levels, follow, sample=sample)
    assert growth.counted == len(levels)
    assert 1.2 < growth.factor < 4
    assert 3_945_711 / min(2, growth.factor) < growth.states < 3_945_711 * min(2, growth.factor)
