"""Look-ahead by whole turns with a network's estimates, compiled: the twin of `knowledge.network.look_ahead`.

One turn: the steps of the player to move, until chance or the other moves. Two turns: what the other's best reply to
each roll leaves, on average; only turns that at first sight are within a margin of the best are looked into.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from plywise.kernel.building import OnCompile
from plywise.kernel.network.module import NetworkTable, network_machine
from plywise.kernel.network.shape import NetworkShape
from plywise.kernel.running import OnProgress, ThreadGroup, root_actions
from plywise.rules import CHANCE, MAX, Action, Choice, Decision, Game, Limit, Status

MOST_TURNS = 2
NEVER = -1e29
"""No value is below this: it marks actions that weren't looked into."""


class TurnSearcher:
    """One game's compiled look-ahead by a network; the weights are copied, and nobody can change them."""

    def __init__(
        self,
        game: Game,
        shape: NetworkShape,
        weights: bytes,
        *,
        margin: float,
        wait: bool = True,
        on_step: OnCompile | None = None,
    ) -> None:
        self.game, self.margin = game, margin
        self.machine = network_machine(game, shape, wait=wait, on_step=on_step)
        self._table = NetworkTable(shape.size, weights)
        self.block = self.machine.new_block()

    def decide(
        self,
        state: Any = None,
        *,
        limit: Limit | None = None,
        history: Sequence[Any] = (),
        on_depth: Callable[[Decision], None] | None = None,
        on_progress: OnProgress | None = None,
    ) -> Decision:
        """Return the action that begins the best turn; `depth` is how many turns were looked ahead."""
        game, limit = self.game, limit or Limit()
        state = game.initial() if state is None else state
        if not game.is_terminal(state) and game.to_move(state) == CHANCE:
            return self._average(state, limit)
        actions = root_actions(game, state, history)
        if not actions:
            return Decision(None, game.utility(state, MAX), MAX, Status.PROVEN, nodes=1)
        group = ThreadGroup(lambda: self.machine.stop(self.block), limit)
        found: list[Decision] = []
        group.run([lambda: self._work(group, state, actions, limit)], found.append)
        for decision in found if on_depth else ():
            on_depth(decision)  # type: ignore[misc]
        return replace(found[-1], seconds=group.seconds)

    def _work(self, group: ThreadGroup, state: Any, actions: Sequence[Action], limit: Limit) -> None:
        """Look one turn ahead, then two, as far as the limit lets; hand the group each Decision."""
        self._prepare(state, limit, group.deadline)
        count = int(self._call("look_ahead", state))
        assert count == len(actions)
        group.tell(self._decision(state, actions, 1))
        if (limit.depth or MOST_TURNS) > 1 and len(actions) > 1 and self._call("look_deeper", state):
            group.tell(self._decision(state, actions, 2))

    def play_turn(self, state: Any, turns: int = 1) -> Any:
        """Return the state after the best turn, without a limit: for many games, where threads cost more than this."""
        game, layout, player = self.game, self.machine.layout, self.game.to_move(state)
        while not game.is_terminal(state) and game.to_move(state) == player:
            actions, choice = list(game.actions(state)), 0
            if len(actions) > 1:
                self._prepare(state, Limit(), 0)
                self._call("look_ahead", state)
                if turns > 1:
                    self._call("look_deeper", state)
                values = self.block.floats[layout.CHOICES : layout.CHOICES + len(actions)].tolist()
                choice = values.index(max(values))
            state = game.result(state, actions[choice])
        return state

    def _prepare(self, state: Any, limit: Limit, deadline: int) -> None:
        layout, block = self.machine.layout, self.block
        self.machine.prepare(block, state, limit, deadline=deadline)
        block[layout.NETWORK_AT], block[layout.SEEN_STATES] = self._table.address, 0
        block.floats[layout.MARGIN] = self.margin

    def _call(self, entry: str, state: Any) -> int:
        try:
            return int(self.machine.call(entry, self.block))
        except Exception as error:
            raise self.machine.translated(error, state, (), False) from None

    def _decision(self, state: Any, actions: Sequence[Action], turns: int) -> Decision:
        layout, block = self.machine.layout, self.block
        values = block.floats[layout.CHOICES : layout.CHOICES + len(actions)].tolist()
        choices = tuple(Choice(action, value) for action, value in zip(actions, values, strict=True) if value > NEVER)
        best = max(choices, key=lambda choice: choice.value)
        player, nodes = self.game.to_move(state), int(block[layout.SEEN_STATES])
        line = (best.action,)
        return Decision(
            best.action, best.value, player, Status.HEURISTIC, line=line, choices=choices, depth=turns, nodes=nodes
        )

    def _average(self, state: Any, limit: Limit) -> Decision:
        """Report a root where chance moves: the mean of all outcomes to player 0, each looked one turn ahead."""
        total, nodes = 0.0, 0
        for outcome, odds in self.game.chances(state):
            after = self.game.result(state, outcome)
            if self.game.is_terminal(after):
                total += odds * self.game.utility(after, MAX)
            else:
                found = self.decide(after, limit=replace(limit, depth=1))
                total += odds * self.game.value_to(found.player, found.value)
                nodes += found.nodes
        return Decision(None, total, MAX, Status.HEURISTIC, depth=1, nodes=nodes)
