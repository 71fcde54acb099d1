"""Brandubh, the Irish game of the tafl family, on 7x7: the king flees to a corner, or is caught.

    . . . A . . .        A, eight attackers, start; D, four defenders, and K, their king, answer. Each man moves any
    . . . A . . .        distance in a straight line over empty squares; only the king may enter a corner, or the
    . . . D . . .        throne in the middle.
    A A D K D A A        A man is taken when a move encloses it between two enemies in a line, or between one and a
    . . . D . . .        corner or the empty throne. Beside the throne and on it, the king must be enclosed on all
    . . . A . . .        sides. A king in a corner has won, a player who can't move has lost, and a state that comes
    . . . A . . .        up three times is a draw. Rules of this family vary: change what you play otherwise.

Bit 8 * y + x of a field is the square in row y, column x; bit 7 of each row is no square.

Try: plywise check examples/brandubh.py, then play it, or let it learn: plywise learn examples/brandubh.py --minutes 5.
"""

from typing import NamedTuple

from plywise import Game, Look

STEPS = (1, -1, 8, -8)
BOARD = sum(127 << 8 * y for y in range(7))
THRONE = 1 << 27
CORNERS = 1 | 1 << 6 | 1 << 48 | 1 << 54


class Brandubh(Game):
    """Eight attackers against a king and his four defenders."""

    look = Look("squares", "signs", ("brown", "white"), "wood", ("A", "DK"))
    player_names = ("Attackers", "Defenders")
    cyclic, repetition, repetition_count, max_actions = True, "draw", 3, 96

    class State(NamedTuple):
        attackers: int = 1 << 3 | 1 << 11 | 3 << 24 | 3 << 29 | 1 << 43 | 1 << 51
        defenders: int = 1 << 19 | 1 << 26 | 1 << 28 | 1 << 35
        king: int = THRONE
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        men = state.attackers if state.turn == 0 else state.defenders | state.king
        occupied = state.attackers | state.defenders | state.king
        for start in range(55):
            if men >> start & 1:
                free = BOARD & ~occupied if state.king >> start & 1 else BOARD & ~(occupied | THRONE | CORNERS)
                for step in STEPS:
                    end = start + step
                    while end >= 0 and free >> end & 1:
                        yield 64 * start + end
                        end += step

    def result(self, state, action):
        start, end = 1 << action // 64, action % 64
        if state.turn == 0:
            attackers = state.attackers ^ start | 1 << end
            taken = self.enclosed(state.defenders | state.king, attackers, state.king, end)
            return self.State(attackers, state.defenders & ~taken, state.king & ~taken, 1)
        king = 1 << end if state.king == start else state.king
        defenders = state.defenders if state.king == start else state.defenders ^ start | 1 << end
        taken = self.enclosed(state.attackers, defenders | king, king, end)
        return self.State(state.attackers & ~taken, defenders, king, 0)

    def enclosed(self, men, enemies, king, end):
        hostile = enemies | CORNERS | THRONE & ~king
        taken = 0
        for step in STEPS:
            beyond = end + 2 * step
            if end + step >= 0 and men >> (end + step) & 1:
                if king >> (end + step) & 1 and (king | self.beside(king)) & THRONE:
                    if not self.beside(king) & ~(enemies | THRONE):
                        taken |= king
                elif beyond >= 0 and hostile >> beyond & 1:
                    taken |= 1 << (end + step)
        return taken

    def beside(self, men):
        return (men << 1 | men >> 1 | men << 8 | men >> 8) & BOARD

    def is_terminal(self, state):
        if state.king == 0 or state.king & CORNERS:
            return True
        free = BOARD & ~(state.attackers | state.defenders | state.king)
        men = state.attackers if state.turn == 0 else state.defenders
        reached = self.beside(men) & free & ~(THRONE | CORNERS)
        return not (reached or (state.turn == 1 and self.beside(state.king) & free))

    def utility(self, state, player):
        winner = 0 if state.king == 0 else 1 if state.king & CORNERS else 1 - state.turn
        return 1 if player == winner else -1

    def action_name(self, state, action):
        return "-".join("abcdefg"[square % 8] + str(7 - square // 8) for square in (action // 64, action % 64))

    def view(self, state):
        signs = ((state.attackers, "A"), (state.defenders, "D"), (state.king, "K"))
        squares = ["".join(sign for men, sign in signs if men >> i & 1) or "." for i in range(56)]
        return [squares[8 * y : 8 * y + 7] for y in range(7)]
