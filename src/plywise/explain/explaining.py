"""Explaining a state of any game: who should play what and why, and a search that shows it, step by step.

    stream of decisions --> what is recommended, what it is worth, how sure that is --> sentences
                 |                                                                      ^
                 `--> a readable search of the same kind --> picture, refutations ------'

What is recommended is always the stream's decision: one that is handed over, or one made within a limit. The picture
illustrates it (`showing`); where it shows other numbers, its note says so.

>>> from plywise.games.tree import Tree
>>> found = explain_state(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
>>> found.summary[0], [trace.name for trace in found.panes]
('MAX should play a1.', ['alpha-beta'])
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from plywise.agents import SearchOptions, find_algorithm
from plywise.explain.deciding import decide_for
from plywise.explain.explaining_hidden import explain_hidden, explain_nobodys_turn
from plywise.explain.explanation import Explanation
from plywise.explain.judging import judge, settle, tell_played
from plywise.explain.prose import Account, account_for
from plywise.explain.showing import TOLD, Showing, choose_shown
from plywise.explain.trace import Trace, record_search, tell_effort
from plywise.kernel.building import OnCompile
from plywise.rules import CHANCE, Action, Decision, Game, Limit, PlywiseError, SearchError, Status
from plywise.search import alpha_beta, iterative_deepening


def explain_state(
    game: Game,
    state: Any = None,
    *,
    decision: Decision | None = None,
    algorithm: str | None = None,
    limit: Limit | None = None,
    depth: int | None = None,
    options: SearchOptions | None = None,
    history: Sequence[Any] = (),
    compare: str | None = None,
    played: Action | None = None,
    seed: int = 0,
    on_compile: OnCompile | None = None,
) -> Explanation:
    """Explain what to play in a state: a `decision` of the stream or of an `Agent`, or else one made for this.

    That is made within `limit`, by an algorithm of `plywise algorithms` (by default, what suits the game), with
    `options`; `depth` is short for a limit of plies. Without a limit, states are counted, so that the same question has
    the same answer. With `compare` a second search stands beside the one that is shown: "minimax", or "order" for
    alpha-beta with the best action first and with the worst first. Of the action that was `played` it is said whether
    the decision agrees. `on_compile` hears of rules being compiled. Where the game hides something, odds over it are
    given instead, by what the player to move knows (`explain_hidden`).

    >>> from plywise import decide
    >>> from plywise.games.nim import Nim
    >>> game = Nim(piles=(1, 2))
    >>> print(explain_state(game, decision=decide(game)).summary[0])
    A should play B2.
    """
    state = game.initial() if state is None else state
    limit = _limit(limit, depth)
    options = options or SearchOptions(seed=seed)
    ask = partial(
        decide_for,
        game,
        state,
        algorithm=algorithm,
        limit=limit,
        history=history,
        options=options,
        on_compile=on_compile,
    )
    if game.hides:
        _refuse_tree(game, limit, compare)
        if decision is None and not limit.is_open and game.to_move(state) != CHANCE:
            decision = ask()
        return _explain_hidden(game, state, decision, algorithm, history, played, options.seed)
    shown_depth, is_plain = _shown_depth(limit, decision), options.engine == "plain"
    showing = Showing(game, state, shown_depth, tuple(history), options.seed, on_compile, is_plain)
    if algorithm is not None:
        find_algorithm(algorithm).require_suited(game)
        showing.refuse_depth(algorithm)
    decision = decision or _ask(ask, algorithm)
    panes = _tell_panes(showing, algorithm, decision, compare)
    decision, account = _account_for(showing, decision, panes[-1])
    if played is not None:
        account = replace(account, choice=tell_played(game, state, decision, played))
    title = f"{game.name}: {' and '.join(trace.name for trace in panes)}"
    summary = [*account.sentences(), *filter(None, map(tell_effort, panes))]
    return Explanation(title, game, summary, panes, decision, account)


def _ask(ask: Callable[[], Decision], algorithm: str | None) -> Decision | None:
    """Return the decision; None for a proof that takes too long, since its picture says how far it came."""
    try:
        return ask()
    except SearchError:
        if algorithm != "proof-number":
            raise
        return None


def _account_for(showing: Showing, decision: Decision | None, pane: Trace) -> tuple[Decision, Account]:
    """Return the decision, and what is said of it."""
    game, state, history = showing.game, showing.state, showing.history
    if decision is None:
        decision = judge(game, state, history, pane)
        account = account_for(game, state, decision)
    else:
        decision, account = settle(game, state, history, decision, pane)
    if pane.marks == "proof" and decision.status is Status.HEURISTIC:
        account = replace(account, horizon=f"After {TOLD:,} states the question is still open.")
    return decision, account


def _limit(limit: Limit | None, depth: int | None) -> Limit:
    """Return the limit; a depth is one too."""
    if depth is None:
        return limit or Limit()
    if limit is not None and limit.depth not in (None, depth):
        raise PlywiseError(f"The limit says depth {limit.depth}, and the depth is {depth}: give one of them.")
    return replace(limit or Limit(), depth=depth)


def _shown_depth(limit: Limit, decision: Decision | None) -> int | None:
    """Return how deep to show: as deep as was asked for, or as a decision looked that proved nothing."""
    if decision is None or decision.status is Status.PROVEN or decision.simulations:
        return limit.depth
    return limit.depth or decision.depth or None


def _tell_panes(showing: Showing, algorithm: str | None, decision: Decision | None, compare: str | None) -> list[Trace]:
    """Show a search of the kind that decided, or two beside each other."""
    made_by = algorithm or ("" if decision is None else decision.algorithm)
    name = choose_shown(showing.game, made_by)
    if compare is None:
        pane = showing.tell(name, decision)
        if algorithm is not None and algorithm != name:
            lead = f"{algorithm} can't be shown step by step: the picture is of {name}."
            pane.note = f"{lead} {pane.note}".rstrip()
        return [pane]
    if compare == "order":
        find_algorithm("alpha-beta").require_suited(showing.game)
        return showing.tell_orders()
    if compare == name:
        raise PlywiseError(f"That would show {name} twice: compare it with another algorithm.")
    find_algorithm(compare).require_suited(showing.game)
    return showing.tell_beside(compare, name)


def _refuse_tree(game: Game, limit: Limit, compare: str | None) -> None:
    """Refuse what only a tree could show of a game that hides something."""
    if compare is not None or limit.depth is not None:
        raise PlywiseError(
            f"{game.name} hides something, so it is explained by odds, not by a tree: leave out the depth and the "
            f"comparison, or ask for open cards: {game.name}:open_cards=true."
        )


def _explain_hidden(
    game: Game,
    state: Any,
    decision: Decision | None,
    algorithm: str | None,
    history: Sequence[Any],
    played: Action | None,
    seed: int,
) -> Explanation:
    if game.is_terminal(state) or game.to_move(state) == CHANCE:
        return explain_nobodys_turn(game, state)
    found = explain_hidden(game, state, decision=decision, algorithm=algorithm, history=history, seed=seed)
    if played is not None:
        found.summary.insert(0, f"{game.name_of(game.to_move(state))} played {game.action_name(state, played)}.")
    return found


def tell_deepening(game: Game, state: Any = None, *, depth: int) -> Trace:
    """Show alpha-beta one depth after the other."""

    def deepening(game: Game, state: Any, *, watcher: Any, limit: Limit, history: Sequence[Any]) -> Decision:
        algorithm: Callable[..., Decision] = partial(alpha_beta, watcher=watcher)
        return iterative_deepening(game, state, limit=limit, history=history, algorithm=algorithm)

    return replace(record_search(game, deepening, state, limit=Limit(depth=depth)), name="iterative deepening")
