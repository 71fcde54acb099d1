"""What chess pieces are worth, learned from self-play alone.

The evaluation begins with all pieces worth the same, and nothing else: the rows that pawns have gone and the squares
that are attacked are counted too, with weights of 0. Round by round, games are played by the weights found so far,
after random openings that leave the sides unequal, and weights are fitted to the results (`plywise.learn.weights`). The
last two features only make play purposeful: in the end, material alone is fitted to the last round's quiet states. A
piece's worth in pawns is a ratio of weights; its interval comes from drawing games, not states, with replacement.

Run: python benchmarks/truth/chess_material.py --seed 2026          (an hour)
"""

import argparse

import numpy as np
from rich.console import Console

from plywise.games.chess.evaluation import KINDS
from plywise.knowledge.weights import with_weights
from plywise.lab.experiments.knowledge.piece_values import SelfTaughtChess
from plywise.learn.weights import PlayedState, Playing, fit_weights, regress, sample_play

DRAWS = 1000
"""How often games are drawn with replacement for an interval."""

LAST_SEED = 999_999
"""Added to the seed for the last round, which must not repeat the games of another."""


def interval(found: list[float]) -> str:
    """Return the middle 95% of what was drawn."""
    low, high = np.percentile(found, [2.5, 97.5])
    return f"{low:.2f} to {high:.2f}"


def main() -> None:
    """Play, fit, and print what pieces are worth."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=2400, help="games in the last round, a third in others (2400)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds before the last (3)")
    parser.add_argument("--depth", type=int, default=3, help="plies of look-ahead (3)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    console = Console(highlight=False, soft_wrap=True)
    game, playing = SelfTaughtChess(), Playing(arguments.depth, (8, 16), 8)
    kinds = list(KINDS)
    first = fit_weights(
        game,
        games=arguments.games // 3,
        rounds=arguments.rounds,
        playing=playing,
        seed=arguments.seed,
    )
    console.print("played by", ", ".join(f"{name} {weight:.0f}" for name, weight in first.fitted.weights.items()))
    taught = with_weights(game, first.fitted.weights)
    played = list[PlayedState]()
    for states in sample_play(taught, arguments.games, playing, arguments.seed + LAST_SEED):
        played += states
    amounts = np.array([state.amounts[:5] for state in played])
    results = np.array([state.result for state in played])
    numbers = np.array([state.game for state in played])
    fit = regress(amounts, results, numbers)
    rng = np.random.default_rng(arguments.seed)
    places = {number: np.flatnonzero(numbers == number) for number in np.unique(numbers)}
    drawn = []
    for _ in range(DRAWS):
        chosen = rng.choice(list(places), len(places))
        rows = np.concatenate([places[number] for number in chosen])
        again = regress(amounts[rows], results[rows], np.arange(len(rows)))
        drawn.append(again.weights / again.weights[0])
    ended = [state.result for state in {state.game: state for state in played}.values()]
    console.print(
        f"{len(places):,} games, {len(played):,} states; {ended.count(1.0)} won by White, {ended.count(0.5)} drawn, "
        f"{ended.count(0.0)} won by Black"
    )
    console.print("| piece | worth in pawns | 95% interval |", "|---|---|---|", sep="\n")
    for place, kind in enumerate(kinds):
        ratios = [weights[place] for weights in drawn]
        console.print(f"| {kind} | {fit.weights[place] / fit.weights[0]:.2f} | {interval(ratios)} |")


if __name__ == "__main__":
    main()
