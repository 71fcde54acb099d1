"""What an error in a task means to whoever asked."""

from pathlib import Path

from plywise.doctor.places import failing_place
from plywise.kernel import LoweringError
from plywise.rules import CatalogError, IllegalActionError, NotationError, PlywiseError, RulesError
from plywise.tasks.errors import TaskError
from plywise.tasks.loaded import loaded_games, without_paths


def tell_failure(error: BaseException) -> TaskError:
    """Say what an error means to the front end; of a path, only the file's name."""
    failure = _failure(error)
    return TaskError(failure.code, without_paths(failure.message))


def _failure(error: BaseException) -> TaskError:
    match error:
        case TaskError():
            return error
        case IllegalActionError() | NotationError():
            return TaskError("illegal", str(error))
        case RulesError() | CatalogError() | LoweringError():
            return TaskError("rules", str(error))
        case PlywiseError():
            return TaskError("bad-request", str(error))
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    place = next(filter(None, (failing_place(game, error.__traceback__)[0] for game in loaded_games())), "")
    if place:
        return TaskError("rules", f"The rules failed at {Path(place).name}: {what}: see `plywise check`.")
    return TaskError(
        "rules", f"An error of Plywise's own, sorry: {what}. Start it with PLYWISE_DEBUG=1 and report this."
    )
