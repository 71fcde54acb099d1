"""Confirms a strategy, or refutes it with the line that breaks it; knows the rules, and nothing of any search.

From where the strategy starts, the player's replies are looked up and everything the others or the dice can do is
tried. It holds if every state of the player's that comes up has a legal reply and every end is worth enough.

>>> from plywise.games.nim import Nim
>>> from plywise.knowledge.strategy import Strategy
>>> nim = Nim(piles=(1, 2))
>>> check_strategy(nim, Strategy("nim", "A(1,2)", 0, 1, {"A(1,2)": "B2"})).holds
True
>>> verdict = check_strategy(nim, Strategy("nim", "A(1,2)", 0, 1, {"A(1,2)": "B1", "A(0,1)": "B1"}))
>>> verdict.line, verdict.reason
(('B1', 'A1', 'B1'), 'The game ends there with -1 for A, less than 1.')
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plywise.knowledge.strategy import Strategy, StrategyError
from plywise.rules import CHANCE, Action, Game, NoActionError, player_name


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found: confirmed, or the line (of action names) that breaks it, to which state, and why."""

    holds: bool
    states: int
    ends: int
    reason: str = ""
    line: tuple[str, ...] = ()
    state: Any = None


class _BrokenError(Exception):
    """The strategy fails in the state that was just reached; the text is the reason."""


def check_strategy(game: Game, strategy: Strategy) -> Verdict:
    """Walk every line that a strategy allows, each distinct state once, and say whether it keeps what it claims."""
    if game.cyclic:
        raise StrategyError(
            f"{game.name} can come back to a state, so that play might never end: "
            "only strategies for games without cycles can be checked."
        )
    if strategy.player not in range(game.players):
        raise StrategyError(f"{game.name} has no player {strategy.player}: name one from 0 to {game.players - 1}.")
    return _Walk(game, strategy).go(strategy.start(game))


class _Walk:
    """A walk through all lines, depth first: what is still to try below each state of the line it stands on."""

    def __init__(self, game: Game, strategy: Strategy) -> None:
        self.game, self.strategy = game, strategy
        self.entered: set[Any] = set()
        self.on_line: set[Any] = set()
        self.ends = 0

    def go(self, root: Any) -> Verdict:
        line: list[tuple[Any, Iterator[tuple[str, Any]]]] = []
        names: list[str] = []
        state = root
        try:
            self.enter(root, line)
            while line:
                for name, state in line[-1][1]:
                    names.append(name)
                    if not self.is_done(state):
                        self.enter(state, line)
                        break
                    names.pop()
                else:
                    self.on_line.remove(line.pop()[0])
                    del names[-1:]
        except _BrokenError as broken:
            return Verdict(False, len(self.entered), self.ends, str(broken), tuple(names), state)
        return Verdict(True, len(self.entered), self.ends)

    def is_done(self, state: Any) -> bool:
        """Whether a state needs no second look; one that came up on this very line would let play go on for ever."""
        if state in self.on_line:
            raise _BrokenError("Play comes back there to a state of the same line, so it need not end.")
        return state in self.entered

    def enter(self, state: Any, line: list[tuple[Any, Iterator[tuple[str, Any]]]]) -> None:
        """Step into a state for the first time: judge an end, look up the reply, list what else can follow."""
        game, claim = self.game, self.strategy
        self.entered.add(state)
        self.on_line.add(state)
        if game.is_terminal(state):
            self.ends += 1
            utility = game.utility(state, claim.player)
            if utility < claim.at_least:
                who = player_name(claim.player)
                raise _BrokenError(f"The game ends there with {utility:g} for {who}, less than {claim.at_least:g}.")
            line.append((state, iter(())))
            return
        named = [(game.action_name(state, action), action) for action in self.offered(state)]
        if game.to_move(state) == claim.player:
            named = [self.reply(state, named)]
        line.append((state, ((name, game.result(state, action)) for name, action in named)))

    def offered(self, state: Any) -> list[Action]:
        """List what can happen: actions, or where chance moves its outcomes."""
        game = self.game
        if game.to_move(state) == CHANCE:
            offered = [outcome for outcome, _ in game.chances(state)]
        else:
            offered = list(game.actions(state))
        if not offered:
            raise NoActionError(game.name, game.state_name(state))
        return offered

    def reply(self, state: Any, named: list[tuple[str, Action]]) -> tuple[str, Action]:
        """Look the strategy's reply up; there must be one, and a legal one."""
        name = self.game.state_name(state)
        reply = self.strategy.replies.get(name)
        if reply is None:
            raise _BrokenError(f"The strategy has no reply to {name}.")
        for action_name, action in named:
            if action_name == reply:
                return action_name, action
        legal = " ".join(action_name for action_name, _ in named[:20])
        raise _BrokenError(f"The strategy's reply {reply} to {name} is not legal there; legal are {legal}.")
