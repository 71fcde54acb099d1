"""One question of the compiled depth-first proof-number search: asked in slices, with checkpoints, and reported."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plywise.kernel.lowering import rules_fingerprint
from plywise.kernel.running import Machine, OnProgress, Progress, ThreadGroup
from plywise.kernel.twins.proofs.answers import FAR, Standing, answer, open_standing, proven_standing
from plywise.kernel.twins.proofs.proof_table import ProofMemory
from plywise.rules import Action, Choice, Decision, Game, Limit, SearchError, Status, fatal_states

CHECKPOINT_SECONDS = 600
"""How often a long search writes its checkpoint."""
PLIES, CYCLIC_PLIES = 300, 2000
"""How long a line may grow: as in the twin, and farther in cyclic games, where lines wind."""
INFINITE = (1 << 26) - 1


@dataclass(frozen=True, slots=True)
class Checkpoints:
    """Where a search writes its table: at its end, and every `every` seconds. With `resume`, it begins from there."""

    path: Path
    resume: bool = False
    every: float = CHECKPOINT_SECONDS


class ProofWork:
    """What the questions of one searcher share: a machine with its block, the table, and how far it is."""

    def __init__(self, game: Game, machine: Machine, table: ProofMemory, checkpoints: Checkpoints | None) -> None:
        self.game, self.machine, self.table, self.checkpoints = game, machine, table, checkpoints
        self.block = machine.new_block()
        self.was_interrupted = False
        """Whether Ctrl-C ended the last search."""
        self.asked: tuple[Any, ...] | None = None
        """The question that the table is about."""
        self.before = 0
        """States visited by the slices of a search before the one under way."""

    @property
    def nodes(self) -> int:
        """States visited so far by the search under way, or by the last one."""
        return self.before + self.machine.nodes(self.block)

    @property
    def filled(self) -> float:
        """How much of the table is in use, from 0 to 1."""
        return float(self.block[self.machine.layout.FILLED]) / self.table.entries

    def stop(self) -> None:
        """End the search under way: it answers with what it has."""
        self.machine.stop(self.block)

    def known(self, state: Any) -> tuple[int, int] | None:
        """Return the numbers that the table has of a state."""
        cells = self.machine.rules.cells(state)
        self.block[: len(cells)] = cells
        pair = int(self.machine.call("known", self.block))
        return numbers_of(pair) if pair else None


class TableQuestion:
    """Can a player force `at_least`? Asked of the compiled code, and read off its table."""

    def __init__(
        self,
        searcher: ProofWork,
        state: Any,
        player: int,
        at_least: float,
        draw_is_yes: bool,
        history: Sequence[Any],
    ) -> None:
        self.searcher, self.state, self.player, self.at_least = searcher, state, player, at_least
        self.game, self.layout, self.block = searcher.game, searcher.machine.layout, searcher.block
        self.draw_is_yes, self.history = draw_is_yes, history
        self.started = time.perf_counter()

    @property
    def identity(self) -> dict[str, Any]:
        """What a checkpoint must be of."""
        return {
            "game": self.game.name,
            "rules": rules_fingerprint(self.game),
            "state": self.game.state_name(self.state),
            "player": self.player,
            "history": self.fatal(),
            "entry_words": entry_words(self.game),
        }

    def fatal(self) -> list[str]:
        """Return what of the played game would be a repetition."""
        found = fatal_states(self.game, self.history).values() if self.game.repetition else ()
        return [self.game.state_name(state) for state in found]

    def ask(self, limit: Limit, on_progress: OnProgress | None) -> Decision:
        """Explore until the question is decided, or the limit is reached."""
        started = time.perf_counter()
        numbers = self.numbers_within(limit, on_progress)
        seconds = time.perf_counter() - started
        why = "" if 0 in numbers else limit.why_stopped(self.searcher.nodes)
        return replace(self.report(numbers), nodes=self.searcher.nodes, seconds=seconds, stopped_by=why)

    def numbers_within(self, limit: Limit, on_progress: OnProgress | None) -> tuple[int, int]:
        """Return the root's numbers; a long search is done in slices, each of which ends with a checkpoint."""
        searcher, points = self.searcher, self.searcher.checkpoints
        self.started = started = time.perf_counter()
        searcher.before = 0
        self._begin()
        while True:
            rest = limit.after(searcher.before, time.perf_counter() - started) or Limit(nodes=1)
            is_last = points is None or (rest.time is not None and rest.time <= points.every)
            within = rest if is_last or points is None else replace(rest, time=points.every)
            numbers = self._explore(within, on_progress)
            nodes, is_open = searcher.nodes, 0 not in numbers
            if points is not None:
                searcher.table.write(points.path, self._header())
            spent = limit.after(nodes, time.perf_counter() - started) is None
            if not is_open or is_last or spent or searcher.was_interrupted or limit.is_cancelled:
                return numbers
            searcher.before = nodes

    def _begin(self) -> None:
        """Begin with an empty table, or where the same question left it, here or in a checkpoint."""
        searcher, block, layout, points = self.searcher, self.block, self.layout, self.searcher.checkpoints
        root = self.state if self.game.cyclic else None
        asked = (self.player, self.at_least, self.draw_is_yes, tuple(self.fatal()), root)
        if asked == searcher.asked:
            return
        searcher.table.clear()
        searcher.asked = asked
        block[layout.ENOUGH], block[layout.TOO_LITTLE], block[layout.FILLED] = FAR, -FAR, 0
        if points is None or not points.resume or not points.path.exists():
            return
        header = searcher.table.read(points.path, self.identity)
        if (header.get("at_least"), header.get("draw_is_yes")) != (self.at_least, self.draw_is_yes):
            searcher.table.clear()  # an earlier question: this one begins afresh
            return
        for place, name in ((layout.ENOUGH, "enough"), (layout.TOO_LITTLE, "too_little"), (layout.FILLED, "filled")):
            number = header.get(name)
            block[place] = number if isinstance(number, int) and abs(number) <= FAR else 0

    def _header(self) -> dict[str, Any]:
        layout, block = self.layout, self.block
        return {
            **self.identity,
            "at_least": self.at_least,
            "draw_is_yes": self.draw_is_yes,
            "enough": int(block[layout.ENOUGH]),
            "too_little": int(block[layout.TOO_LITTLE]),
            "filled": int(block[layout.FILLED]),
        }

    def _explore(self, limit: Limit, on_progress: OnProgress | None) -> tuple[int, int]:
        searcher, layout, block, scale = self.searcher, self.layout, self.block, self.game.utility_scale
        group = ThreadGroup(searcher.stop, limit)
        kept = block[layout.ENOUGH], block[layout.TOO_LITTLE], block[layout.FILLED]
        searcher.machine.prepare(block, self.state, limit, deadline=group.deadline)
        block[layout.TABLE_AT], block[layout.BUCKETS] = searcher.table.address, searcher.table.buckets
        block[layout.ASKER] = self.player
        block[layout.WANTED] = math.ceil(max(-FAR, min(FAR, self.at_least * scale)) - 1e-9)
        block[layout.DRAWN] = round(self.game.draw_utility * scale)
        block[layout.REPEATED] = INFINITE << 10 if self.draw_is_yes else INFINITE << 36
        block[layout.ENDS] = block[layout.ROOT_COUNT] = block[layout.TOO_DEEP] = 0
        block[layout.ROOT_NUMBERS] = 1 << 36 | 1 << 10
        block[layout.ENOUGH], block[layout.TOO_LITTLE], block[layout.FILLED] = kept
        if self.game.cyclic:
            searcher.machine.write_history(block, self.history)

        def tick() -> None:
            if on_progress:
                numbers = numbers_of(block[layout.ROOT_NUMBERS])
                seconds = time.perf_counter() - self.started
                on_progress(Progress(0, None, searcher.nodes, seconds, 0, numbers, searcher.filled))

        searcher.was_interrupted = group.run_until_interrupted(
            [self._call], tick if on_progress else None, lambda: block[layout.ROOT_COUNT] > 0
        )
        return numbers_of(block[layout.ROOT_NUMBERS])

    def _call(self) -> None:
        searcher, layout, game = self.searcher, self.layout, self.game
        try:
            searcher.machine.call("prove", self.block)
        except BaseException as error:
            path = [searcher.machine.rules.decode(code) for code in self.block[layout.PATH : layout.PATH + 1]]
            raise searcher.machine.translated(error, self.state, path, False) from None
        if self.block[layout.TOO_DEEP]:
            raise SearchError(
                f"A line of {game.name} is longer than {plies(game)} plies: "
                "see with `plywise check` whether the game ever ends."
            )

    # Reading the answer

    def proven_action(self) -> Action:
        """Return the first action that is a yes; where another player moves, all are. Requires that the answer is."""
        block, layout = self.block, self.layout
        for child in range(int(block[layout.ROOT_COUNT])):
            if numbers_of(block[layout.KIDS + 3 * child + 1])[0] == 0:
                action: Action = self.searcher.machine.rules.decode(block[layout.ACTIONS + child])
                return action
        raise AssertionError("a proof has a proven action")

    def report(self, numbers: tuple[int, int]) -> Decision:
        """Report what is known of the root: yes, no, or not yet."""
        block, layout = self.block, self.layout
        count = int(block[layout.ROOT_COUNT])
        if count == 0:
            first = next(iter(self.game.actions(self.state)))
            return Decision(first, self.game.draw_utility, self.player, Status.HEURISTIC, line=(first,))
        codes = block[layout.ACTIONS : layout.ACTIONS + count]
        actions = [self.searcher.machine.rules.decode(code) for code in codes]
        pairs = [numbers_of(block[layout.KIDS + 3 * child + 1]) for child in range(count)]
        best = min(range(count), key=lambda child: pairs[child][0])
        choices = []
        for action, pair in zip(actions, pairs, strict=True):
            value, status, bound = self.standing(pair)
            choices.append(Choice(action, value, bound, status, line=self.line(action, pair)))
        return answer(self.player, self.standing(numbers), choices[best], choices, int(block[layout.ENDS]))

    def standing(self, numbers: tuple[int, int]) -> Standing:
        """Say what numbers prove of a value to the asker."""
        game, layout = self.game, self.layout
        is_endless = game.cyclic and game.repetition is None
        if 0 not in numbers or (is_endless and (numbers[0] == 0) is self.draw_is_yes):
            return open_standing(game)
        is_yes = numbers[0] == 0
        return proven_standing(game, is_yes, int(self.block[layout.ENOUGH if is_yes else layout.TOO_LITTLE]))

    def line(self, action: Action, numbers: tuple[int, int]) -> tuple[Action, ...]:
        """Return the actions from the root through a child, and on as far as states as decided as it are known."""
        game, line, is_yes = self.game, [action], numbers[0] == 0
        state, seen = game.result(self.state, action), {self.key(self.state)}
        while 0 in numbers and self.key(state) not in seen and not game.is_terminal(state):
            seen.add(self.key(state))
            following = ((other, game.result(state, other)) for other in game.actions(state))
            agreeing = next((pair for pair in following if self.agrees(pair[1], is_yes)), None)
            if agreeing is None:
                break
            line.append(agreeing[0])
            state = agreeing[1]
        return tuple(line)

    def key(self, state: Any) -> Any:
        """Return what a state is known by: where no path counts, by its canonical image."""
        return self.game.key(state if self.game.cyclic else self.game.canonical(state))

    def agrees(self, state: Any, is_yes: bool) -> bool:
        """Whether a state is known to be a yes, or a no."""
        if self.game.is_terminal(state):
            return (self.game.utility(state, self.player) >= self.at_least) is is_yes
        numbers = self.searcher.known(state)
        return numbers is not None and 0 in numbers and (numbers[0] == 0) is is_yes


def numbers_of(pair: int) -> tuple[int, int]:
    """Return a proof and a disproof number from their word."""
    return pair >> 36 & INFINITE, pair >> 10 & INFINITE


def entry_words(game: Game) -> int:
    """Return how many words an entry of the table has."""
    return 4 if game.cyclic else 2


def plies(game: Game) -> int:
    """Return how long a line may grow."""
    return CYCLIC_PLIES if game.cyclic else PLIES
