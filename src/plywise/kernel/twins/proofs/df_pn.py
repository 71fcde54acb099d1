"""Depth-first proof-number search, compiled: the twin of `plywise.search.df_pn`, in the same order of states.

block   | as in `splice` | where the table is, what was asked | the path: actions, keys, hashes | the children |
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from plywise.kernel.building import MAX_HISTORY, KernelKind, OnCompile, assemble, lay_out
from plywise.kernel.lowering import Lowered
from plywise.kernel.running import Machine, OnProgress, root_actions
from plywise.kernel.twins.proofs.answers import finished, refuse_depth
from plywise.kernel.twins.proofs.df_pn_question import Checkpoints, ProofWork, TableQuestion, entry_words, plies
from plywise.kernel.twins.proofs.proof_table import ProofMemory
from plywise.kernel.twins.proofs.settling import settle
from plywise.rules import Decision, Game, Limit, SearchError, Status

ENDLESS = "neither player can force it, and play may go on for ever"
TABLE_MB = 256


class DfPnSearcher(ProofWork):
    """One game's compiled depth-first proof-number search; raises LoweringError where the rules can't be compiled."""

    def __init__(
        self,
        game: Game,
        *,
        table_mb: float = TABLE_MB,
        checkpoints: Checkpoints | None = None,
        keep: bool = True,
        wait: bool = True,
        on_step: OnCompile | None = None,
    ) -> None:
        _require_suited(game)
        machine = Machine(game, DF_PN, keep=keep, wait=wait, on_step=on_step)
        super().__init__(game, machine, ProofMemory(table_mb, entry_words(game)), checkpoints)

    def decide(
        self,
        state: Any = None,
        *,
        limit: Limit | None = None,
        history: Sequence[Any] = (),
        at_least: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> Decision:
        """Answer whether the player to move can force `at_least` (unless given: the best utility, a win).

        The Decision is that of `plywise.search.df_pn`. With Ctrl-C it is what is known by then; the table stays, and
        the same question asked again continues from it.
        """
        game, limit = self.game, limit or Limit()
        refuse_depth(limit)
        state = game.initial() if state is None else state
        over = finished(game, state, history)
        if over:
            return over
        wanted = game.utility_bounds[1] if at_least is None else at_least
        player = game.to_move(state)

        def ask(rest: Limit, draw_is_yes: bool) -> Decision:
            return TableQuestion(self, state, player, wanted, draw_is_yes, history).ask(rest, on_progress)

        if not (game.cyclic and game.repetition is None):
            return ask(limit, game.draw_utility >= wanted)
        found = ask(limit, False)
        if found.status is not Status.HEURISTIC or found.stopped_by:
            return found
        rest = limit.after(found.nodes, found.seconds)
        if rest is None:
            return replace(found, stopped_by=limit.why_stopped(found.nodes))
        other = ask(rest, True)
        other = replace(other, nodes=found.nodes + other.nodes, seconds=found.seconds + other.seconds)
        is_open = other.status is Status.HEURISTIC and not other.stopped_by
        return replace(other, stopped_by=ENDLESS) if is_open else other

    def prove_value(
        self,
        state: Any = None,
        *,
        limit: Limit | None = None,
        history: Sequence[Any] = (),
        on_progress: OnProgress | None = None,
    ) -> Decision:
        """Return the exact value: ask for a win, and after each no for the most that is still possible."""

        def ask(rest: Limit, at_least: float | None) -> Decision:
            return self.decide(state, limit=rest, history=history, at_least=at_least, on_progress=on_progress)

        return settle(ask, limit or Limit(), lambda: self.was_interrupted, self._asked_before(state, history))

    def _asked_before(self, state: Any, history: Sequence[Any]) -> float | None:
        """Return how much a checkpoint asks for, where a search is resumed from one."""
        if self.checkpoints is None or not self.checkpoints.resume or not self.checkpoints.path.exists():
            return None
        state = self.game.initial() if state is None else state
        if not root_actions(self.game, state, history):
            return None
        question = TableQuestion(self, state, self.game.to_move(state), 0, False, history)
        header = self.table.read(self.checkpoints.path, question.identity)
        at_least = header.get("at_least")
        return at_least if isinstance(at_least, int | float) else None


def _require_suited(game: Game) -> None:
    """Refuse what the twin refuses, and what whole numbers can't hold."""
    if not game.is_adversarial or game.has_chance or (game.cyclic and game.repetition == "illegal"):
        fitting = "two players, constant sum, no dice and no forbidden repetition"
        raise SearchError(f"The compiled df_pn is for {fitting}: {game.name} needs another one.")
    if game.cyclic and type(game).repetition_key is not Game.repetition_key:
        raise SearchError(
            f"In {game.name} repetitions are known by a key of their own, and proofs by the table's: use alpha_beta."
        )
    if not all(map(math.isfinite, game.utility_range)):
        raise SearchError(f"Declare a finite utility_range for {game.name}: the compiled search relies on it.")
    if game.repetition == "draw" and game.draw_utility * game.utility_scale % 1:
        raise SearchError(f"Declare utility_scale = {2 * game.utility_scale} for {game.name}: draws are worth halves.")


def df_pn_text(lowered: Lowered) -> str:
    """Return the source of the module that proves."""
    game = lowered.game
    low, high = (utility * game.utility_scale for utility in game.utility_range)
    most = plies(game)
    asked = ("ENOUGH", "TOO_LITTLE", "SEEN", "LEANS", "ASKER", "WANTED")
    single = (
        "TABLE_AT",
        "BUCKETS",
        "FILLED",
        "ENDS",
        *asked,
        "DRAWN",
        "REPEATED",
        "ROOT_COUNT",
        "ROOT_NUMBERS",
        "TOO_DEEP",
    )
    sizes: dict[str, int | str] = {"PATH": most, "KEYS": MAX_HISTORY + most, "HASHES": most, "KIDS": "3 * STACK"}
    constants = {
        **lay_out(single, sizes),
        "PLIES": most,
        "CYCLIC": game.cyclic,
        "ENTRY_WORDS": entry_words(game),
        "LOWEST": math.ceil(low),
        "HIGHEST": math.floor(high),
    }
    return assemble(lowered, constants, "proofs.df_pn", CALLED)


CALLED = ("out_of_budget", "explore", "look", "remember", "backed_up")
DF_PN = KernelKind("df-pn", text=df_pn_text, entries=(("prove", 1), ("known", 1)))
