"""Tactics: a win in one, and the actions that let the opponent win in one.

    1  ask of each action whether it ends the game with the best there is: then play it
    2  ask of one action which replies win for the opponent; try those replies first after every other action

The second step costs two looks at each action where the opponent threatens something, and one action's replies where
nothing is threatened, not all replies to all actions. It is no search: an action that isn't listed as losing may still
lose. What is listed is proven.

>>> from plywise.games.placing.tic_tac_toe import TicTacToe
>>> game = TicTacToe()
>>> winning = find_tactics(game, game.parse_state("XX1/OO1/3")).decision
>>> winning.describe(game, game.parse_state("XX1/OO1/3"))
'c3: value 1 to player A, proven; line c3; 6 states, depth 1'
>>> threatened = find_tactics(game, game.parse_state("XX1/1O1/3"))
>>> sorted(game.action_name(None, action) for action in threatened.losing)
['a1', 'a2', 'b1', 'c1', 'c2']
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from plywise.rules import Action, Choice, Decision, Game, Status
from plywise.search.shared import LimitReachedError, StateGraph, Vector


@dataclass(slots=True)
class Tactics:
    """What one ply of each player proves: a decision, or actions that lose at once."""

    decision: Decision | None = None
    losing: dict[Action, Choice] = field(default_factory=dict)
    nodes: int = 1

    def values(self, game: Game, player: int) -> dict[Action, Vector]:
        """Return what each player gets after each losing action."""
        return {
            action: tuple(
                choice.value if seat == player else game.value_to(1, choice.value) for seat in range(game.players)
            )
            for action, choice in self.losing.items()
        }

    def complete(self, decision: Decision) -> Decision:
        """Return a decision with what is known of losing actions in its choices."""
        choices = tuple(self._known(choice) for choice in decision.choices)
        return replace(decision, choices=choices, nodes=decision.nodes + self.nodes)

    def _known(self, choice: Choice) -> Choice:
        known = self.losing.get(choice.action)
        return choice if known is None else replace(known, visits=choice.visits)


def find_tactics(game: Game, state: Any = None, *, graph: StateGraph | None = None) -> Tactics:
    """Return a win in one, or the actions that lose to a win in one as far as they were found.

    For two players whose utilities have a constant sum, without dice. `graph` is what was enumerated of the game from
    this state; guarded rules end the look where the time is spent, with what was found by then.
    """
    state = game.initial() if state is None else state
    tactics = Tactics()
    with contextlib.suppress(LimitReachedError):
        _look(_Ply(game, state, graph, 0), tactics)
    return tactics


class _Ply:
    """A state with its actions; where they lead is asked once, of a graph first."""

    def __init__(self, game: Game, state: Any, graph: StateGraph | None, place: int | None) -> None:
        self.game, self.state, self.graph = game, state, graph
        self.place = place if graph is not None and place is not None and place < graph.expanded else None
        self.player = graph.movers[self.place] if graph and self.place is not None else game.to_move(state)
        self.actions = list(graph.actions[self.place] if graph and self.place is not None else game.actions(state))

    def steps(self) -> Iterator[tuple[Action, Any, int | None]]:
        """Yield each action with the state it leads to, and that state's number in the graph."""
        for number, action in enumerate(self.actions):
            if self.graph is not None and self.place is not None:
                child = self.graph.successors[self.place][number]
                yield action, self.graph.states[child], child
            else:
                yield action, self.game.result(self.state, action), None

    def is_won(self, child: Any, place: int | None) -> bool:
        """Whether a state ends the game with the best there is for the player to move."""
        game, graph = self.game, self.graph
        if graph is not None and place is not None and place < graph.expanded:
            end = graph.ends.get(place)
            return end is not None and end[self.player] >= game.utility_bounds[1]
        return game.is_terminal(child) and game.utility(child, self.player) >= game.utility_bounds[1]

    def is_over(self, child: Any, place: int | None) -> bool:
        """Whether the game is over at a state."""
        graph = self.graph
        if graph is not None and place is not None and place < graph.expanded:
            return place in graph.ends
        return self.game.is_terminal(child)


def _look(root: _Ply, tactics: Tactics) -> None:
    """Look for a win at the root, then for the opponent's."""
    game = root.game
    children = []
    for action, child, place in root.steps():
        tactics.nodes += 1
        if root.is_over(child, place):
            if root.is_won(child, place):
                tactics.decision = _win(root, action, tactics)
                return
        else:
            children.append((action, child, place))
    if game.repetition is not None:
        return  # a repetition may come before the opponent's win
    waiting = list(children)
    while waiting:
        action, child, place = waiting.pop(0)
        ply = _Ply(game, child, root.graph, place)
        if ply.player != 1 - root.player:
            return  # the same player moves on: nothing is threatened yet
        threat = next(_winning_replies(ply, tactics), None)
        if threat is None:
            return  # an action is safe, and a threat that it doesn't meet isn't there
        tactics.losing[action] = _loss(root, action, threat)
        waiting = [step for step in waiting if not _refutes(root, step, threat, tactics)]


def _winning_replies(ply: _Ply, tactics: Tactics) -> Iterator[Action]:
    """Yield the actions that win at once."""
    for reply, after, place in ply.steps():
        tactics.nodes += 1
        if ply.is_won(after, place):
            yield reply


def _refutes(root: _Ply, step: tuple[Action, Any, int | None], threat: Action, tactics: Tactics) -> bool:
    """Whether the opponent's known threat wins after another action too."""
    action, child, _ = step
    game = root.game
    if game.to_move(child) == root.player or threat not in list(game.actions(child)):
        return False
    after = game.result(child, threat)
    tactics.nodes += 1
    opponent = 1 - root.player
    if not game.is_terminal(after) or game.utility(after, opponent) < game.utility_bounds[1]:
        return False
    tactics.losing[action] = _loss(root, action, threat)
    return True


def _win(root: _Ply, action: Action, tactics: Tactics) -> Decision:
    best = Choice(action, root.game.utility_bounds[1], status=Status.PROVEN, line=(action,), distance=1)
    others = (
        best if each == action else Choice(each, root.game.draw_utility, line=(each,), is_tried=False)
        for each in root.actions
    )
    return Decision(
        action,
        best.value,
        root.player,
        Status.PROVEN,
        line=(action,),
        choices=tuple(others),
        depth=1,
        distance=1,
        nodes=tactics.nodes,
        algorithm="tactics",
    )


def _loss(root: _Ply, action: Action, reply: Action) -> Choice:
    worst = root.game.utility_bounds[0]
    return Choice(action, worst, status=Status.PROVEN, line=(action, reply), distance=2)
