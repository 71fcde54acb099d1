"""The curve of learning backgammon: networks after more and more games of self-play, each against Pubeval.

    plywise learn backgammon --games 1000 --seed 1 --match 0 --out b.knowledge && cp b.knowledge b-1000.knowledge
    plywise learn backgammon --games 4000 --resume --match 0 --out b.knowledge && cp b.knowledge b-5000.knowledge
    ...
    python benchmarks/strength/backgammon_curve.py b-*.knowledge --games 2000 --out docs/pictures/backgammon-curve.svg

All meet the same dice, one turn ahead; no doubling cube; the bars are errors of 95%.
"""

import argparse
from pathlib import Path

from backgammon import Pubeval, by_network, mean_of_pairs, play_games
from rich.console import Console

from plywise.explain.svg import Interval, plot_intervals
from plywise.games.backgammon import Backgammon
from plywise.kernel import rules_fingerprint
from plywise.knowledge.network import read_network

console = Console(highlight=False)


def measure(path: str, games: int, seed: int) -> tuple[int, float, float]:
    """Return after how many games of learning a network was written, its points a game, and the error of that."""
    game = Backgammon()
    network = read_network(path, game, rules_fingerprint(game))
    players = [by_network(network, 1), Pubeval()]
    results = [each for batch in play_games(players, games, seed, 1000) for each in batch]
    return network.games, *mean_of_pairs(results)


def main() -> None:
    """Measure every file, print the figures and draw them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--games", type=int, default=2000, help="games of each, an even number")
    parser.add_argument("--seed", type=int, default=2027)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    points = sorted(measure(file, options.games, options.seed) for file in options.files)
    for learned, mean, error in points:
        console.print(f"{learned:,} games of learning: {mean:+.3f} ± {error:.3f} points a game against Pubeval")
    options.out.write_text(draw(points, options.games))


def draw(points: list[tuple[int, float, float]], games: int) -> str:
    """Return the plot as SVG, in thousandths of a point, which its axis has room for."""
    rows = [
        Interval(f"{learned:,} games", 1000 * mean, 1000 * (mean - error), 1000 * (mean + error))
        for learned, mean, error in points
    ]
    told = f"by games of self-play: thousandths of a point a game against Pubeval, {games:,} games each, errors of 95%"
    return plot_intervals("Learning backgammon from nothing", told, "", rows)


if __name__ == "__main__":
    main()
