"""What the words say of a decision, so that they never contradict its picture: what is best, and what isn't.

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
from plywise.explain.trace.replay import placed
from plywise.rules import Action, Bound, Decision, Game, Limit, Scale, Status
from plywise.search import LimitReachedError, alpha_beta

COMPARED = 20_000
"""States of a search that is shown only to be compared with another, or not shown at all."""


def judge(game: Game, state: Any, history: Sequence[Any], trace: Trace, decided: Decision | None = None) -> Decision:
    """Return the decision of a search that is shown, in which every action can be judged.

    An action that the search found worse keeps what it found: that is what the picture shows. What it left open is
    taken from what was `decided`, where that knows it, and otherwise searched.
    """
    decision = trace.decision
    assert decision is not None
    is_open = any(choice.bound is not Bound.EXACT and choice.value == decision.value for choice in decision.choices)
    if trace.plies is not None:
        return follow_picture(trace, decision)
    if not is_open or not trace.name.startswith(("alpha-beta", "best action")):
        return decision
    exact = decided if decided is not None and _is_exact(decided) else _search_exactly(game, state, history, trace)
    if exact is None:
        return decision
    scale, seen = Scale(game), {choice.action: choice for choice in decision.choices}
    worth = scale.of_choice(seen[decision.action])
    known = [
        seen[choice.action] if scale.of_choice(seen[choice.action]) < worth else choice for choice in exact.choices
    ]
    order = list(seen)
    known.sort(key=lambda choice: order.index(choice.action))
    return replace(decision, choices=tuple(known))


def _is_exact(decision: Decision) -> bool:
    """Whether a decision knows the exact value of each action."""
    return all(choice.is_tried and choice.bound is Bound.EXACT for choice in decision.choices)


def _search_exactly(game: Game, state: Any, history: Sequence[Any], trace: Trace) -> Decision | None:
    """Search each action exactly, as deep as the search that is shown; None where that takes too long."""
    depth = trace.steps[0].depth
    limit = Limit(depth=None if depth is None or math.isinf(depth) else int(depth), nodes=COMPARED)
    try:
        return alpha_beta(game, state, limit=limit, history=history, all_exact=True)
    except LimitReachedError:
        return None


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


def agrees(decision: Decision, shown: Decision) -> bool:
    """Whether a search that is shown says what was decided, as surely."""
    is_same = decision.action == shown.action and decision.unit is shown.unit and decision.status is shown.status
    is_as_deep = decision.status is Status.PROVEN or (
        decision.depth == shown.depth and not decision.simulations and not shown.simulations
    )
    return (
        is_same and is_as_deep and decision.has_preference and math.isclose(decision.value, shown.value, abs_tol=1e-9)
    )


def settle(
    game: Game, state: Any, history: Sequence[Any], decision: Decision, trace: Trace
) -> tuple[Decision, Account]:
    """Return what was decided with the words about it; where the shown search agrees, in that one's words.

    A shown search knows bounds as its algorithm does, so its words fit its picture. Of a decision whose first plies
    are shown, the line is the one that is drawn. What a shown search finds otherwise is said.
    """
    shown = trace.decision
    assert shown is not None
    if shown is decision or agrees(decision, shown):
        shown = judge(game, state, history, trace, decision)
        if not _is_drawn(game, trace, decision):
            trace.note = f"{trace.note} {DIFFERENCE}, whose numbers are not the decision's.".lstrip()
        account = account_for(game, state, shown, searched_apart(trace, shown))
        return replace(shown, algorithm=decision.algorithm, engine=decision.engine, note=decision.note), account
    account = account_for(game, state, decision)
    if difference := _tell_difference(game, state, decision, shown, trace):
        trace.note = f"{trace.note} {difference}".lstrip()
    if met := _tell_met(game, state, decision, shown):
        account = replace(account, others=(met,))
    elif (sooner := wins_at_once(game, state, decision)) is not None:
        account = replace(account, others=(f"{game.action_name(state, sooner)} wins too, and at once.",))
    return decision, account


def _is_drawn(game: Game, trace: Trace, decision: Decision) -> bool:
    """Whether the first plies of a search are shown with the value that was decided."""
    if trace.plies is None or trace.marks != "range":
        return True
    low, high = trace.at()[0].range
    value = placed(game, Scale(game), decision)
    return low - 1e-9 <= value <= high + 1e-9


def _tell_met(game: Game, state: Any, decision: Decision, shown: Decision) -> str:
    """Say that the shown search met another action first, where the one that was decided for wins at once."""
    is_equal = decision.status is shown.status is Status.PROVEN and decision.value == shown.value
    if not is_equal or shown.action == decision.action or wins_at_once(game, state, shown) is None:
        return ""
    names = [game.action_name(state, action) for action in (decision.action, shown.action)]
    return f"The search met {names[1]} first, which wins too, but later than {names[0]}."


SHORTENED = "Shown to depth "
"""How the note of a search begins that is shown less deep than it was decided by."""
DIFFERENCE = "The picture is of a search of its own"
"""How a note begins where a picture shows other numbers than the words say."""


def _tell_difference(game: Game, state: Any, decision: Decision, shown: Decision, trace: Trace) -> str:
    """Say how a picture differs from the decision; nothing of one that grows, which says that itself."""
    if trace.grows or decision.action is None:
        return ""
    is_as_sure = decision.status is shown.status
    if (
        is_as_sure
        and decision.value == shown.value
        and (decision.status is Status.PROVEN or not decision.has_preference)
    ):
        return ""
    if shown.action != decision.action and shown.action is not None:
        return f"{DIFFERENCE}, which would play {game.action_name(state, shown.action)}."
    if trace.note.startswith(SHORTENED):
        return ""
    return f"{DIFFERENCE}, whose numbers are not the decision's."


def tell_played(game: Game, state: Any, decision: Decision, played: Action) -> str:
    """Say whether a search agrees with what was played."""
    name, player = game.action_name(state, played), game.name_of(decision.player)
    if not decision.has_preference:
        return f"{player} played {name}; this search has no preference."
    if played == decision.action:
        return f"{player} played {name}, and this search agrees."
    best = "nothing" if decision.action is None else game.action_name(state, decision.action)
    worth = {choice.action: Scale(game).of_choice(choice) for choice in decision.choices if choice.bound is Bound.EXACT}
    if played in worth and worth[played] == worth.get(decision.action):
        return f"{player} played {name}; this search finds {best} and {name} equally good."
    return f"{player} played {name}; this search would play {best}."
