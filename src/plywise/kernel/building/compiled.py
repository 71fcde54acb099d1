"""Compiled rules as Python sees them: each rule asked alone, and perft.

A single call costs more than the plain rule: this face is for comparing the two worlds. Search stays compiled from
root to leaf.
"""

import ctypes
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from plywise.kernel.building.disk import Kernel
from plywise.kernel.lowering import leaves, shape, signed
from plywise.rules import Game, PlywiseError, RulesError


class CompiledRules:
    """A game's rules in machine code; states and actions go in and come out as the game's own."""

    def __init__(self, game: Game, kernel: Kernel) -> None:
        self.game, self.kernel, self.layout = game, kernel, kernel.layout
        about = kernel.manifest.rules
        self.names = frozenset(about["names"])
        self.arity: int = about["arity"]
        self.lengths: tuple[tuple[int, ...], ...] = tuple(map(tuple, about["lengths"]))
        self.size: int = about["size"]
        self.default_terminal: bool = about["default_terminal"]
        self.block = (ctypes.c_int64 * self.layout.END)()
        self._state_type = type(game.initial())

    def offers(self, rule: str) -> bool:
        """Whether a rule was compiled; `is_terminal` isn't where the game leaves it to the contract."""
        return rule in self.names

    def to_move(self, state: Any) -> int:
        """Return the player to move, or CHANCE."""
        return int(self._run("to_move", state))

    def actions(self, state: Any) -> list[Any]:
        """Return every action offered."""
        return self._decoded(self._run("actions", state))

    def noisy_actions(self, state: Any) -> list[Any]:
        """Return the actions that a quiescence search looks at."""
        return self._decoded(self._run("noisy_actions", state))

    def playout_actions(self, state: Any) -> list[Any]:
        """Return the actions that a playout draws from."""
        return self._decoded(self._run("playout_actions", state))

    def count_actions(self, state: Any) -> int:
        """Return how many actions are offered, without storing them."""
        return int(self._run("actions_count", state))

    def chances(self, state: Any) -> list[tuple[Any, float]]:
        """Return every outcome with its probability."""
        outcomes = self._decoded(self._run("chances", state))
        start = ctypes.addressof(self.block) + 8 * self.layout.ODDS
        odds = (ctypes.c_double * len(outcomes)).from_address(start)
        return list(zip(outcomes, odds, strict=True))

    def result(self, state: Any, action: Any) -> Any:
        """Return the state after an action or outcome."""
        self._run("result", state, self.encode(action), said=(action,))
        return self._next_state()

    def is_terminal(self, state: Any) -> bool:
        """Return whether the game is over."""
        if self.default_terminal:
            return self.to_move(state) >= 0 and not self.actions(state)
        return bool(self._run("is_terminal", state))

    def utility(self, state: Any, player: int) -> float:
        """Return what a terminal state is worth to a player: whole numbers over the game's utility_scale."""
        worth = self._run("utility", state, player)
        if self.game.has_chance:
            return float(worth)
        scale = self.layout.SCALE
        return int(worth) // scale if worth % scale == 0 else float(worth / scale)

    def evaluate(self, state: Any, player: int) -> float:
        """Return the estimate of a state's worth to a player."""
        return self._run("evaluate", state, player)  # type: ignore[no-any-return]

    def rank(self, state: Any, action: Any) -> float:
        """Return an action's place in the order of search."""
        return self._run("rank", state, self.encode(action), said=(action,))  # type: ignore[no-any-return]

    def key(self, state: Any) -> Any:
        """Return the ints of the state's key, signed and laid flat: one by itself, or a tuple of them."""
        count = self._run("key", state)
        found = tuple(self.block[self.layout.ACTIONS : self.layout.ACTIONS + count])
        return found[0] if count == 1 else found

    def board_cells(self, state: Any) -> tuple[int, ...]:
        """Return what the rule `cells` says is on the board; needs a module with the rules of patterns."""
        count = self._run("cells", state)
        return tuple(self.block[self.layout.ACTIONS : self.layout.ACTIONS + count])

    def canonical(self, state: Any) -> Any:
        """Return the state that stands for all its mirror images."""
        self._run("canonical", state)
        return self._next_state()

    def pass_turn(self, state: Any) -> Any:
        """Return the state after a pass that the rules may not allow."""
        self._run("pass_turn", state)
        return self._next_state()

    def is_urgent(self, state: Any) -> bool:
        """Return whether the player to move must answer at once."""
        return bool(self._run("is_urgent", state))

    def perft(self, state: Any, depth: int) -> int:
        """Count the lines of play of exactly `depth` actions (and outcomes); the last ply is only counted."""
        if depth < 0:
            raise ValueError(f"A depth is 0 or more, not {depth}.")
        return int(self._run("perft", state, depth))

    def encode(self, action: Any) -> int:
        """Return an action as the one number that the compiled rules use."""
        cells = action if self.arity else (action,)
        width = field_bits(self.arity)
        if not isinstance(cells, tuple) or len(cells) != max(1, self.arity):
            raise RulesError(f"{action!r} is not an action of this game's form.")
        if not all(0 <= int(cell) < 1 << width for cell in cells):
            raise RulesError(f"The action {action!r} is outside 0..{(1 << width) - 1}: number actions from 0.")
        return action_code(cells, self.arity > 0)

    def decode(self, code: int) -> Any:
        """Return the action that a number of the compiled rules stands for."""
        arity, width = self.arity, field_bits(self.arity)
        return tuple(code >> width * i & (1 << width) - 1 for i in range(arity)) if arity else code

    def cells(self, state: Any) -> list[int]:
        """Return the numbers that a state holds, signed; refuses a state of another form."""
        cells = [signed(int(cell)) for cell in leaves(tuple(state))]
        if self._has_rows and tuple(map(shape, state)) != self.lengths:
            raise RulesError(f"{state!r} has rows of other lengths than this game's first state.")
        if len(cells) != self.size:
            raise RulesError(f"{state!r} has {len(cells)} numbers, this game's states have {self.size}.")
        return cells

    def state_of(self, cells: Iterable[int]) -> Any:
        """Return the state that holds these numbers."""
        rest = iter(cells)
        return self._state_type(*(_nested(rest, lengths) for lengths in self.lengths))

    @property
    def _has_rows(self) -> bool:
        return any(len(lengths) > 1 for lengths in self.lengths)

    def repetition_key(self, state: Any) -> int:
        """Return the hash by which repetitions of a state are known; needs a module that searches."""
        return int(self._run("repetition_key", state))

    def repeated(self, rule: str, state: Any, numbers: tuple[int, ...], times: int) -> Callable[[], None]:
        """Return a call that asks a rule about a state again and again, to be timed."""
        self.block[: self.size] = self.cells(state)
        call, address = self.kernel.call, ctypes.addressof(self.block)

        def ask() -> None:
            for _ in range(times):
                call(rule, address, *numbers)

        return ask

    def _decoded(self, count: int) -> list[Any]:
        codes = self.block[self.layout.ACTIONS : self.layout.ACTIONS + count]
        return [self.decode(code) for code in codes]

    def _next_state(self) -> Any:
        """Read the new state out of the block; boards with bit 63 come out as plain Python has them: see `compare`."""
        return self.state_of(self.block[self.layout.NEXT : self.layout.ACTIONS])

    def _run(self, rule: str, state: Any, *numbers: int, said: tuple[Any, ...] | None = None) -> Any:
        """Call an entry point; errors inside it come out with the line of the plain rule that raises too."""
        self.block[: self.size] = self.cells(state)
        try:
            return self.kernel.call(rule, ctypes.addressof(self.block), *numbers)
        except PlywiseError:
            raise
        except Exception as error:
            raise self._located(rule, state, said if said is not None else numbers, error) from error

    def _located(self, rule: str, state: Any, arguments: tuple[Any, ...], error: Exception) -> RulesError:
        """Replay a failed rule plainly: compiled errors carry no line."""
        plain = getattr(self.game, rule.removesuffix("_count"), None)
        try:
            answer = plain(state, *arguments) if plain else None
            if isinstance(answer, Iterator):
                list(answer)
        except Exception as same:
            place = traceback.extract_tb(same.__traceback__)[-1]
            return RulesError(f"{place.filename}:{place.lineno}: {rule} fails in {state}: {same!r}.")
        where = "" if plain is None else "; the plain rule doesn't, so look for numbers beyond 64 bits"
        return RulesError(f"{rule}, compiled, fails in {state}: {error!r}{where}.")


def _nested(cells: Iterator[int], lengths: tuple[int, ...]) -> Any:
    """Take an int, a tuple of ints or a tuple of rows off a row of numbers."""
    return tuple(_nested(cells, lengths[1:]) for _ in range(lengths[0])) if lengths else next(cells)


def field_bits(arity: int) -> int:
    """How many bits each number in an action has: 62 shared evenly, at most 21.

    >>> field_bits(0), field_bits(2), field_bits(4)
    (21, 21, 15)
    """
    return min(21, 62 // max(1, arity))


def action_code(cells: Sequence[int], is_tuple: bool) -> int:
    """Return the numbers of an action as one, as compiled rules have it; an action that is no tuple has one.

    >>> action_code((1, 2), is_tuple=True) == 1 | 2 << 21
    True
    """
    width = field_bits(len(cells) if is_tuple else 0)
    return sum(int(cell) << width * place for place, cell in enumerate(cells))
