"""Searches of a position, each deeper decision reported as it is found, and explanations of one."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from plywise.agents import Agent, Callbacks, Engine, SearchOptions, decide, decide_by_book
from plywise.explain import explain_state, verdict
from plywise.kernel import Progress
from plywise.rules import Cancellation, Choice, Decision, IllegalActionError, Limit, Record
from plywise.tasks.loaded import book_of, find_game, options_for
from plywise.tasks.positions import replay

Tell: TypeAlias = Callable[[str, Any], None]


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
    book: str | None = None,
    start: str | None = None,
    cancellation: Cancellation | None = None,
    agent: Agent | None = None,
    level: int | None = None,
    is_default: bool = False,
) -> dict[str, Any]:
    """Search a position and return the final decision; report each deeper one, and the progress.

    `is_default` says that nobody asked for these seconds: they merely stop the search. An agent of the same game and
    algorithm, or level, goes on with what it remembers. What a book knows isn't searched.
    """
    game = find_game(spec)
    record = _unfinished(replay(game, actions, start))
    if book is not None:
        lot = random.randrange(1 << 30)  # two games from the same book need not be the same
        known = decide_by_book(book_of(spec, book), game, record.state, record.history, lot)
        if known is not None:
            return _decision_data(record, known)
    limit = Limit(time=seconds, depth=depth, cancellation=cancellation, is_default=is_default)
    callbacks = Callbacks(
        on_depth=lambda deeper: tell("decision", _decision_data(record, deeper)),
        on_progress=lambda progress: tell("progress", _progress_data(record, progress)),
    )
    if level is not None and agent is None:
        agent = level_agent(spec, level, replace(options_for(spec, tables, knowledge), engine=engine))
    if agent is not None:
        decision = agent.decide(record.state, limit=limit, history=record.history, callbacks=callbacks)
    else:
        options = replace(options_for(spec, tables, knowledge), engine=engine)
        decision = decide(
            game,
            record.state,
            limit=limit,
            history=record.history,
            algorithm=algorithm,
            options=options,
            callbacks=callbacks,
        )
    return _decision_data(record, decision)


def level_agent(spec: str, level: int, options: SearchOptions) -> Agent:
    """Return who plays at a level, by random numbers of its own."""
    seed = random.randrange(1 << 31)
    return Agent(find_game(spec), f"level:{level}", options=replace(options, seed=seed))


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
    game = find_game(spec)
    record = _unfinished(replay(game, actions, start))
    action = None if played is None else record.find(played)
    explained = explain_state(
        game, record.state, algorithm=algorithm, depth=depth, history=record.history, played=action
    )
    return explained.to_data()


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
        words = None if decision.by_book else game.value_name(worth.value, decision.player, worth.unit)
        told["told"] = words or f"{worth.value:+.2f}"  # the game's words aren't for the mean of many games
    return {"verdict": verdict(game, decision), "decision": data}


def _progress_data(record: Record, progress: Progress) -> dict[str, Any]:
    action = None if progress.action is None else record.game.action_name(record.state, progress.action)
    told = {"depth": progress.depth, "nodes": progress.nodes, "seconds": round(progress.seconds, 3)}
    return {**told, "simulations": progress.simulations, "action": action}
