"""Compiled random playouts compared with a Python loop over OpenSpiel's states: games a second of CPU time.

    python benchmarks/peers/playouts.py [backgammon go chess ...]

Runs alternate, and the figure is their median. Go is played without superko here, as when its figure was measured;
compiled playouts know that rule now. OpenSpiel plays with it, and ends a game after twice as many moves as there are
points.
"""

import random
import sys
import time
from statistics import median
from typing import Any

from peers_common import WIDTH, import_peer
from rich.console import Console
from rich.table import Table

from plywise import load_game
from plywise.kernel.twins import Playouts

GAMES = {
    "backgammon": ("backgammon", "backgammon"),
    "go": ("go:size=9,superko=false", "go(board_size=9)"),
    "chess": ("chess", "chess"),
    "connect-four": ("connect-four", "connect_four"),
    "othello": ("othello", "othello"),
}
RUNS, SECONDS = 9, 0.4


def play_open_spiel(game: Any, seconds: float) -> float:
    """Return games a second of a loop in Python."""
    games, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, odds)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
        games += 1
    return games / (time.process_time() - started)


def play_compiled(playouts: Playouts, count: int, seed: int) -> float:
    """Return games a second of compiled playouts."""
    started = time.process_time()
    playouts.run(count=count, seed=seed)
    return count / (time.process_time() - started)


def main(names: list[str]) -> None:
    """Print a row for each game."""
    pyspiel = import_peer("pyspiel")
    table = Table("game", "compiled games/s", "OpenSpiel games/s", "times", title="Random playouts")
    for name in names or GAMES:
        spec, peer_name = GAMES[name]
        peer, playouts = pyspiel.load_game(peer_name), Playouts(load_game(spec))
        count = max(1, round(SECONDS * play_compiled(playouts, 500, seed=1)))
        rates = [(play_compiled(playouts, count, seed=run), play_open_spiel(peer, SECONDS)) for run in range(RUNS)]
        ours, theirs = (median(rate) for rate in zip(*rates, strict=True))
        ratio = median(our / their for our, their in rates)
        table.add_row(name, f"{ours:,.0f}", f"{theirs:,.0f}", f"{ratio:.1f}")
    Console(width=WIDTH).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
