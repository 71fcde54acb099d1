"""ProbCut in Othello: how often its models are wrong, what it saves to depth 11, and a match against twice the states.

First the models are fitted on random states, half of which only test them. Then ProbCut, reductions and a beam are each
switched on, and their states and CPU time compared with those of the default search. With --match, instead, ProbCut
plays the default search from random openings of eight plies with both colours; states stand for time there, so that the
score repeats exactly, and the default search may visit twice as many an action. With --knowledge, all estimates are
those of the learned patterns that come with Othello, and the models are fitted to them.

Run: python benchmarks/truth/prob_cut.py [--match] [--knowledge] [--states 600] [--openings 60]   (match: ten minutes)
"""

import argparse
import math
from statistics import mean
from typing import Any

from rich.console import Console

from plywise import Limit, load_game
from plywise.agents import knowledge_beside
from plywise.kernel import PatternWeights, Searcher, Switches
from plywise.knowledge.patterns import LearnedPatterns
from plywise.lab import Ablation, random_openings
from plywise.learn import ProbCutFit, fit_prob_cut

GAME = load_game("othello")
DEPTH, STATES, EARLY = 11, 100_000, 15
"""The depth of the comparison; states an action of ProbCut in the match; actions of a game whose depths count."""


def show_fit(console: Console, fit: ProbCutFit) -> None:
    """Print how wrong each model is."""
    console.print(
        "| deep | shallow | sigma | wrong, claimed | wrong, measured | on states |", "|---" * 6 + "|", sep="\n"
    )
    for row in fit.rows:
        model = row.model
        rates = f"{row.claimed:.1%} | {row.measured:.1%}"
        console.print(f"| {model.deep} | {model.shallow} | {model.sigma:.1f} | {rates} | {row.states} |")


def show_savings(console: Console, fit: ProbCutFit) -> None:
    """Print states and CPU time with each enhancement, beside the default search."""
    states = [GAME.initial(), *random_openings(GAME, GAME.initial(), 5)]
    ablation = Ablation(GAME, states, ("prob_cut", "reductions", "beam"), depth=DEPTH, tuning=fit.tuning)
    ablation.run()
    console.print(f"\n| to depth {DEPTH}, 6 states | states | CPU time |", "|---|---|---|", sep="\n")
    for row in ablation.rows():
        name = row.name.removeprefix("nothing, with ") if row.name != "nothing" else "default"
        console.print(f"| {name} | {row.nodes_ratio:.2f} | {row.time_ratio:.2f} |")


def play(state: Any, seats: tuple[tuple[Searcher, int], ...]) -> tuple[float, tuple[list[int], list[int]]]:
    """Play a game to its end; return the first seat's score, and the depths that each reached."""
    depths: tuple[list[int], list[int]] = ([], [])
    for searcher, _ in seats:
        searcher.clear()
    while not GAME.is_terminal(state):
        player = GAME.to_move(state)
        searcher, most = seats[player]
        found = searcher.decide(state, limit=Limit(nodes=most))
        depths[player].append(found.depth)
        state = GAME.result(state, found.action)
    utility = GAME.utility(state, 0)
    return 0.5 + 0.5 * ((utility > 0) - (utility < 0)), depths


def show_match(console: Console, fit: ProbCutFit, openings: int, known: LearnedPatterns | None) -> None:
    """Play every opening with both colours; print the score and the depths reached."""
    patterns = PatternWeights(known.layout, known.weights) if known else None
    cut = Searcher(GAME, Switches().having("prob_cut"), table_mb=8, tuning=fit.tuning, patterns=patterns)
    seats = ((cut, STATES), (Searcher(GAME, table_mb=8, patterns=patterns), 2 * STATES))
    scores: list[float] = []
    depths: tuple[list[int], list[int]] = ([], [])
    for start in random_openings(GAME, GAME.initial(), openings, 8, seed=11):
        for is_first in (True, False):
            score, reached = play(start, seats if is_first else seats[::-1])
            scores.append(score if is_first else 1 - score)
            for mine, found in zip(depths, reached if is_first else reached[::-1], strict=True):
                mine.extend(found[:EARLY])
    games, points = len(scores), sum(scores)
    won, drawn = scores.count(1), scores.count(0.5)
    error = math.sqrt(sum((score - points / games) ** 2 for score in scores)) / games
    console.print(f"| match, {games} games | points | won, drawn, lost | share | depth |", "|---" * 5 + "|", sep="\n")
    share, deep = f"{points / games:.0%} ± {100 * error:.1f}", " against ".join(f"{mean(each):.1f}" for each in depths)
    console.print(f"| ProbCut | {points:g} | {won}, {drawn}, {games - won - drawn} | {share} | {deep} |")


def main() -> None:
    """Fit, compare and play."""
    parser = argparse.ArgumentParser(description="What ProbCut is worth in Othello.")
    parser.add_argument("--match", action="store_true", help="play a match instead")
    parser.add_argument("--states", type=int, default=600, help="how many states the models are fitted on (600)")
    parser.add_argument("--openings", type=int, default=60, help="how many openings are played, twice each (60)")
    parser.add_argument("--knowledge", action="store_true", help="estimate by the patterns that come with Othello")
    arguments, console = parser.parse_args(), Console(highlight=False, soft_wrap=True)
    known = knowledge_beside(GAME) if arguments.knowledge else None
    assert known is None or isinstance(known, LearnedPatterns)
    fit = fit_prob_cut(GAME, states=arguments.states, deepest=10, knowledge=known)
    show_fit(console, fit)
    if arguments.match:
        show_match(console, fit, arguments.openings, known)
    elif known is None:
        show_savings(console, fit)


if __name__ == "__main__":
    main()
