"""Backgammon against turns tried out one by one, exact bear-offs and known ids; notation, parsers, estimates."""

import time
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, reduce
from itertools import pairwise, permutations
from operator import add
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise import CHANCE, Limit
from plywise.games.backgammon import (
    Backgammon,
    list_turns,
    name_turn,
    parse_turn,
    read_position_id,
    write_position_id,
)
from plywise.games.backgammon.steps import PASS, START
from plywise.kernel import compile_rules
from plywise.kernel.building import compare
from plywise.rules import IllegalActionError, NotationError, Record, as_view
from plywise.search import expectiminimax

GAME = Backgammon()
Sides = tuple[tuple[int, ...], tuple[int, ...]]

# The rules once more: every order of the dice is tried, and the turns that play most are kept


def steps(mine: list[int], theirs: list[int], die: int) -> Iterator[tuple[list[int], list[int]]]:
    """Yield both sides after each step by one die."""
    on_bar = mine[25] > 0
    all_home = not any(mine[7:])
    for place in range(1, 26):
        if mine[place] == 0 or (on_bar and place < 25):
            continue
        if place > die and theirs[25 - (place - die)] >= 2:
            continue
        if place <= die and (not all_home or (place < die and any(mine[place + 1 : 7]))):
            continue
        left, hit = mine.copy(), theirs.copy()
        left[place] -= 1
        left[max(place - die, 0)] += 1
        if place > die and hit[25 - (place - die)] == 1:
            hit[25 - (place - die)] = 0
            hit[25] += 1
        yield left, hit


def lines(mine: list[int], theirs: list[int], dice: tuple[int, ...]) -> set[tuple[int, Sides]]:
    """Return where the dice lead in this order, with how many of them were played."""
    found = {(len(dice), (tuple(mine), tuple(theirs)))}
    level = [(mine, theirs)]
    for number, die in enumerate(dice):
        level = [after for sides in level for after in steps(*sides, die)]
        level = [(list(a), list(b)) for a, b in {(tuple(a), tuple(b)) for a, b in level}]
        found |= {(len(dice) - number - 1, (tuple(a), tuple(b))) for a, b in level}
    return {(len(dice) - unplayed, sides) for unplayed, sides in found}


def expected(mine: tuple[int, ...], theirs: tuple[int, ...], high: int, low: int) -> set[Sides]:
    """Return the sides after each legal turn."""
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    tried = [lines(list(mine), list(theirs), order) for order in orders]
    most = max(played for found in tried for played, _ in found)
    if high != low and most == 1:
        with_high = {sides for played, sides in tried[0] if played == 1}
        return with_high or {sides for played, sides in tried[1] if played == 1}
    return {sides for found in tried for played, sides in found if played == most}


@st.composite
def positions(draw: st.DrawFn) -> Sides:
    """Draw both sides anywhere, none on one point, not both shut out."""
    random = draw(st.randoms(use_true_random=False))
    near = random.choice([6, 7, 12, 18, 24])
    sides = [[0] * 26, [0] * 26]
    for player in (0, 1):
        for _ in range(random.choice([1, 2, 4, 8, 15])):
            place = random.choice([random.randint(1, near), random.randint(1, 6), random.randint(1, 25)])
            if place == 25 or sides[1 - player][25 - place] == 0:
                sides[player][place] += 1
        sides[player][0] = 15 - sum(sides[player])
    mine, theirs = sides
    if mine[0] == 15:
        mine[0], mine[25] = 14, 1
    if theirs[0] == 15:
        theirs[0], theirs[25] = 14, 1
    return tuple(mine), tuple(theirs)


@given(positions(), st.integers(1, 6), st.integers(1, 6))
def test_turns_are_those_that_play_most_dice(sides, first, second):
    mine, theirs = sides
    high, low = max(first, second), min(first, second)
    state = GAME.result(GAME.State(mine, theirs, 0, left=0), 10 * high + low)
    assert {(after.theirs, after.mine) for after in list_turns(GAME, state)} == expected(mine, theirs, high, low)


@given(positions(), st.integers(1, 6), st.integers(1, 6))
def test_players_take_the_steps_of_a_turn_in_any_order(sides, first, second):
    mine, theirs = sides
    high, low = max(first, second), min(first, second)
    state = GAME.result(GAME.State(mine, theirs, 0, left=0), 10 * high + low)
    level, ended = {state}, set()
    while level:
        after = set()
        for at in level:
            names = [GAME.action_name(at, action) for action in GAME.playable_actions(at)]
            assert len(set(names)) == len(names)
            assert [GAME.parse_action(at, name) for name in names] == list(GAME.playable_actions(at))
            after |= {GAME.play_action(at, action) for action in GAME.playable_actions(at)}
        ended |= {at for at in after if at.left == 0}
        level = {at for at in after if at.left > 0}
    assert {(at.theirs, at.mine) for at in ended} == expected(mine, theirs, high, low)
    if high != low and high <= 6 < max(place for place in range(26) if mine[place]):
        for one, other in permutations([high, low]):  # each step that can be followed by one by the other die
            for left, hit in steps(list(mine), list(theirs), one):
                follows = any(True for _ in steps(left, hit, other))
                firsts = {GAME.play_action(state, action)[:2] for action in GAME.playable_actions(state)}
                assert not follows or (tuple(left), tuple(hit)) in firsts


def test_a_step_after_which_the_other_die_is_lost_begins_no_turn():
    state = GAME.result(GAME.State(side(p5=1), side(p6=2), left=0), 62)
    assert [GAME.action_name(state, action) for action in GAME.playable_actions(state)] == ["5/3"]


def test_a_record_takes_the_steps_of_a_turn_in_any_order():
    record = Record(GAME)
    for name in ("31", "6/5", "8/5"):
        record.play(record.find(name))
    assert record.state == GAME.result(GAME.result(GAME.result(GAME.initial(), 31), 83), 61)


def test_turns_of_played_games_are_those_that_play_most_dice():
    random, compared = Random(5), 0
    while compared < 600:
        state, is_rolled = GAME.initial(), False
        while not GAME.is_terminal(state):
            if is_rolled:
                turns = {(after.theirs, after.mine) for after in list_turns(GAME, state)}
                assert turns == expected(state.mine, state.theirs, state.high, state.low)
                compared += 1
            is_rolled = state.left <= 0
            state = random_step(state, random)


def random_step(state: Any, random: Random) -> Any:
    if GAME.to_move(state) == CHANCE:
        return GAME.result(state, random.choice([roll for roll, _ in GAME.chances(state)]))
    return GAME.result(state, random.choice(list(GAME.actions(state))))


def side(**places: int) -> tuple[int, ...]:
    """Return a side with checkers on p1, p2, ..., bar; the others are off."""
    counts = [places.get(f"p{place}", 0) for place in range(1, 25)] + [places.get("bar", 0)]
    return (15 - sum(counts), *counts)


def turn_names(mine: tuple[int, ...], theirs: tuple[int, ...], roll: int) -> list[str]:
    state = GAME.result(GAME.State(mine, theirs, left=0), roll)
    return sorted(name_turn(GAME, state, actions) for actions in list_turns(GAME, state).values())


@pytest.mark.parametrize(
    ("mine", "theirs", "roll", "turns"),
    [
        (side(p24=1), side(p12=2), 65, ["24/18"]),  # either die, but not both: the larger
        (side(p24=1), side(p12=2, p7=2), 65, ["24/19"]),  # the larger is blocked
        (side(p24=1), side(p7=2, p6=2), 65, ["pass"]),
        (side(p24=1), side(p7=2, p13=2), 65, ["24/13"]),  # both, if the five goes first
        (side(p6=1, p1=2), side(p22=2, p23=1), 31, ["6/2*"]),  # 1/off would leave the three unplayed
        (side(p7=1, p2=1), side(p20=2), 61, ["7/1 2/1", "7/off"]),
        (side(bar=2), side(p6=2), 65, ["bar/20"]),  # the other stays on the bar
        (side(bar=1, p13=1), side(p6=2), 65, ["bar/14", "bar/20 13/7"]),
        (side(bar=1, p24=1), side(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2), 11, ["pass"]),
        (side(p6=1, p3=2), side(p24=1), 55, ["6/1*/off 3/off(2)"]),
        (side(p4=1, p2=1), side(p24=1), 65, ["4/off 2/off"]),
        (side(p8=4), side(p23=1), 66, ["8/2*(4)"]),
        (side(p8=1, p2=1), side(p23=2), 66, ["pass"]),  # nothing is borne off while one stands outside
        (side(p6=1, p5=1), side(p24=2), 55, ["5/off"]),  # 6/1 is blocked, and the six is still behind
    ],
)
def test_dice_that_must_be_played(mine, theirs, roll, turns):
    assert turn_names(mine, theirs, roll) == sorted(turns)


def test_a_turn_is_played_from_the_rear():
    for roll in (31, 66, 52):
        state = GAME.result(GAME.initial()._replace(left=0), roll)
        for actions in list_turns(GAME, state).values():
            places = [action // 10 for action in actions]
            assert all(one >= next_one for one, next_one in pairwise(places))


# How games end


@pytest.mark.parametrize(
    ("loser", "worth"),
    [
        (side(p6=14), 1),
        (side(p24=14), 1),
        (side(p18=1, p6=14), 2),
        (side(p19=1, p6=14), 3),
        (side(bar=1, p6=14), 3),
    ],
)
def test_gammons_count_two_and_backgammons_three(loser, worth):
    winner = side(p1=1)
    state = GAME.result(GAME.State(winner, loser, 0, left=0), 21)
    end = GAME.result(state, next(iter(GAME.actions(state))))
    assert GAME.is_terminal(end)
    assert (GAME.utility(end, 0), GAME.utility(end, 1)) == (worth, -worth)


# Bear-offs: exact chances computed for the purpose with fractions; 52 v 32 is the manual's 67.1%


@pytest.mark.parametrize(
    ("mine", "theirs", "wins"),
    [
        ("6", "6", "13/16"),
        ("66", "66", "410592493/544195584"),
        ("52", "32", "1957/2916"),
        ("52", "54", "363937/419904"),
        ("62", "32", "6445/11664"),
        ("53", "42", "3529/5832"),
    ],
)
def test_bear_offs_are_worth_what_is_known(mine, theirs, wins):
    sides = [side(**{f"p{place}": text.count(place) for place in set(text)}) for text in (mine, theirs)]

    @cache
    def value(state: Any) -> Fraction:
        """Return the exact value to the player whose turn it is."""
        if GAME.is_terminal(state):
            return Fraction(GAME.utility(state, state.turn))
        if state.left == 0:
            rolls = [
                (GAME.result(state, roll), Fraction(odds).limit_denominator(36)) for roll, odds in GAME.chances(state)
            ]
            return sum((odds * value(after) for after, odds in rolls), Fraction(0))
        after = [GAME.result(state, action) for action in GAME.actions(state)]
        return max(value(one) if one.turn == state.turn else -value(one) for one in after)

    assert (value(GAME.State(sides[0], sides[1], left=0)) + 1) / 2 == Fraction(wins)


def test_a_search_finds_the_manual_s_bear_off():
    state = GAME.parse_state("CgAAEAEAAAAAAA A")
    decision = expectiminimax(GAME, state, limit=Limit(depth=14))
    assert (decision.value + 1) / 2 == pytest.approx(1957 / 2916)


# Position ids: GNU Backgammon's manual and its mailing list; the second is the start after 8/5 6/5


def test_known_position_ids():
    assert write_position_id(START, START) == "4HPwATDgc/ABMA"
    after = GAME.State(START, START, left=2, high=3, low=1)
    for name in ("8/5", "6/5"):
        after = GAME.result(after, GAME.parse_action(after, name))
    assert GAME.state_name(after) == "sGfwATDgc/ABMA B"
    mine, theirs = read_position_id("CgAAEAEAAAAAAA")
    assert (mine, theirs) == (side(p5=1, p2=1), side(p3=1, p2=1))


@given(positions())
def test_position_ids_read_back(sides):
    text = write_position_id(*sides)
    assert len(text) == 14
    assert read_position_id(text) == sides


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "write a position id, A or B, and the dice, like 4HPwATDgc/ABMA A 31"),
        ("4HPwATDgc/ABM A", "write a position id"),
        ("4HPwATDgc/ABMA C", "write a position id"),
        ("4HPwATDgc/ABMA A 71", "write a position id"),
        ("4HPwATDgc/AB*A A", "is not a position id: that of the starting position is 4HPwATDgc/ABMA"),
        ("////////////// A", "is not a position id|checkers, and there are only 15"),
        ("4HPwATDgc/ABMA A 123", "dice that no roll leaves"),
        ("4HPwATDgc/ABMA A 31 from 8", "`from` is for the rest of a turn"),
        ("4HPwATDgc/ABMA A 1 from 0", "for the rest of a turn"),
        ("4HPwATDgc/ABMA A 6666 from 8", "for the rest of a turn"),
        ("4HPwATDgc/ABMA A 1 from 5", "can't be played"),
        ("AAAAAAAAAAAAAA A", "has no turn"),
    ],
)
def test_a_state_that_is_none_is_refused(text, reason):
    with pytest.raises(NotationError, match=reason) as refused:
        GAME.parse_state(text)
    assert "\n" not in str(refused.value)


def test_a_deadlock_is_refused():
    closed = side(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2, bar=1)
    with pytest.raises(NotationError, match="nobody could ever move"):
        GAME.parse_state(write_position_id(closed, closed) + " A")


def test_checkers_of_both_on_one_point_are_refused():
    with pytest.raises(NotationError, match="both have checkers on one point"):
        GAME.parse_state(write_position_id(side(p6=2), side(p19=2)) + " A")


def test_an_id_alone_is_the_opening_or_a_s_turn():
    assert GAME.parse_state("4HPwATDgc/ABMA") == GAME.initial()
    assert GAME.parse_state("CgAAEAEAAAAAAA").left == 0
    assert GAME.parse_state("4HPwATDgc/ABMA b 13") == GAME.parse_state("4HPwATDgc/ABMA B 31")
    assert GAME.parse_state("4HPwATDgc/ABMA A 55").left == GAME.parse_state("4HPwATDgc/ABMA A 5555").left == 4
    assert GAME.parse_state("4HPwATDgc/ABMA A 55 from bar").left == 2


# Turns in standard notation


@pytest.mark.parametrize("roll", [31, 66, 65, 42, 11])
def test_turns_read_back(roll):
    random = Random(roll)
    for _ in range(4):
        state = GAME.initial()
        for _ in range(random.randrange(20, 160)):
            state = state if GAME.is_terminal(state) else random_step(state, random)
        if GAME.is_terminal(state) or state.left != 0:
            state = GAME.initial()._replace(left=0)
        state = GAME.result(state, roll)
        for after, actions in list_turns(GAME, state).items():
            name = name_turn(GAME, state, actions)
            words = name.split()
            random.shuffle(words)
            for text in (name, " ".join(words), name.replace("*", "").upper()):
                assert play(state, parse_turn(GAME, state, text)) == after


def play(state: Any, actions: tuple[int, ...]) -> Any:
    for action in actions:
        state = GAME.result(state, action)
    return state


def test_turns_known_from_books():
    state = GAME.result(GAME.initial(), 31)
    assert play(state, parse_turn(GAME, state, "6/5 8/5")) == GAME.parse_state("sGfwATDgc/ABMA B")
    with pytest.raises(IllegalActionError, match="is not one of the 16 legal turns here: "):
        parse_turn(GAME, state, "24/18")
    for text in ("", "24", "24/25", "5/8", "24/18 oops", "99/98"):
        with pytest.raises(IllegalActionError, match=r"for example|write it like"):
            parse_turn(GAME, state, text)


def test_steps_are_read_with_and_without_the_star():
    state = GAME.result(GAME.State(side(p8=4), side(p23=1), left=0), 66)
    assert GAME.parse_action(state, "8/2") == GAME.parse_action(state, " 8/2* ") == 86
    assert GAME.clicks(state, 86) == ("8", "2")
    assert GAME.clicks(state, PASS) == ()


def test_the_view_names_points_for_the_player_to_move():
    state = GAME.result(GAME.initial(), 13)
    cells = {cell.name: cell for cell in as_view(GAME.view(state)).cells if cell.name}
    assert (cells["24"].piece, cells["24"].player) == ("2O", 1)
    assert (cells["1"].piece, cells["1"].player) == ("2X", 0)
    assert {"bar", "off"} < set(cells)
    assert len(cells) == 26
    view = as_view(GAME.view(state))
    assert (view.turn, view.caption, view.dice) == ("O (Black) to play 31", "pips to go: White 167, Black 167", (3, 1))


def test_the_view_says_when_nothing_can_be_played():
    closed = side(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2)
    state = GAME.result(GAME.State(side(bar=1), closed, left=0), 31)
    assert as_view(GAME.view(state)).turn == "X (White) can't play 31: pass"


# Estimates and order


@given(positions(), st.integers(0, 1))
def test_features_add_up(sides, player):
    state = GAME.State(sides[0], sides[1], left=0)
    named = GAME.features(state, player)
    total = reduce(add, named.values())  # `sum` makes up for rounding, from Python 3.12 on
    assert total == GAME.evaluate(state, player) == -GAME.evaluate(state, 1 - player)
    assert abs(GAME.evaluate(state, player)) < 3


def test_an_even_estimate_has_no_sign():
    for player in (0, 1):
        assert str(GAME.evaluate(GAME.initial(), player)) == "0.0"


def test_hits_that_throw_back_farther_come_first():
    """A checker hit on the point that the mover calls 20 loses 20 pips, one on 2 only two."""
    state = GAME.result(GAME.State(side(p24=2, p6=2), side(p5=1, p23=1), left=0), 41)
    near, far = (GAME.parse_action(state, name) for name in ("6/2*", "24/20*"))
    assert GAME.rank(state, far) > GAME.rank(state, near)


def test_estimates_like_good_openings():
    """Of the openings that Kit Woolsey recommended in 1995, those that make a point are chosen at once."""
    for roll, best in ((31, "8/5 6/5"), (42, "8/4 6/4"), (61, "13/7 8/7"), (53, "8/3 6/3")):
        state = GAME.result(GAME.initial(), roll)
        turns = list_turns(GAME, state)
        chosen = max(turns, key=lambda after: GAME.evaluate(after, 0))
        assert name_turn(GAME, state, turns[chosen]) == best


def test_compiled_rules_agree():
    rules = compile_rules(GAME, keep=False)
    assert compare(GAME, rules, seed=3, states=400) is None
    assert [rules.perft(GAME.initial(), depth) for depth in range(5)] == [1, 30, 160, 428, 8988]


@pytest.mark.slow
def test_a_checked_build_meets_no_overflow():
    assert compare(GAME, compile_rules(GAME, checked=True, keep=False), seed=2, states=150) is None


# Whatever a parser takes can be played on


def fuzz(seconds: float, rounds: int, seed: int) -> None:
    random, started = Random(seed), time.monotonic()
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    taken = 0
    while taken < rounds or time.monotonic() - started < seconds:
        text = mutated(random, letters)
        try:
            state = GAME.parse_state(text)
        except NotationError:
            continue
        taken += 1
        assert GAME.parse_state(GAME.state_name(state)) == state
        for _ in range(12):
            GAME.view(state), GAME.evaluate(state, 0), GAME.key(state)
            if GAME.is_terminal(state):
                assert 1 <= abs(GAME.utility(state, 0)) <= 3
                break
            state = random_step(state, random)


def mutated(random: Random, letters: str) -> str:
    """Return a position id with some bits changed, and something after it."""
    text = list(random.choice(["4HPwATDgc/ABMA", "CgAAEAEAAAAAAA", "sGfwATDgc/ABMA", "AAAAAAAAAAAAAA"]))
    for _ in range(random.randrange(4)):
        text[random.randrange(14)] = random.choice(letters)
    words = [
        "",
        " A",
        " B",
        " A 31",
        " B 66",
        " A 5 from 6",
        " B 222 from 13",
        " A 4444 from 8",
        " A 1",
        " A 6 from 0",
        " AB 7",
        " A 12 x",
    ]
    return "".join(text) + random.choice(words)


def test_parsed_states_can_be_played():
    fuzz(0, 300, seed=1)


@pytest.mark.slow
def test_parsed_states_can_be_played_for_long():
    fuzz(30, 0, seed=2)
