"""A first look at rules: quick games, played for a few seconds before agents take their time.

    random    any action, at random        how long games are, how wide, whether a seat is favoured by chance alone
    quick     a fiftieth of a second each  the same between agents that look where they go

It takes about ten seconds of a processor, whatever the rules cost, and is forgotten as soon as there are better games.

>>> from plywise.games.nim import Nim
>>> from plywise.report.options import ReportOptions
>>> games = play_randomly(Nim, ReportOptions())
>>> len(games), {game.end for game in games}
(100, {'rules'})
"""

import time
from collections.abc import Callable

from plywise.matches import GameResult, Match, MatchOptions
from plywise.matches.results import BY_FORFEIT
from plywise.matches.worker import MatchWorker
from plywise.report.options import ReportOptions
from plywise.rules import Game, Limit, PlywiseError

RANDOM_SECONDS, QUICK_SECONDS = 3.0, 6.0
"""CPU seconds that games of each kind take, beyond the one under way."""
MOST_GAMES = 100
MOST_PLIES = 400
"""Plies after which a game counts as a draw."""
THOUGHT = Limit(time=0.02)
"""What a quick agent may spend on an action."""
RANDOM_AGENT, QUICK_AGENT = "random", "auto:engine=plain"


def play_randomly(load: Callable[[], Game], options: ReportOptions) -> list[GameResult]:
    """Play games at random."""
    return _play(load, options, RANDOM_AGENT, RANDOM_SECONDS, 0)


def play_quickly(load: Callable[[], Game], options: ReportOptions) -> list[GameResult]:
    """Play games between quick agents; none where another agent than `auto` is asked for, or it can't play these."""
    if options.agent.partition(":")[0] != "auto":
        return []
    try:
        return _play(load, options, QUICK_AGENT, QUICK_SECONDS, None)
    except PlywiseError:
        return []


def _play(
    load: Callable[[], Game], options: ReportOptions, agent: str, seconds: float, opening_plies: int | None
) -> list[GameResult]:
    """Play games of an agent with itself for some seconds; those that it forfeits say nothing of the rules."""
    began, game = time.process_time(), load()
    terms = MatchOptions(
        games=MOST_GAMES,
        limit=THOUGHT,
        seed=options.seed,
        opening_plies=opening_plies,
        max_plies=min(options.max_plies or MOST_PLIES, MOST_PLIES),
        swap=False,
    )
    agents = [agent] * game.players
    schedule, worker = Match(game, agents, terms).schedule, MatchWorker(lambda: game, agents, terms)
    games: list[GameResult] = []
    for number in range(MOST_GAMES):
        if number and time.process_time() - began > seconds:
            break
        games.append(GameResult.from_data(worker.play(schedule.game(number))))
    return [each for each in games if each.end != BY_FORFEIT]
