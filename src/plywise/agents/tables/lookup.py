"""What a folder of solved tables says of a state and of each of its actions, by the game's plain rules alone."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from plywise.agents.tables.packed import PackedSlots
from plywise.agents.tables.probe_through import holder_of, one_ply_on, probe_through
from plywise.kernel import rules_fingerprint
from plywise.kernel.lowering import leaves
from plywise.kernel.tables import Packing
from plywise.knowledge.solved import Solved, SolvedFolder, SolvedTable, SolvedTableError
from plywise.rules import Action, Game, SearchError

if TYPE_CHECKING:  # it brings NumPy, which pages do without
    from plywise.agents.tables.batches import SolvedRows


@dataclass(frozen=True, slots=True)
class SolvedOption:
    """An action, the state it leads to, and what it is worth to its player; None where the tables don't know."""

    action: Action
    after: Any
    solved: Solved | None


class Tables:
    """A folder's tables, asked by state; refuses a folder whose tables follow from other rules than the game's."""

    def __init__(self, game: Game, where: str | Path) -> None:
        self.game, self.rules = game, cast(Any, game)
        self.folder = SolvedFolder.open(where, fingerprint=rules_fingerprint(game))
        self.manifest = self.folder.outline
        self.metric, self.meaning = self.manifest.metric, self.manifest.meaning
        self.names = {entry.tier: entry.name for entry in self.manifest.tables}
        self.is_sparse = any(entry.keys for entry in self.manifest.tables)
        self.together: dict[int, frozenset[int]] = {}
        if not self.is_sparse and not game.offers("index"):
            raise SolvedTableError(
                f"{game.name} has no index to look up these tables with: write `index` and `unindex`."
            )
        if self.meaning.kind == "vector" and self.meaning.players != game.players:
            raise SolvedTableError(
                f"The manifest of {self.folder.place.name} is of {self.meaning.players} players, and {game.name} has "
                f"{game.players}: don't use it, or build the tables again."
            )
        self.folder.rules = PackedSlots(self)

    # Where a state is

    def find(self, state: Any) -> tuple[SolvedTable, int] | None:
        """Return a state's table and slot; None where no table of the folder holds it."""
        if not self.is_sparse:
            slot, name = self.rules.index(state), self.names.get(self.rules.tier(state))
            return None if slot < 0 or name is None else (self.folder.table(name), slot)
        (name,) = self.names.values()
        for same in (state,) if self.meaning.kind in ("value", "vector") else (state, self.game.canonical(state)):
            key = self.key_of(same)
            found = None if key is None else self.folder.table(name).find(key)
            if found is not None:
                return self.folder.table(name), found
        return None

    def state_of(self, table: SolvedTable, slot: int) -> Any:
        """Return the state of a slot; in a dense table, one that isn't empty."""
        if not self.is_sparse:
            return self.rules.unindex(table.entry.tier, slot)
        key = table.finder.levels[0].row(slot)
        cells = [
            (key[word] >> shift & (1 << bits) - 1) + low
            for (low, bits), (word, shift) in zip(self.manifest.packing, self.packing.places, strict=True)
        ]
        return _filled(self.game.initial(), iter(cells))

    @cached_property
    def packing(self) -> Packing:
        """How keys are made."""
        if len(self.manifest.packing) != len(leaves(tuple(self.game.initial()))):
            raise SolvedTableError(
                f"The manifest of {self.folder.place.name} packs other states than those of {self.game.name}: "
                "don't use it, or build the tables again."
            )
        lows, bits = zip(*self.manifest.packing, strict=True)
        return Packing(lows, bits)

    def key_of(self, state: Any) -> tuple[int, ...] | None:
        """Return the key of a state; None where its numbers are beyond those of any state in the table."""
        try:
            return self.packing.key(state)
        except SearchError:
            return None

    # What it is worth

    def solved(self, state: Any) -> Solved | None:
        """Return what the tables say of a state, to the player to move; None where they don't."""
        found = self.find(state)
        if found is not None:
            return found[0].solved(found[1])
        return None if self.is_sparse or self.meaning.kind != "value" else self.seen_through(state, self.holder(state))

    def solved_states(self, states: Iterable[Any]) -> "SolvedRows":
        """Return what the tables say of many states that aren't over, as rows of NumPy."""
        from plywise.agents.tables.batches import probe_states

        return probe_states(self, states)

    def solved_slots(self, name: str, slots: Any) -> "SolvedRows":
        """Return what many slots of one table hold, as rows of NumPy."""
        from plywise.agents.tables.batches import probe_slots

        return probe_slots(self, name, slots)

    def holder(self, state: Any) -> int:
        """Return the player to whom a state's value is given: the one to move; before a roll, the one to move after it.

        Where what can be reached is found by keys, chance may move several times, and its states count for player 0.
        """
        if self.is_sparse:
            return max(0, self.game.to_move(state))
        return holder_of(self.game, state) if self.game.has_chance else self.game.to_move(state)

    def seen_through(self, state: Any, player: int, plies: int = 0) -> Solved | None:
        """Return what a state of a game with chance is worth by those it leads to; above 0 plies by its own slot."""
        if self.is_sparse:
            value = self.value_to(state, player) if plies else one_ply_on(self.game, state, player, self.value_to)
            return None if math.isnan(value) else Solved(value)

        def known(tier: int, slot: int) -> float:
            name = self.names.get(tier)
            return math.nan if name is None else float(self.folder.table(name).code(slot))

        value = probe_through(self.game, state, player, known, plies)
        return None if math.isnan(value) else Solved(value)

    def value_to(self, state: Any, player: int) -> float:
        """Return the expected value that a sparse table has for a player; NaN where it doesn't hold the state."""
        if self.game.is_terminal(state):
            return float(self.game.utility(state, player))
        found = self.find(state)
        if found is None:
            return math.nan
        value = float(found[0].code(found[1]))
        return value if self.holder(state) == player else (self.game.utility_sum or 0) - value

    def ended(self, state: Any, player: int) -> Solved:
        """Return what a terminal state is worth to a player."""
        if self.meaning.kind == "vector":
            values = [self.game.utility(state, seat) for seat in range(self.game.players)]
            return self.meaning.decode_vector(self.meaning.encode_vector(values, player))
        utility = self.game.utility(state, player)
        if not self.meaning.is_outcome:
            return Solved(utility)
        lead = utility - self.game.draw_utility
        return Solved((lead > 0) - (lead < 0), 0 if lead and self.metric != "none" else None)

    def options(self, state: Any) -> list[SolvedOption]:
        """Return every action or roll of a state that isn't terminal: soonest wins first, then draws, last losses.

        Equals stay in the order of the rules; of vectors the first is by max^n what the state is worth.
        """
        game, player = self.game, self.holder(state)
        rolls = game.has_chance and game.to_move(state) < 0
        found = []
        for action in [outcome for outcome, _ in game.chances(state)] if rolls else game.actions(state):
            after = game.result(state, action)
            found.append(SolvedOption(action, after, self.worth(state, after, player)))
        return sorted(found, key=lambda option: -_rank(option.solved))

    def worth(self, before: Any, after: Any, player: int) -> Solved | None:
        """Return what going from one state to another is worth to the player who does."""
        if self.meaning.kind == "value":
            return self.seen_through(after, player, 1)
        if self.meaning.kind == "vector":
            known = self.ended(after, player) if self.game.is_terminal(after) else self.solved(after)
            return known and known._replace(value=(known.values or ())[player])
        if self.game.is_terminal(after):
            worth = self.ended(after, player)
        else:
            known = self.solved(after)
            if known is None:
                return None
            worth = known if self.game.to_move(after) == player else self.turned(known)
        if worth.distance is None:
            return worth
        return Solved(worth.value, 1 if self.converts(before, after) else worth.distance + 1)

    def tell(self, solved: Solved | None) -> str:
        """Say what a value is to the player to move."""
        return tell_solved(solved, "outcome" if self.meaning.kind == "wdl" else self.metric)

    def turned(self, solved: Solved) -> Solved:
        """Return what a value is to the other player."""
        if self.meaning.is_outcome:
            return Solved(-solved.value, solved.distance)
        return Solved((self.game.utility_sum or 0) - solved.value, solved.distance)

    def converts(self, before: Any, after: Any) -> bool:
        """Whether distances start again between two states: by conversion, where no way leads back to the tier."""
        if self.metric != "conversion" or self.is_sparse:
            return False
        return self.rules.tier(after) not in self.component(self.rules.tier(before))

    def component(self, tier: int) -> frozenset[int]:
        """Return the tiers that a tier leads to and that lead back to it, itself among them."""
        if tier not in self.together:
            found = frozenset({tier, *(other for other in self._beyond(tier) if tier in self._beyond(other))})
            self.together |= dict.fromkeys(found, found)
        return self.together[tier]

    def _beyond(self, tier: int) -> set[int]:
        """Return the tiers that some number of actions lead to."""
        seen: set[int] = set()
        waiting = [tier]
        while waiting:
            for after in self.rules.next_tiers(waiting.pop()):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return seen


def best_line(tables: Tables, state: Any) -> list[SolvedOption]:
    """Return play from a state as the tables have it: the winner's shortest way, the loser's longest.

    It ends where the game does, at a conversion if distances count to that, where the tables end, and with a draw.
    """
    game, line = tables.game, []
    while not game.is_terminal(state):
        best = tables.options(state)[0]
        if best.solved is None or not best.solved.distance:
            break
        line.append(best)
        if tables.converts(state, best.after):
            break
        state = best.after
    return line


def tell_line(game: Game, state: Any, line: list[SolvedOption]) -> list[str]:
    """Return the names of a line's actions."""
    states = [state, *(option.after for option in line)]
    return [game.action_name(before, option.action) for before, option in zip(states, line, strict=False)]


def tell_solved(solved: Solved | None, metric: str = "win") -> str:
    """Say what a value is to the player to move.

    >>> tell_solved(Solved(1, 31)), tell_solved(Solved(-1, 1), "conversion"), tell_solved(Solved(0)), tell_solved(None)
    ('win in 31 plies', 'loss, conversion in 1 ply', 'draw', 'empty')
    >>> tell_solved(Solved(3, values=(3, 3, 0)))
    '3 of (3, 3, 0) by max^n'
    """
    if solved is None:
        return "empty"
    if solved.values is not None:
        return f"{solved.value:g} of ({', '.join(f'{value:g}' for value in solved.values)}) by max^n"
    if metric == "none":
        return f"{solved.value:g}"
    name = "win" if solved.value > 0 else "loss" if solved.value < 0 else "draw"
    if solved.distance is None:  # a draw, or tables of outcomes alone
        return name
    plies = "1 ply" if solved.distance == 1 else f"{solved.distance} plies"
    return f"{name}, conversion in {plies}" if metric == "conversion" else f"{name} in {plies}"


def _rank(solved: Solved | None) -> float:
    """Return a number that is larger the better an action is; what isn't known comes last."""
    if solved is None:
        return float("-inf")
    if solved.distance is None:
        return solved.value * 1e6
    return solved.value * 1e6 - solved.value * solved.distance


def _filled(form: Any, cells: Iterator[int]) -> Any:
    """Return a state of the same form as another with other numbers."""
    if not isinstance(form, tuple):
        return next(cells)
    parts = [_filled(part, cells) for part in form]
    return type(form)(*parts) if hasattr(form, "_fields") else tuple(parts)
