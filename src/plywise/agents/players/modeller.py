"""Learns from finished games how its opponent acts, and answers that, within a stated risk.

    no game yet      an equilibrium: nothing to lose
    each game        counts by what was seen; what an opponent was shown to do outweighs what was expected
    each answer      the most that is gained from the opponent as counted, losing at most the risk to any other

What was counted is trusted as far as there are games: the answer is the best against an opponent who acts as counted
with the probability games / (games + 10), and in the worst way otherwise.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from plywise.agents.algorithms import Callbacks
from plywise.agents.modelling import Modelling
from plywise.agents.players.simple import SimplePlayer
from plywise.agents.policies import decide_by_policy
from plywise.equilibrium import OpponentModel, Response, is_small, respond, solve_linear_program
from plywise.rules import Decision, Game, Limit, Lots, PlywiseError, information_of, same_state
from plywise.search.hidden import InformationTree, grow_tree

RISK = 0.05
"""What it risks in a game by default, over the range of utilities."""
DOUBT = 10
"""After this many games, what was counted is trusted by half."""
GROWTH = 1.2
"""The answer is computed again after this many times the games of the last one."""


class ModellerPlayer(SimplePlayer):
    """Plays the best answer to what it has seen of its opponent, within a risk; it starts from an equilibrium."""

    learns = True

    def __init__(self, game: Game, modelling: Modelling, seed: int) -> None:
        if not (game.hides and game.is_adversarial and is_small(game)):
            raise PlywiseError(
                "A modeller is for games of two that hide something and are small enough to be solved, which "
                f"{game.name} isn't: choose auto."
            )
        self.game, self.modelling, self.lots = game, modelling, Lots(seed)
        self.tree: InformationTree = grow_tree(game)
        low, high = game.utility_range
        self.risk = RISK * (high - low) if modelling.risk is None else modelling.risk
        self.game_value, self.equilibrium = solve_linear_program(self.tree)
        self.forget()

    def forget(self) -> None:
        """Start from the equilibrium again."""
        self.models = [OpponentModel(self.tree, seat, self.equilibrium, self.modelling.prior) for seat in (0, 1)]
        self.due = [1, 1]
        self.responses: list[Response | None] = [None, None]

    def choose(self, state: Any, limit: Limit, history: Sequence[Any], callbacks: Callbacks) -> Decision:
        """Draw an action by the answer to what was seen so far."""
        player = self.game.to_move(state)
        response = self.responses[player]
        policy = self.equilibrium if response is None else response.policy
        decision = decide_by_policy(self.game, policy, state, history, self.lots)
        return replace(decision, note=self.tell(player))

    def hear_end(self, states: Sequence[Any], player: int) -> None:
        """Count a finished game: only by what the player's seat has seen of it."""
        if not same_state(states[0], self.game.initial()) or not self.game.is_terminal(states[-1]):
            return
        model = self.models[player]
        model.add(information_of(self.game, states, player))
        if model.games >= self.due[player]:
            self.due[player] = max(model.games + 1, math.ceil(model.games * GROWTH))
            self.responses[player] = self.answer(player)

    def answer(self, player: int) -> Response:
        """Return the best answer to what was counted from a seat."""
        games, expected = self.models[player].games, self.models[player].policy()
        trust = games / (games + DOUBT)
        return respond(self.tree, expected, player, risk=self.risk, trust=trust, game_value=self.game_value)

    def tell(self, player: int) -> str:
        """Say what the policy for a seat hopes to gain, and what it risks."""
        response = self.responses[player]
        if response is None:
            return "It has seen no finished game from this seat, so it plays an equilibrium and risks nothing."
        games = self.models[player].games
        return (
            f"By what it saw in {games:,} game{'' if games == 1 else 's'} from this seat it expects "
            f"{response.value:+.3g} a game, where an equilibrium is sure of {response.game_value:+.3g}; an opponent "
            f"who knew its policy could hold it to {response.worst:+.3g}, so it risks {response.risk:.2g}."
        )
