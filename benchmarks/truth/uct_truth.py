"""How often UCT's choice keeps the proven value of a Connect Four position: Plywise's UCT and OpenSpiel's.

Install the peers first: pip install -r requirements/peers.txt

There are a hundred positions after 12 random plies. The compiled alpha-beta proves what each action is worth; an action
keeps the value if none is worth more. Both searches then choose on the same positions with the same numbers of
simulations, from several seeds each. In about half of the positions every action keeps the value; the shares of the
others, where something can go wrong, are given in brackets. Two threads share the simulations that one thread has.
Fails if OpenSpiel keeps the value more often.

Run: python benchmarks/truth/uct_truth.py        (a few minutes, most of them for the proofs)
"""

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from plywise.games.placing.connect_four import ConnectFour
from plywise.kernel import Searcher, TreeSearcher
from plywise.rules import Limit

sys.path.append(str(Path(__file__).parents[1] / "peers"))
from peers_common import WIDTH, import_peer
from peers_monte_carlo import UCT_C

PLIES = 12
BUDGETS = {100: 40, 1_000: 20, 10_000: 6}
"""Numbers of simulations, each with the number of seeds: results of fewer simulations vary more."""

GAME = ConnectFour()


@dataclass(frozen=True, slots=True)
class Position:
    """A line of random actions, the state after it, and the actions that keep its value."""

    line: tuple[int, ...]
    state: Any
    keepers: frozenset[int]
    actions: int

    @property
    def is_safe(self) -> bool:
        """Whether every action keeps the value."""
        return len(self.keepers) == self.actions


Chooser = Callable[[Position, int, int], int]
"""Chooses an action in a position, with a number of simulations and a seed."""


def random_line(lots: Random) -> tuple[int, ...]:
    """Play at random; return the actions, or none if the game ends too early."""
    state, line = GAME.initial(), []
    while len(line) < PLIES and not GAME.is_terminal(state):
        line.append(lots.choice(list(GAME.actions(state))))
        state = GAME.result(state, line[-1])
    return () if GAME.is_terminal(state) else tuple(line)


def find_positions(count: int, seed: int, table_mb: float, console: Console) -> list[Position]:
    """Draw random positions in which the game isn't over, and prove what their actions are worth."""
    lots, searcher, found = Random(seed), Searcher(GAME, table_mb=table_mb), list[Position]()
    for _ in track(range(count), "truth", console=console, transient=True):
        line: tuple[int, ...] = ()
        while not line:
            line = random_line(lots)
        found.append(check_rules(line, searcher))
    return found


def check_rules(line: tuple[int, ...], searcher: Searcher) -> Position:
    """Prove what each action is worth after a line."""
    state = GAME.initial()
    for action in line:
        state = GAME.result(state, action)
    worths = {action: prove(state, action, searcher) for action in GAME.actions(state)}
    keepers = frozenset(action for action, worth in worths.items() if worth == max(worths.values()))
    return Position(line, state, keepers, len(worths))


def prove(state: Any, action: int, searcher: Searcher) -> float:
    """Return what an action is worth to the player to move."""
    player, child = GAME.to_move(state), GAME.result(state, action)
    if GAME.is_terminal(child):
        return GAME.utility(child, player)
    return -searcher.decide(child, limit=Limit(), prove=True).value


def plywise_chooser(threads: int) -> Chooser:
    """Return a chooser by our UCT."""
    searcher = TreeSearcher(GAME, threads=threads)

    def choose(position: Position, simulations: int, seed: int) -> int:
        action = searcher.decide(position.state, limit=Limit(simulations=simulations), seed=seed).action
        assert isinstance(action, int)
        return action

    return choose


def open_spiel_chooser() -> Chooser:
    """Return a chooser by OpenSpiel's MCTS, whose columns have the same numbers."""
    pyspiel = import_peer("pyspiel")
    game = pyspiel.load_game("connect_four")

    def choose(position: Position, simulations: int, seed: int) -> int:
        state = game.new_initial_state()
        for action in position.line:
            state.apply_action(action)
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, evaluator, UCT_C, simulations, 4_000, True, seed, False)
        return int(bot.step(state))

    return choose


def share_kept(choose: Chooser, positions: list[Position], simulations: int, seeds: int) -> float:
    """Return the share of positions, over all seeds, in which the value is kept; 1 if there are no positions."""
    kept = [choose(each, simulations, seed) in each.keepers for each in positions for seed in range(seeds)]
    return sum(kept) / len(kept) if kept else 1.0


def tell(kept: float, risky: list[Position], positions: list[Position]) -> str:
    """Write the share of all positions in which the value is kept, and that of the positions at risk."""
    return f"{(len(positions) - len(risky) + kept) / len(positions):.1%} ({kept / max(1, len(risky)):.1%})"


def main() -> int:
    """Print the table; fail if OpenSpiel's UCT keeps the value more often."""
    parser = argparse.ArgumentParser(description="Compare our UCT and OpenSpiel's with proven values on Connect Four.")
    parser.add_argument("--positions", type=int, default=100, help="how many positions (100)")
    parser.add_argument("--seed", type=int, default=1, help="which positions (1)")
    parser.add_argument("--table", type=float, default=256, metavar="MB", help="the solver's table in MB (256)")
    arguments = parser.parse_args()
    if arguments.positions < 1:
        parser.error("--positions must be at least 1")
    console = Console(highlight=False, width=WIDTH)
    begun = time.perf_counter()
    positions = find_positions(arguments.positions, arguments.seed, arguments.table, console)
    risky = [each for each in positions if not each.is_safe]
    told = f"{len(positions)} positions proven in {time.perf_counter() - begun:.0f} s, {len(risky)} of them at risk"
    by_chance = sum(len(each.keepers) / each.actions for each in risky)
    console.print(f"{told}; at random {tell(by_chance, risky, positions)}")
    choosers = {"OpenSpiel": open_spiel_chooser(), "Plywise": plywise_chooser(1), "2 threads": plywise_chooser(2)}
    table = Table("simulations", "seeds", *choosers, "ok", box=None, pad_edge=False)
    is_met = True
    for simulations, seeds in BUDGETS.items():
        kept = [len(risky) * share_kept(choose, risky, simulations, seeds) for choose in choosers.values()]
        is_met &= kept[1] >= kept[0]
        verdict = "yes" if kept[1] >= kept[0] else "no"
        table.add_row(f"{simulations:,}", str(seeds), *(tell(each, risky, positions) for each in kept), verdict)
    console.print(table)
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
