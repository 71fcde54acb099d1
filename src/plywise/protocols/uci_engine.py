"""An engine that speaks UCI, the Universal Chess Interface, for games that name their actions as UCI does.

>>> from plywise.games.chess import Chess
>>> engine = UciEngine(Chess(), "no-such-engine")
>>> engine.choose(Chess().initial(), Limit(time=0.1), ())
Traceback (most recent call last):
plywise.protocols.engines.EngineError: no-such-engine can't be started: is it installed, and on PATH?
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from plywise.protocols.engines import (
    GRACE,
    START_SECONDS,
    EngineAnswer,
    EngineError,
    EngineProcess,
    GameSoFar,
    read_action,
)
from plywise.protocols.uci_words import suits_uci
from plywise.rules import Game, Limit, PlywiseError

FOREVER = 3600.0
"""Seconds that an engine gets where its limit is one of states or depth."""

MOST_DIGITS = 18


class UciEngine:
    """A UCI engine with its options set, which plays one game after the other."""

    def __init__(self, game: Game, command: str, options: Mapping[str, str] | None = None) -> None:
        if not suits_uci(game):
            raise PlywiseError(f"uci engines play games with UCI's names for actions, such as chess, not {game.name}.")
        self.game, self.options = game, dict(options or {})
        self.process, self.line = EngineProcess(command), GameSoFar(game)

    def new_game(self) -> None:
        """Start the engine if it isn't running, and let it forget the game before."""
        if not self.process.is_running:
            self._start()
        self.process.say("ucinewgame")
        self._wait_until_ready()

    def choose(self, state: Any, limit: Limit, history: Sequence[Any]) -> EngineAnswer:
        """Let the engine choose within a limit; raises EngineError where it doesn't."""
        if not self.process.is_running:
            self._start()
        self.line.follow([*history, state])
        self.process.say(self._position())
        self.process.say(_go(limit))
        seconds = FOREVER if limit.time is None else limit.time + GRACE
        lines = self.process.try_to_hear("bestmove", seconds)
        if lines is None:
            self.process.say("stop")
            lines = self.process.hear_until("bestmove", GRACE)
        return self._read(state, lines)

    def close(self) -> None:
        """End the engine."""
        self.process.close("quit")

    def _start(self) -> None:
        self.process.start()
        self.process.say("uci")
        lines = self.process.hear_until("uciok", START_SECONDS)
        known = {found[1].lower(): found[1] for line in lines if (found := re.match(r"option name (.+?) type ", line))}
        wanted = self.options
        if "uci_elo" in {name.lower() for name in wanted} and "uci_limitstrength" in known:
            wanted = {"UCI_LimitStrength": "true", **wanted}
        for name, value in wanted.items():
            if name.lower() not in known:
                some = ", ".join(sorted(known.values())[:12])
                self.process.close()
                raise EngineError(f"{self.process.name} has no option '{name}': it has {some} and maybe others.")
            self.process.say(f"setoption name {known[name.lower()]} value {value}")
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        self.process.say("isready")
        self.process.hear_until("readyok", START_SECONDS)

    def _position(self) -> str:
        game: Any = self.game
        played = zip(self.line.states, self.line.actions, strict=False)
        moves = " ".join(game.uci(state, action) for state, action in played)
        return f"position fen {game.state_name(self.line.states[0])}{f' moves {moves}' if moves else ''}"

    def _read(self, state: Any, lines: Sequence[str]) -> EngineAnswer:
        """Return the best action that the last line names, and what was said of it before."""
        words = lines[-1].split()
        if len(words) < 2 or words[1] in ("(none)", "0000"):
            raise self.process.failed(f"found nothing to play in {self.game.state_name(state)}")
        try:
            action = read_action(self.game, state, words[1], self.process.name)
        except EngineError:
            self.close()
            raise
        info = " ".join(line for line in lines if line.startswith("info ") and " score " in line and " pv " in line)
        return EngineAnswer(
            action,
            value=_last_number(r"score cp (-?\d+)", info),
            plies_to_mate=_last_number(r"score mate (-?\d+)", info[info.rfind("score") :]),
            depth=_last_number(r"\bdepth (\d+)", info) or 0,
            nodes=_last_number(r"\bnodes (\d+)", info) or 0,
        )


def _go(limit: Limit) -> str:
    """Return the command that starts a search within a limit."""
    parts = [] if limit.time is None else [f"movetime {max(1, int(limit.time * 1000))}"]
    parts += [] if limit.nodes is None else [f"nodes {limit.nodes}"]
    parts += [] if limit.depth is None else [f"depth {limit.depth}"]
    if not parts:
        raise PlywiseError("An engine of another program needs a limit: give it a time, a number of nodes or a depth.")
    return f"go {' '.join(parts)}"


def _last_number(pattern: str, text: str) -> int | None:
    """Return the last number that a pattern finds, but for one with more digits than any engine needs.

    >>> _last_number(r"cp (-?\\d+)", "score cp 10 score cp -31 score cp " + "9" * 5000)
    -31
    """
    found = [number for number in re.findall(pattern, text) if len(number) <= MOST_DIGITS]
    return int(found[-1]) if found else None
