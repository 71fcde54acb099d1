"""Quarto against a second implementation, on pieces that are texts, and its notation."""

from itertools import product
from random import Random
from typing import Any

import pytest

from plywise import Limit, NotationError, Status, load_game
from plywise.games.placing.quarto import Quarto
from plywise.kernel import compile_rules
from plywise.kernel.building import compare
from plywise.rules import as_view
from plywise.search import alpha_beta

NAMES = {"".join(letters) for letters in product("LD", "ST", "RQ", "FH")}


class Second:
    """The same rules on a dict of squares, by the names of squares and pieces."""

    def __init__(self, squares: bool) -> None:
        self.board: dict[str, str] = {}
        self.hand, self.turn = "", 0
        places = [[f"{x}{y}" for x in "abcd"] for y in "1234"]
        diagonals = [[places[i][i] for i in range(4)], [places[i][3 - i] for i in range(4)]]
        small = [[places[y + j][x + i] for i in (0, 1) for j in (0, 1)] for x in range(3) for y in range(3)]
        self.lines = [*places, *map(list, zip(*places, strict=True)), *diagonals, *(small if squares else [])]

    def options(self) -> set[str]:
        if self.hand:
            return {f"{x}{y}" for x in "abcd" for y in "1234"} - self.board.keys()
        return NAMES - set(self.board.values())

    def play(self, name: str) -> None:
        if self.hand:
            self.board[name], self.hand = self.hand, ""
        else:
            self.hand, self.turn = name, 1 - self.turn

    def has_won(self) -> bool:
        for line in self.lines:
            pieces = [self.board.get(place, "") for place in line]
            if all(pieces) and any(len({piece[i] for piece in pieces}) == 1 for i in range(4)):
                return True
        return False


def play_both(squares: bool, games: int, seed: int) -> None:
    game, chooser = Quarto(squares), Random(seed)
    for _ in range(games):
        state, second = game.initial(), Second(squares)
        while not (second.has_won() or len(second.board) == 16):
            assert not game.is_terminal(state)
            assert game.to_move(state) == second.turn
            names = {game.action_name(state, action): action for action in game.actions(state)}
            assert names.keys() == second.options()
            name = chooser.choice(sorted(names))
            state = game.result(state, names[name])
            second.play(name)
        assert game.is_terminal(state)
        assert game.utility(state, second.turn) == int(second.has_won()) == -game.utility(state, 1 - second.turn)


@pytest.mark.parametrize("squares", [False, True])
def test_a_second_implementation_agrees(squares):
    play_both(squares, games=40, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("squares", [False, True])
def test_a_second_implementation_agrees_in_many_games(squares):
    play_both(squares, games=2_000, seed=2)


def test_compiled_rules_agree():
    game = load_game("quarto:squares=true")
    assert compare(game, compile_rules(game), seed=1, states=300) is None


def test_who_is_handed_the_fourth_of_a_kind_wins():
    game: Any = Quarto()
    state = game.parse_state("LSRF,LTRH,LSQF,13/- B")
    decision = alpha_beta(game, game.result(state, game.parse_action(state, "LTQH")), limit=Limit(depth=1))
    assert (decision.value, decision.status) == (1, Status.PROVEN)
    assert game.action_name(state, decision.action) == "d1"


def test_the_board_as_it_is_shown():
    game: Any = Quarto()
    state = game.result(game.initial(), 15)
    cells = as_view(game.view(state)).cells
    assert [cell.action for cell in cells if cell.action][:3] == ["a1", "b1", "c1"]
    assert [cell.piece for cell in cells if cell.name == "DTQH"] == [""]
    assert as_view(game.view(state)).turn == "B places DTQH"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a state"),
        ("15/- A", "is not a state"),
        ("XXXX,15/- B", "is not a state"),
        ("LSRF,LSRF,14/- A", "once"),
        ("LSRF,15/LSRF A", "once"),
        ("LSRF,15/- A", "in turn"),
        ("LSRF,LTRH,LSQF,LTQH,12/DSRF B", "a line ends the game"),
    ],
)
def test_a_state_that_is_none_is_refused(text, reason):
    with pytest.raises(NotationError, match=reason):
        Quarto().parse_state(text)
