"""The plan counts exactly, measures in this process, and says what it doesn't know."""

from typing import Any

import pytest

from plywise.games.catalog import load_game
from plywise.solve.plan import MANY, MachineSize, Plan, PlanRow, Rates, plan_tiers
from tests.solve.graph_game import NODES, Graph


def test_a_small_plan_adds_up():
    plan = plan_tiers(Graph(), "graph", "2")
    assert plan.rows == [PlanRow("up to 1", 2, 4 * NODES, None), PlanRow("up to 2", 4, 8 * NODES, None)]
    assert (plan.tables, plan.slots, plan.largest) == (4, 8 * NODES, 4 * NODES)
    assert plan.rates.slots == 8 * NODES
    assert plan.rates.per_second > 0
    assert plan.unindexed == []
    data = plan.to_data()
    assert data["hours"][MANY.name] == pytest.approx(data["core_hours"] / 6400)


def test_a_named_tier_is_planned_with_all_it_leads_to():
    plan = plan_tiers(Graph(), "graph", "high")
    assert [row.name for row in plan.rows] == ["low a low b", "high a high b"]
    assert plan.slots == 8 * NODES


def test_what_follows_from_the_rates():
    rates = Rates(("small",), 2_000_000, 2.0, 500_000, 20.0)
    plan = Plan([], 3, 7_200_000_000, 1 << 30, rates, [])
    assert plan.core_hours == pytest.approx(2)
    assert plan.hours(MachineSize("four", 4)) == pytest.approx(0.5)
    assert plan.published == pytest.approx(1_800_000_000)
    assert plan.memory == 20 << 30
    assert plan.working == 7_200_000_000 + 14 * (1 << 30)


def test_rates_are_of_the_largest():
    parts = [Rates(("a",), 10, 1.0, 50, 6.0), Rates(("b",), 100, 1.0, 20, 8.0), Rates(("c",), 40, 1.0, 10, 30.0)]
    rates = Rates.together(parts)
    assert (rates.tables, rates.per_second, rates.disk_bytes, rates.memory_bytes) == (("b", "c"), 70, 30 / 140, 30)


@pytest.fixture
def measured(monkeypatch):
    """Rates that cost no time."""
    monkeypatch.setattr("plywise.solve.plan._measure", lambda *_: Rates(("small",), 10**6, 1.0, 10**6, 20.0))


@pytest.mark.usefixtures("measured")
def test_eight_pieces_of_draughts():
    plan = plan_tiers(load_game("draughts"), "draughts", "8")
    assert plan.rows[-1].states == 443_748_401_247
    assert plan.rows[-1].slots == plan.slots == 440_005_309_505
    assert plan.rows[3].name == "up to 5"
    # One fewer piece each time: the positions of exactly 5.
    rows: Any = plan.rows
    assert rows[3].states - rows[2].states == 148_688_232
    assert plan.unindexed == []


@pytest.mark.usefixtures("measured")
def test_nine_mens_morris_as_a_whole():
    plan = plan_tiers(load_game("nine-mens-morris"), "nine-mens-morris", "18")
    assert (plan.tables, plan.slots, plan.rows[-1].states) == (49, 9_312_320_235, 8_904_593_601)
    assert "9-9" in plan.unindexed
    assert "5-5" not in plan.unindexed
