"""The contract: one plain Python class is the whole definition of a game.

Six rules make a game (Russell & Norvig, section 5.1): `initial`, `to_move`, `actions`, `result`, `is_terminal` and
`utility`. All else has a default, and each optional method unlocks something. docs/adr/0002-rules-contract.md says
what the rules may contain so that the same class can also be compiled.

>>> from typing import NamedTuple
>>> class Countdown(Game):
...     '''Take one or two matches; whoever takes the last one wins.'''
...     class State(NamedTuple):
...         matches: int = 5
...         turn: int = 0
...     def to_move(self, state):
...         return state.turn
...     def actions(self, state):
...         for take in (1, 2):
...             if take <= state.matches:
...                 yield take
...     def result(self, state, action):
...         return self.State(state.matches - action, 1 - state.turn)
...     def utility(self, state, player):
...         return -1 if player == state.turn else 1
>>> game = Countdown()
>>> list(game.actions(game.initial())), game.name
([1, 2], 'countdown')
"""

import re
from collections.abc import Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from plywise.rules.decision import Unit
from plywise.rules.hidden import HiddenRules
from plywise.rules.keys import state_key
from plywise.rules.look import PLAIN, Look
from plywise.rules.names import Action
from plywise.rules.notation import find_action, read_fields, write_fields
from plywise.rules.players import CHANCE, player_name
from plywise.rules.state_board import draw_state
from plywise.rules.tabled import unwritten
from plywise.rules.text_boards import find_cells
from plywise.rules.view import Viewable


class Game(HiddenRules):
    """The rules of a game; subclass it and write at least `to_move`, `actions`, `result` and `utility`.

    Rules are pure: they read `state` and `self`, change neither, and answer the same every time. Any object that holds
    values may be a state; a NamedTuple of ints and of tuples of ints can also be compiled.

    Some optional rules have no default here: `rank`, `noisy_actions`, `pass_turn`, `is_urgent`, and `cells(state)`,
    which returns the board as small numbers from 0 on, one a cell, in a fixed order and the same whoever moves.
    Learned patterns are made of them. `inputs(state, player)` yields what a network sees of a state after a player's
    turn, as that player sees it: pairs of an input's number and its value, those that are 0 left out.
    """

    State: ClassVar[Any]
    """The type of a state; `initial` calls it without arguments unless overridden."""

    players: int = 2
    """How many seats there are: 0, 1, ..., players - 1."""

    utility_range: tuple[float, float] = (-1, 1)
    """The lowest and the highest utility that any player can end with."""

    utility_sum: float | None = 0
    """What the players' utilities always add up to (0: zero-sum); None where they don't add up to a constant."""

    utility_scale: int = 1
    """Utilities times this are whole numbers: 2 where a draw is worth 1/2. Compiled search counts in these."""

    evaluation_limit: float = 10_000
    """`evaluate` stays strictly between minus and plus this."""

    weights: Mapping[str, float] = MappingProxyType({})
    """What one unit of each feature adds to `evaluate`, by its name; `amounts` says how many units there are."""

    cyclic: bool = False
    """Whether a state can come up again along one line of play."""

    repetition: Literal["draw", "illegal"] | None = None
    """What a state that came up before means in a cyclic game: the game is drawn, or the action was illegal."""

    repetition_count: int = 2
    """With `repetition = "draw"`: at which occurrence of a state a played game is drawn (chess: 3)."""

    max_actions: int | None = None
    """The most actions any state offers, where known."""

    distinct_actions: int | None = None
    """Where all actions are whole numbers from 0 on: one more than the largest. Learners give each an output."""

    input_count: int = 0
    """How many inputs of a network there are; the optional rule `inputs` numbers them from 0 on."""

    best_agent: str = ""
    """With which algorithm and settings this game is played best, such as "alpha-beta:null-move"; empty if unknown.
    "alpha-beta:knowledge=beside" plays by mygame.knowledge beside the file, if it is of these rules and won."""

    look: Look = PLAIN
    """How the board looks, such as Look("chequered", "chessmen", ("white", "black"))."""

    player_names: tuple[str, ...] = ()
    """What the players are called in this game, such as ("White", "Black"); without it, A, B, ..."""

    spec: str = ""
    """What `load_game` was given to find this game; empty where it was made otherwise."""

    # The six rules

    def initial(self) -> Any:
        """Return the state in which the game starts."""
        return self.State()

    def to_move(self, state: Any) -> int:
        """Return the player who moves: 0, 1, ..., or CHANCE; search asks only where the game goes on."""
        raise NotImplementedError(unwritten(self, "to_move(self, state)", "return the player to move"))

    def actions(self, state: Any) -> Iterable[Action]:
        """Yield or return every legal action of the player to move, each once, in a fixed order."""
        raise NotImplementedError(unwritten(self, "actions(self, state)", "yield each legal action"))

    def result(self, state: Any, action: Action) -> Any:
        """Return the state after an action (or, where CHANCE moves, after an outcome)."""
        raise NotImplementedError(unwritten(self, "result(self, state, action)", "return the state after it"))

    def is_terminal(self, state: Any) -> bool:
        """Return whether the game is over. Where a game doesn't say, it is over when there is no action."""
        if self.to_move(state) == CHANCE:
            return False
        return not any(True for _ in self.actions(state))

    def utility(self, state: Any, player: int) -> float:
        """Return what a terminal state is worth to a player."""
        raise NotImplementedError(unwritten(self, "utility(self, state, player)", "return a terminal state's worth"))

    # Optional: each unlocks something

    def chances(self, state: Any) -> Iterable[tuple[Action, float]]:
        """Yield (outcome, probability) where CHANCE moves; the probabilities sum to 1. Unlocks dice and cards."""
        raise NotImplementedError(unwritten(self, "chances(self, state)", "yield (outcome, probability)"))

    def evaluate(self, state: Any, player: int) -> float:
        """Estimate a state's worth to a player at the horizon of a limited search; by default, weight x amount.

        In two-player games without chance the unit is the game's own, 0 is even, and any proven win ranks above any
        estimate. In games with chance, or with more players, estimates are in units of utility.
        """
        amounts = self.amounts(state, player)
        return self.even + sum(weight * amount for weight, amount in zip(self.weight_row, amounts))  # noqa: B905

    def amounts(self, state: Any, player: int) -> tuple[float, ...]:
        """Say how much of each feature there is to a player, all ints or all floats, in the order of `weights`.

        What the other player has counts as less than nothing. Unlocks fitted weights, and `evaluate` by default.
        """
        return ()

    def features(self, state: Any, player: int) -> Mapping[str, float]:
        """Say what an evaluation is made of: a contribution by the name of each feature, which add up to `evaluate`.

        Never compiled: it is for people, who want to know why a state looks good. By default, weight x amount.
        """
        if not self.offers("amounts"):
            return {"evaluation": self.evaluate(state, player)}
        pairs = zip(self.weights.items(), self.amounts(state, player), strict=True)
        return {name: weight * amount for (name, weight), amount in pairs}

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say what a value to a player means, in the words of those who play: "+1.5 pawns", "B wins by 24 discs".

        By default it is the number. `unit` says whether it is a utility or an estimate in the evaluation's own unit.
        """
        return f"{float(value):.6g}"

    def playout_actions(self, state: Any) -> Iterable[Action]:
        """Yield or return the actions that a random playout draws from; by default, all of them.

        Leave out what no one would play, such as filling one's own eye in Go; an action named twice is drawn twice as
        often. Nothing is proven by a playout: in the tree all actions count.
        """
        return self.actions(state)

    def canonical(self, state: Any) -> Any:
        """Return the state that stands for all from which play is the same but for names. Unlocks symmetry."""
        return state

    def key(self, state: Any) -> Hashable:
        """Return what makes two states the same for tables and repetition; leave clocks and counters out.

        By default it is all that the state holds. An int of 64 bits is used by compiled tables as it is.
        """
        return state_key(state)

    def repetition_key(self, state: Any) -> Hashable | None:
        """Return what makes a state a repetition of another, or None for one that never is; by default its key."""
        return self.key(state)

    # Playing, notation and looks: never compiled

    def playable_actions(self, state: Any) -> Iterable[Action]:
        """Yield what a player may play: by default, every action.

        Where `actions` lists a turn's steps in one order, for search, and players may take any, the others come last
        here, and `play_action` says what they lead to.
        """
        return self.actions(state)

    def play_action(self, state: Any, action: Action) -> Any:
        """Return the state after one of `playable_actions`; by default, the action's result."""
        return self.result(state, action)

    def action_name(self, state: Any, action: Action) -> str:
        """Name an action for people."""
        return str(action)

    def parse_action(self, state: Any, text: str) -> Action:
        """Return the legal action that a text names; raises IllegalActionError."""
        return find_action(self, state, text)

    def state_name(self, state: Any) -> str:
        """Write a state on one line."""
        return write_fields(state)

    def parse_state(self, text: str) -> Any:
        """Read a state from its name; raises NotationError."""
        return read_fields(self.initial(), text)

    def view(self, state: Any) -> Viewable:
        """Return what is on the board, as data: a View, or rows of text with one character a cell.

        By default it is the board that a state obviously holds, and its other fields."""
        return draw_state(self, state)

    def clicks(self, state: Any, action: Action) -> tuple[str, ...]:
        """Name the cells of the view to click, in order, to play an action; none where only its name plays it.

        By default the cell with that action, or the cells that the action's name joins, such as a2-b3; on a board of
        text, the cells that it changes.
        """
        return find_cells(self, state, action)

    def tell_end(self, state: Any) -> str:
        """Say how a game ended, as its players would: "White wins by checkmate"; empty where the value says enough."""
        return ""

    # What follows from the rules

    def name_of(self, player: int) -> str:
        """Return what a player is called: by `player_names`, or else A, B, ..."""
        return self.player_names[player] if 0 <= player < len(self.player_names) else player_name(player)

    @property
    def name(self) -> str:
        """The game's name: its class's, in the catalog's spelling."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", type(self).__name__).lower()

    @property
    def draw_utility(self) -> float:
        """What a draw is worth to each player: an equal share of the sum, or the middle of the range without one."""
        if self.utility_sum is None:
            return sum(self.utility_range) / 2
        return self.utility_sum / self.players

    @property
    def even(self) -> float:
        """What `evaluate` says of a state in which nobody is ahead, where it is made of weights and amounts."""
        return 0 if self.offers("amounts") and self.evaluates_in_own_unit else self.draw_utility

    @property
    def weight_row(self) -> tuple[float, ...]:
        """The weights without their names; all floats if one is."""
        kind = float if any(isinstance(weight, float) for weight in self.weights.values()) else int
        return tuple(map(kind, self.weights.values()))

    @property
    def utility_bounds(self) -> tuple[float, float]:
        """The worst and the best that one of two players can end with, as far as range and sum say."""
        low, high = self.utility_range
        total = self.utility_sum or 0
        return max(low, total - high), min(high, total - low)

    @property
    def has_chance(self) -> bool:
        """Whether dice or cards are part of the game."""
        return self.offers("chances")

    @property
    def evaluates_in_own_unit(self) -> bool:
        """Whether evaluations are ranked between losses and wins instead of being averaged with utilities."""
        return self.is_adversarial and not self.has_chance

    @property
    def is_adversarial(self) -> bool:
        """Whether one player's gain is always the other's loss."""
        return self.players == 2 and self.utility_sum is not None

    @property
    def wins_are_equal(self) -> bool:
        """Whether a game between two ends in a win, a loss or a draw and nothing else, so that any win is the best."""
        low, high = self.utility_range
        return self.evaluates_in_own_unit and (high - low) * self.utility_scale <= 2

    def value_to(self, player: int, value: float) -> float:
        """Return what a value to player 0 is to one of two players whose utilities have a constant sum.

        >>> Game().value_to(1, 0.25)
        -0.25
        """
        return value if player == 0 else (self.utility_sum or 0) - value

    def offers(self, method: str) -> bool:
        """Return whether this game writes an optional method itself; one that writes `amounts` has `evaluate` too."""
        found = getattr(type(self), method, None)
        if method == "evaluate" and found is Game.evaluate:
            return self.offers("amounts")
        return found is not getattr(Game, method, None) and callable(found)
