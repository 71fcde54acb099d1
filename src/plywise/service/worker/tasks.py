"""What a worker does: each task runs rules, reports its progress, and returns data.

A task is handed `tell(kind, content)` and the job's arguments; a game is named by a spec that the server offers.
"""

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from plywise.agents import (
    Callbacks,
    Engine,
    SearchOptions,
    choose_algorithm,
    choose_plan,
    decide,
    open_knowledge,
    open_tables,
)
from plywise.doctor import check_rules_isolated
from plywise.doctor.places import failing_place
from plywise.explain import explain_state, verdict
from plywise.games.catalog import load_game
from plywise.games.record_texts import Form
from plywise.kernel import LoweringError, Progress
from plywise.rules import (
    CatalogError,
    Choice,
    Decision,
    Game,
    IllegalActionError,
    Limit,
    NotationError,
    PlywiseError,
    Record,
    RulesError,
    Status,
)
from plywise.service.errors import ServiceError
from plywise.service.worker.descriptions import describe_game
from plywise.service.worker.dice import throw_dice
from plywise.service.worker.positions import describe_position, replay
from plywise.service.worker.records import export_game, import_games, set_up

Tell: TypeAlias = Callable[[str, Any], None]
Task: TypeAlias = Callable[..., Any]

GLANCE = Limit(time=0.2, nodes=2_000)
"""What shows whether a game is worth compiling, as in `decide`, and that the compiled search runs."""

MOST_GAMES = 64
"""That a worker keeps: clients may ask for any values of parameters."""

_games: dict[str, Game] = {}
"""Those that this worker has loaded, by their specs."""

_opened: dict[str, Any] = {}
"""Solved tables and knowledge that this worker has opened, by where they lie."""

_secrets: dict[str, str] = {}
"""Where the files of games lie, which no client may see, and what it sees instead."""


def position(
    tell: Tell, spec: str, game: str, actions: Sequence[str], start: str | None = None, is_lenient: bool = False
) -> dict[str, Any]:
    """Return where a game stands; a lenient one, as far as the actions are legal."""
    return describe_position(game, replay(_game(spec), actions, start, is_lenient))


def setup(tell: Tell, spec: str, pieces: dict[str, str], player: int) -> dict[str, str]:
    """Return the state with certain pieces on the board."""
    return {"start": set_up(_game(spec), pieces, player)}


def imports(tell: Tell, spec: str, text: str) -> dict[str, Any]:
    """Return the games that a text has in it."""
    return import_games(_game(spec), text)


def exports(tell: Tell, spec: str, game: str, form: Form, record: dict[str, Any]) -> dict[str, Any]:
    """Return a game as text."""
    return export_game(_game(spec), game, form, record)


def throw(tell: Tell, spec: str, actions: Sequence[str], seed: int, start: str | None = None) -> dict[str, Any]:
    """Return what chance decides."""
    return {"action": throw_dice(_game(spec), actions, seed, start), "seed": seed}


def checkup(tell: Tell, spec: str, seconds: float) -> dict[str, Any]:
    """Return what the doctor finds in a game's rules, in a process of its own."""
    _keep_secret(spec)
    report = check_rules_isolated(partial(load_game, spec), seconds=seconds, compiled=False)
    told = ("level", "check", "what", "fix", "rule", "where", "state")
    return {"findings": [{name: _without_paths(getattr(each, name)) for name in told} for each in report.findings]}


def description(tell: Tell, spec: str, game: str, title: str) -> dict[str, Any]:
    """Return what a game's players are called, and which algorithms can take a seat."""
    return describe_game(game, title, _game(spec))


def analysis(
    tell: Tell,
    spec: str,
    actions: Sequence[str],
    seconds: float,
    depth: int | None,
    algorithm: str | None,
    engine: Engine,
    tables: str | None = None,
    knowledge: str | None = None,
    start: str | None = None,
) -> dict[str, Any]:
    """Search a position and return the final decision; report each deeper one, and the progress."""
    game = _game(spec)
    record = _unfinished(replay(game, actions, start))

    decision = decide(
        game,
        record.state,
        limit=Limit(time=seconds, depth=depth),
        history=record.history,
        algorithm=algorithm,
        options=replace(_options(spec, tables, knowledge), engine=engine),
        callbacks=Callbacks(
            on_depth=lambda deeper: tell("decision", _decision_data(record, deeper)),
            on_progress=lambda progress: tell("progress", _progress_data(record, progress)),
        ),
    )
    return _decision_data(record, decision)


def explanation(
    tell: Tell,
    spec: str,
    actions: Sequence[str],
    depth: int | None,
    algorithm: str | None,
    played: str | None = None,
    start: str | None = None,
) -> dict[str, Any]:
    """Return the explanation of what is best in a position, and whether what was played is."""
    game = _game(spec)
    record = _unfinished(replay(game, actions, start))
    action = None if played is None else record.find(played)
    explained = explain_state(
        game, record.state, algorithm=algorithm, depth=depth, history=record.history, played=action
    )
    return explained.to_data()


def preparation(
    tell: Tell, spec: str, algorithm: str | None, tables: str | None = None, knowledge: str | None = None
) -> dict[str, str]:
    """Compile what a search of a game needs, which stays on disk; return the engine to use from then on.

    A game that is settled within a few states is not worth compiling. Where rules can't be compiled, `reason` says why.
    """
    game = _game(spec)
    options = _options(spec, tables, knowledge)
    if algorithm is None and options.knowledge is None:
        chosen = choose_algorithm(game, all_exact=True)
    else:
        chosen = choose_plan(game, GLANCE, algorithm, options).last
    if not chosen.kind.holds(game) or not chosen.has_twin(game):
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
    "position": position,
    "throw": throw,
    "setup": setup,
    "import": imports,
    "export": exports,
    "description": description,
    "checkup": checkup,
    "analysis": analysis,
    "explanation": explanation,
    "preparation": preparation,
}


def _keep_secret(spec: str) -> None:
    """Let no client see where a game's file lies."""
    path = Path(spec.partition(":")[0])
    _secrets.update({str(path): path.name, f"{path.parent.resolve()}{os.sep}": ""})


def _game(spec: str) -> Game:
    if spec not in _games:
        _keep_secret(spec)
        _games[spec] = load_game(spec)
        if len(_games) > MOST_GAMES:
            del _games[next(iter(_games))]
    return _games[spec]


def _options(spec: str, tables: str | None, knowledge: str | None) -> SearchOptions:
    """Return how a game is searched: with what is known of it, and with every action's value where that can be had."""
    game = _game(spec)
    is_exact = knowledge is None or game.evaluates_in_own_unit
    opened, learned = _opened_at(tables, open_tables, game), _opened_at(knowledge, open_knowledge, game)
    return SearchOptions(all_exact=is_exact, tables=opened, knowledge=learned)


def _opened_at(where: str | None, opening: Callable[[str, Game], Any], game: Game) -> Any:
    """Return what is open of a game's tables or knowledge; nothing where there is none."""
    if where is not None and where not in _opened:
        _secrets[where] = Path(where).name
        _opened[where] = opening(where, game)
    return None if where is None else _opened[where]


def _unfinished(record: Record) -> Record:
    if record.is_over:
        raise IllegalActionError("The game is over: there is nothing left to search.")
    return record


def _decision_data(record: Record, decision: Decision) -> dict[str, Any]:
    """Return a decision as data, with each value as the game words it."""
    game = record.game
    data = decision.to_data(game, record.state)
    worths: tuple[Decision | Choice, ...] = (decision, *decision.choices)
    for worth, told in zip(worths, (data, *data["choices"]), strict=True):
        told["told"] = game.value_name(worth.value, decision.player, worth.unit)
    return {"verdict": verdict(game, decision), "decision": data}


def _progress_data(record: Record, progress: Progress) -> dict[str, Any]:
    action = None if progress.action is None else record.game.action_name(record.state, progress.action)
    told = {"depth": progress.depth, "nodes": progress.nodes, "seconds": round(progress.seconds, 3)}
    return {**told, "simulations": progress.simulations, "action": action}


def tell_failure(error: BaseException) -> ServiceError:
    """Say what an error in a job means to the client; of a path, only the file's name."""
    failure = _failure(error)
    return ServiceError(failure.code, _without_paths(failure.message))


def _without_paths(message: str) -> str:
    for secret in sorted(_secrets, key=len, reverse=True):
        message = message.replace(secret, _secrets[secret])
    return message


def _failure(error: BaseException) -> ServiceError:
    match error:
        case ServiceError():
            return error
        case IllegalActionError() | NotationError():
            return ServiceError("illegal", str(error))
        case RulesError() | CatalogError() | LoweringError():
            return ServiceError("rules", str(error))
        case PlywiseError():
            return ServiceError("bad-request", str(error))
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    place = next(filter(None, (failing_place(game, error.__traceback__)[0] for game in _games.values())), "")
    if place:
        return ServiceError("rules", f"The rules failed at {Path(place).name}: {what}: see `plywise check`.")
    return ServiceError(
        "rules", f"An error of Plywise's own, sorry: {what}. Start it with PLYWISE_DEBUG=1 and report this."
    )
