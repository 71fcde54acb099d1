"""What comes before a search that is left to us: a glance at one ply, and the list of all states that can follow.

A list that is complete is valued backwards, and proven. One that isn't stays with the question: a search may start from
what it holds, and the next decision of the same agent gives up sooner.
"""

import math
from dataclasses import replace

from plywise.agents.algorithms.known import choose_algorithm
from plywise.agents.algorithms.question import Callbacks, Question
from plywise.kernel import LoweringError
from plywise.kernel.lowering import state_shape
from plywise.rules import Decision, Status
from plywise.search import can_be_enumerated, decide_by_enumeration, enumerate_states

ENUMERATED = 0.5
"""The part of a limit that enumeration may take."""
BESIDE_KERNEL = 0.1
"""The same of a limit in states where a compiled search may follow: in the same time it visits hundreds of states."""
ENUMERATED_STATES = 100_000
"""How many states are enumerated where nothing but a proof ends the search."""
GLANCE, GLANCED_FROM = 0.1, 2.0
"""Seconds of a first look, and from how many seconds on there is one."""
LEAST_STATES = 100
"""With fewer states than this, a search says more than a list of them."""
TOO_LARGE = ("too-large",)
"""Under which a memory says that the game was too large to enumerate."""


def enumerate_first(question: Question) -> tuple[Decision | None, Question]:
    """Return what enumeration proves of a question, and the question that is left with what was enumerated."""
    limit, memory = question.limit, question.memory
    time_share = None if limit.time is None else limit.time * ENUMERATED
    states: int | None
    if limit.nodes is not None:
        states = max(1, int(limit.nodes * (BESIDE_KERNEL if _may_be_compiled(question) else ENUMERATED)))
    else:
        states = ENUMERATED_STATES if limit.time is None else None
    part = replace(limit, time=time_share, nodes=states)
    guarded_game = question.rules
    graph = enumerate_states(
        guarded_game, question.state, limit=part, history=question.history, is_doubtful=TOO_LARGE in memory
    )
    if not graph.is_complete:
        memory[TOO_LARGE] = True
        return None, replace(question, graph=graph)
    decision = decide_by_enumeration(replace(graph, game=question.game))
    if decision is not None and (decision.status is Status.PROVEN or not question.game.cyclic):
        decision = replace(decision, algorithm="enumeration", engine="plain")
        return decision, question
    return None, question


def _may_be_compiled(question: Question) -> bool:
    """Whether states have the form that rules to be compiled need; nothing more is looked at."""
    if question.options.engine == "plain":
        return False
    try:
        return bool(state_shape(question.game))
    except LoweringError:
        return False


def glance(question: Question, callbacks: Callbacks) -> None:
    """Report what one ply shows, where somebody listens and what comes first may take seconds."""
    seconds = math.inf if question.limit.time is None else question.limit.time
    if callbacks.on_depth is None or seconds < GLANCED_FROM:
        return
    part = question.within(replace(question.limit, time=GLANCE, depth=1))
    callbacks.report(choose_algorithm(question.game).ask_plain(part, Callbacks()))


def may_enumerate(question: Question) -> bool:
    """Whether a question is one for enumeration: how deep or how often to look was left to us."""
    options, limit = question.options, question.limit
    is_free = limit.depth is None and limit.simulations is None and (limit.nodes or LEAST_STATES) >= LEAST_STATES
    is_plain = not (options.enhancements or options.without or options.tuning or options.engine == "compiled")
    return question.is_auto and is_free and is_plain and can_be_enumerated(question.game)
