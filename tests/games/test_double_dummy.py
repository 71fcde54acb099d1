"""Bridge with open cards (double dummy): the rules, what search gains by, and whole hands against tables of DDS.

`benchmarks/peers/double_dummy.py` measures the time that a hand takes.
"""

import os
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plywise import Limit, NotationError, minimax
from plywise.games.cards.bridge import SEATS, STRAINS, DoubleDummy
from plywise.kernel import Searcher
from plywise.rules import Status

BRIDGE = DoubleDummy()
DATA_ORDER = [(strain, declarer) for strain in STRAINS for declarer in SEATS]
"""In which order the files list their twenty contracts."""


@cache
def searcher():
    return Searcher(BRIDGE, table_mb=256)


def open_value(state):
    """Return the tricks that NS still takes less those of EW, by all legal cards and nothing but the laws of bridge."""
    hands = [frozenset(divmod(card, 16) for card in range(64) if hand >> card & 1) for hand in state.hands]
    return play_out(tuple(hands), state.leader, state.trumps, ())


@cache
def play_out(hands, leader, trumps, trick):
    if len(trick) == 4:
        led = trick[0][0]
        strength = [(suit == trumps, suit == led, -place) for suit, place in trick]
        winner = (leader + strength.index(max(strength))) % 4
        return (1 if winner % 2 == 0 else -1) + play_out(hands, winner, trumps, ())
    if not any(hands):
        return 0
    seat = (leader + len(trick)) % 4
    follow = [card for card in hands[seat] if trick and card[0] == trick[0][0]]
    values = []
    for card in follow or hands[seat]:
        left = (*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :])
        values.append(play_out(left, leader, trumps, (*trick, card)))
    return max(values) if seat % 2 == 0 else min(values)


def small_deal(number, cards, strain, leader):
    """Deal a few cards of all fifty-two, so that there are gaps in the suits."""
    random = Random(number)
    deck = random.sample([16 * suit + place for suit in range(4) for place in range(13)], 4 * cards)
    north, east, south, west = (sum(1 << card for card in deck[seat::4]) for seat in range(4))
    hands = north, east, south, west
    return BRIDGE.State(hands, (0, 0), STRAINS.index(strain), SEATS.index(leader))


def packed_deal(numbers, cards):
    """Deal from the top cards of the suits only, so that most cards touch others and suits are long."""
    deck = [16 * suit + place for suit in range(4) for place in range(cards)]
    return [sum(1 << deck.pop(numbers.draw(st.integers(0, len(deck) - 1))) for _ in range(cards)) for _ in range(4)]


small_states = st.builds(
    small_deal, st.integers(1, 10**6), st.integers(1, 3), st.sampled_from(STRAINS), st.sampled_from(SEATS)
)


@settings(max_examples=10, deadline=None)
@given(small_states)
def test_the_search_agrees_with_the_laws_on_small_deals(state):
    decision = searcher().decide(state, limit=Limit(), prove=True)
    player = decision.player
    assert decision.status is Status.PROVEN
    assert decision.value * (1 - 2 * player) == open_value(state)


@pytest.mark.parametrize("strain", STRAINS)
@pytest.mark.parametrize("leader", SEATS)
def test_all_strains_and_leaders(strain, leader):
    for number in range(1, 4):
        state = small_deal(number, 3, strain, leader)
        decision = searcher().decide(state, limit=Limit(), prove=True)
        assert decision.value * (1 - 2 * decision.player) == open_value(state), BRIDGE.state_name(state)


@settings(max_examples=6, deadline=None)
@given(st.data(), st.integers(0, 4), st.integers(0, 3))
def test_packed_deals(numbers, trumps, leader):
    state = BRIDGE.State(tuple(packed_deal(numbers, 3)), (0, 0), trumps, leader, 0)
    decision = searcher().decide(state, limit=Limit(), prove=True)
    assert decision.value * (1 - 2 * decision.player) == open_value(state), BRIDGE.state_name(state)


def test_minimax_agrees():
    for number in range(1, 5):
        state = small_deal(number, 2, "SHDCN"[number % 5], "NESW"[number % 4])
        decision = minimax(BRIDGE, state)
        assert decision.value * (1 - 2 * decision.player) == open_value(state)


def reached(state, tricks):
    """Yield the states between tricks that a few different lines of play lead to."""
    for step in range(5):
        after = state
        for ply in range(4 * tricks):
            if BRIDGE.is_terminal(after):
                break
            actions = list(BRIDGE.actions(after))
            after = BRIDGE.result(after, actions[(step * 7 + ply) % len(actions)])
        yield after


@settings(max_examples=80, deadline=None)
@given(st.data(), st.integers(0, 4), st.integers(0, 3), st.integers(0, 1))
def test_bounds_hold(numbers, trumps, leader, tricks):
    start = BRIDGE.State(tuple(packed_deal(numbers, 3)), (0, 0), trumps, leader, 0)
    for state in reached(start, tricks):
        least, most = BRIDGE.value_bounds(state)
        value = BRIDGE.banked(state) + open_value(state)
        assert least <= value <= most, BRIDGE.state_name(state)
        image = BRIDGE.canonical(state)
        least, most = BRIDGE.value_bounds(image)
        assert least <= value <= most, BRIDGE.state_name(state)


def test_states_with_one_canonical_rest_have_one_value():
    seen: dict[DoubleDummy.State, int] = {}
    states = 0
    for number in range(1, 60):
        for state in reached(small_deal(number, 3, STRAINS[number % 5], SEATS[number % 4]), 2):
            states += 1
            key = BRIDGE.rest(BRIDGE.canonical(state))
            value = open_value(state)
            assert seen.setdefault(key, value) == value, BRIDGE.state_name(state)
            assert open_value(BRIDGE.canonical(state)) == value
    assert len(seen) < states  # some states share an image: the test compares them


def test_touching_cards_are_one_action():
    state = BRIDGE.deal("N:AKQ... 2.3.4. 5.6.7. 8.9.T.", "N", "N")
    assert [BRIDGE.action_name(state, action) for action in BRIDGE.actions(state)] == ["♠A"]
    assert len(list(BRIDGE.playable_actions(state))) == 3
    # The queen is gone, so king and jack touch; with the queen in another hand they don't.
    gone = BRIDGE.deal("N:KJ.2.. 2.3.4. 93.8.. 8.9.T.", "N", "N")
    assert [BRIDGE.action_name(gone, action) for action in BRIDGE.actions(gone)] == ["♠K", "♥2"]
    held = BRIDGE.deal("N:KJ.2.. 2.3.4. Q9.8.. 8.9.T.", "N", "N")
    assert [BRIDGE.action_name(held, action) for action in BRIDGE.actions(held)] == ["♠K", "♠J", "♥2"]


@pytest.mark.parametrize(
    "text",
    [
        "N:A... A... 2... 3... N N",
        "N:AK... Q... J... T... N N",
        "N:A... K... Q... N N",
        "N:A... K... Q... J... X N",
        "N:A... K... Q... J... N N 7-6",
        "nonsense",
    ],
)
def test_what_is_no_state_is_refused(text):
    with pytest.raises(NotationError):
        BRIDGE.parse_state(text)


def test_any_hand_may_come_first():
    first = BRIDGE.deal("N:A... K... Q... J...", "S", "E")
    assert BRIDGE.deal("E:K... Q... J... A...", "S", "E") == first


# Whole hands


def read_hands(name):
    folder = os.environ.get("PLYWISE_TEST_DATA")
    if not folder:
        pytest.skip("PLYWISE_TEST_DATA names no folder.")
    lines = (Path(folder) / "bridge" / name).read_text(encoding="utf-8").splitlines()
    hands = [line.split('"')[1] for line in lines if line.startswith("PBN")]
    tables = [list(map(int, line.split()[1:])) for line in lines if line.startswith("TABLE")]
    return list(zip(hands, tables, strict=True))


def wrong_contracts(hands, table, strains=STRAINS):
    """Return the contracts in which the proven tricks of the declarer aren't the table's."""
    search = searcher()
    search.clear()
    wrong = []
    for (strain, declarer), tricks in zip(DATA_ORDER, table, strict=True):
        if strain not in strains:
            continue
        state = BRIDGE.deal(hands, strain, SEATS[(SEATS.index(declarer) + 1) % 4])
        decision = search.decide(state, limit=Limit(), prove=True)
        lead = decision.value * (1 - 2 * decision.player) * (1 - 2 * (SEATS.index(declarer) % 2))
        if decision.status is not Status.PROVEN or (13 + lead) / 2 != tricks:
            wrong.append((strain, declarer, lead, tricks))
    return wrong


@pytest.mark.parametrize(("number", "strains"), [(0, "S"), (2, "H")])
def test_a_handful_of_contracts(number, strains):
    hands, table = read_hands("list10.txt")[number]
    assert wrong_contracts(hands, table, strains) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["list100.txt", "list1000.txt"])
def test_all_twenty_contracts(name):
    wrong = {}
    for number, (hands, table) in enumerate(read_hands(name)):
        wrong[number] = wrong_contracts(hands, table)
    assert not any(wrong.values())
