"""Games to count where nobody has played any: self-play by learned patterns, thousands of games a second.

The patterns are those beside the game's own file or of another file; where there are none, they are learned first.
Each choice looks one ply ahead and prefers what promises more, the more so the lower the temperature. That is far from
perfect play: a book of such games says what such players do.
"""

from collections.abc import Callable, Iterator

import numpy as np

from plywise.books.played import PlayedGame
from plywise.kernel import OnCompile, RecordedPlay
from plywise.knowledge.patterns import LearnedPatterns
from plywise.learn.patterns import PatternLearner
from plywise.rules import SUM_UNIT, Game, PlywiseError

LEARNED_FROM = 20_000
"""Games of self-play from which patterns are learned where there are none."""
TEMPERATURE = 0.2
MOST_PLIES = 400
"""Plies after which a game counts as a draw: only cyclic games may go on for ever."""
AT_ONCE = 2_000
"""Games between two reports."""


def play_games(
    game: Game,
    count: int,
    *,
    seed: int = 0,
    patterns: LearnedPatterns | None = None,
    temperature: float = TEMPERATURE,
    on_played: Callable[[int], None] | None = None,
    on_step: OnCompile | None = None,
) -> Iterator[PlayedGame]:
    """Yield games of self-play; Ctrl-C ends them early. The same seed gives the same games."""
    if game.repetition == "illegal":
        raise PlywiseError(
            f"{game.name} forbids repetition, which quick self-play doesn't look for: "
            "play its games by `plywise match --out DIR`."
        )
    known = patterns or learn_patterns(game, seed, on_step)
    play = RecordedPlay(game, known.layout, seed=seed, on_step=on_step)
    weights = np.frombuffer(play.table.numbers, np.float32)
    weights[: known.layout.size] = np.frombuffer(known.weights, "<i2") / SUM_UNIT
    draw, done = (game.draw_utility,) * game.players, 0
    while done < count:
        played, is_stopped = play.record(min(AT_ONCE, count - done), temperature, MOST_PLIES)
        for each in played:
            yield PlayedGame(each.actions, draw if each.utilities is None else each.utilities)
        done += len(played)
        if on_played:
            on_played(done)
        if is_stopped:
            return


def learn_patterns(game: Game, seed: int, on_step: OnCompile | None = None) -> LearnedPatterns:
    """Learn patterns of a game in a few seconds: enough to avoid what loses at once."""
    learner = PatternLearner(game, seed=seed, on_step=on_step)
    if not learner.learn(games=LEARNED_FROM):
        raise KeyboardInterrupt
    return learner.best
