"""Compiled self-play whose games are written down: many a second, by the weights of patterns, looking one ply ahead."""

from typing import NamedTuple

from plywise.kernel.patterns.self_play import LONGEST, SelfPlay
from plywise.kernel.running import Block, ThreadGroup
from plywise.rules import Limit

ROOM = 1 << 21
"""Words for the games of one call."""


class RecordedGame(NamedTuple):
    """A game of self-play: the number of each action or outcome in the order of the rules, and what it came to.

    A game that was cut short has no utilities.
    """

    actions: tuple[int, ...]
    utilities: tuple[float, ...] | None


class RecordedPlay(SelfPlay):
    """One game's compiled self-play, written down; its `table` has the weights."""

    PURPOSE = "recorded-play"
    SOURCE = "patterns.recording"
    CALLED = ("record_game", "draw_choice", "draw_outcome", "promise", "changed_sum", "move_row", "roll", "holder_of")
    ENTRIES = (("record", 2),)

    def record(
        self, games: int, temperature: float = 0.1, most_plies: int = LONGEST
    ) -> tuple[list[RecordedGame], bool]:
        """Return up to this many games, as many as there is room for, and whether Ctrl-C came.

        The same seed and the same calls give the same games; there is one thread.
        """
        layout, block, room = self.machine.layout, self.blocks[0], Block(ROOM)
        self._prepare(block, 0)
        block[layout.RECORD_AT], block[layout.RECORD_SIZE] = room.address, ROOM
        block[layout.MOST_PLIES] = min(most_plies, LONGEST)
        block.floats[layout.TEMPERATURE] = temperature
        done = 0

        def work() -> None:
            nonlocal done
            done = self._call("record", block, games)

        is_stopped = ThreadGroup(self._stop, Limit()).run_until_interrupted([work], None, lambda: True)
        return list(self._read(room, done)), is_stopped

    def _read(self, room: Block, count: int) -> list[RecordedGame]:
        players, at, found = self.game.players, 0, []
        for _ in range(count):
            plies, is_over = int(room[at]), bool(room[at + 1])
            first = at + 2 + players
            utilities = tuple(float(each) for each in room.floats[at + 2 : first]) if is_over else None
            found.append(RecordedGame(tuple(int(each) for each in room[first : first + plies]), utilities))
            at = first + plies
        return found
