"""How a search goes about it, beyond what is asked and for how long: `decide` and `Agent` take these options."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from plywise.kernel import Checkpoints, Tuning
from plywise.rules import PlywiseError, TreeOptions

if TYPE_CHECKING:
    from plywise.agents.tables import Tables
    from plywise.knowledge.books import ProbedBook
    from plywise.knowledge.network import LearnedNetwork
    from plywise.knowledge.patterns import LearnedPatterns
    from plywise.knowledge.weights import FittedWeights

MOST_MB = 1 << 20
"""The largest table that can be asked for; whether there is memory for it shows when it is made."""

Engine: TypeAlias = Literal["auto", "compiled", "plain"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """How `decide` searches; every field has a sensible default.

    >>> SearchOptions(engine="plain", all_exact=True).engine
    'plain'
    >>> SearchOptions(engine="fast")
    Traceback (most recent call last):
    plywise.rules.errors.PlywiseError: There is no engine 'fast': choose auto, compiled or plain.
    """

    engine: Engine = "auto"
    """Which engine answers: "auto" takes the compiled one where the rules compile."""
    threads: int = 1
    """Threads of the compiled engine."""
    wait: bool = False
    """Whether a game that has yet to be compiled is waited for, which is no part of the limit.

    Otherwise, where the limit is one in time, the plain engine answers within it.
    """
    all_exact: bool = False
    """Whether every root action gets its exact value (star1, star2 and paranoid give bounds)."""
    prove: bool = False
    """Whether the compiled engine looks straight to the end of the game, without a limit unless one is given."""
    table_mb: float | None = None
    """Memory for the table or the tree of a compiled search, in MB: by default 64, and 256 where it is for a proof."""
    tree: TreeOptions = field(default_factory=TreeOptions)
    """The weights of UCT."""
    checkpoints: Checkpoints | None = None
    """Where df-pn writes its table, to be resumed from there."""
    seed: int = 0
    """From which random numbers are drawn."""
    enhancements: Sequence[str] = ()
    """Enhancements of alpha-beta to turn on, some with a figure, such as "beam=4"."""
    without: Sequence[str] = ()
    """Enhancements of alpha-beta to turn off."""
    tuning: Tuning | None = None
    """Figures of the enhancements."""
    tables: "Tables | str | Path | None" = None
    """A folder of solved tables, or what `open_tables` made of it: what is known from there needs no search."""
    book: "ProbedBook | str | Path | None" = None
    """An opening book, or what `open_book` made of it: what is known from there needs no search, unless every action's
    exact value or a proof is asked for."""
    knowledge: "LearnedPatterns | LearnedNetwork | str | Path | None" = None
    """A file of `plywise learn`, or what was read from it: estimates come from there. "beside" is the file beside the
    game's own; "none" plays without what comes with the game."""

    weights: "FittedWeights | str | Path | None" = None
    """A file of `plywise fit-weights`, or what was read from it: the game's features are weighed by it."""

    def __post_init__(self) -> None:
        if self.engine not in ("auto", "compiled", "plain"):
            raise PlywiseError(f"There is no engine '{self.engine}': choose auto, compiled or plain.")
        if self.threads < 1:
            raise PlywiseError(f"A search runs on 1 thread at least, not {self.threads}.")
        if self.table_mb is not None and not 0.001 <= self.table_mb <= MOST_MB:
            raise PlywiseError(f"A table of {self.table_mb:g} MB can't be had: give 0.001 to {MOST_MB:,} MB.")
