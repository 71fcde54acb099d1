"""Exact solving: known values, OpenSpiel's numbers, and solvers that know nothing of each other."""

import pytest

from plywise.equilibrium import FastCfrPlus, find_equilibrium, solve_linear_program
from plywise.games.cards.goofspiel import Goofspiel
from plywise.games.cards.kuhn_poker import KuhnPoker
from plywise.games.cards.leduc_poker import LeducPoker
from plywise.games.cards.liars_dice import LiarsDice
from plywise.games.nim import Nim
from plywise.rules import PlywiseError
from plywise.search import LimitReachedError
from plywise.search.hidden import Cfr, CfrPlus, DiscountedCfr, exploitability, grow_tree, value_of

SMALL = [KuhnPoker(), LeducPoker(), LiarsDice(sides=3), Goofspiel(cards=3)]


def test_kuhn_is_worth_minus_an_eighteenth_by_cfr_plus_and_by_the_linear_program():
    found = find_equilibrium(KuhnPoker(), rounds=20_000)
    assert found.value == pytest.approx(-1 / 18, abs=1e-6)
    assert found.exploitability < 1e-5
    assert find_equilibrium(KuhnPoker(), "linear-program").value == pytest.approx(-1 / 18, abs=1e-9)


def test_rounds_go_on_where_an_earlier_call_ended():
    begun = find_equilibrium(KuhnPoker(), "plain-cfr-plus", rounds=30)
    found = find_equilibrium(KuhnPoker(), "plain-cfr-plus", rounds=100, solver=begun.solver)
    at_once = find_equilibrium(KuhnPoker(), "plain-cfr-plus", rounds=100)
    assert (found.rounds, found.value, found.exploitability) == (100, at_once.value, at_once.exploitability)
    assert [point.rounds for point in found.course] == [50, 100]


def test_a_walk_that_takes_too_long_ends():
    with pytest.raises(LimitReachedError):
        find_equilibrium(LiarsDice(sides=4), seconds=0.05)


def test_leduc_is_worth_what_is_published():
    found = find_equilibrium(LeducPoker(), rounds=2_000)
    assert found.value == pytest.approx(-0.0856, abs=1e-3)
    assert found.exploitability < 0.001
    assert find_equilibrium(LeducPoker(), "linear-program").value == pytest.approx(-0.085606, abs=1e-6)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_the_compiled_twin_computes_the_same(game):
    tree = grow_tree(game)
    plain, fast = CfrPlus(game, tree), FastCfrPlus(tree)
    plain.run(20)
    fast.run(5)
    fast.run(15)
    for one, other in zip(tree.rows_of(plain.average_policy()), tree.rows_of(fast.average_policy()), strict=True):
        assert one == pytest.approx(other, abs=1e-12)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
@pytest.mark.parametrize("kind", [Cfr, CfrPlus, DiscountedCfr])
def test_every_variant_approaches_the_value_of_the_linear_program(kind, game):
    tree = grow_tree(game)
    value, policy = solve_linear_program(tree)
    assert exploitability(tree, policy) < 1e-7
    solver = kind(game, tree)
    solver.run(30)
    before = exploitability(tree, solver.average_policy())
    solver.run(170)
    after = exploitability(tree, solver.average_policy())
    assert after < before
    # What a policy concedes is at most what a best answer gains on both sides.
    assert abs(value_of(tree, solver.average_policy()) - value) <= 2 * after + 1e-9


def test_a_best_response_knows_only_what_its_player_knows():
    tree = grow_tree(KuhnPoker())
    _, policy = solve_linear_program(tree)
    # With open cards B would win every showdown and fold nothing that wins: far more than 1/18.
    assert exploitability(tree, policy) < 1e-9


def test_games_without_secrets_are_refused():
    with pytest.raises(PlywiseError, match="hides nothing"):
        find_equilibrium(Nim())


def test_large_games_are_refused_in_one_sentence():
    with pytest.raises(PlywiseError, match="more than 1,000 histories"):
        grow_tree(LeducPoker(), most=1_000)
