"""What a search left out, in sentences: how many states it saved, and for which reasons.

>>> from plywise.games.tree import Tree
>>> from plywise.explain.trace.recording import record_search
>>> from plywise.search import alpha_beta
>>> for sentence in tell_pruning(record_search(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), alpha_beta)):
...     print(sentence)
alpha-beta looked at 11 states; minimax, which leaves nothing out, would look at 13.
MAX wants a large value, MIN a small one.
At C MIN can make it 2 or less, and MAX already has 3 by a1: c2 and c3 are not looked at.
"""

import math
from typing import Any

from plywise.explain.prose import tell_count
from plywise.explain.trace.options import list_options
from plywise.explain.trace.trace import Trace
from plywise.rules import Game, Status

MOST_COUNTED = 20_000
"""A tree is counted up to this many states; beyond, it is only said to have more."""

MOST_REASONS = 5

NOT_NEEDED = (
    "A ≈ marks what was not followed to the end of the game, since it was enough to leave a branch out: "
    "what is proven doesn't rest on it."
)


def tell_pruning(trace: Trace) -> list[str]:
    """Say what a search cost, what minimax would have, and why branches were left out, those near the root first."""
    if not trace.steps or len(trace.nodes) == 1 or trace.grows:
        return []
    last = trace.steps[-1]
    looked = f"{trace.name} looked at {tell_count(last.states, 'state')}"
    looked = f"In the first {tell_count(trace.plies, 'ply')} {looked}" if trace.plies else looked
    cutoffs = sorted(trace.cutoffs(), key=lambda step: len(trace.path(step.node)))
    if not cutoffs:
        all_seen = all(look.status == "done" for look in trace.at())
        return [f"{looked} and left nothing out."] if all_seen else []
    told = [f"{looked}{_tell_whole(trace)}."]
    told += [tell_roles(trace.game)] if trace.game.is_adversarial else []
    reasons = [step.text for step in cutoffs[:MOST_REASONS]]
    is_proven = trace.decision is not None and trace.decision.status is Status.PROVEN
    told += [NOT_NEEDED] if is_proven and any("≈" in reason for reason in reasons) else []
    told += reasons
    if len(cutoffs) > MOST_REASONS:
        told.append(
            f"And so on: there were {len(cutoffs):,} cutoffs, with {tell_count(last.pruned, 'branch')} left out."
        )
    return told


def tell_roles(game: Game) -> str:
    """Say who MAX and MIN are, and what they want."""
    if game.name_of(0) == "MAX":
        return "MAX wants a large value, MIN a small one."
    names = [f"player {name}" if len(name) == 1 else name for name in map(game.name_of, range(2))]
    return f"MAX is {names[0]}, who wants a large value; MIN is {names[1]}, who wants a small one."


def tell_effort(trace: Trace) -> str:
    """Say in one sentence what a search visited and left out; nothing of one that grows its tree bit by bit."""
    if trace.grows or not trace.steps:
        return ""
    last, cutoffs = trace.steps[-1], sum(1 for _ in trace.cutoffs())
    left = f" and left out {tell_count(last.pruned, 'branch')} in {tell_count(cutoffs, 'place')}" if cutoffs else ""
    name = f"{trace.name[0].upper()}{trace.name[1:]}"
    within = f"In the first {tell_count(trace.plies, 'ply')}: " if trace.plies else ""
    return f"{within}{name} looked at {tell_count(last.states, 'state')}{left}."


def _tell_whole(trace: Trace) -> str:
    depth = trace.steps[0].depth
    if trace.game.cyclic or depth is None:
        return ""
    whole = count_states(trace.game, trace.nodes[0].state, depth)
    if whole is not None and whole <= trace.steps[-1].states:
        return ""
    count = f"more than {MOST_COUNTED:,}" if whole is None else f"{whole:,}"
    if trace.game.evaluates_in_own_unit:
        return f"; minimax, which leaves nothing out, would look at {count}"
    return f"; with nothing left out it would look at {count}"


def count_states(game: Game, state: Any, depth: float = math.inf, most: int = MOST_COUNTED) -> int | None:
    """Count the states that minimax visits, each as often as it comes up; None where they are more than `most`."""
    count, waiting = 0, [(state, depth)]
    while waiting:
        here, left = waiting.pop()
        count += 1
        if count + len(waiting) > most:
            return None
        if left <= 0 or game.is_terminal(here):
            continue
        waiting += [(option.child, left - 1) for option in list_options(game, here)]
    return count
