"""What the words say of a search, so that they never contradict its picture: what is best, and why not something else.

Alpha-beta only proves of an action that it is no better than the best one; whether it is as good, or loses, takes
another search. What that finds may run through branches that the picture shows as left out: the words then say that the
action was searched by itself.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from plywise.explain.prose import Account, account_for
from plywise.explain.trace import Trace, best_line, list_options
from plywise.rules import Action, Bound, Choice, Decision, Game, Limit, Scale, Status
from plywise.search import LimitReachedError, alpha_beta

COMPARED = 20_000
"""States of a search that is shown only to be compared with another, or not shown at all."""


def judge(game: Game, state: Any, history: Sequence[Any], trace: Trace) -> Decision:
    """Return the decision of a search, in which every action can be judged.

    An action that the search found worse keeps what it found: that is what the picture shows.
    """
    decision = trace.decision
    assert decision is not None
    is_open = any(choice.bound is not Bound.EXACT and choice.value == decision.value for choice in decision.choices)
    if trace.plies is not None:
        return follow_picture(trace, decision)
    if not is_open or not trace.name.startswith(("alpha-beta", "best action")):
        return decision
    depth = trace.steps[0].depth
    limit = Limit(depth=None if depth is None or math.isinf(depth) else int(depth), nodes=COMPARED)
    try:
        exact = alpha_beta(game, state, limit=limit, history=history, all_exact=True)
    except LimitReachedError:
        return decision
    scale, seen = Scale(game), {choice.action: choice for choice in decision.choices}
    worth = scale.of_choice(seen[decision.action])
    known = [
        seen[choice.action] if scale.of_choice(seen[choice.action]) < worth else choice for choice in exact.choices
    ]
    return replace(decision, choices=tuple(known))


def follow_picture(trace: Trace, decision: Decision) -> Decision:
    """Return a decision with the line that the picture draws as best, where the engine met another one just as good."""
    line: list[Action] = []
    for node in best_line(trace):
        above = trace.nodes[trace.nodes[node].parent or 0].state
        names = {
            trace.game.action_name(above, option.action): option.action for option in list_options(trace.game, above)
        }
        line.append(names[trace.nodes[node].action])
    if not line or line[0] != decision.action or tuple(line) == decision.line[: len(line)]:
        return decision
    drawn = tuple(line)
    choices = [replace(each, line=drawn) if each.action == decision.action else each for each in decision.choices]
    return replace(decision, line=drawn, choices=tuple(choices))


def searched_apart(trace: Trace, decision: Decision) -> frozenset[Action]:
    """Return the actions whose line runs through branches that the shown search left out."""
    looks, children, game = trace.at(), trace.children(), trace.game
    found = set()
    for choice in decision.choices:
        node = 0
        for action in choice.line:
            name = game.action_name(trace.nodes[node].state, action)
            below = next((child for child in children[node] if trace.nodes[child].action == name), None)
            if below is None:
                break
            if looks[below].status == "pruned":
                found.add(choice.action)
                break
            node = below
    return frozenset(found)


def wins_at_once(game: Game, state: Any, decision: Decision) -> Action | None:
    """Return an action that ends the game with all that a search has proven of one that takes longer, if there is one.

    Searches that count no plies stop at the first action that wins: it is as good, and players wouldn't think so.
    """
    is_won = decision.status is Status.PROVEN and decision.value == game.utility_bounds[1]
    if not is_won or game.has_chance or not game.is_adversarial or decision.action is None:
        return None
    after = [(action, game.result(state, action)) for action in game.actions(state)]
    ends = [(action, end) for action, end in after if game.is_terminal(end)]
    wins = [action for action, end in ends if game.utility(end, decision.player) == decision.value]
    return None if decision.action in wins or not wins else wins[0]


def prefer(game: Game, state: Any, decision: Decision, sooner: Action) -> tuple[Decision, Account]:
    """Return a decision for an action that wins at once, and what is said of it and of the one that was found first."""
    choices = {choice.action: choice for choice in decision.choices}
    choices[sooner] = Choice(sooner, decision.value, status=Status.PROVEN, line=(sooner,))
    names = [game.action_name(state, action) for action in (sooner, decision.action)]
    better = replace(decision, action=sooner, line=(sooner,), distance=None, choices=tuple(choices.values()))
    found = f"The search met {names[1]} first, which wins too, but later than {names[0]}."
    account = account_for(game, state, better)
    return better, replace(account, others=(found,))


def tell_played(game: Game, state: Any, decision: Decision, played: Action) -> str:
    """Say whether a search agrees with what was played."""
    name, player = game.action_name(state, played), game.name_of(decision.player)
    if played == decision.action:
        return f"{player} played {name}, and this search agrees."
    best = "nothing" if decision.action is None else game.action_name(state, decision.action)
    worth = {choice.action: Scale(game).of_choice(choice) for choice in decision.choices if choice.bound is Bound.EXACT}
    if played in worth and worth[played] == worth.get(decision.action):
        return f"{player} played {name}; this search finds {best} and {name} equally good."
    return f"{player} played {name}; this search would play {best}."
