"""What went wrong, in one line on stderr: a sentence of Plywise's own, the user's line that failed, or our apology."""

import sysconfig
import traceback
from pathlib import Path
from types import TracebackType

import plywise
from plywise.cli.screen.common import opened, stderr, tell_reason
from plywise.rules import CHANCE, Lots, PlywiseError, Record

WALKS, WALK = 10, 200
"""Random games, and their plies, in which the cause of a failure is looked for."""


def tell_failure(sentence: str) -> None:
    """Print why something failed."""
    _tell(sentence, "red")


def tell_warning(sentence: str) -> None:
    """Print what the user should know, though all goes on."""
    _tell(sentence, "yellow")


def _tell(sentence: str, style: str) -> None:
    stderr.print(f"plywise: {' '.join(sentence.splitlines())}", style=style, soft_wrap=True)


def tell_error(error: Exception) -> str:
    """Return an error's own sentence, or whose fault an unexpected one is: a line of the user's rules, or ours."""
    if isinstance(error, PlywiseError):
        return str(error)
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    place = _users_line(error.__traceback__)
    if place:
        return f"your rules failed at {place}: {what}. See `plywise check` for more."
    if isinstance(error, TypeError) and "unhashable" in str(error) and (told := _tell_unhashable()):
        return told
    if isinstance(error, OSError):
        what = f" {error.filename}" if error.filename else ""
        return f"the system refused to read or write{what}: {tell_reason(error)}."
    return f"an error of its own, sorry: {what}. Run it again with PLYWISE_DEBUG=1 and report what you see."


def _tell_unhashable() -> str:
    """Say which action of the game that was loaded can't be hashed, as `plywise check` does; nothing if all can be."""
    from plywise.doctor.checks import unhashable_complaint

    for game in opened:
        for seed in range(WALKS):
            record = Record(game)
            lots = Lots(seed)
            while not record.is_over and len(record.actions) < WALK:
                state, is_chance = record.state, game.to_move(record.state) == CHANCE
                options = [outcome for outcome, _ in game.chances(state)] if is_chance else list(game.actions(state))
                complaint = unhashable_complaint(options, is_chance)
                if complaint is not None:
                    return " ".join(complaint[1:])
                record.add(options[lots.below(len(options))])
    return ""


def _users_line(trace: TracebackType | None) -> str:
    """Return file:line of the innermost frame that is neither Plywise's, nor Python's, nor another package's."""
    ours = [Path(plywise.__file__).parent, *map(Path, {*sysconfig.get_paths().values()})]
    for frame in reversed(traceback.extract_tb(trace)):
        path = Path(frame.filename)
        if path.exists() and not any(path.is_relative_to(home) for home in ours):
            return f"{path.name}:{frame.lineno} in {frame.name}"
    return ""
