"""Proof by search of what each action is worth, and how deep a search must look before it prefers one."""

from types import TracebackType
from typing import Any, Self

from plywise.agents import Agent, Engine, SearchOptions
from plywise.report.light_openings import worth_of
from plywise.report.solved import SolvedAction
from plywise.rules import Bound, Game, Limit, SearchError, Status, Unit

DEEPEST = 10
"""Plies that a search looks ahead to find an answer."""
STEADY = 3
"""At how many depths in a row it must prefer the answer."""
SHALLOW = 1
"""Plies that are looked at without compiled rules."""
MOST_NODES = 200_000
"""States that such a search may visit for each action."""


class ProvenActions:
    """Proves the value of each action by alpha-beta, to the end of the game."""

    def __init__(self, game: Game, nodes: int, engine: Engine = "auto") -> None:
        self.game, self.limit = game, Limit(nodes=nodes)
        self.agent = Agent(game, "alpha-beta", options=SearchOptions(engine=engine, wait=True))

    def actions(self, state: Any) -> list[SolvedAction]:
        """Return what each action is worth; none where one of them can't be proven within the limit."""
        player, found = self.game.to_move(state), []
        for action in self.game.actions(state):
            after = self.game.result(state, action)
            if self.game.is_terminal(after):
                found.append(SolvedAction(action, self.game.utility(after, player), 1))
                continue
            try:
                decision = self.agent.decide(after, limit=self.limit)
            except SearchError:
                return []
            is_proven = decision.status is Status.PROVEN and decision.bound is Bound.EXACT
            if not is_proven or decision.unit is not Unit.UTILITY:
                return []
            value = decision.value if decision.player == player else self.game.value_to(1, decision.value)
            distance = None if decision.distance is None else decision.distance + 1
            found.append(SolvedAction(action, value, distance))
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.agent.close()


class Grader:
    """Finds out how many plies a search must look ahead before it ranks an action above all others.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> state = game.parse_state("XX./OO./...")
    >>> with Grader(game, "plain") as grader:
    ...     grader.grade(state, game.parse_action(state, "c3"))
    1
    """

    def __init__(self, game: Game, engine: Engine = "auto") -> None:
        self.game = game
        # One ply is looked at sooner than rules are compiled.
        self.shallow = Agent(game, "auto:engine=plain")
        self.deep = Agent(game, options=SearchOptions(engine=engine, wait=True))

    def grade(self, state: Any, answer: Any, deepest: int = DEEPEST) -> int | None:
        """Return the depth of the shallowest search that prefers an action; None if it takes more than `deepest` plies.

        It must do so at the next two depths as well, so that luck isn't taken for insight.
        """
        first, steady = 0, 0
        for depth in range(1, deepest + STEADY):
            if not self.prefers(state, answer, depth):
                steady = 0
                continue
            first, steady = (depth if not steady else first), steady + 1
            if steady == STEADY:
                return first
        return None

    def prefers(self, state: Any, answer: Any, depth: int) -> bool:
        """Whether a search of some plies values an action above all others."""
        game, agent = self.game, self.shallow if depth <= SHALLOW else self.deep
        limit = Limit(depth=depth - 1, nodes=MOST_NODES) if depth > 1 else None
        worth = {
            action: worth_of(agent, game, game.result(state, action), game.to_move(state), limit)[0]
            for action in game.actions(state)
        }
        return all(worth[answer] > value for action, value in worth.items() if action != answer)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shallow.close()
        self.deep.close()
