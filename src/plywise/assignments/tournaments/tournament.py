"""A tournament of students' agents: a round robin with a rating table, each agent in a guarded process of its own.

Who can't make a first move does not qualify, and who fails later forfeits that game. Games, openings and ratings are
those of `plywise.matches`.
"""

import re
import shlex
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from plywise.assignments.checking import AssignmentError
from plywise.assignments.submissions import Submission
from plywise.games.catalog import load_game
from plywise.isolation import module_command
from plywise.matches import GameResult, Hire, Match, MatchOptions, MatchResult, OnMatch
from plywise.protocols import EngineError, ProgramEngine
from plywise.rules import Game, Limit

PROGRAM = "plywise.assignments.tournaments.agent_process"


@dataclass(frozen=True)
class Entrant:
    """Who takes part: a name, and the spec of an agent."""

    name: str
    spec: str


@dataclass
class Tournament:
    """Who plays, who did not qualify and why, and the match between those who did."""

    entrants: Sequence[Entrant]
    refused: dict[str, str] = field(default_factory=dict)
    match: Match | None = None

    @property
    def result(self) -> MatchResult:
        """What came of it so far, with students' names."""
        assert self.match is not None
        counted = self.match.result.counted()
        named = MatchResult(
            counted.game, [each.name for each in self.entrants], counted.unit_games, None, counted.planned
        )
        for number in sorted(counted.games):
            named.add(self._renamed(counted.games[number]))
        return named

    def _renamed(self, game: GameResult) -> GameResult:
        note = game.note
        for each in self.entrants:
            note = note.replace(each.spec, each.name)
        return replace(game, note=note)

    def to_data(self) -> dict[str, Any]:
        """Return the tables as data that JSON can hold."""
        return self.result.to_data() | {"refused": dict(self.refused)}


def enter(submission: Submission, folder: Path) -> Entrant:
    """Copy a student's file into a folder of its own, apart from others, and name the program that plays by it."""
    plain = re.sub(r"[^\w-]+", "_", submission.name) or "student"
    copied = folder / plain / "agent.py"
    copied.parent.mkdir(parents=True, exist_ok=True)
    if submission.path.is_file():
        shutil.copyfile(submission.path, copied)
    command = shlex.join(module_command(PROGRAM, str(copied.resolve())))
    return Entrant(submission.name, f'program:"{command}"')


def qualify(game: Game, entrant: Entrant, seconds: float) -> str:
    """Let an agent make a first move; return why it can't, or nothing."""
    engine = ProgramEngine(game, entrant.spec.partition(":")[2].strip('"'))
    try:
        engine.choose(game.initial(), Limit(time=seconds), ())
    except EngineError as error:
        return str(error).rstrip(".")
    finally:
        engine.close()
    return ""


def hold_tournament(
    spec: str,
    submissions: Sequence[Submission],
    options: MatchOptions,
    out: Path,
    *,
    others: Sequence[str] = (),
    hire: Hire | None = None,
    on_progress: OnMatch | None = None,
    on_qualify: Callable[[int, str], None] = lambda number, name: None,
) -> Tournament:
    """Let students' agents play each other, and agents by their specs with them; games are kept in a folder."""
    seconds = options.each_action.time
    if seconds is None:
        raise AssignmentError("Students' agents need a time for each action: give one.")
    game = load_game(spec)
    tournament = Tournament([], {})
    entrants = []
    for number, each in enumerate(submissions):
        on_qualify(number, each.name)
        entrant = enter(each, out / "agents")
        why = qualify(game, entrant, seconds) if each.path.is_file() else "there is no file"
        if why:
            tournament.refused[each.name] = why
        else:
            entrants.append(entrant)
    tournament.entrants = [*entrants, *(Entrant(name, name) for name in others)]
    if len(tournament.entrants) < 2:
        raise AssignmentError("Fewer than two agents can make a first move: nothing is left to play.")
    specs = [each.spec for each in tournament.entrants]
    tournament.match = Match(partial(load_game, spec), specs, options, name=spec)
    tournament.match.on_progress = on_progress
    try:
        tournament.match.run(out, hire)
    except KeyboardInterrupt:
        if not tournament.match.result.games:
            raise
    return tournament
