"""How often learned patterns, looking one ply ahead, keep the proven value of a Connect Four position.

Positions are drawn as in `uct_truth`, after 12 random plies. Only those at risk count: some action keeps the value, and
some don't. Give another seed than any that a setting was chosen by.

Run: plywise learn connect-four --minutes 10 --out connect-four.knowledge
     python benchmarks/truth/learned_truth.py connect-four.knowledge --seed 7 --positions 500
"""

import argparse
import math

from rich.console import Console
from uct_truth import GAME, Position, find_positions

from plywise.kernel import rules_fingerprint
from plywise.knowledge.patterns import LearnedPatterns, read_patterns


def choose(knowledge: LearnedPatterns, position: Position) -> int:
    """Return the action that promises most without looking further."""
    player = GAME.to_move(position.state)

    def promise(action: int) -> float:
        child = GAME.result(position.state, action)
        if GAME.is_terminal(child):
            return 2.0 * GAME.utility(child, player)
        return knowledge.evaluate(GAME, child, player)

    return max(GAME.actions(position.state), key=promise)


def main() -> None:
    """Print the share of positions at risk in which the value is kept."""
    parser = argparse.ArgumentParser(description="Compare learned patterns with proven values on Connect Four.")
    parser.add_argument("knowledge", help="a file of `plywise learn connect-four`")
    parser.add_argument("--positions", type=int, default=500, help="how many to draw; about half are at risk")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--table-mb", type=float, default=512)
    args = parser.parse_args()
    console = Console()
    knowledge = read_patterns(args.knowledge, GAME, rules_fingerprint(GAME))
    drawn = find_positions(args.positions, args.seed, args.table_mb, console)
    risky = [position for position in drawn if not position.is_safe]
    kept = sum(choose(knowledge, position) in position.keepers for position in risky) / len(risky)
    error = math.sqrt(kept * (1 - kept) / len(risky))
    console.print(f"one ply ahead: {kept:.1%} ± {error:.1%} of {len(risky)} positions at risk keep their value")


if __name__ == "__main__":
    main()
