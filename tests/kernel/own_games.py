"""Small games for the kernel's tests: one with all that is optional, and ones that go wrong when played."""

from typing import NamedTuple

from plywise import CHANCE, Game, bits


class Steps(Game):
    """Walk 1 or 2 steps on a ring of eight cells, a die deciding every third turn; offers every optional rule."""

    utility_range = (-1, 1)
    utility_sum = 0
    max_actions = 3

    class State(NamedTuple):
        at: int = 0
        turn: int = 0
        seen: int = 1

    def to_move(self, state):
        return CHANCE if state.turn % 3 == 2 else state.turn % 2

    def actions(self, state):
        if state.turn < 9:
            yield 1
            if state.at != 5:
                yield 2

    def chances(self, state):
        yield 0, 0.5
        for step in (1, 2):
            yield step, 0.25

    def result(self, state, action):
        at = (state.at + action) % 8
        return self.State(at, state.turn + 1, state.seen | 1 << at)

    def utility(self, state, player):
        worth = state.seen.bit_count() / 8 - 0.5
        return worth if player == 0 else -worth

    def evaluate(self, state, player):
        return self.utility(state, player) / 2

    def key(self, state):
        return state.at, state.turn, state.seen

    def rank(self, state, action):
        return action * 10 + state.at

    def noisy_actions(self, state):
        return [2] if state.at < 5 else []

    def pass_turn(self, state):
        return state._replace(turn=state.turn + 2)


class HighBoard(Game):
    """Fill the eight top squares of a board of 64: bit 63 is in use."""

    class State(NamedTuple):
        board: int = 0
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        empty = bits.shr(bits.inv(state.board), 56)
        while empty:
            yield 56 + bits.lsb(empty)
            empty &= empty - 1

    def result(self, state, action):
        return self.State(state.board | bits.shl(1, action), 1 - state.turn)

    def utility(self, state, player):
        return 0

    def canonical(self, state):
        return self.State(bits.rotl(bits.bswap(state.board), 56), state.turn)

    def key(self, state):
        return bits.mul(state.board, 0x9E37_79B9_7F4A_7C15) ^ bits.neg(state.turn)


class Counting(Game):
    """Count upwards; subclasses go wrong somewhere."""

    class State(NamedTuple):
        n: int = 0
        cells: tuple[int, ...] = (0, 0, 0)

    def to_move(self, state):
        return state.n % 2

    def actions(self, state):
        if state.n < 6:
            yield 0
            yield 1

    def result(self, state, action):
        return self.State(state.n + 1, state.cells)

    def utility(self, state, player):
        return 0


LARGE = tuple(range(125_001))


class LargeTable(Counting):
    """Its table has more bytes than Numba puts into a kernel."""

    def to_move(self, state):
        return LARGE[state.n] % 2


class NegativeAction(Counting):
    def actions(self, state):
        yield state.n - 1


class HugeAction(Counting):
    def actions(self, state):
        yield 1 << 22


class TooManyActions(Counting):
    max_actions = 3

    def actions(self, state):
        yield from range(4 + state.n)


class TooManyUndeclared(Counting):
    def actions(self, state):
        yield from range(5000 + state.n)


class ReadsOutsideTuple(Counting):
    def to_move(self, state):
        return state.cells[state.n + 3]


class ReadsOutsideTable(Counting):
    TABLE = (0, 1, 0)

    def to_move(self, state):
        return self.TABLE[state.n + 1_000_000]


class WritesOutside(Counting):
    def result(self, state, action):
        cells = list(state.cells)
        cells[state.n + 1_000_000] = 1
        return self.State(state.n + 1, tuple(cells))


class DividesByZero(Counting):
    def to_move(self, state):
        return 1 // state.n


class Raises(Counting):
    def to_move(self, state):
        if state.n == 0:
            raise ValueError(f"odd state {state}")
        return 0


class NoSuchPlayer(Steps):
    def to_move(self, state):
        return -3


class UnevenUtility(Counting):
    def utility(self, state, player):
        return 1 / 3


class Overflows(Counting):
    def to_move(self, state):
        big = state.n + (1 << 62)
        return big * 4 % 2


class ShiftsFar(Counting):
    def result(self, state, action):
        return self.State(state.n + 1, (1 << 32 * state.n, 0, 0))
