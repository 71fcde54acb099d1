"""A game's engine offered by GTP, the Go Text Protocol: Go, and other games on a square board with two colours.

    program                here
    boardsize 9            =
    komi 6.5               =
    play B E5              =
    genmove W              = C3
    quit                   =

A number before a command is given back with the answer; `?` begins the answer to what can't be done.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from plywise.rules import Decision, Game, IllegalActionError, PlywiseError, Record

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
PASS = "pass"
SIZE = re.compile("[0-9]{1,3}")


@dataclass
class TimeSettings:
    """What the program said about time, in seconds; byo-yomi is `stones` actions in `period` seconds."""

    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    left: float | None = None
    stones_left: int = 0


class GtpAgent(Protocol):
    """Whoever decides, and remembers."""

    def choose(self, record: Record, time: TimeSettings | None) -> Decision:
        """Decide about the state that a record has come to."""

    def close(self) -> None:
        """Let go of it."""


class GtpServer:
    """Answers commands; `make_game` and `make_agent` are asked again when the board or the komi change."""

    def __init__(
        self,
        name: str,
        version: str,
        make_game: Callable[[int | None, float | None], Game],
        make_agent: Callable[[Game], GtpAgent],
    ) -> None:
        self.name, self.version, self.make_game, self.make_agent = name, version, make_game, make_agent
        self.size: int | None = None
        self.komi: float | None = None
        self.time: TimeSettings | None = None
        self.record = Record(make_game(None, None))
        self.agent: GtpAgent | None = None
        self.commands: dict[str, Callable[[Sequence[str]], str]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: self.name,
            "version": lambda words: self.version,
            "known_command": lambda words: str(bool(words) and words[0] in self.commands).lower(),
            "list_commands": lambda words: "\n".join(self.commands),
            "quit": lambda words: "",
            "boardsize": self.set_size,
            "clear_board": self.clear,
            "komi": self.set_komi,
            "play": self.play,
            "genmove": self.generate,
            "undo": self.undo,
            "time_settings": self.set_time,
            "time_left": self.set_time_left,
            "showboard": self.show,
            "final_score": self.score,
        }

    def serve(self, lines: Iterable[str], say: Callable[[str], None]) -> None:
        """Answer until `quit`, or until there are no more lines."""
        try:
            for line in lines:
                words = line.partition("#")[0].split()
                if not words:
                    continue
                number = words.pop(0) if words[0].isdigit() else ""
                say(f"{self.answer(number, words)}\n")
                if words[:1] == ["quit"]:
                    return
        finally:
            self._drop_agent()

    def answer(self, number: str, words: Sequence[str]) -> str:
        """Return the answer to a command."""
        command = self.commands.get(words[0]) if words else None
        if command is None:
            return f"?{number} unknown command"
        try:
            return f"={number} {command(words[1:])}"
        except PlywiseError as error:
            return f"?{number} {' '.join(str(error).split())}"

    def set_size(self, words: Sequence[str]) -> str:
        """Begin again on another board."""
        if not words or not SIZE.fullmatch(words[0]):
            raise PlywiseError("boardsize is followed by a number, such as 19.")
        self._change(int(words[0]), self.komi)
        return ""

    def set_komi(self, words: Sequence[str]) -> str:
        """Change the komi; the actions so far stay."""
        try:
            komi = float(words[0])
        except (IndexError, ValueError):
            raise PlywiseError("komi is followed by a number.") from None
        if not -1000 < komi < 1000:
            raise PlywiseError("The komi must be a number of points.")
        self._change(self.size, komi, keep=True)
        return ""

    def clear(self, words: Sequence[str]) -> str:
        """Begin again."""
        self.record = Record(self.record.game)
        return ""

    def play(self, words: Sequence[str]) -> str:
        """Take an action of either colour; a colour out of turn passes first, where the rules let it."""
        if len(words) != 2:
            raise PlywiseError("play is followed by a colour and a point.")
        self._give_turn(words[0])
        try:
            self.record.play(self.record.find(words[1]))
        except IllegalActionError:
            raise PlywiseError("illegal move") from None
        return ""

    def generate(self, words: Sequence[str]) -> str:
        """Choose an action for a colour and play it."""
        self._give_turn(words[0] if words else "")
        if self.record.is_over:
            return PASS
        if self.agent is None:
            self.agent = self.make_agent(self.record.game)
        found = self.agent.choose(self.record, self.time)
        name = self.record.game.action_name(self.record.state, found.action)
        self.record.play(found.action)
        return name

    def undo(self, words: Sequence[str]) -> str:
        """Take an action back."""
        if not self.record.actions:
            raise PlywiseError("cannot undo")
        self.record.undo()
        return ""

    def set_time(self, words: Sequence[str]) -> str:
        """Take the main time, and the byo-yomi after it; period without stones means no limit."""
        main, period, stones = _numbers(words, 3)
        self.time = None if period > 0 and stones == 0 else TimeSettings(main, period, int(stones))
        return ""

    def set_time_left(self, words: Sequence[str]) -> str:
        """Take what a colour has left."""
        left, stones = _numbers(words[1:], 2)
        if self.time is not None:
            self.time.left, self.time.stones_left = left, int(stones)
        return ""

    def show(self, words: Sequence[str]) -> str:
        """Write the state down."""
        return self.record.game.state_name(self.record.state)

    def score(self, words: Sequence[str]) -> str:
        """Return the score, as if both passed from now on."""
        record = Record(self.record.game, self.record.states[0])
        for action in self.record.actions:
            record.add(action)
        while not record.is_over:
            try:
                record.play(record.find(PASS))
            except PlywiseError:
                raise PlywiseError("cannot score") from None
        margin = record.utilities[0]
        return "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"

    def _give_turn(self, colour: str) -> None:
        player = COLOURS.get(colour.lower())
        if player is None:
            raise PlywiseError("A colour is b, black, w or white.")
        if not self.record.is_over and self.record.game.to_move(self.record.state) != player:
            try:
                self.record.play(self.record.find(PASS))
            except PlywiseError:
                raise PlywiseError("It is the other colour's turn.") from None

    def _change(self, size: int | None, komi: float | None, keep: bool = False) -> None:
        game = self.make_game(size, komi)
        actions: list[Any] = self.record.actions if keep else []
        self.record, self.size, self.komi = Record(game), size, komi
        for action in actions:
            self.record.add(action)
        self._drop_agent()

    def _drop_agent(self) -> None:
        if self.agent is not None:
            self.agent.close()
            self.agent = None


def _numbers(words: Sequence[str], count: int) -> list[float]:
    try:
        found = [float(word) for word in words[:count]]
    except ValueError:
        found = []
    if len(found) != count or not all(0 <= number < 1e9 for number in found):
        raise PlywiseError(f"{count} numbers are wanted here.")
    return found
