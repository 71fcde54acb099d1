"""Time and space of the pseudo-code on growing trees: the page has what is measured, and the laws of the texts hold."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLIES = (2, 4, 6, 8)


@pytest.fixture(scope="module")
def program():
    return runpy.run_path(str(ROOT / "benchmarks" / "truth" / "complexity.py"))


@pytest.fixture(scope="module")
def rows(program):
    return {row.name: list(zip(*row.measured, strict=True)) for row in program["ROWS"]}


def test_the_page_has_what_is_measured(program, rows):
    assert program["tell_table"]() in (ROOT / "docs" / "algorithms" / "complexity.md").read_text(encoding="utf-8")


def test_minimax_asks_for_every_state_and_keeps_a_path(rows):
    time, space = rows["minimax"]
    assert time == tuple((3 ** (plies + 1) - 1) // 2 for plies in PLIES)
    assert space == (10, 20, 30, 40)
    assert rows["minimax, actions one at a time"] == [time, (8, 16, 24, 32)]


def test_the_better_the_order_the_fewer_states(rows):
    last, random, first = (
        rows[f"alpha-beta, {order}"][0] for order in ("best action last", "random order", "best action first")
    )
    assert all(a > b > c for a, b, c in list(zip(last, random, first, strict=True))[1:])
    half = dict(zip(PLIES, rows["minimax"][0], strict=True))
    assert 1 < first[1] / half[2] < 3
    assert 1 < first[3] / half[4] < 4


def test_perfect_order_sees_the_leaves_of_the_formula(program):
    game = program["BestFirst"](8)
    leaves = []

    def utility(state, player):
        leaves.append(state.number)
        return program["drawn"](state.number)

    game.utility = utility
    program["alpha_beta"](game, game.initial())
    assert len(leaves) == 3**4 + 3**4 - 1 == 161


def test_tables_hold_the_distinct_states(rows):
    distinct = [(plies + 1) ** 2 for plies in PLIES]
    assert [space - count for space, count in zip(rows["retrograde, the same graph"][1], distinct, strict=True)] == [
        5
    ] * 4
    programmed = rows["dynamic programming, a graph"][1]
    assert [space - 2 * count for space, count in zip(programmed, distinct, strict=True)] == [-1] * 4
    assert rows["minimax, the same graph"] == rows["minimax"]


def test_space_buys_time(rows):
    for name in ("SSS*", "MTD(f)"):
        time, space = rows[name]
        assert time[-1] < rows["alpha-beta, random order"][0][-1]
        assert space[-1] > 10 * rows["alpha-beta, random order"][1][-1]
