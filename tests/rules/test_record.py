"""Records of play: every action checked, repetition counted, files read back or refused."""

import json
from collections import Counter
from contextlib import suppress
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise import Game, IllegalActionError, PlywiseError, Record, load_game
from plywise.rules import RecordError
from plywise.rules.record import FORMAT, read_content
from tests.search.small_games import Ring, Shuttle


def test_play_and_undo():
    record = Record(load_game("ii-nim"))
    assert record.play((0, 2)) == ((0, 2), 1)
    assert record.play((1, 1)) == ((0, 1), 0)
    assert record.action_names == ["A2", "B1"]
    assert record.history == (((2, 2), 0), ((0, 2), 1))
    assert record.undo() == ((0, 2), 1)
    assert record.undo() == record.game.initial()
    with pytest.raises(IllegalActionError, match="There is no action to take back"):
        record.undo()


def test_a_record_may_start_anywhere():
    game = load_game("tic-tac-toe")
    record = Record(game, game.parse_state("XX1/OO1/3"))
    record.play(game.parse_action(record.state, "c3"))
    assert record.is_over
    assert record.utilities == (1, -1)


def test_what_the_rules_do_not_offer_is_refused():
    record = Record(load_game("ii-nim"))
    with pytest.raises(IllegalActionError, match=r"'A3' is not legal in A\(2,2\)"):
        record.play((0, 3))
    assert record.actions == []


def test_nothing_is_played_after_the_end():
    record = Record(load_game("nim:piles=1-0"))
    record.play((0, 1))
    with pytest.raises(IllegalActionError, match="The game is over"):
        record.play((0, 1))
    assert record.utilities == (-1, 1)


def test_chance_plays_its_outcomes():
    record = Record(load_game("coin-toss"))
    record.play(record.find("toss"))
    assert record.options() == [0, 1]
    with pytest.raises(IllegalActionError, match="'edge' is not an outcome of chance here"):
        record.find("edge")
    record.play(record.find("tails"))
    record.play(record.find("t1"))
    assert (record.is_over, record.utilities) == (True, (1, -1))


class DrawnRing(Ring):
    repetition = "draw"


class PatientRing(DrawnRing):
    repetition_count = 3


class SumOneRing(DrawnRing):
    utility_range = (0, 1)
    utility_sum = 1


@pytest.mark.parametrize(("game", "plies"), [(DrawnRing(), 4), (PatientRing(), 8)])
def test_a_state_that_comes_often_enough_ends_the_game(game, plies):
    record = Record(game)
    for _ in range(plies):
        assert not record.is_over
        record.play("walk")
    assert record.is_repeated
    assert record.is_over
    assert list(record.utilities) == [0, 0]
    with pytest.raises(IllegalActionError, match="The game is over"):
        record.play("walk")
    record.undo()
    assert not record.is_over


def test_a_draw_is_an_equal_share_of_the_sum():
    record = Record(SumOneRing())
    for _ in range(4):
        record.play("walk")
    assert record.utilities == (0.5, 0.5)


def test_repetition_means_nothing_unless_declared():
    record = Record(Ring())
    for _ in range(40):
        record.play("walk")
    assert not record.is_over


def test_an_action_that_would_repeat_is_illegal_where_declared():
    class SternShuttle(Shuttle):
        repetition = "illegal"

    record = Record(SternShuttle())
    record.play("pass")
    assert record.options() == ["resign"]
    with pytest.raises(IllegalActionError, match="'pass' is not legal in place=1"):
        record.play("pass")
    record.play("resign")
    assert record.utilities == (1, -1)


def test_no_legal_action_left_is_the_end():
    class Stern(Ring):
        repetition = "illegal"
        may_exit = False

    record = Record(Stern())
    for _ in range(3):
        record.play("walk")
    assert record.is_over


class Ladder(Game):
    """Ten steps up from every state, of which none comes twice; counts how often it is asked."""

    State = int

    def __init__(self, repetition: Literal["draw", "illegal"]) -> None:
        self.repetition, self.asked = repetition, Counter[str]()

    def to_move(self, state):
        return state % 2

    def actions(self, state):
        yield from range(1, 11)

    def result(self, state, action):
        self.asked["result"] += 1
        return state + action

    def is_terminal(self, state):
        return False

    def utility(self, state, player):
        return 0

    def repetition_key(self, state):
        self.asked["key"] += 1
        return state


@pytest.mark.parametrize("repetition", ["draw", "illegal"])
def test_a_long_record_asks_the_rules_as_often_for_its_last_action_as_for_its_first(repetition):
    ladder = Ladder(repetition)
    record = Record(ladder)
    for _ in range(200):
        record.play(1)
    assert max(ladder.asked.values()) <= 4 * 200
    assert record.options() == list(range(1, 11))


def test_what_is_taken_back_has_not_come_up():
    record = Record(Ladder("illegal"))
    for action in (1, 4, 2):
        record.play(action)
    assert not record.is_over  # now 0, 1, 5 and 7 have come up
    record.undo()
    record.undo()
    record.add(-4)
    assert record.state == -3
    assert record.options() == [1, 2, 5, 6, 7, 8, 9, 10]


def played(spec: str, *names: str, start: str | None = None) -> Record:
    game = load_game(spec)
    record = Record(game, None if start is None else game.parse_state(start))
    for name in names:
        record.play(record.find(name))
    return record


RECORDS = [
    played("tic-tac-toe", "b2", "a1", "c3"),
    played("tic-tac-toe", "c3", start="XX1/OO1/3"),
    played("connect-four:width=5,height=4", "3", "3", "1"),
    played("ii-nim", "A2", "B1", "B1"),
    played("coin-toss", "toss", "heads", "h1"),
    played("figure-5.4"),
]
SPECS = ["tic-tac-toe", "tic-tac-toe", "connect-four:width=5,height=4", "ii-nim", "coin-toss", "figure-5.4"]
FILES = [(record, record.to_json(spec)) for record, spec in zip(RECORDS, SPECS, strict=True)]


@pytest.mark.parametrize(("record", "text"), FILES)
def test_a_saved_record_is_read_back(record, text):
    content = json.loads(text)
    assert content["format"] == FORMAT
    again = Record.from_json(text, load_game(content["game"]))
    assert (again.states, again.actions) == (record.states, record.actions)
    assert again.to_json(content["game"]) == text


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "plywise-record-9"}, "lacks the format mark"),
        ({"game": None}, "damaged"),
        ({"initial": 3}, "damaged"),
        ({"actions": None}, "damaged"),
        ({"actions": "A1"}, "damaged"),
        ({"actions": {"A1": 1}}, "damaged"),
        ({"actions": [1]}, "damaged"),
        ({"actions": ["A1", "Z9"]}, "Action 2 of the record can't be played: 'Z9' is not a legal action"),
        ({"actions": ["A2", "B2", "A1"]}, "Action 3 of the record can't be played: .*"),
    ],
)
def test_a_damaged_record_is_refused(change, reason):
    content = json.loads(played("ii-nim", "A1").to_json("ii-nim")) | change
    with pytest.raises(RecordError, match=reason):
        Record.from_json(json.dumps(content), load_game("ii-nim"))


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "[" * 100_000, '{"format": 1}', "\0"])
def test_what_is_no_record_is_refused(text):
    with pytest.raises(RecordError, match="This is not a saved record"):
        read_content(text)


def check_refused_or_read(text: str) -> None:
    with suppress(PlywiseError):
        content = read_content(text)
        Record.from_json(text, load_game(content["game"]))


@given(st.sampled_from(FILES), st.data())
def test_bytes_changed_or_lost_are_refused_or_read(file, data):
    content = bytearray(file[1].encode())
    for _ in range(data.draw(st.integers(0, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(content)))
    check_refused_or_read(content.decode(errors="replace"))
    check_refused_or_read(content[:cut].decode(errors="replace"))


SCRAPS = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8), st.lists)


@given(
    st.fixed_dictionaries(
        {"format": st.just(FORMAT)},
        optional={
            "game": st.sampled_from(["ii-nim", "tic-tac-toe", "coin-toss"]) | SCRAPS,
            "initial": st.sampled_from(["A(2,2)", "3/3/3", "A", "B(0,1)", "XX1/OO1/3"]) | SCRAPS,
            "actions": st.lists(st.sampled_from(["A1", "B2", "b2", "c3", "toss", "heads"]) | SCRAPS) | SCRAPS,
        },
    )
)
def test_scraps_of_json_are_refused_or_read(content):
    check_refused_or_read(json.dumps(content))
