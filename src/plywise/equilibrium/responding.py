"""Answering a policy: what is gained from an opponent who follows it, and what is risked if the opponent doesn't.

    risk 0     an equilibrium: nothing to lose, and little to gain
    risk r     the most to gain among all policies that lose at most r more than an equilibrium does
    no limit   a best response: the most there is to gain

Gains and risks are in the game's utilities per game, each computed by best responses that know the rules alone.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> from plywise.search.hidden import grow_tree
>>> tree = grow_tree(KuhnPoker())
>>> always_alike = tree.policy([[0.5, 0.5] for _ in tree.sets])
>>> answer = respond(tree, always_alike, 0)
>>> round(answer.value, 4), round(answer.risk, 4)
(0.5, 0.4444)
>>> careful = respond(tree, always_alike, 0, risk=0.1)
>>> round(careful.value, 4), round(careful.risk, 4)
(0.4111, 0.1)
"""

import math
from dataclasses import dataclass

from plywise.rules import Policy
from plywise.search.hidden import BestResponse, InformationTree, value_of


@dataclass(frozen=True, slots=True)
class Response:
    """A policy for one player against an expected opponent, whose rows are the other player's; values are to it."""

    player: int
    policy: Policy
    value: float
    """What it gets from the expected opponent."""
    worst: float
    """What it gets from an opponent who knows it and answers in the best way."""
    game_value: float
    """What the player can be sure of with best play."""

    @property
    def risk(self) -> float:
        """How much an opponent who knew this policy would win beyond what the game is worth."""
        return max(0.0, self.game_value - self.worst)


def respond(
    tree: InformationTree,
    expected: Policy,
    player: int,
    *,
    risk: float = math.inf,
    trust: float = 1.0,
    game_value: float | None = None,
) -> Response:
    """Return a player's best policy against an expected opponent that risks no more than `risk`.

    `trust` is how likely the opponent is what is expected; else the opponent is the worst there can be. `game_value`
    (to player 0) is computed unless it is given; that and a limited risk need SciPy.
    """
    from plywise.equilibrium.linear_program import plan_against, solve_linear_program

    if game_value is None:
        game_value, _ = solve_linear_program(tree)
    sure = tree.game.value_to(player, game_value)
    if risk == math.inf and trust == 1.0:
        policy = BestResponse(tree, expected, player).policy()
    else:
        policy = plan_against(tree, expected, player, trust=trust, least=sure - risk)
    value = tree.game.value_to(player, value_of(tree, policy))
    worst = (tree.game.utility_sum or 0) - BestResponse(tree, policy, 1 - player).value
    return Response(player, policy, value, worst, sure)


def both_responses(tree: InformationTree, expected: Policy, *, risk: float = math.inf) -> tuple[Response, Response]:
    """Return both players' answers to a policy."""
    from plywise.equilibrium.linear_program import solve_linear_program

    game_value, _ = solve_linear_program(tree)
    first, second = (respond(tree, expected, player, risk=risk, game_value=game_value) for player in (0, 1))
    return first, second


def joined(tree: InformationTree, responses: tuple[Response, Response]) -> Policy:
    """Return one policy in which each player follows the own response."""
    rows = [tree.rows_of(response.policy) for response in responses]
    return tree.policy([rows[each.player][number] for number, each in enumerate(tree.sets)])
