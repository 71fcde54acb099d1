"""Plays a match: hands games to workers, counts and keeps what they return, and stops when the answer is there."""

import pickle
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, TypeAlias

from plywise.agents import identify_rules
from plywise.executors import Done, Failed, InProcess, Task, UnorderedExecutor, WorkerProcesses, count_cores
from plywise.matches.folder import MatchFolder
from plywise.matches.openings import Openings
from plywise.matches.options import MatchOptions
from plywise.matches.results import GameResult
from plywise.matches.schedule import Schedule
from plywise.matches.seating import check_agents, check_spec, label_agents
from plywise.matches.summary import MatchResult
from plywise.matches.worker import MatchWorker, game_task
from plywise.rules import Game, PlywiseError, RecordError, SearchError

TRIES = 3
"""How often a game is begun whose worker dies."""

Hire: TypeAlias = Callable[[Callable[[], Any]], UnorderedExecutor]
"""Starts workers, given what makes one."""


@dataclass(frozen=True, slots=True)
class MatchProgress:
    """How a match goes: its result so far, the games that were there before, and the seconds since it began."""

    result: MatchResult
    before: int
    seconds: float

    @property
    def games_a_second(self) -> float:
        """How many games are finished in a second."""
        return (len(self.result.games) - self.before) / max(self.seconds, 1e-9)


OnMatch: TypeAlias = Callable[[MatchProgress], None]


def play_match(
    game: Game | Callable[[], Game],
    agents: Sequence[str],
    options: MatchOptions | None = None,
    *,
    workers: int | None = None,
    out: str | Path | None = None,
    on_progress: OnMatch | None = None,
) -> MatchResult:
    """Let agents play each other, from paired openings with swapped seats, on all cores; return what came of it.

    `game` is a game, or a function that loads it in each worker. With `out`, each game is written into that folder as
    it finishes, and the same call continues a match that was stopped. With one worker, games are played right here;
    a script that has more needs the guard `if __name__ == "__main__"`.

    >>> from plywise.games.nim import Nim
    >>> result = play_match(Nim(piles=(2, 3)), ["minimax", "random"], MatchOptions(games=20), workers=1)
    >>> result.pairings[0, 1].games, result.pairings[0, 1].estimate.score > 0.5
    (20, True)
    """
    match = Match(game, agents, options or MatchOptions())
    match.on_progress, match.workers = on_progress, workers or count_cores()
    if match.workers > 1 and isinstance(game, Game):
        check_travels(game)
    return match.run(None if out is None else Path(out))


class Match:
    """A match that is played; `result` is what came of it so far."""

    def __init__(
        self, game: Game | Callable[[], Game], agents: Sequence[str], options: MatchOptions, name: str = ""
    ) -> None:
        self.load = partial(_itself, game) if isinstance(game, Game) else game
        self.game, self.specs, self.options = self.load(), tuple(agents), options
        options.check(self.game, len(agents))
        for spec in agents:
            check_spec(spec)
        self.workers = 1
        self.openings = Openings(self.game, plies=options.opening_plies, seed=options.seed, texts=options.openings)
        self.schedule = Schedule(
            len(agents),
            self.game.players,
            options.games,
            self.openings,
            options.seed,
            options.gauntlet,
            options.unit_games(self.game),
        )
        name = name or self.game.spec or self.game.name
        self.result = MatchResult(
            name, label_agents(agents), options.unit_games(self.game), options.sprt, self.schedule.games
        )
        self.folder: MatchFolder | None = None
        self.on_progress: OnMatch | None = None
        self.before, self.began = 0, time.perf_counter()

    def terms(self) -> dict[str, Any]:
        """Return what decides how each game goes."""
        options = self.options.to_data() | {"opening_plies": self.openings.plies}
        names = {"game": self.game.spec or self.game.name, "rules": identify_rules(self.game)}
        return names | {"agents": list(self.specs)} | options

    def run(self, out: Path | None = None, hire: Hire | None = None) -> MatchResult:
        """Play what is left of the match, keeping it in a folder, if any; return what came of all of it."""
        folder = None if out is None else MatchFolder(out, self.terms())
        try:
            self.resume(folder)
            if not self.result.is_over:
                self.play(hire or self.hire)
        finally:
            if folder is not None:
                folder.close()
        return self.result.counted()

    def resume(self, folder: MatchFolder | None) -> None:
        """Count the games that a folder holds, and keep those to come there."""
        self.folder = folder
        known = folder.games if folder is not None else {}
        for number in sorted(known):
            if number >= self.schedule.games:
                continue
            if (known[number].unit, known[number].seats) != self.schedule.seating(number):
                assert folder is not None
                raise RecordError(f"Game {number} in {folder.path} is of another match: remove its line.")
            self.result.add(known[number])
        self.before = len(self.result.games)

    def hire(self, make_worker: Callable[[], Any]) -> UnorderedExecutor:
        """Start workers on this machine."""
        if self.workers == 1:
            return InProcess(make_worker)
        left = self.schedule.games - len(self.result.games)
        return WorkerProcesses(make_worker, min(self.workers, left))

    def play(self, hire: Hire) -> None:
        """Play all games that are left, or as many as the test needs."""
        limits = [self.options.limit_of(agent) for agent in range(len(self.specs))]
        check_agents(self.game, self.specs, limits, self.options.clock)
        executor = hire(partial(MatchWorker, self.load, self.specs, self.options))
        self.began = time.perf_counter()
        lost: Counter[int] = Counter()
        try:
            self.report()
            while not self.result.is_over:
                self.play_round(executor, lost)
        finally:
            executor.close()

    def play_round(self, executor: UnorderedExecutor, lost: Counter[int]) -> None:
        """Play what is left, once."""
        for game in self.outcomes(executor, lost):
            if self.folder is not None:
                self.folder.add(game)
            self.result.add(game)
            self.report()
            if self.result.is_over:
                return

    def outcomes(self, executor: UnorderedExecutor, lost: Counter[int]) -> Iterator[GameResult]:
        """Yield games as they are finished; what was lost with its worker is left for another round."""
        for task, outcome in executor.run_unordered(self.tasks()):
            number = task.shard
            if isinstance(outcome, Done):
                yield GameResult.from_data(outcome.answer)
            elif isinstance(outcome, Failed):
                if isinstance(outcome.error, PlywiseError):
                    raise outcome.error
                raise SearchError(f"Game {number} can't be played: {outcome.error}.") from outcome.error
            else:
                lost[number] += 1
                if lost[number] >= TRIES:
                    raise SearchError(f"{TRIES} workers died in game {number} of the match: {outcome.reason}.")

    def tasks(self) -> Iterator[Task]:
        """Yield the games that are left, as tasks."""
        return map(game_task, self.schedule.without({*self.result.games}))

    def report(self) -> None:
        """Say how far it is."""
        if self.on_progress is not None:
            self.on_progress(MatchProgress(self.result, self.before, time.perf_counter() - self.began))


def _itself(game: Game) -> Game:
    return game


def check_travels(game: Game) -> None:
    """Refuse a game that another process couldn't make again from its class's name."""
    module = type(game).__module__.partition(".")[0]
    is_found = hasattr(sys.modules["__main__"], "__file__") if module == "__main__" else PathFinder.find_spec(module)
    try:
        pickle.dumps(game)
    except Exception:
        is_found = None
    if not is_found:
        raise PlywiseError(
            f"{game.name} can't be handed to other processes: give a function that loads it, "
            "such as partial(load_game, 'my_game.py'), or workers=1."
        )
