"""A strategy read off the table of a proof; what the table has forgotten is proven again, state by state."""

import time
from typing import Any

from plywise.kernel.running import OnProgress
from plywise.kernel.twins.proofs.df_pn import DfPnSearcher
from plywise.kernel.twins.proofs.df_pn_question import TableQuestion
from plywise.rules import Action, Limit, SearchError, player_name


def proven_strategy(
    searcher: DfPnSearcher,
    state: Any = None,
    *,
    player: int,
    at_least: float,
    limit: Limit | None = None,
    on_progress: OnProgress | None = None,
) -> dict[Any, Action]:
    """Return a reply for every state that can come up where `player` follows them, so that it ends with `at_least`.

    Raises SearchError where nothing can force that much, where the limit comes first, and for cyclic games.
    """
    game, state = searcher.game, searcher.game.initial() if state is None else state
    if game.cyclic:
        raise SearchError(f"{game.name} can come back to a state, and no strategy of it is exported.")
    if player not in range(game.players):
        raise SearchError(f"{game.name} has no player {player}: name one from 0 to {game.players - 1}.")
    claim = _Claim(searcher, player, at_least, limit or Limit(), on_progress)
    if not claim.holds(state):
        raise SearchError(
            f"Player {player_name(player)} can't force {at_least:g} in {game.name} from {game.state_name(state)}: "
            "ask for less, or for another player."
        )
    searcher.checkpoints = None  # what is proven again are only its parts
    replies: dict[Any, Action] = {}
    seen, waiting = {state}, [state]
    while waiting:
        state = waiting.pop()
        if game.is_terminal(state):
            continue
        after = [(action, game.result(state, action)) for action in game.actions(state)]
        if game.to_move(state) == player:
            after = [claim.reply(state, after)]
            replies[state] = after[0][0]
        fresh = [child for _, child in after if child not in seen]
        seen.update(fresh)
        waiting += reversed(fresh)
    return replies


class _Claim:
    """The claim that a player can force as much, proven within a limit."""

    def __init__(
        self, searcher: DfPnSearcher, player: int, at_least: float, limit: Limit, on_progress: OnProgress | None
    ) -> None:
        self.searcher, self.player, self.at_least = searcher, player, at_least
        self.limit, self.on_progress = limit, on_progress
        self.started, self.nodes = time.perf_counter(), 0

    def question(self, state: Any) -> TableQuestion:
        """Return the claim as a question about a state."""
        draw_is_yes = self.searcher.game.draw_utility >= self.at_least
        return TableQuestion(self.searcher, state, self.player, self.at_least, draw_is_yes, ())

    def holds(self, state: Any) -> bool:
        """Whether the player can force as much from a state; refuses to leave that open."""
        game = self.searcher.game
        if game.is_terminal(state):
            return game.utility(state, self.player) >= self.at_least
        rest = self.limit.after(self.nodes, time.perf_counter() - self.started)
        numbers = self.question(state).numbers_within(rest or Limit(nodes=1), self.on_progress)
        self.nodes += self.searcher.nodes
        if 0 not in numbers:
            why = self.limit.why_stopped(self.nodes)
            raise SearchError(f"No strategy was found: {why} before it was proven. Allow more.")
        return numbers[0] == 0

    def reply(self, state: Any, after: list[tuple[Action, Any]]) -> tuple[Action, Any]:
        """Return the first action known to be proven; where the table has forgotten them all, one proven again."""
        question = self.question(state)
        for pair in after:
            if question.agrees(pair[1], True):
                return pair
        if not self.holds(state):
            raise SearchError("A proof doesn't hold where it is looked at again: run `plywise check` on the rules.")
        wanted = question.proven_action()
        return next(pair for pair in after if pair[0] == wanted)
