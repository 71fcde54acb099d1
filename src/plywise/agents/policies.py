"""Playing by a policy: an action drawn by its probabilities, where a player knows what it knows.

Of the state only what the player to move has seen is looked at. Where the states before it are known from the start,
what the player remembers counts too; otherwise the rows that end with what is seen now are looked for.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from plywise.equilibrium import PolicyFile, read_policy
from plywise.rules import (
    Choice,
    Decision,
    Game,
    Information,
    Lots,
    PlywiseError,
    Policy,
    Status,
    information_of,
)


def open_policy(path: str | Path, game: Game) -> PolicyFile:
    """Read a policy for a game; refuses one of another game."""
    found = read_policy(Path(path))
    if found.game.partition(":")[0] not in (game.spec.partition(":")[0], game.name):
        raise PlywiseError(f"{path} is a policy for {found.game}, not for {game.name}: name the game it was made for.")
    return found


def decide_by_policy(game: Game, policy: Policy, state: Any, history: Sequence[Any], lots: Lots) -> Decision:
    """Draw an action; each choice says how many of a hundred times it is played, as its visits.

    >>> from plywise.games.cards.kuhn_poker import KuhnPoker
    >>> game = KuhnPoker()
    >>> state = game.parse_state("KJ")
    >>> seen = (game.observe(state, 0),)
    >>> decide_by_policy(game, Policy({(0, seen): ((0, 0.0), (1, 1.0))}), state, (), Lots(1)).action
    1
    """
    player, actions = game.to_move(state), tuple(game.actions(state))
    information = known_to_mover(game, policy, state, history)
    chances = policy.at(player, information, actions)
    action = lots.draw(zip(actions, chances, strict=True))
    worth = game.draw_utility
    choices = tuple(
        Choice(each, worth, line=(each,), visits=round(100 * chance))
        for each, chance in zip(actions, chances, strict=True)
    )
    return Decision(action, worth, player, Status.HEURISTIC, line=(action,), choices=choices)


def known_to_mover(game: Game, policy: Policy, state: Any, history: Sequence[Any]) -> Information:
    """Return what the player to move knows: all of it, or the policy's row that ends with what is seen now."""
    player, states = game.to_move(state), (*history, state)
    if states[0] == game.initial():
        return information_of(game, states, player)
    seen = game.observe(state, player)
    rows = [each for seat, each in policy.rows if seat == player and each[-1] == seen]
    if not rows:
        return (seen,)  # the policy says nothing of it
    if len(rows) > 1:
        raise PlywiseError(
            f"What {game.name_of(player)} remembers isn't known, and it matters to this policy: play the game from its "
            "start."
        )
    return rows[0]
