"""64-bit boards against Python's own arithmetic."""

from hypothesis import given
from hypothesis import strategies as st

from plywise import bits

BOARDS = st.integers(0, bits.MASK) | st.sampled_from([0, 1, 1 << 63, bits.MASK])
SOME = BOARDS.filter(bool)
COUNTS = st.integers(0, 63)


def squares(board: int) -> list[int]:
    return [square for square in range(64) if board >> square & 1]


def board_of(places: list[int]) -> int:
    return sum(1 << place for place in places)


@given(SOME)
def test_bits_are_counted_and_found(board):
    assert bits.popcount(board) == len(squares(board))
    assert (bits.lsb(board), bits.msb(board)) == (squares(board)[0], squares(board)[-1])
    assert bits.popcount(0) == 0


@given(BOARDS, COUNTS)
def test_shifts_move_squares_and_drop_what_leaves(board, count):
    assert bits.shl(board, count) == board_of([place + count for place in squares(board) if place + count < 64])
    assert bits.shr(board, count) == board_of([place - count for place in squares(board) if place >= count])


@given(BOARDS, st.integers(-200, 200))
def test_rotation_loses_nothing(board, count):
    assert bits.rotl(board, count) == board_of([(place + count) % 64 for place in squares(board)])
    assert bits.rotl(bits.rotl(board, count), -count) == board


@given(BOARDS, BOARDS)
def test_arithmetic_is_modulo_2_to_the_64(left, right):
    assert bits.add(left, right) == (left + right) % 2**64
    assert bits.sub(left, right) == (left - right) % 2**64
    assert bits.mul(left, right) == (left * right) % 2**64
    assert bits.neg(left) == -left % 2**64
    assert bits.inv(left) == 2**64 - 1 - left


@given(BOARDS)
def test_bytes_are_swapped_row_by_row(board):
    assert bits.bswap(board) == board_of([place % 8 + 8 * (7 - place // 8) for place in squares(board)])
    assert bits.bswap(bits.bswap(board)) == board
