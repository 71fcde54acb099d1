"""Checking a guarantee by the rules alone: does a policy reach its aim whatever is hidden, and whatever others do?

The policy is walked through from every state that may be the true one. At the player's turns it is asked by what the
player has seen and done; at all others every action and every outcome is tried. No search is involved.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> game = KuhnPoker()
>>> dealt = [game.parse_state(text) for text in ("KJ bet", "QJ bet")]
>>> fold = Policy({(1, (game.observe(dealt[0], 1),)): ((0, 1.0),)})
>>> check_guarantee(game, dealt, fold, player=1, least=-1)  # with a jack, B never loses more than the ante
Guarantee(plays=2, plies=1)
>>> check_guarantee(game, dealt, fold, player=1, least=1)
Traceback (most recent call last):
plywise.rules.errors.GuaranteeError: B gets -1 by fold from KJ bet, not 1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from plywise.rules.errors import GuaranteeError
from plywise.rules.hidden.information import Information, OwnAction, first_information, with_observation
from plywise.rules.hidden.policy import Policy
from plywise.rules.players import CHANCE


@dataclass(frozen=True, slots=True)
class Guarantee:
    """What was walked through: plays to the end, and the plies of the longest of them."""

    plays: int
    plies: int


def check_guarantee(
    game: Any, states: Iterable[Any], policy: Policy, *, player: int, least: float, most_plies: int = 1_000
) -> Guarantee:
    """Walk through a policy from every state; raise GuaranteeError unless each play gives the player at least `least`.

    `states` are all that may be true where the policy begins, and what the player sees there is what its rows begin
    with. Of a row, every action with a positive probability is tried. A play of more than `most_plies` fails.
    """
    plays = longest = 0
    for start in states:
        waiting: list[tuple[Any, Information, tuple[str, ...]]] = [(start, first_information(game, start, player), ())]
        while waiting:
            state, known, line = waiting.pop()
            if game.is_terminal(state):
                plays, longest = plays + 1, max(longest, len(line))
                got = game.utility(state, player)
                if got < least:
                    raise _broken(game, start, line, f"{game.name_of(player)} gets {got:g}", least)
                continue
            if len(line) >= most_plies:
                raise _broken(game, start, line, f"the game still goes on after {most_plies:,} plies", least)
            mover = game.to_move(state)
            for action in _options(game, policy, state, known, mover, player, start, line):
                after = game.result(state, action)
                then = (*known, OwnAction(action)) if mover == player else known
                name = game.action_name(state, action)
                waiting.append((after, with_observation(then, game.observe(after, player)), (*line, name)))
    return Guarantee(plays, longest)


def _options(
    game: Any, policy: Policy, state: Any, known: Information, mover: int, player: int, start: Any, line: Sequence[str]
) -> list[Any]:
    """Return what is tried in a state: what the policy does, or everything."""
    if mover == CHANCE:
        return [outcome for outcome, chance in game.chances(state) if chance > 0]
    actions = list(game.actions(state))
    if mover != player:
        return actions
    row = policy.rows.get((player, known), ())
    chosen = [action for action, chance in row if chance > 0]
    if not chosen or any(action not in actions for action in chosen):
        raise GuaranteeError(
            f"The policy has no legal action for {game.name_of(player)} after {' '.join(line) or 'nothing'} from "
            f"{game.state_name(start)}."
        )
    return chosen


def _broken(game: Any, start: Any, line: Sequence[str], what: str, least: float) -> GuaranteeError:
    played = " ".join(line) or "nothing"
    return GuaranteeError(f"{what} by {played} from {game.state_name(start)}, not {least:g}.")
