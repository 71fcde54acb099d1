"""The games every contract test runs on, and random playings of them, the same each time."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from plywise import CHANCE, Game, Record, load_game
from plywise.games.catalog import catalog
from plywise.games.shipped import PRESETS

PARAMETERS = [
    "abalone:size=3,goal=2",
    "abalone:size=4,goal=1,moves=40",
    "amazons:size=4",
    "amazons:size=5",
    "ataxx:size=3",
    "ataxx:size=5,gaps=true",
    "breakthrough:width=5,height=5",
    "breakthrough:width=2,height=3,rows=1",
    "chinese-checkers:size=1,moves=100",
    "chinese-checkers:size=2,moves=60",
    "clobber:width=3,height=3",
    "clobber:width=7,height=1",
    "connect-four:width=4,height=4",
    "connect-four:width=1,height=1",
    "connect-four:width=9,height=7",
    "dice-race:squares=3,sides=2",
    "dice-race:squares=1,sides=1",
    "domineering:width=4,height=4",
    "domineering:width=7,height=3",
    "dots-and-boxes:width=2,height=1",
    "dots-and-boxes:width=3,height=2",
    "einstein:setup=false",
    "go:size=2,komi=0.5",
    "go:size=4,komi=0,superko=false",
    "hex:size=1",
    "hex:size=4,pie=true",
    "kalah:pits=3,seeds=3,empty_capture=false",
    "kalah:pits=1,seeds=1",
    "kalah:pits=8,seeds=7",
    "konane:width=4,height=4",
    "konane:width=3,height=7",
    "kriegspiel:pieces=KQK,size=4,moves=6",
    "mnk:m=3,n=3,k=3,players=3",
    "mnk:m=5,n=4,k=4",
    "mnk:m=2,n=6,k=3",
    "mnk:m=1,n=1,k=1",
    "morris:men=3",
    "morris:men=6",
    "nim:piles=3-4-5,misere=false",
    "nim:piles=5-0-2",
    "othello:size=4,empties=winner",
    "othello:size=6",
    "oware:houses=3,seeds=3",
    "oware:houses=1,seeds=1",
    "pig:goal=10",
    "pig:goal=2,sides=2",
    "quoridor:size=3,walls=1",
    "quoridor:size=6,walls=4",
    "quarto:squares=true",
    "three-kings:armies=4-4-11,strikes=9",
    "three-kings:armies=1-1-1,strikes=1",
]
ENOUGH = 200
"""States of a game that a contract test looks at."""

SLOW = {"abalone", "amazons", "chinese-checkers", "quoridor"}
"""Games with hundreds of actions, or of moves: here two playings, and a tenth of the states, are enough."""

SPECS = sorted([*catalog().makers, *PRESETS, *PARAMETERS])
EXAMPLES = [f"examples/{name}.py" for name in ("brandubh", "hex", "reversi_for_three", "three_way_four", "ur")]
"""Games as users write them."""


def slug(spec: str) -> str:
    """Turn a spec into the name of a file."""
    return re.sub(r"[^\w.-]+", "_", spec)


def playthrough(game: Game, random: Random) -> Record:
    """Play at random to the end."""
    record = Record(game)
    while not record.is_over and len(record.actions) < 1_000:
        record.play(random.choice(record.options()))
    assert record.is_over
    return record


def sample(spec: str, playings: int = 12, most: int = ENOUGH) -> tuple[Game, list[Any]]:
    """Return a game and the distinct states of some random playings; of long ones, states at random with the ends."""
    game, random = load_game(spec), Random(spec)
    if spec.partition(":")[0] in SLOW:
        playings, most = 2, most // 10
    states = list({state: None for _ in range(playings) for state in playthrough(game, random).states})
    if len(states) > most:
        ends = [state for state in states if game.is_terminal(state)]
        states = [states[0], *random.sample(states[1:], most), *ends]
    return game, list(dict.fromkeys(states))


def outcomes(game: Game, state: Any) -> Iterator[tuple[Any, float]]:
    """Yield each action, or each outcome of chance, with its probability (1 for actions)."""
    if game.to_move(state) == CHANCE:
        yield from game.chances(state)
    else:
        yield from ((action, 1) for action in game.actions(state))
