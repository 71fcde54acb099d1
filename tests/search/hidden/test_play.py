"""Searches among what may be hidden: they never look at it, and play sensibly."""

import pytest

from plywise.games.cards.goofspiel import Goofspiel
from plywise.games.cards.kuhn_poker import KuhnPoker
from plywise.games.cards.leduc_poker import LeducPoker
from plywise.games.cards.liars_dice import LiarsDice
from plywise.rules import Limit, Lots, SearchError, information_of, random_walk
from plywise.search.hidden import (
    OutcomeSampling,
    StateSampler,
    determinized,
    exploitability,
    grow_tree,
    information_set_uct,
    sampling,
)

GAMES = [KuhnPoker(), LeducPoker(), LiarsDice(), Goofspiel()]


class WithoutDeals(LeducPoker):
    """Leduc whose hidden cards are found by repeating play."""

    def offers(self, method):
        return method != "deals" and super().offers(method)


def walks(game, count):
    """Yield the states of random games up to where a player has to act."""
    for seed in range(count):
        record = random_walk(game, Lots(seed), 1 + seed % 3)
        if not record.is_over:
            yield record.states


def drawn(game, states, lots):
    player = game.to_move(states[-1])
    known = information_of(game, states, player)
    return StateSampler(game, player, game.observe(states[-1], player), known, lots=lots).draw()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("search", [information_set_uct, determinized])
def test_the_same_observation_gets_the_same_answer(search, game):
    for states in walks(game, 4):
        other = drawn(game, states, Lots(9))
        decisions = [search(game, each, limit=Limit(simulations=2)) for each in (states[-1], other)]
        assert decisions[0].choices == decisions[1].choices


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_dealt_fits_what_was_seen(game):
    for states in walks(game, 20):
        player = game.to_move(states[-1])
        for seed in range(5):
            other = drawn(game, states, Lots(seed))
            assert game.observe(other, player) == game.observe(states[-1], player)
            assert game.to_move(other) == player


def test_repeating_play_draws_as_often_as_dealing():
    game, state = LeducPoker(), LeducPoker().parse_state("KJQ check check /")
    counts = []
    for each in (game, WithoutDeals()):
        sampler = StateSampler(each, 0, game.observe(state, 0), lots=Lots(5))
        cards = [sampler.draw().cards[1] for _ in range(4_000)]
        counts.append([cards.count(card) / len(cards) for card in range(3)])
    # Two jacks, a queen and a king are left.
    assert counts[0] == pytest.approx([0.5, 0.25, 0.25], abs=0.03)
    assert counts[1] == pytest.approx([0.5, 0.25, 0.25], abs=0.08)


def test_what_never_comes_up_is_said_so(monkeypatch):
    monkeypatch.setattr(sampling, "TRIES", 200)
    game = WithoutDeals()
    with pytest.raises(SearchError, match="never led to what A sees: write `deals"):
        StateSampler(game, 0, "nothing like it", lots=Lots(1))


def test_deals_that_do_not_fit_are_refused():
    class Careless(KuhnPoker):
        def deals(self, observation, player, numbers):
            return self.parse_state("KJ")

    game = Careless()
    with pytest.raises(SearchError, match="would see something else"):
        determinized(game, game.parse_state("QJ"), limit=Limit(simulations=1))


@pytest.mark.parametrize(("name", "best"), [("KJ check bet", "call"), ("JK check bet", "fold"), ("JK bet", "call")])
@pytest.mark.parametrize("search", [information_set_uct, determinized])
def test_what_is_certain_is_played(search, name, best):
    game = KuhnPoker()
    state = game.parse_state(name)
    assert game.action_name(state, search(game, state, limit=Limit(simulations=400)).action) == best


def test_outcome_sampling_approaches_an_equilibrium():
    tree = grow_tree(KuhnPoker())
    solver = OutcomeSampling(KuhnPoker(), seed=2)
    solver.run(300)
    before = exploitability(tree, solver.average_policy())
    solver.run(6_000)
    assert exploitability(tree, solver.average_policy()) < min(0.12, before)
