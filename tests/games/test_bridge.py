"""Bridge with hidden hands: what each seat sees, what may be hidden, and play by sampled double dummy."""

import importlib.util
from collections import Counter, defaultdict
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from plywise import CHANCE, Limit, NotationError, load_game, minimax
from plywise.agents import choose_plan
from plywise.games.cards.bridge import SEATS, Bridge, DoubleDummy
from plywise.games.cards.bridge.dealing import spread
from plywise.rules import Lots, opened, seen_action
from plywise.search.hidden import determinized
from tests.games.samples import playthrough

ROOT = Path(__file__).parents[2]
GAME = Bridge(cards=3, trumps="H")


def load_benchmark():
    spec = importlib.util.spec_from_file_location("hidden_bridge", ROOT / "benchmarks/strength/hidden_bridge.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def walks(game, count):
    for seed in range(count):
        yield [state for state in playthrough(game, Random(seed)).states if not game.is_terminal(state)]


def ending(number, cards):
    """Return a state of the game with all cards, in which so many are left to each hand."""
    random = Random(number)
    deck = random.sample([16 * suit + place for suit in range(4) for place in range(13)], 4 * cards)
    north, east, south, west = (sum(1 << card for card in deck[seat::4]) for seat in range(4))
    hands = north, east, south, west
    gone = 13 - cards
    return Bridge.State(hands, (gone - gone // 2, gone // 2), 4, number % 4)


def test_nobody_sees_more_than_the_own_hand_before_the_opening_lead_and_dummy_after_it():
    start = GAME.deal("N:A.KQ.. K..A.Q Q..K.K .A.Q.A", "H", "E")
    assert [GAME.observe(start, seat)[:2] for seat in range(4)] == [(hand, -1) for hand in start.hands]
    after = GAME.result(start, next(iter(GAME.actions(start))))
    assert [GAME.observe(after, seat)[1] for seat in range(4)] == [after.hands[2]] * 4


@pytest.mark.parametrize("declarer", SEATS)
def test_the_declarer_plays_dummys_cards_and_the_seat_after_the_declarer_leads(declarer):
    game = Bridge(cards=3, declarer=declarer)
    for states in walks(game, 10):
        played = [state for state in states if game.to_move(state) != CHANCE]
        assert game.to_move(played[0]) == (game.declarer + 1) % 4
        assert {game.to_move(state) for state in played} == {game.declarer, *{0, 1, 2, 3} - {game.declarer, game.dummy}}


def test_hidden_cards_can_be_exchanged_without_a_trace():
    """Exchange two cards that a player doesn't see, where nobody has shown out: the player observes the same."""
    exchanged = 0
    for states in walks(GAME, 60):
        for state in states:
            player = GAME.to_move(state)
            if player == CHANCE or state.voids:
                continue
            seen = {player, GAME.dummy}
            unseen = [seat for seat in range(4) if seat not in seen and state.hands[seat]]
            if len(unseen) < 2:
                continue
            first, second = unseen[:2]
            one, other = (state.hands[seat] & -state.hands[seat] for seat in (first, second))
            hands = list(state.hands)
            hands[first] ^= one | other
            hands[second] ^= one | other
            twin = state._replace(hands=tuple(hands))
            assert GAME.observe(twin, player) == GAME.observe(state, player)
            assert list(GAME.actions(twin)) == list(GAME.actions(state))
            assert GAME.view(twin, player) == GAME.view(state, player)
            exchanged += 1
    assert exchanged > 100


def test_who_shows_out_of_a_suit_is_dealt_none_of_it():
    shown = 0
    for states in walks(GAME, 25):
        for state in states:
            player = GAME.to_move(state)
            if player == CHANCE:
                continue
            for seed in range(3):
                drawn = GAME.deals(GAME.observe(state, player), player, Lots(seed))
                assert GAME.observe(drawn, player) == GAME.observe(state, player)
                assert GAME.to_move(drawn) == player
                held = [(seat, suit) for seat in range(4) for suit in range(4) if state.voids >> 4 * seat + suit & 1]
                assert not any(drawn.hands[seat] >> 16 * suit & 0x1FFF for seat, suit in held)
                shown += len(held)
    assert shown > 100


def test_only_its_own_seat_sees_a_card_that_is_dealt():
    game = Bridge(cards=1)  # the third card leaves the last hand's too
    state = game.result(game.result(game.initial(), 0), 16)
    assert [seen_action(game, state, 32, seat) for seat in range(4)] == ["a card", "a card", "♦A", "a card"]


def test_all_deals_that_fit_are_drawn_equally_often():
    cards = [0, 1, 16, 17, 32]  # two of spades and of hearts, a diamond
    counts, suits = (2, 2, 1), (0b1110, 0b1111, 0b0101)  # the first has no spade, the third no heart
    fitting = {
        tuple(sum(1 << card for card in part) for part in (order[:2], order[2:4], order[4:]))
        for order in permutations(cards)
        if all(
            suits[seat] >> (card >> 4) & 1
            for seat, part in enumerate((order[:2], order[2:4], order[4:]))
            for card in part
        )
    }
    lots, draws = Lots(3), 1_500
    drawn = Counter(spread(sum(1 << card for card in cards), counts, suits, lots) for _ in range(draws))
    assert set(drawn) == fitting
    expected = draws / len(fitting)
    assert sum((count - expected) ** 2 / expected for count in drawn.values()) < 3 * len(fitting)


def test_values_are_means_of_double_dummy_over_the_deals_that_fit():
    """West holds two cards of four that N doesn't see: six deals, each searched by minimax with all cards open."""
    game = Bridge(cards=3)
    state = game.parse_state("N:AK... Q..Q. .AK.. ..AK. N N 1-0")
    player = game.to_move(state)
    unseen = [1 << card for card in range(64) if (state.hands[1] | state.hands[3]) >> card & 1]
    deals = {
        state._replace(hands=(state.hands[0], one | other, state.hands[2], sum(unseen) - one - other))
        for one in unseen
        for other in unseen
        if one != other
    }
    assert len(deals) == 6
    exact: dict[Any, float] = defaultdict(float)
    for deal in deals:
        for choice in minimax(opened(game), deal).choices:
            exact[choice.action] += choice.value / len(deals)
    decision = determinized(game, state, limit=Limit(simulations=200))
    assert decision.player == player
    assert {choice.action: choice.value for choice in decision.choices} == pytest.approx(exact, abs=0.25)


def test_the_open_form_is_double_dummy_with_the_same_cards():
    game = load_game("bridge:trumps=S,declarer=W,cards=4,open_cards=true")
    assert isinstance(game, DoubleDummy)
    state = game.initial()
    assert (state.trumps, state.leader, [hand.bit_count() for hand in state.hands]) == (0, 0, [4] * 4)
    assert not game.hides
    assert game.players == 2


def test_auto_plays_by_sampled_double_dummy():
    assert choose_plan(GAME, Limit(time=1)).last.name == "determinized"


@pytest.mark.parametrize("text", ["N:A... K... Q... J... N N", "N:AK2... KQ2.A.. J..A. Q.. N N", "nonsense"])
def test_a_state_must_account_for_all_cards(text):
    with pytest.raises(NotationError):
        GAME.parse_state(text)


@pytest.mark.slow
def test_it_beats_players_at_random_in_endings():
    """Five cards to each hand, of the game with all cards."""
    benchmark = load_benchmark()
    gains = benchmark.gains_over(Bridge(), (ending(number, 5) for number in range(24)), samples=4)
    for values in gains.values():
        mean, error = benchmark.estimate(values)
        assert mean > error


@pytest.mark.slow
def test_it_beats_players_at_random_over_200_deals():
    benchmark, game = load_benchmark(), Bridge(cards=6)
    gains = benchmark.gains_over(game, (benchmark.dealt(game, deal) for deal in range(200)), samples=6)
    for values in gains.values():
        mean, error = benchmark.estimate(values)
        assert len(values) == 200
        assert mean > error
