"""A game's engine offered by UCI, the Universal Chess Interface: chess programs start it and speak to it line by line.

    program                                        here
    uci                                            id name ..., option name Hash ..., uciok
    position startpos moves e2e4 e7e5
    go wtime 60000 btime 60000                     info depth 1 score cp 30 ..., bestmove g1f3 ponder b8c6
    stop, ponderhit, quit

Searching goes on in a thread of its own, so that `stop` is heard.
"""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from plywise.protocols.uci_words import WHOLE_NUMBER, GoCommand, name_moves, read_position, tell_info
from plywise.rules import Decision, Game, PlywiseError

OVERHEAD = 10
"""Milliseconds kept back from each decision, unless the option says otherwise."""


@dataclass
class UciOptions:
    """What the program that speaks to us has set."""

    hash_mb: int = 64
    threads: int = 1
    multi_pv: int = 1
    overhead: int = OVERHEAD
    tables: str = ""


class Thinker(Protocol):
    """Whoever decides, with what was set; it remembers from one decision to the next."""

    def think(
        self, states: list[Any], go: GoCommand, options: UciOptions, report: Callable[[Decision], None]
    ) -> Decision:
        """Decide about the last of some states."""

    def get_ready(self, options: UciOptions) -> None:
        """Compile and load what the first decision would have to wait for."""

    def cancel(self) -> None:
        """End the decision under way: it is answered with what it has."""

    def forget(self) -> None:
        """Forget earlier games."""

    def close(self) -> None:
        """Let go of it."""


@dataclass
class _Search:
    """A search under way, or over and not yet reported."""

    go: GoCommand
    thread: threading.Thread | None = None
    may_answer: threading.Event = field(default_factory=threading.Event)
    """Set when `bestmove` may be said: not before `stop` while pondering, or where no end was set."""
    is_dropped: bool = False
    """Whether nobody wants its answer."""


class UciServer:
    """Answers commands, one at a time; `say` sends a line."""

    def __init__(self, game: Game, name: str, make_thinker: Callable[[], Thinker], say: Callable[[str], None]) -> None:
        self.game, self.name, self.make_thinker = game, name, make_thinker
        self._say, self._lock = say, threading.Lock()
        self.options, self.states = UciOptions(), [game.initial()]
        self.thinker: Thinker | None = None
        self.search: _Search | None = None

    def serve(self, lines: Iterable[str]) -> None:
        """Answer until `quit`, or until there are no more lines."""
        try:
            for line in lines:
                words = line.split()
                if words[:1] == ["quit"]:
                    break
                try:
                    self.obey(words)
                except PlywiseError as error:
                    self.say(f"info string {' '.join(str(error).split())}")
        finally:
            self.end_search(is_dropped=True)
            if self.thinker is not None:
                self.thinker.close()

    def obey(self, words: list[str]) -> None:
        """Carry out one command; an unknown one is passed over, as UCI wants it."""
        commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self.introduce,
            "isready": self.get_ready,
            "setoption": self.set_option,
            "ucinewgame": self.begin_game,
            "position": self.set_position,
            "go": self.go,
            "stop": lambda words: self.end_search(),
            "ponderhit": self.ponder_hit,
        }
        if words and words[0] in commands:
            commands[words[0]](words[1:])

    def say(self, line: str) -> None:
        """Send a line whole, whichever thread it is from."""
        with self._lock:
            self._say(line)

    def introduce(self, words: list[str]) -> None:
        """Say who we are and what can be set."""
        for line in (
            f"id name {self.name}",
            "id author the Plywise maintainers",
            "option name Hash type spin default 64 min 1 max 65536",
            "option name Threads type spin default 1 min 1 max 256",
            "option name Ponder type check default false",
            "option name MultiPV type spin default 1 min 1 max 64",
            f"option name Move Overhead type spin default {OVERHEAD} min 0 max 10000",
            "option name Tables type string default <empty>",
            "option name Clear Hash type button",
            "uciok",
        ):
            self.say(line)

    def get_ready(self, words: list[str]) -> None:
        """Compile what is needed, and say so."""
        if self.search is None:
            self._thinker().get_ready(self.options)
        self.say("readyok")

    def set_option(self, words: list[str]) -> None:
        """Set an option; the engine is made again where it has to be."""
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        name = name.strip().lower()
        self.end_search(is_dropped=True)
        if name == "clear hash":
            if self.thinker is not None:
                self.thinker.forget()
        elif name == "tables":
            self.options.tables = "" if value.strip() in ("", "<empty>") else value.strip()
        elif name in NUMBERS:
            field_name, least, most = NUMBERS[name]
            if not WHOLE_NUMBER.fullmatch(value.strip()) or not least <= int(value) <= most:
                raise PlywiseError(f"{name} takes a number from {least} to {most}, not '{value.strip()}'.")
            setattr(self.options, field_name, int(value))

    def begin_game(self, words: list[str]) -> None:
        """Forget the game before."""
        self.end_search(is_dropped=True)
        self.states = [self.game.initial()]
        if self.thinker is not None:
            self.thinker.forget()

    def set_position(self, words: list[str]) -> None:
        """Take a position, and how it came about."""
        self.end_search(is_dropped=True)
        self.states = read_position(self.game, words)

    def go(self, words: list[str]) -> None:
        """Begin to search."""
        self.end_search(is_dropped=True)
        self._begin(GoCommand.parse(words))

    def ponder_hit(self, words: list[str]) -> None:
        """Search with the clock running now; what was found so far is in the table."""
        search = self.search
        if search is not None and search.go.is_ponder:
            self.end_search(is_dropped=True)
            self._begin(GoCommand(search.go.numbers, search.go.moves))

    def end_search(self, is_dropped: bool = False) -> None:
        """End the search under way; it is answered unless nobody wants that."""
        search, self.search = self.search, None
        if search is None or search.thread is None:
            return
        search.is_dropped = is_dropped
        search.may_answer.set()
        while search.thread.is_alive():  # a search that has hardly begun may miss the first word
            self._thinker().cancel()
            search.thread.join(0.02)

    def _begin(self, go: GoCommand) -> None:
        self.search = search = _Search(go)
        if not go.is_infinite and not go.is_ponder:
            search.may_answer.set()
        search.thread = threading.Thread(target=self._think, args=(search, list(self.states)), daemon=True)
        search.thread.start()

    def _think(self, search: _Search, states: list[Any]) -> None:
        """Search, report, wait until the answer is wanted, and give it."""

        def report(decision: Decision) -> None:
            if not search.is_dropped:
                for line in tell_info(self.game, states[-1], decision, self.options.multi_pv):
                    self.say(line)

        answer = "0000"
        try:
            decision = self._thinker().think(states, search.go, self.options, report)
            report(decision)
            if decision.action is not None:
                moves = name_moves(self.game, states[-1], decision.line[:2] or (decision.action,))
                answer = " ponder ".join(moves)
        except PlywiseError as error:
            self.say(f"info string {' '.join(str(error).split())}")
        search.may_answer.wait()
        if not search.is_dropped:
            self.say(f"bestmove {answer}")

    def _thinker(self) -> Thinker:
        if self.thinker is None:
            self.thinker = self.make_thinker()
        return self.thinker


NUMBERS = {
    "hash": ("hash_mb", 1, 65_536),
    "threads": ("threads", 1, 256),
    "multipv": ("multi_pv", 1, 64),
    "move overhead": ("overhead", 0, 10_000),
}
"""Options that are numbers: the field, and from where to where it goes."""
