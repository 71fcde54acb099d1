"""A record: one playing of a game, from its first state, action by action; history lives here, not in states.

>>> from plywise.rules.game import Game
>>> class Coin(Game):
...     State = int
...     def to_move(self, state): return 0
...     def actions(self, state): return ["keep", "give"] if state == 0 else []
...     def result(self, state, action): return 1 if action == "keep" else 2
...     def utility(self, state, player): return 1 if (state == 1) == (player == 0) else -1
>>> record = Record(Coin())
>>> record.play("keep")
1
>>> record.is_over, record.utilities
(True, (1, -1))
>>> record.play("give")
Traceback (most recent call last):
plywise.rules.errors.IllegalActionError: The game is over: undo an action or start a new game.
"""

import json
from collections import Counter
from collections.abc import Hashable
from typing import Any

from plywise.files import parse_json
from plywise.rules.display import Displayed
from plywise.rules.errors import IllegalActionError, NoActionError, PlywiseError, RecordError
from plywise.rules.game import Game
from plywise.rules.lots import Lots
from plywise.rules.names import Action
from plywise.rules.players import CHANCE

FORMAT = "plywise-record-1"


class Record(Displayed):
    """The states and actions of one playing; every action is checked against the rules."""

    def __init__(self, game: Game, initial: Any = None) -> None:
        self.game = game
        self.states: list[Any] = [game.initial() if initial is None else initial]
        self.actions: list[Action] = []
        self._keys: list[Hashable | None] = []
        self._occurrences: Counter[Hashable] = Counter()

    def __repr__(self) -> str:
        names = self.action_names
        return f"<Record of {self.game.name}: {' '.join(names) or 'no action yet'}>"

    @property
    def state(self) -> Any:
        """The state the record has come to."""
        return self.states[-1]

    @property
    def history(self) -> tuple[Any, ...]:
        """The states before the present one, oldest first."""
        return tuple(self.states[:-1])

    @property
    def is_repeated(self) -> bool:
        """Whether the game declares repetition a draw and the present state has come up often enough."""
        if self.game.repetition != "draw":
            return False
        return self._count(self.game.repetition_key(self.state)) >= self.game.repetition_count

    @property
    def is_over(self) -> bool:
        """Whether the rules, or a repetition, have ended the game."""
        if self.is_repeated or self.game.is_terminal(self.state):
            return True
        return self.game.repetition == "illegal" and all(map(self._is_forbidden, self._offered()))

    @property
    def utilities(self) -> tuple[float, ...]:
        """What the finished game is worth to each player."""
        if self.is_repeated:
            return (self.game.draw_utility,) * self.game.players
        return tuple(self.game.utility(self.state, player) for player in range(self.game.players))

    def options(self) -> list[Action]:
        """List what may be played now: the actions, or the outcomes where CHANCE moves."""
        return [action for action in self._offered() if not self._is_forbidden(action)]

    def _offered(self) -> list[Action]:
        """List what the rules offer, whatever came up before."""
        game, state = self.game, self.state
        if game.to_move(state) == CHANCE:
            return [outcome for outcome, _ in game.chances(state)]
        actions = list(game.playable_actions(state))
        if not actions and not game.is_terminal(state):
            raise NoActionError(game.name, game.state_name(state))
        return actions

    def _is_forbidden(self, action: Action) -> bool:
        """Whether an action leads to a state that came up before, and must not."""
        game, state = self.game, self.state
        if game.repetition != "illegal" or game.to_move(state) == CHANCE:
            return False
        return self._count(game.repetition_key(game.result(state, action))) > 0

    def _count(self, key: Hashable | None) -> int:
        """Return how often a repetition key has come up; states are counted once, since a game may be long."""
        for state in self.states[len(self._keys) :]:
            self._keys.append(self.game.repetition_key(state))
            self._occurrences[self._keys[-1]] += 1
        return 0 if key is None else self._occurrences[key]

    def play(self, action: Action) -> Any:
        """Add an action and return the new state; refuses what the rules don't offer."""
        if self.is_over:
            raise IllegalActionError("The game is over: undo an action or start a new game.")
        if action not in self._offered() or self._is_forbidden(action):
            name = self.game.action_name(self.state, action)
            raise IllegalActionError(f"'{name}' is not legal in {self.game.state_name(self.state)}.")
        return self.add(action)

    def add(self, action: Action) -> Any:
        """Add a legal action, though a repetition may have ended the game before it; return the new state."""
        self.actions.append(action)
        self.states.append(self.game.play_action(self.state, action))
        return self.state

    def undo(self) -> Any:
        """Take the last action back and return the state before it."""
        if not self.actions:
            raise IllegalActionError("There is no action to take back.")
        self.actions.pop()
        self.states.pop()
        for key in self._keys[len(self.states) :]:
            self._occurrences[key] -= 1
        del self._keys[len(self.states) :]
        return self.state

    @property
    def action_names(self) -> list[str]:
        """The names of the actions played, in order."""
        return [self.game.action_name(state, action) for state, action in zip(self.states, self.actions, strict=False)]

    def to_json(self, spec: str | None = None) -> str:
        """Return the record as JSON; `spec` names the game as `load_game` takes it, where it wasn't loaded by that."""
        spec = self.game.spec if spec is None else spec
        if not spec:
            raise RecordError(f"Say how {self.game.name} is loaded again: to_json(spec='my_game.py').")
        content = {
            "format": FORMAT,
            "game": spec,
            "initial": self.game.state_name(self.states[0]),
            "actions": self.action_names,
        }
        return json.dumps(content, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str, game: Game) -> "Record":
        """Return what `to_json` wrote, every action played again; refuses one that doesn't follow the game's rules."""
        content = read_content(text)
        start = game.initial()
        if game.state_name(start) != content["initial"]:
            start = game.parse_state(content["initial"])
        record = cls(game, start)
        for number, name in enumerate(content["actions"], 1):
            try:
                record.play(record.find(name))
            except PlywiseError as error:
                raise RecordError(f"Action {number} of the record can't be played: {error}") from None
        return record

    def find(self, name: str) -> Action:
        """Return the option that a text names, an outcome of chance included."""
        return find_option(self.game, self.state, name)


def random_walk(game: Game, lots: Lots, plies: int) -> Record:
    """Return a record after some random plies, or where the game ended before; dice are rolled, and don't count.

    >>> from plywise.games.nim import Nim
    >>> len(random_walk(Nim(), Lots(1), 2).actions)
    2
    """
    record = Record(game)
    while not record.is_over and (plies > 0 or game.to_move(record.state) == CHANCE):
        if game.to_move(record.state) == CHANCE:
            record.add(lots.draw(game.chances(record.state)))
        else:
            actions = record.options()
            record.add(actions[lots.below(len(actions))])
            plies -= 1
    return record


def find_option(game: Game, state: Any, name: str) -> Action:
    """Return the action, or the outcome of chance, that a text names in a state."""
    if game.to_move(state) != CHANCE:
        return game.parse_action(state, name)
    for outcome, _ in game.chances(state):
        if game.action_name(state, outcome) == name:
            return outcome
    raise IllegalActionError(f"'{name}' is not an outcome of chance here.")


def read_content(text: str) -> dict[str, Any]:
    """Parse a saved record without playing it, so that its game can be loaded first."""
    try:
        content = parse_json(text)
    except ValueError as error:
        raise RecordError(f"This is not a saved record: {error}.") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise RecordError(f"This is not a saved record: it lacks the format mark {FORMAT!r}.")
    actions = content.get("actions")
    texts = [content.get("game"), content.get("initial"), *(actions if isinstance(actions, list) else [None])]
    if not all(isinstance(item, str) for item in texts):
        raise RecordError("This record is damaged: game, initial and actions must be texts.")
    return content
