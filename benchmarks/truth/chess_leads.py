"""How often a lead in chess wins: one pawn and three pawns up, by the engine's own play against itself.

A lead is *secure* where the search's value, to the player ahead, stays within a band for four plies in a row, and the
last of these states is quiet. Games begin with random plies, and the compiled search plays them to the end; a game
gives at most one state to each band, the first. Chances are of winning; draws are counted beside.

Run: python benchmarks/truth/chess_leads.py --seed 2026          (half an hour)
"""

import argparse
import math
import random
from typing import Any

from rich.console import Console

from plywise.games.chess import Chess
from plywise.kernel import Searcher, Switches
from plywise.lab.experiments.knowledge.secure_leads import BANDS, STEADY
from plywise.learn.weights.sample import is_quiet
from plywise.rules import Status

LONGEST = 300


def play(game: Chess, searcher: Searcher, depth: int, lots: random.Random) -> tuple[dict[str, int], float]:
    """Play a game; return who was ahead by each band, as far as there was a secure lead, and the result to White."""
    searcher.clear()
    state = game.initial()
    for _ in range(lots.randint(8, 16)):
        state = game.result(state, lots.choice(list(game.actions(state))))
        if game.is_terminal(state):
            return {}, 0.5
    line, leads, found = list[Any](), list[float](), dict[str, int]()
    while len(line) < LONGEST and not game.is_terminal(state):
        if sum(each.hash == state.hash and each.flags & 1 == state.flags & 1 for each in line) >= 2:
            return found, 0.5
        decision = searcher.glance(state, depth, line[-12:])
        if decision.status is Status.PROVEN:
            return found, 0.5 + game.value_to(decision.player, decision.value) / 2
        leads.append((decision.value if decision.player == 0 else -decision.value) / 100)
        if is_quiet(game, state, decision.action):
            note(leads[-STEADY:], found)
        line.append(state)
        state = game.result(state, decision.action)
    return found, 0.5 + game.utility(state, 0) / 2 if game.is_terminal(state) else 0.5


def note(leads: list[float], found: dict[str, int]) -> None:
    """Note the band in which the last few leads lie, and who is ahead (White where nobody is)."""
    for name, (low, high) in BANDS.items():
        for player, sign in ((0, 1), (1, -1)):
            if len(leads) == STEADY and all(low <= sign * lead <= high for lead in leads):
                found.setdefault(name, player)


def main() -> None:
    """Play games and print how each band did."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game, searcher = Chess(), Searcher(Chess(), Switches().having("reductions", "null_move"), table_mb=4)
    results: dict[str, list[float]] = {name: [] for name in BANDS}
    for number in range(arguments.games):
        found, result = play(game, searcher, arguments.depth, random.Random(f"{arguments.seed} {number}"))
        for name, player in found.items():
            results[name].append(result if player == 0 else 1 - result)
    console = Console(highlight=False, soft_wrap=True)
    console.print("| lead | games | won | 95% within | drawn | lost |", "|---|---|---|---|---|---|", sep="\n")
    for name, each in results.items():
        count, won = max(1, len(each)), each.count(1.0) / max(1, len(each))
        error = 1.96 * math.sqrt(won * (1 - won) / count)
        drawn, lost = each.count(0.5) / count, each.count(0.0) / count
        console.print(f"| {name} | {len(each)} | {won:.1%} | ± {error:.1%} | {drawn:.1%} | {lost:.1%} |")


if __name__ == "__main__":
    main()
