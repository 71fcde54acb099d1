"""Brandubh against a second implementation, square by square, and its notation; examples/brandubh.py has the cases."""

from random import Random

import pytest

from plywise import NotationError, Record, load_game
from plywise.games.moving.brandubh import Brandubh
from plywise.kernel import compile_rules
from plywise.kernel.building import compare
from plywise.rules import as_view
from tests.games.fuzzing import check_mutated
from tests.games.samples import sample

CORNERS, THRONE = {(0, 0), (0, 6), (6, 0), (6, 6)}, (3, 3)
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Second:
    """The same rules on a dict of squares, (x, y) from the lower left: the sign of each man by where he stands."""

    def __init__(self, text: str) -> None:
        board, self.turn = text.split()
        self.men: dict[tuple[int, int], str] = {}
        for y, row in enumerate(reversed(board.split("/"))):
            cells = "".join("." * int(sign) if sign.isdigit() else sign for sign in row)
            self.men |= {(x, y): sign for x, sign in enumerate(cells) if sign != "."}

    def side(self, place) -> str:
        return {"A": "A", "D": "D", "K": "D"}.get(self.men.get(place, ""), "")

    def moves(self) -> set[tuple[tuple[int, int], tuple[int, int]]]:
        found = set()
        for (x, y), sign in self.men.items():
            for dx, dy in WAYS if self.side((x, y)) == self.turn else ():
                at = (x + dx, y + dy)
                while 0 <= at[0] < 7 and 0 <= at[1] < 7 and at not in self.men:
                    if sign != "K" and (at == THRONE or at in CORNERS):
                        break
                    found.add(((x, y), at))
                    at = (at[0] + dx, at[1] + dy)
        return found

    def play(self, start, end) -> None:
        self.men[end] = self.men.pop(start)
        taken = [at for at in self.beside(end) if self.side(at) not in ("", self.turn) and self.is_taken(at, end)]
        for at in taken:
            del self.men[at]
        self.turn = "D" if self.turn == "A" else "A"

    def beside(self, place):
        return [(place[0] + dx, place[1] + dy) for dx, dy in WAYS]

    def is_taken(self, at, by) -> bool:
        if self.men[at] == "K" and (at == THRONE or THRONE in self.beside(at)):
            return all(self.side(place) == "A" or place == THRONE for place in self.beside(at))
        across = (2 * at[0] - by[0], 2 * at[1] - by[1])
        if across in CORNERS or (across == THRONE and THRONE not in self.men):
            return True
        return self.side(across) == self.turn

    def winner(self) -> str:
        kings = [place for place, sign in self.men.items() if sign == "K"]
        if not kings:
            return "A"
        if kings[0] in CORNERS:
            return "D"
        return "" if self.moves() else "AD".replace(self.turn, "")


def named(place) -> str:
    return f"{'abcdefg'[place[0]]}{place[1] + 1}"


def compare_playings(positions: int, seed: int) -> None:
    game, chooser, compared = Brandubh(), Random(seed), 0
    while compared < positions:
        state, second = game.initial(), Second(game.state_name(game.initial()))
        for _ in range(80):
            assert second.men == Second(game.state_name(state)).men
            assert game.is_terminal(state) == bool(second.winner())
            if second.winner():
                assert game.utility(state, 0) == (1 if second.winner() == "A" else -1)
                break
            moves = {f"{named(start)}-{named(end)}": (start, end) for start, end in second.moves()}
            names = {game.action_name(state, action): action for action in game.actions(state)}
            assert moves.keys() == names.keys()
            name = chooser.choice(sorted(names))
            state = game.result(state, names[name])
            second.play(*moves[name])
            compared += 1


def test_a_second_implementation_agrees():
    compare_playings(1_000, seed=1)


@pytest.mark.slow
def test_a_second_implementation_agrees_on_many_positions():
    compare_playings(50_000, seed=2)


def test_the_example_has_the_same_rules():
    game, example = Brandubh(), load_game("examples/brandubh.py")
    state, their_state, chooser = game.initial(), example.initial(), Random(3)
    for _ in range(300):
        if game.is_terminal(state):
            state, their_state = game.initial(), example.initial()
        assert tuple(their_state) == tuple(flipped(state))
        action = chooser.choice(list(game.actions(state)))
        state = game.result(state, action)
        start, end = 8 * (6 - action // 64 // 8) + action // 64 % 8, 8 * (6 - action % 64 // 8) + action % 8
        their_state = example.result(their_state, 64 * start + end)


def flipped(state):
    """Turn a state upside down, as the example counts its rows."""
    return *(sum((men >> 8 * y & 127) << 8 * (6 - y) for y in range(7)) for men in state[:3]), state.turn


def test_compiled_rules_agree():
    game = Brandubh()
    assert compare(game, compile_rules(game), seed=1, states=300) is None


def test_the_third_time_is_a_draw():
    record = Record(Brandubh())
    for name in ("d7-c7", "d5-c5", "c7-d7", "c5-d5") * 2:
        assert not record.is_over
        record.play(record.find(name))
    assert record.is_over
    assert record.utilities == (0, 0)


def test_the_board_as_it_is_shown():
    game = Brandubh()
    view = as_view(game.view(game.initial()))
    assert [cell.name for cell in view.cells if cell.mark] == ["a7", "g7", "d4", "a1", "g1"]
    assert [cell.piece for cell in view.cells if cell.name == "d4"] == ["K"]
    assert game.clicks(game.initial(), game.parse_action(game.initial(), "d7-e7")) == ("d7", "e7")


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("7/7/7/7/7/7/A6 D", "Attackers win: the king is caught"),
        ("K6/7/7/7/7/7/1A5 A", "Defenders win: the king is in a corner"),
        ("7/7/7/7/7/7/3K3 A", "Defenders win: attackers can't move"),
    ],
)
def test_how_it_ended(board, told):
    game = Brandubh()
    state = game.parse_state(board.replace("A6 D", "1A5 D"))
    assert game.is_terminal(state)
    assert game.tell_end(state) == told


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "must end with A or D"),
        ("7/7/7 A", "is not a board of 7 rows"),
        ("AAAAA2/AAAA3/7/7/7/7/3K3 A", "at most"),
        ("3KK2/7/7/7/7/7/7 A", "at most"),
        ("A6/7/7/7/7/7/3K3 A", "only the king stands"),
        ("1A5/7/7/7/7/7/7 A", "A has won by the last move"),
        ("K6/7/7/7/7/7/1A5 D", "D has won by the last move"),
    ],
)
def test_a_board_that_is_none_is_refused(text, reason):
    with pytest.raises(NotationError, match=reason):
        Brandubh().parse_state(text)


def test_mutated_states_are_refused_or_legal():
    game, states = sample("brandubh", playings=2)
    names, random = [game.state_name(state) for state in states], Random(4)
    assert sum(check_mutated(game, names, random) for _ in range(300)) > 2
