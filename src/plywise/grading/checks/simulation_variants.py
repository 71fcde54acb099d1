"""Monte Carlo tree search with its details as switches: as it should be, and with each of the usual mistakes."""

from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Any, Literal

from plywise.grading.mistakes import Mistake
from plywise.rules import Action, Game


@dataclass
class SimulationNode:
    """A state of the tree: what was tried there, and what it came to."""

    state: Any
    mover: int
    """Who moved to it."""
    untried: list[Action]
    depth: int
    action: Action | None = None
    visits: int = 0
    total: float = 0.0
    children: list["SimulationNode"] = field(default_factory=list)


@dataclass(frozen=True)
class SimulationVariant:
    """The details of the search; the defaults are UCT as the book has it."""

    selects: Literal["by UCB1", "by the mean", "at random", "the smallest bound"] = "by UCB1"
    credits: Literal["who moved", "who is to move", "who did not move", "MAX", "by turns"] = "who moved"
    """To whom the outcome counts in a node."""
    grows: Literal["everywhere", "at the root only"] = "everywhere"
    tries: Literal["every action", "the first action"] = "every action"
    expands: Literal["at random", "the first", "the last"] = "at random"
    answers: Literal["most visits", "fewest visits"] = "most visits"

    def search(self, game: Game, state: Any, simulations: int, random: Random) -> Action:
        """Return the action chosen after this many simulations."""
        root = self._node(game, state, game.to_move(state), 0)
        for _ in range(simulations):
            self._simulate(game, root, random)
        choose = max if self.answers == "most visits" else min
        return choose(root.children, key=lambda child: child.visits).action

    def _node(self, game: Game, state: Any, mover: int, depth: int, action: Action = None) -> SimulationNode:
        is_leaf = game.is_terminal(state) or (depth > 0 and self.grows == "at the root only")
        untried = [] if is_leaf else list(game.actions(state))
        if self.tries == "the first action" and depth > 0:
            untried = untried[:1]
        return SimulationNode(state, mover, untried, depth, action)

    def _simulate(self, game: Game, root: SimulationNode, random: Random) -> None:
        path = [root]
        while not path[-1].untried and path[-1].children:
            path.append(self._select(path[-1], random))
        node = path[-1]
        if node.untried:
            place = {"the first": 0, "the last": -1}.get(self.expands, random.randrange(len(node.untried)))
            action = node.untried.pop(place)
            child = self._node(game, game.result(node.state, action), game.to_move(node.state), node.depth + 1, action)
            node.children.append(child)
            path.append(child)
        end = path[-1].state
        while not game.is_terminal(end):
            end = game.result(end, random.choice(list(game.actions(end))))
        for node in path:
            node.visits += 1
            node.total += game.utility(end, self._credited(game, node, root))

    def _select(self, node: SimulationNode, random: Random) -> SimulationNode:
        if self.selects == "at random":
            return random.choice(node.children)
        explores = 0.0 if self.selects == "by the mean" else 1.0
        choose = min if self.selects == "the smallest bound" else max
        total = log(node.visits)
        return choose(
            node.children, key=lambda child: child.total / child.visits + explores * sqrt(2 * total / child.visits)
        )

    def _credited(self, game: Game, node: SimulationNode, root: SimulationNode) -> int:
        match self.credits:
            case "who moved":
                return node.mover
            case "who is to move":
                return 1 - node.mover if game.is_terminal(node.state) else game.to_move(node.state)
            case "who did not move":
                return 1 - node.mover
            case "MAX":
                return 0
            case "by turns":
                return (game.to_move(root.state) + node.depth + 1) % 2


MISTAKES: tuple[tuple[Mistake, tuple[SimulationVariant, ...]], ...] = (
    (
        Mistake(
            "credited to the wrong player",
            "an outcome counts in each node for the opponent of who moved there, so that the worst is chosen",
            "Count it for the player who moved to the node: its parent is the one who chooses between siblings.",
        ),
        (SimulationVariant(credits="who is to move"), SimulationVariant(credits="who did not move")),
    ),
    (
        Mistake(
            "everyone plays for MAX",
            "outcomes count for MAX in every node, so that the opponent seems to help",
            "Where MIN chooses, count game.utility(end, 1), or turn the sign.",
        ),
        (SimulationVariant(credits="MAX"),),
    ),
    (
        Mistake(
            "turns taken for granted",
            "the sign is turned at every ply, though a player may move twice",
            "Ask game.to_move(state) who chooses in a state.",
        ),
        (SimulationVariant(credits="by turns"),),
    ),
    (
        Mistake(
            "no exploration",
            "always the best mean so far is followed: an action that began badly is never tried again",
            "Add c * sqrt(log(parent visits) / visits) to the mean, with c about 1.4.",
        ),
        (SimulationVariant(selects="by the mean"),),
    ),
    (
        Mistake(
            "no selection",
            "simulations are spread evenly, whatever came of those before",
            "Go down the tree by UCB1: the mean so far, and more where little is known.",
        ),
        (SimulationVariant(selects="at random"),),
    ),
    (
        Mistake(
            "the smallest bound",
            "the smallest bound is followed down the tree",
            "Take the child with the largest bound for the player who chooses.",
        ),
        (
            SimulationVariant(selects="the smallest bound"),
            SimulationVariant(selects="the smallest bound", expands="the first"),
            SimulationVariant(selects="the smallest bound", expands="the last"),
        ),
    ),
    (
        Mistake(
            "no tree below the root",
            "only the root's actions are compared; below them every move is random, whoever gains by it",
            "Add a node for the first new state of each simulation, and select there too next time.",
        ),
        (SimulationVariant(grows="at the root only"),),
    ),
    (
        Mistake(
            "only one action is tried",
            "below the root only the first action of a state ever gets a node",
            "Expand every action of a state once before you select among them.",
        ),
        (SimulationVariant(tries="the first action"),),
    ),
    (
        Mistake(
            "the least visited action",
            "the action with the fewest simulations is returned",
            "Return the action with the most visits.",
        ),
        (SimulationVariant(answers="fewest visits"),),
    ),
)
