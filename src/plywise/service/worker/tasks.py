"""What a worker does: the tasks that any front end asks for, and those that need processes, compilers or checks."""

import contextlib
from dataclasses import replace
from functools import partial, wraps
from typing import Any

from pydantic import ValidationError

from plywise.agents import Callbacks, choose_algorithm, choose_plan, decide
from plywise.doctor import check_rules_isolated
from plywise.games.catalog import load_game
from plywise.kernel import LoweringError
from plywise.rules import Limit, PlywiseError, RulesError, Status, seen_view
from plywise.service.schema import Position
from plywise.service.worker.seats import advance, choice
from plywise.tasks import TASKS as SHARED_TASKS
from plywise.tasks import Task, TaskError, Tell, find_game, keep_secret, options_for, without_paths, write_json

SEATED = "{} hides something from its players, so it is played by seats (/api/sittings), each with its own view of it."

GLANCE = Limit(time=0.2, nodes=2_000)
"""What shows whether a game is worth compiling, as in `decide`, and that the compiled search runs."""


def position(tell: Tell, spec: str, game: str, actions: Any, **named: Any) -> dict[str, Any]:
    """Return where a game stands; refuses what its rules made wrong, such as names that are no texts.

    Of a game that hides something, only the start is shown, as its first player sees it.
    """
    if actions or named.get("start") is not None:
        require_shown(spec)
    found = SHARED_TASKS["position"](tell, spec, game, actions, **named)
    rules = find_game(spec)
    if rules.hides:
        found["view"] = seen_view(rules, rules.initial(), 0).to_data()
    try:
        return Position.model_validate_json(write_json(found)).model_dump()
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place, name = ".".join(map(str, first["loc"])), find_game(spec).name
        raise RulesError(f"{name} returned something invalid for this position, in {place}: {first['msg']}.") from None


def require_shown(spec: str) -> None:
    """Refuse a game that hides something: what a client sends of it, and is sent, would be all there is."""
    game = find_game(spec)
    if game.hides:
        raise TaskError("bad-request", SEATED.format(game.name))


def shown(task: Task) -> Task:
    """Return a task that refuses games that hide something."""

    @wraps(task)
    def guarded(tell: Tell, spec: str, *arguments: Any, **named: Any) -> Any:
        require_shown(spec)
        return task(tell, spec, *arguments, **named)

    return guarded


def checkup(tell: Tell, spec: str, seconds: float) -> dict[str, Any]:
    """Return what the doctor finds in a game's rules, in a process of its own."""
    keep_secret(spec)
    report = check_rules_isolated(partial(load_game, spec), seconds=seconds, compiled=False)
    told = ("level", "check", "what", "fix", "rule", "where", "state")
    return {"findings": [{name: without_paths(getattr(each, name)) for name in told} for each in report.findings]}


def preparation(
    tell: Tell, spec: str, algorithm: str | None, tables: str | None = None, knowledge: str | None = None
) -> dict[str, str]:
    """Compile what a search of a game needs, which stays on disk; return the engine to use from then on.

    A game that is settled within a few states is not worth compiling. Where rules can't be compiled, `reason` says why.
    """
    game = find_game(spec)
    options = options_for(spec, tables, knowledge)
    if algorithm is None and options.knowledge is None:
        chosen = choose_algorithm(game, all_exact=True)
    else:
        chosen = choose_plan(game, GLANCE, algorithm, options).last
    if not chosen.suits(game) or not chosen.has_twin(game):
        return {"engine": "plain", "reason": ""}

    def tell_compiling(done: int, of: int) -> None:
        tell("compiling", {"done": done, "of": of})

    glance = partial(decide, game, algorithm=chosen.name)
    with contextlib.suppress(PlywiseError):  # whoever asks for a search learns what is wrong with it
        if algorithm is None and glance(limit=GLANCE, options=replace(options, engine="plain")).status is Status.PROVEN:
            return {"engine": "auto", "reason": ""}
        try:
            glance(
                limit=Limit(time=GLANCE.time),
                options=replace(options, engine="compiled"),
                callbacks=Callbacks(on_compile=tell_compiling),
            )
        except LoweringError as error:
            return {"engine": "plain", "reason": str(error)}
    return {"engine": "auto", "reason": ""}


TASKS: dict[str, Task] = {
    **{name: task if name == "description" else shown(task) for name, task in SHARED_TASKS.items()},
    "position": position,
    "checkup": checkup,
    "preparation": preparation,
    "advance": advance,
    "choice": choice,
}
