"""The games of examples/: each is a game file as users write them, so here is what their rules must do."""

import pytest

from plywise import CHANCE, load_game
from plywise.rules import as_view


def brandubh(board: str, turn: int):
    """Return the game, and the state that rows of signs show, from the top."""
    game = load_game("examples/brandubh.py")
    rows = board.split()
    men = {
        sign: sum(1 << 8 * y + x for y, row in enumerate(rows) for x in range(7) if row[x] == sign) for sign in "ADK"
    }
    return game, game.State(men["A"], men["D"], men["K"], turn)


def play(game, state, *names):
    for name in names:
        state = game.result(state, next(a for a in game.actions(state) if game.action_name(state, a) == name))
    return state


def drawn(game, state) -> list[str]:
    cells = as_view(game.view(state)).cells
    return ["".join(cell.piece or "." for cell in cells[row : row + 7]) for row in range(0, 49, 7)]


def test_brandubh_starts_with_eight_attackers_around_a_king_and_four():
    game = load_game("examples/brandubh.py")
    state = game.initial()
    assert drawn(game, state) == ["...A...", "...A...", "...D...", "AADKDAA", "...D...", "...A...", "...A..."]
    # Each of the outer four may go two squares to each side, up to the corner; each of the inner four three.
    assert len(list(game.actions(state))) == 4 * 4 + 4 * 6
    corners = {"a1", "a7", "g1", "g7", "d4"}
    assert not any(game.action_name(state, action)[3:] in corners for action in game.actions(state))


@pytest.mark.parametrize(
    ("board", "turn", "move", "taken"),
    [
        ("....... ....... ..A.... ..D.... .....A. .....K. .......", 0, "f3-c3", 1),  # between two attackers
        (".D..... ....... ..A.... ....... ....... .....K. .......", 0, "c5-c7", 1),  # against a corner
        ("..D.... ....... ...A... ....... ....... .....K. .......", 0, "d5-d7", 0),
        ("....... .D..... ...A... ....... K...... ....... .......", 1, "b6-d6", 1),  # against the empty throne
        ("....... .D..... ...A... ...K... ....... ....... .......", 1, "b6-d6", 1),  # the king is armed
    ],
)
def test_brandubh_takes_what_is_enclosed(board, turn, move, taken):
    game, state = brandubh(board, turn)
    after = play(game, state, move)
    men = (state.attackers, state.defenders), (after.attackers, after.defenders)
    lost = [before.bit_count() - now.bit_count() for before, now in zip(*men, strict=True)]
    assert lost == ([0, taken] if turn == 0 else [taken, 0])


def test_a_man_that_steps_between_two_enemies_is_safe():
    game, state = brandubh("....... ....... .A.A... ....... ..D.... .K..... .......", 1)
    after = play(game, state, "c3-c5")
    assert after.defenders.bit_count() == 1


@pytest.mark.parametrize(
    ("board", "move", "is_caught"),
    [
        ("....... ....... ...A... ..AKA.. ....... ...A... .......", "d2-d3", True),  # on the throne, by four
        ("....... ....... ...A... ..AKA.. ....... .A..... .......", "b2-d2", False),
        ("....... ...A... ..AK..A ....... ....... ....... .......", "g5-e5", True),  # beside it, by three
        ("....... ....... ....... ....... ....... ..AK..A .......", "g2-e2", True),  # elsewhere by two
    ],
)
def test_the_king_is_caught(board, move, is_caught):
    game, state = brandubh(board, 0)
    after = play(game, state, move)
    assert (after.king == 0) == is_caught
    assert game.is_terminal(after) == is_caught
    if is_caught:
        assert (game.utility(after, 0), game.utility(after, 1)) == (1, -1)


def test_a_king_in_a_corner_has_won():
    game, state = brandubh("...K... ....... A...... ....... ....... ....... A......", 1)
    after = play(game, state, "d7-g7")
    assert game.is_terminal(after)
    assert (game.utility(after, 0), game.utility(after, 1)) == (-1, 1)


def test_ur_throws_moves_takes_and_moves_again():
    game = load_game("examples/ur.py")
    state = game.initial()
    assert game.to_move(state) == CHANCE
    assert sum(odds for _, odds in game.chances(state)) == 1
    entered = game.result(game.result(state, 4), 0)  # home to square 4, a rosette
    assert (entered.x, entered.x_home, entered.turn) == (1 << 3, 6, 0)
    waiting = game.result(state, 0)
    assert list(game.actions(waiting)) == [15]
    assert game.result(waiting, 15).turn == 1
    hit = game.result(game.State(1 << 3, 1 << 5, 6, 6, 0, 2), 4)  # from 4 to 6, where O stands
    assert (hit.x, hit.o, hit.o_home, hit.turn) == (1 << 5, 0, 7, 1)
    safe = game.State(1 << 4, 1 << 7, 6, 6, 0, 3)  # from 5 to 8: nobody is taken there
    assert 5 not in list(game.actions(safe))
    aside = game.result(game.State(1 << 1, 1 << 2, 6, 6, 0, 1), 2)  # to 3, which is not shared
    assert aside.o == 1 << 2
    won = game.result(game.State(1 << 13, 1, 0, 6, 0, 1), 14)
    assert game.is_terminal(won)
    assert (game.utility(won, 0), game.utility(won, 1)) == (1, -1)


def test_three_drop_stones_in_turn_and_one_takes_it_all():
    game = load_game("examples/three_way_four.py")
    state = game.initial()
    for column in (0, 1, 2, 0, 1, 2, 0, 1, 2):
        state = game.result(state, column)
    assert not game.is_terminal(state)
    won = game.result(state, 0)
    assert game.is_terminal(won)
    assert [game.utility(won, seat) for seat in range(3)] == [2, -1, -1]


def test_three_enclose_each_others_discs_in_any_mixture():
    game = load_game("examples/reversi_for_three.py")
    state = game.initial()
    assert [state.x.bit_count(), state.o.bit_count(), state.z.bit_count()] == [3, 3, 3]
    turned = game.result(state, 30 - 2 * 7 + 3)  # f3 in rows from the top: O and Z on its left are enclosed by X
    assert (turned.x.bit_count(), turned.o.bit_count(), turned.z.bit_count(), turned.turn) == (6, 2, 2, 1)
    corner = game.State(1, 0b110, 0, 1)  # nothing beyond X's disc: O encloses nothing, Z has no disc
    assert list(game.actions(corner)) == [49]
    assert game.result(corner, 49) == corner._replace(turn=2)
    full = (1 << 49) - 1
    for counts, utilities in (
        ((25, 12, 12), (4, -2, -2)),
        ((20, 20, 9), (1, 1, -2)),
        ((16, 17, 16), (-2, 4, -2)),
    ):
        x = (1 << counts[0]) - 1
        o = ((1 << counts[1]) - 1) << counts[0]
        over = game.State(x, o, full & ~x & ~o, 0)
        assert game.is_terminal(over)
        assert tuple(game.utility(over, seat) for seat in range(3)) == utilities
