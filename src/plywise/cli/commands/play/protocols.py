"""`plywise uci` and `plywise gtp`: our engine for other people's programs."""

import sys
from functools import partial
from typing import Annotated

import typer

import plywise
from plywise.agents import GtpPlayer, SearchOptions, UciThinker
from plywise.cli.screen import AgentName, BookFile, KnowledgeFile, Seconds, Threads, complete_game, load
from plywise.protocols import GtpServer, UciServer, suits_uci
from plywise.rules import Game, Limit, PlywiseError

SECONDS = 1.0


def uci(
    game: Annotated[
        str, typer.Option("--game", help="A game with UCI's names for actions.", autocompletion=complete_game)
    ] = "chess",
    agent: AgentName = "auto",
    book: BookFile = None,
    knowledge: KnowledgeFile = None,
) -> None:
    """Be the engine of a chess program that speaks UCI.

    Name `plywise uci` as the engine's command there.
    """
    rules = load(game)[0]
    if not suits_uci(rules):
        raise PlywiseError(f"UCI is for games with its names for actions, such as chess, not for {rules.name}.")
    thinker = partial(UciThinker, rules, agent, knowledge, book)
    server = UciServer(rules, f"Plywise {plywise.__version__}", thinker, _say)
    server.serve(sys.stdin)


def gtp(
    game: Annotated[
        str, typer.Option("--game", help="Go, or a game on a square board.", autocompletion=complete_game)
    ] = "go",
    agent: AgentName = "auto",
    time: Seconds = SECONDS,
    threads: Threads = 1,
    book: BookFile = None,
    knowledge: KnowledgeFile = None,
) -> None:
    """Be the engine of a Go program that speaks GTP.

    Name `plywise gtp` as the engine's command there.
    """
    options = SearchOptions(threads=threads, book=book, knowledge=knowledge, wait=True)
    limit, make_game = Limit(time=time), partial(sized_game, game)
    server = GtpServer("Plywise", plywise.__version__, make_game, lambda rules: GtpPlayer(rules, agent, limit, options))
    server.serve(sys.stdin, _say)


def sized_game(spec: str, size: int | None, komi: float | None) -> Game:
    """Return a game on another board or with another komi than its spec says."""
    wanted = {"size": size, "komi": komi}
    given = ",".join(f"{name}={value:g}" for name, value in wanted.items() if value is not None)
    name, _, fixed = spec.partition(":")
    return load(":".join(part for part in (name, ",".join(part for part in (fixed, given) if part)) if part))[0]


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
