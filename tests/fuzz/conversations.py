"""What other people's programs say to `plywise uci` and `plywise gtp`, line by line; decisions look one ply ahead."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from plywise.agents import GtpPlayer, SearchOptions, UciThinker
from plywise.agents.uci_thinker import read_budget
from plywise.cli.commands.play.protocols import sized_game
from plywise.games.chess import Chess
from plywise.protocols import GoCommand, GtpServer, UciOptions, UciServer
from plywise.rules import Decision, Limit, PlywiseError

CHESS = Chess()
Report: TypeAlias = Callable[[Decision], None]
MOST_LINES = 50
UCI = (
    "uci\nsetoption name Hash value 16\nisready\nposition startpos moves e2e4 e7e5\ngo wtime 60000 btime 9000 winc 9",
    "position fen 8/P7/8/8/8/5k2/8/4K3 w - - 0 1 moves a7a8q\ngo infinite searchmoves f3e3\nstop\nucinewgame\nquit",
    "setoption name MultiPV value 2\ngo ponder movestogo 3 wtime 100\nponderhit\ngo depth 3 nodes 9 movetime 50\nstop",
)
GTP = (
    "1 protocol_version\nboardsize 5\nkomi 6.5\n7 play B B2 # so\ngenmove w\nshowboard\nfinal_score\nundo\nquit",
    "time_settings 60 30 5\ntime_left b 12.5 3\ngenmove black\nplay white pass\nknown_command play\nlist_commands",
)


class Thinker(UciThinker):
    """Reads what `go` asks for, and thinks for no longer than it takes."""

    def think(self, states: list[Any], go: GoCommand, options: UciOptions, report: Report) -> Decision:
        read_budget(self.game, states[-1], go, options)
        return super().think(states, GoCommand({"depth": 1}, go.moves), options, report)


def read_uci(text: str) -> None:
    """Answer all lines; raises what was refused, and what failed in a thread."""
    said: list[str] = []
    failed: list[threading.ExceptHookArgs] = []
    server = UciServer(CHESS, "Plywise", lambda: Thinker(CHESS, "minimax"), said.append)
    before, threading.excepthook = threading.excepthook, failed.append
    try:
        server.serve(_lines(text))
    finally:
        threading.excepthook = before
    if failed and failed[0].exc_value is not None:
        raise failed[0].exc_value
    _check(said, "info string ")


def read_gtp(text: str) -> None:
    """Answer all lines; raises what was refused."""
    said: list[str] = []
    server = GtpServer("Plywise", "1", partial(sized_game, "go"), _player)
    server.serve(_lines(text), said.append)
    assert all(answer.endswith("\n") and answer[0] in "=?" for answer in said)
    _check([answer.removesuffix("\n") for answer in said if answer.startswith("?")], "?")


def _player(game: Any) -> GtpPlayer:
    return GtpPlayer(game, "random", Limit(time=1), SearchOptions())


def _lines(text: str) -> list[str]:
    return text.split("\n")[:MOST_LINES]


def _check(said: list[str], refusal: str) -> None:
    assert not any("\n" in line for line in said)
    for line in said:
        if line.startswith(refusal):
            raise PlywiseError(line)
