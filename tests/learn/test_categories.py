"""The expected value of a category of states: the book's example, and an evaluation made of experience."""

import pytest

from plywise import Limit, load_game
from plywise.learn import Experience
from plywise.rules import PlywiseError
from plywise.search import alpha_beta, expectiminimax
from tests.kernel.search_games import Thicket

TIC_TAC_TOE = load_game("tic-tac-toe")
CENTRE = TIC_TAC_TOE.parse_action(TIC_TAC_TOE.initial(), "b2")
MIDDLE = TIC_TAC_TOE.result(TIC_TAC_TOE.initial(), CENTRE).stones[0]


def test_the_books_example():
    """72% wins, 20% losses and 8% draws: 0.72 * 1 + 0.20 * 0 + 0.08 * 1/2."""
    book = Experience(lambda state, player: "two pawns against one")
    for utility, times in ((1, 72), (0, 20), (0.5, 8)):
        book.note("two pawns against one", utility, times)
    assert book.expected("two pawns against one") == pytest.approx(0.76)
    assert book.shares("two pawns against one") == {1: 0.72, 0: 0.2, 0.5: 0.08}
    assert book.expected("three pawns against two") is None


def middle(state, player):
    """Whether a player holds the middle of a tic-tac-toe board, and whether the other does."""
    return state.stones[player] & MIDDLE != 0, state.stones[1 - player] & MIDDLE != 0


def test_experience_of_tic_tac_toe_values_the_middle():
    game = TIC_TAC_TOE
    experience = Experience(middle)
    experience.play(game, 400, seed=1)
    mine, nobodys, theirs = (
        experience.expected(category) for category in ((True, False), (False, False), (False, True))
    )
    assert mine is not None
    assert nobodys == 0  # every state counts for both players
    assert theirs == -mine < 0
    assert sum(experience.shares((True, False)).values()) == pytest.approx(1)
    judged = experience.judging(game)
    assert judged.name == game.name
    assert alpha_beta(judged, limit=Limit(depth=1)).action == CENTRE
    assert judged.evaluate(game.initial(), 0) == nobodys
    assert type(judged) is not type(game)


def test_a_constant_sum_other_than_0_is_told_as_a_lead():
    """In a game of sum 1 a category worth 0.76 leads by 0.26; as a mean among utilities it stays 0.76."""
    game = Thicket()
    book = Experience(lambda state, player: player)
    book.note(0, 1, 76)
    book.note(0, 0, 24)
    book.note(1, 0, 76)
    book.note(1, 1, 24)
    judged = book.judging(game)
    assert judged.evaluate(game.initial(), 0) == pytest.approx(0.26)
    assert judged.evaluate(game.initial(), 1) == pytest.approx(-0.26)
    assert alpha_beta(judged, game.State(seed=3), limit=Limit(depth=3)).value is not None


def test_with_dice_it_stays_a_mean():
    game = load_game("coin-toss")
    judged = Experience(lambda state, player: None).judging(game)
    assert judged.evaluate(game.initial(), 0) == game.draw_utility
    expectiminimax(judged, limit=Limit(depth=1))


def test_a_negative_count_is_refused():
    with pytest.raises(PlywiseError, match="give 0 or more"):
        Experience(middle).note((0, 0), 1, -1)
