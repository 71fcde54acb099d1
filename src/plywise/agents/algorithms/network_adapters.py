"""How whole turns are looked ahead with a learned network's estimates, plainly and compiled."""

from dataclasses import replace

from plywise.agents.algorithms.adapters import Ask
from plywise.agents.algorithms.question import Callbacks, Question
from plywise.kernel import TurnSearcher
from plywise.rules import Decision


def by_network(ask: Ask, ask_network: Ask) -> Ask:
    """Ask in one way, or where there is a learned network in another."""

    def ask_either(question: Question, callbacks: Callbacks) -> Decision:
        return (ask if question.knowledge is None else ask_network)(question, callbacks)

    return ask_either


def ask_turns(question: Question, callbacks: Callbacks) -> Decision:
    """Ask the compiled look-ahead: one turn, then two if the limit lets it."""
    from plywise.knowledge.network import MARGIN

    network = question.knowledge
    searcher = question.searcher(
        ("turns", network),
        lambda: TurnSearcher(
            question.game,
            network.layout,
            network.weights,
            margin=MARGIN,
            wait=question.may_wait,
            on_step=callbacks.on_compile,
        ),
    )
    decision: Decision = searcher.decide(
        question.state, limit=question.left(), history=question.history, on_depth=callbacks.report
    )
    return decision


def ask_turns_plainly(question: Question, callbacks: Callbacks) -> Decision:
    """Ask the readable look-ahead: one turn, and two only if a limit of depth says so, since that takes seconds."""
    from plywise.knowledge.network import look_ahead

    game, turns = question.game, min(2, question.limit.depth or 1)
    state = game.initial() if question.state is None else question.state
    decision = replace(look_ahead(game, state, question.knowledge, turns), seconds=0.0)
    callbacks.report(decision)
    return decision
