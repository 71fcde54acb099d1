"""Games of chess that the compiled search plays against itself at a small depth: fast, and far better than random."""

import functools
import random
from dataclasses import dataclass, field
from typing import Any

from plywise.games.chess import Chess
from plywise.kernel import Searcher, Switches
from plywise.learn.weights import is_quiet
from plywise.rules import Status

LONGEST = 300
"""Plies after which a game counts as a draw."""

REMEMBERED = 12
"""States that a search is shown, so that it sees repetitions."""


@dataclass(slots=True)
class PlayedChess:
    """A game: its states, White's lead in pawns as the search saw it in each, and the result to White."""

    states: list[Any] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)
    quiet: list[bool] = field(default_factory=list)
    """Whether the move chosen there was quiet."""
    result: float = 0.5


@functools.cache
def chess_searcher(*without: str) -> Searcher:
    """Return the compiled search with null moves and reductions, less some switches; one for each process."""
    return Searcher(Chess(), Switches().having("reductions", "null_move").without(*without), table_mb=16)


@functools.cache
def chess_rivals() -> tuple[Searcher, Searcher]:
    """Return two such searches with a table each, so that neither reads what the other has seen; one pair a process."""
    switches = Switches().having("reductions", "null_move")
    return Searcher(Chess(), switches, table_mb=4), Searcher(Chess(), switches, table_mb=4)


def play_chess(depth: int, chooser: random.Random, opening: tuple[int, int] = (8, 16)) -> PlayedChess:
    """Play a game after some random plies; a proven state ends it, and so does one that comes up for the third time."""
    game, searcher = Chess(), chess_searcher()
    searcher.clear()
    state, played = game.initial(), PlayedChess()
    for _ in range(chooser.randint(*opening)):
        state = game.result(state, chooser.choice(list(game.actions(state))))
        if game.is_terminal(state):
            return play_chess(depth, chooser, opening)
    while len(played.states) < LONGEST and not game.is_terminal(state):
        if sum(each.hash == state.hash and each.flags & 1 == state.flags & 1 for each in played.states) >= 2:
            return played
        decision = searcher.glance(state, depth, played.states[-REMEMBERED:])
        if decision.status is Status.PROVEN:
            played.result = 0.5 + game.value_to(decision.player, decision.value) / 2
            return played
        played.states.append(state)
        played.leads.append((decision.value if decision.player == 0 else -decision.value) / 100)
        played.quiet.append(is_quiet(game, state, decision.action))
        state = game.result(state, decision.action)  # type: ignore[arg-type]
    if game.is_terminal(state):
        played.result = 0.5 + game.utility(state, 0) / 2
    return played
