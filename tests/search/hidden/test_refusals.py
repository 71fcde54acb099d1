"""Whoever would look at hidden cards is refused, unless open cards are asked for."""

import pytest

from plywise import search
from plywise.games.cards.kuhn_poker import KuhnPoker
from plywise.games.cards.leduc_poker import LeducPoker
from plywise.rules import Limit, SearchError, opened

CHEATS = [
    search.expectiminimax,
    search.star1,
    search.star2,
    search.max_n,
    search.paranoid,
    search.monte_carlo,
    search.uct,
    search.value_iteration,
    search.dynamic_programming,
]


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_a_search_of_states_is_refused_and_says_what_fits(cheat):
    game = KuhnPoker()
    with pytest.raises(SearchError, match=r"hides: choose information-set-uct .*open cards"):
        cheat(game, game.parse_state("KJ"), limit=Limit(simulations=10))


@pytest.mark.parametrize("game", [KuhnPoker(), LeducPoker()], ids=lambda game: game.name)
def test_with_open_cards_it_is_not(game):
    lying_open = opened(game)
    decision = search.expectiminimax(lying_open, game.parse_state("KJ" + "-" * (game.name == "leduc-poker")))
    assert decision.value > 0
    assert game.hides
