"""Connect Four at a second a move against an opponent that never errs: does `auto` lose what isn't lost?

Each game begins after eight random plies from which `auto` doesn't lose by force; it takes each seat in turn. The
opponent proves what each of its actions is worth, and draws one of the best. Every action of `auto` is proven too: one
that loses from a state that isn't lost is counted and named, as is one that gives a win away.

Run: python benchmarks/truth/never_lost.py --games 100 --seed 1 --out never-lost.jsonl     (an hour and a half)
"""

import argparse
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from plywise.agents import Agent
from plywise.games.placing.connect_four import ConnectFour
from plywise.kernel import Searcher
from plywise.rules import Limit

sys.path.append(str(Path(__file__).parents[1] / "strength"))
from strength_common import Played, console, make_parser, play_all

GAME, PLIES = ConnectFour(), 8


class Prover:
    """An opponent that knows the truth."""

    def __init__(self, table_mb: float) -> None:
        self._searcher = Searcher(GAME, table_mb=table_mb)

    def value(self, state: Any, player: int) -> float:
        """Return what a state is worth to a player."""
        if GAME.is_terminal(state):
            return GAME.utility(state, player)
        value = self._searcher.decide(state, limit=Limit(), prove=True).value
        return value if GAME.to_move(state) == player else -value

    def choose(self, state: Any, lots: Random) -> int:
        """Return one of the best actions."""
        player = GAME.to_move(state)
        worths = {action: self.value(GAME.result(state, action), player) for action in GAME.actions(state)}
        return lots.choice([action for action, worth in worths.items() if worth == max(worths.values())])


def draw_opening(lots: Random, prover: Prover, ours: int) -> Any:
    """Return a state after random plies from which a player doesn't lose by force."""
    while True:
        state, plies = GAME.initial(), 0
        while plies < PLIES and not GAME.is_terminal(state):
            state, plies = GAME.result(state, lots.choice(list(GAME.actions(state)))), plies + 1
        if not GAME.is_terminal(state) and prover.value(state, ours) >= 0:
            return state


def play(agent: Agent, limit: Limit, prover: Prover, seed: int) -> Played:
    """Play one game; its fault names the first action that gave something away."""
    lots, ours = Random(seed), seed % 2
    state = draw_opening(lots, prover, ours)
    agent.new_game()
    slowest, cpu, moves, fault, kept = 0.0, 0.0, 0, "", prover.value(state, ours)
    while not GAME.is_terminal(state):
        if GAME.to_move(state) != ours:
            state = GAME.result(state, prover.choose(state, lots))
            continue
        begun, used = time.perf_counter(), time.process_time()
        action = agent.decide(state, limit=limit).action
        assert isinstance(action, int)
        slowest, cpu, moves = max(slowest, time.perf_counter() - begun), cpu + time.process_time() - used, moves + 1
        before, state = state, GAME.result(state, action)
        worth = prover.value(state, ours)
        if worth < kept and not fault:
            fault = f"{GAME.action_name(before, action)} turned {kept:+g} into {worth:+g} in {GAME.state_name(before)}"
        kept = worth
    score = (GAME.utility(state, ours) + 1) / 2
    return {"score": score, "slowest": slowest, "cpu": cpu / max(moves, 1), "fault": fault, "ended": ""}


def main() -> None:
    """Play the games; print what was lost and what was given away."""
    parser = make_parser("Play Connect Four against the truth.", games=100, workers=1)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each action of ours (1)")
    parser.add_argument("--agent", default="auto", help="who plays (auto)")
    parser.add_argument("--table-mb", type=float, default=2048, help="what the prover remembers in (2048)")
    arguments: argparse.Namespace = parser.parse_args()
    prover = Prover(arguments.table_mb)
    agent, limit = Agent(GAME, arguments.agent), Limit(time=arguments.seconds)
    games = play_all(arguments, lambda number: play(agent, limit, prover, arguments.seed * 100_000 + number))
    lost = [game for game in games if game["score"] == 0]
    given = [game for game in games if game["fault"] and game["score"] > 0]
    console.print(f"{len(games)} games, none lost at its start: {len(lost)} lost, {len(given)} wins given away")
    for game in [*lost, *given]:
        console.print(f"game {game['number']}: {game['fault']}")


if __name__ == "__main__":
    main()
