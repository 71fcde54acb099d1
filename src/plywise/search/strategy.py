"""A strategy instead of an action: a reply to everything that can come up (Russell & Norvig, section 5.2).

MAX "must find a contingent strategy": its action in the initial state, then its actions in the states that result
from every possible reply, and so on. The proof that there is one is a tree of OR (the player's own states: one action
will do) and AND (all others' states, and chance: every one of them must do), each distinct state proven once.

>>> from plywise.games.nim import Nim
>>> nim = Nim(piles=(1, 2))
>>> strategy = contingent_strategy(nim, player=0, at_least=1)
>>> {nim.state_name(state): nim.action_name(state, action) for state, action in strategy.items()}
{'A(1,2)': 'B2'}
"""

import math
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from plywise.rules import CHANCE, Action, Game, Limit, SearchError, StateMap, player_name, state_key
from plywise.search.shared import Leaf, LimitReachedError, Search, require_ends


def contingent_strategy(
    game: Game, state: Any = None, *, player: int, at_least: float, limit: Limit | None = None
) -> Mapping[Any, Action]:
    """Return a reply for every state that can come up where `player` follows them, so that it ends with `at_least`.

    The others may do anything, even against their own interest, and dice may fall anyhow; so any game without cycles
    will do. Actions are tried in the order of the game's `rank`, where it offers one. Raises SearchError where nothing
    can force that much.
    """
    require_ends(game, limit, "contingent_strategy", f"{game.name} does, and no strategy of it is exported")
    if player not in range(game.players):
        raise SearchError(f"{game.name} has no player {player}: name one from 0 to {game.players - 1}.")
    state = game.initial() if state is None else state
    claim = Claim(Search(game, limit), player, at_least)
    try:
        if not holds(claim, state):
            raise SearchError(
                f"Player {player_name(player)} can't force {at_least:g} in {game.name} from {game.state_name(state)}: "
                "ask for less, or for another player."
            )
        return collect(claim, state)
    except LimitReachedError as reached:
        raise SearchError(
            f"The limit was reached after {reached.nodes:,} states, before a strategy was found: allow more."
        ) from None


@dataclass
class Claim:
    """The claim that `player` can force `at_least`, and for which of the states asked so far that is true."""

    search: Search
    player: int
    at_least: float
    known: dict[Hashable, bool] = field(default_factory=dict)


def holds(claim: Claim, state: Any) -> bool:
    """Whether the player can force as much as claimed from a state."""
    search, game = claim.search, claim.search.game
    key = game.key(state)
    if key in claim.known:
        return claim.known[key]
    if search.leaf(state, math.inf) is Leaf.TERMINAL:
        found = game.utility(state, claim.player) >= claim.at_least
    else:
        search.path.step_into(state)
        decide = any if game.to_move(state) == claim.player else all
        found = decide(holds(claim, child) for _, child in followers(claim, state))
        search.path.step_back()
    claim.known[key] = found
    return found


def followers(claim: Claim, state: Any) -> Iterator[tuple[Action, Any]]:
    """Yield what can follow: each outcome of chance, or each action, the highest ranked first."""
    game = claim.search.game
    if game.to_move(state) == CHANCE:
        for outcome, _ in game.chances(state):
            yield outcome, game.result(state, outcome)
    elif game.offers("rank"):
        yield from sorted(claim.search.successors(state), key=lambda pair: -_rank(game, state, pair[0]))
    else:
        yield from claim.search.successors(state)


def collect(claim: Claim, root: Any) -> Mapping[Any, Action]:
    """Gather the replies in all states that come up from the root, where the claim holds."""
    game = claim.search.game
    replies = StateMap[Action]({})
    seen, waiting = {state_key(root)}, [root]
    while waiting:
        state = waiting.pop()
        if game.is_terminal(state):
            continue
        after = list(followers(claim, state))
        if game.to_move(state) == claim.player:
            after = [next(pair for pair in after if holds(claim, pair[1]))]
            replies[state] = after[0][0]
        fresh = [child for _, child in after if state_key(child) not in seen]
        seen.update(map(state_key, fresh))
        waiting += reversed(fresh)
    return replies


def _rank(game: Game, state: Any, action: Action) -> float:
    rank: float = game.rank(state, action)  # type: ignore[attr-defined]
    return rank
