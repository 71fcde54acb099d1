"""A short trial of the plain search, before rules are compiled: what it settles isn't worth compiling anything for."""

from collections.abc import Sequence
from dataclasses import replace

from plywise.agents.algorithms.known import Algorithm
from plywise.agents.algorithms.question import Callbacks, Question
from plywise.rules import Decision, Limit, Status

TRIAL_NODES, TRIAL_SECONDS = 2_000, 0.25
"""What the plain search may try before rules are compiled; of the time given, a quarter at most."""


def try_plainly(algorithm: Algorithm, question: Question, callbacks: Callbacks) -> Decision:
    """Return what a short plain search finds: a proof, or an answer that may be all that was asked for.

    What was learned takes long to look up plainly. So a proof is looked for without it, unheard, and only a search that
    is as short as that is done again with it.
    """
    if question.knowledge is None:
        return _try_rounds(algorithm, question, callbacks)
    tried = _try_rounds(algorithm, replace(question, knowledge=None), Callbacks())
    if tried.status is Status.PROVEN:
        callbacks.report(tried)
    elif is_spent(tried, question.limit):
        return algorithm.ask_plain(question, callbacks)
    return tried


def is_spent(tried: Decision, limit: Limit) -> bool:
    """Whether a trial went as far as the limit's depth or states allow."""
    return tried.depth == limit.depth or tried.nodes == limit.nodes


class _TooFarError(Exception):
    """The plain trial won't settle the game: it stops."""


def _try_rounds(algorithm: Algorithm, question: Question, callbacks: Callbacks) -> Decision:
    """Search plainly as long as that may settle the game within a few states.

    Where no action is proven yet it takes two more rounds at least, unless the limit's depth comes first; each is taken
    to grow as the last one did.
    """
    rounds: list[Decision] = []

    def look(decision: Decision) -> None:
        callbacks.report(decision)
        rounds.append(decision)
        if _wanted_nodes([each.nodes for each in rounds], _rounds_left(decision, question.limit)) > TRIAL_NODES:
            raise _TooFarError

    try:
        return algorithm.ask_plain(question.within(_trial(question.limit)), Callbacks(look))
    except _TooFarError:
        return rounds[-1]


def _rounds_left(decision: Decision, limit: Limit) -> int:
    """Return how many more rounds a search takes at least."""
    least = 1 if any(choice.status is Status.PROVEN for choice in decision.choices) else 2
    return least if limit.depth is None else min(least, limit.depth - decision.depth)


def _wanted_nodes(sums: Sequence[int], rounds: int) -> float:
    """Return how many states there will be after more rounds, going by the states after each one so far.

    >>> _wanted_nodes([10, 40, 130], 2)
    1210.0
    """
    if len(sums) < 2:
        return sums[-1]
    last, before = sums[-1] - sums[-2], sums[-2] - (sums[-3] if len(sums) > 2 else 0)
    growth = max(1.0, last / max(1, before))
    return sums[-1] + sum(last * growth**each for each in range(1, rounds + 1))


def _trial(limit: Limit) -> Limit:
    """Return what of a limit is tried plainly."""
    seconds = TRIAL_SECONDS if limit.time is None else min(TRIAL_SECONDS, limit.time / 4)
    return Limit(seconds, min(TRIAL_NODES, limit.nodes or TRIAL_NODES), limit.depth)
