"""Explaining a state of which a player sees only a part: odds over what may be hidden, and what to do about it.

Everything is computed from what the player knows. The true state is asked for that once, and never seen again.

| the game | values and actions |
|---|---|
| small enough to be solved on the way | a policy near an equilibrium, and what each action is worth by it |
| a policy is given | that policy |
| any other | several searches over states that fit, with the error of their mean |

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> game = KuhnPoker()
>>> found = explain_hidden(game, game.parse_state("QK check bet"))
>>> print(*found.odds.hidden, sep="\\n")
A has Q.
By the deal alone, B has J or K: 50% each.
If B follows the policy, B has K (75%) or J (25%).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plywise.agents import choose_plan, find_algorithm
from plywise.equilibrium import find_equilibrium
from plywise.explain.explanation import Explanation
from plywise.explain.odds import (
    Assumption,
    Fitting,
    OddsAccount,
    Perspective,
    ValuedAction,
    find_fitting,
    find_hidden,
    known_to,
    take_values,
    tell_assumption,
    tell_decision,
    tell_odds,
    tell_own,
    tell_policy,
    tell_search,
    tell_sureness,
    value_by_policy,
    value_by_search,
)
from plywise.explain.prose import Account, tell_names, tell_outcome
from plywise.rules import Decision, Game, Limit, PlywiseError, Policy, Record, same_state, seen_view, view_of

ROUNDS, TARGET = 1_000, 1e-4
"""When a policy found on the way is good enough: rounds, and exploitability over the range of utilities."""
SEARCHED = ("information-set-uct", "determinized")


@dataclass(frozen=True, slots=True)
class StatedPolicy:
    """A policy that odds and values are computed by, and a sentence on how good it is."""

    policy: Policy
    sureness: str


def explain_hidden(
    game: Game,
    state: Any,
    *,
    algorithm: str | None = None,
    history: Sequence[Any] = (),
    player: int | None = None,
    policy: StatedPolicy | None = None,
    seed: int = 0,
    decision: Decision | None = None,
) -> Explanation:
    """Explain what a player knows, by default the one to move; states that look alike get the same explanation.

    Values are by the `policy`, where one is given, or those of a `decision` of the stream, or else by the algorithm, by
    default the one that suits the game.
    """
    known = known_to(game, state, history, player)
    del state, history  # nothing below may look at what is true
    name = algorithm or ""
    if decision is None:
        name, policy = _choose(game, algorithm, policy)
    fitting = find_fitting(known, None if policy is None else policy.policy, seed)
    assumptions, weight = _assume(known, fitting, policy)
    view, parts = seen_view(game, fitting.states[0].state, known.player), assumptions[0].parts
    valued: tuple[ValuedAction, ...] = ()
    choice, worth, sureness = (
        f"It is the turn of {_mover(known)}.",
        list[str](),
        [*tell_sureness(known, fitting, parts)],
    )
    if known.is_own_turn and policy is not None and fitting.is_exact:
        valued = value_by_policy(known, fitting, weight, policy.policy)
        choice, *worth = tell_policy(known, valued)
    elif known.is_own_turn and decision is not None:
        valued = take_values(known, fitting, decision)
        choice, *worth = tell_decision(known, valued, decision)
        has_values = any(each.value is not None for each in valued)
        sureness += ["The values are estimates; no value is proven."] if has_values else []
    elif known.is_own_turn:
        name = name if name in SEARCHED else SEARCHED[0]
        valued = value_by_search(known, fitting, name, seed)
        choice, *worth = tell_search(known, valued, name)
        sureness.append("The values are means of several searches, ± twice their standard error; no value is proven.")
    if policy is not None:
        sureness += _tell_policy_sureness(policy, fitting, weight)
    hidden = tell_own(known, parts, view)
    for each in assumptions:
        hidden += tell_odds(known, each.parts, each.words)
    player_name = game.name_of(known.player)
    account = OddsAccount(
        player_name, view, hidden, tuple(worth), tuple(sureness), tuple(assumptions), valued, fitting.is_exact
    )
    summary = [choice, *hidden, *worth, *sureness]
    title = f"{game.name}: what {player_name} knows"
    return Explanation(title, game, summary, account=Account(choice, ""), odds=account)


def explain_nobodys_turn(game: Game, state: Any) -> Explanation:
    """Say what can be said where nobody has to act: at the end, and where chance moves.

    >>> from plywise.games.cards.kuhn_poker import KuhnPoker
    >>> print(*explain_nobodys_turn(KuhnPoker(), KuhnPoker().initial()).summary, sep="\\n")
    Chance moves here, so nobody has to choose.
    It is the start, where nobody has seen anything yet: J, Q and K come up with 33% each.
    """
    if game.is_terminal(state):
        account = Account("The game is over.", tell_outcome(Record(game, state)))
        view, title = view_of(game, state), f"{game.name}: the end"
    else:
        account = Account("Chance moves here, so nobody has to choose.", _tell_deal(game, state))
        view, title = seen_view(game, state, 0), f"{game.name}: chance moves"
    odds = OddsAccount(game.name_of(0), view, (account.value,), (), ())
    return Explanation(title, game, account.sentences(), account=account, odds=odds)


def _tell_deal(game: Game, state: Any) -> str:
    """Say what chance may bring, where that gives nothing away: at the start, which all players see."""
    if not same_state(state, game.initial()):
        return "What may come depends on what is hidden: ask for one player's odds, such as --player A."
    chances = [(game.action_name(state, outcome), float(chance)) for outcome, chance in game.chances(state)]
    start = "It is the start, where nobody has seen anything yet"
    if len({round(chance, 9) for _, chance in chances}) == 1:
        return f"{start}: {tell_names([name for name, _ in chances])} come up with {chances[0][1]:.0%} each."
    return f"{start}: {tell_names([f'{name} ({chance:.0%})' for name, chance in chances])} may come up."


def odds_in_words(game: Game, state: Any, history: Sequence[Any] = ()) -> tuple[str, ...]:
    """Say what may be hidden from the player to move, without any search: what is cheap enough to be said at any time.

    >>> from plywise.games.cards.kuhn_poker import KuhnPoker
    >>> odds_in_words(KuhnPoker(), KuhnPoker().parse_state("QJ"))
    ('A has Q.', 'By the deal alone, B has J or K: 50% each.')
    """
    known = known_to(game, state, history)
    fitting = find_fitting(known)
    (assumption,), _ = _assume(known, fitting, None)
    view = seen_view(game, fitting.states[0].state, known.player)
    sentences = (*tell_own(known, assumption.parts, view), *tell_odds(known, assumption.parts, assumption.words))
    return sentences if fitting.is_exact else (*sentences, tell_sureness(known, fitting, assumption.parts)[0])


def _choose(game: Game, algorithm: str | None, policy: StatedPolicy | None) -> tuple[str, StatedPolicy | None]:
    """Return the algorithm, and the policy that it comes to where that is what it does."""
    name = algorithm or choose_plan(game, Limit()).last.name
    find_algorithm(name).require_suited(game)
    if policy is not None or name in SEARCHED:
        return name, policy
    if name != "cfr-plus":
        raise PlywiseError(f"{name} values no actions one by one: choose cfr-plus, {' or '.join(SEARCHED)}.")
    low, high = game.utility_range
    found = find_equilibrium(game, rounds=ROUNDS, target=TARGET * (high - low))
    gain = f"a best answer to it gains {found.exploitability:.2g} on average"
    return name, StatedPolicy(found.policy, f"The policy was found by CFR+ in {found.rounds:,} rounds: {gain}.")


def _assume(known: Perspective, fitting: Fitting, policy: StatedPolicy | None) -> tuple[list[Assumption], str]:
    """Return the odds at random, and those by a policy where it comes here, with the weight of the last ones."""
    weights = ["by_random"]
    if policy is not None and fitting.is_exact and any(fitting.shares("by_policy")):
        weights.append("by_policy")
    found = [
        Assumption(tell_assumption(known, fitting, weight), find_hidden(known, fitting, weight)) for weight in weights
    ]
    return found if found[0].parts else found[:1], weights[-1]


def _mover(known: Perspective) -> str:
    return "chance" if known.mover < 0 else known.game.name_of(known.mover)


def _tell_policy_sureness(policy: StatedPolicy, fitting: Fitting, weight: str) -> list[str]:
    """Say how good the policy is, and where it was of no use."""
    if not fitting.is_exact:
        return ["Too many lines lead here for odds by the policy."]
    if weight != "by_policy":
        return [policy.sureness, "The policy never leads here, so the values assume that the others chose at random."]
    return [policy.sureness]
