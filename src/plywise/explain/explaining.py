"""Explaining a state of any game: who should play what and why, and the search that shows it, step by step.

| the search | what is told |
|---|---|
| small enough | all of it, as the readable algorithm does it |
| larger, alpha-beta | the compiled search decides; its first plies are done again readably (`replay`) |
| larger, another algorithm | the deepest search that is small enough |

>>> from plywise.games.tree import Tree
>>> told = explain_state(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
>>> told.summary[0], [trace.name for trace in told.panes]
('A should play a1.', ['alpha-beta'])
"""

from collections.abc import Callable, Sequence
from dataclasses import replace as changed
from functools import partial
from typing import Any, TypeAlias

from plywise.agents import choose_algorithm, decide, find_algorithm
from plywise.agents.engines import tell_once
from plywise.explain.explanation import Explanation
from plywise.explain.growth import record_proof, record_uct
from plywise.explain.ordering import by_value
from plywise.explain.recording import record_search
from plywise.explain.replay import replay
from plywise.explain.sentences import account_for
from plywise.explain.trace import Trace
from plywise.kernel import LoweringError, Searcher, Switches
from plywise.rules import Bound, Decision, Game, Limit, PlywiseError
from plywise.search import (
    LimitReachedError,
    alpha_beta,
    expectiminimax,
    iterative_deepening,
    max_n,
    minimax,
    paranoid,
    star1,
)

TOLD = 2_000
"""States of a search that is told as a whole."""

COMPARED = 20_000
"""States of a search that is told only to be compared with another."""

DECIDED, TABLE_MB = 100_000, 8
"""States that the compiled search may visit before its first plies are told, and the table it has for them."""

SIMULATIONS = 60

Story: TypeAlias = Callable[..., Trace]


def explain_state(
    game: Game,
    state: Any = None,
    *,
    algorithm: str | None = None,
    depth: int | None = None,
    history: Sequence[Any] = (),
    compare: str | None = None,
    seed: int = 0,
) -> Explanation:
    """Explain what to play in a state, by an algorithm of `plywise algorithms` (the one that fits unless told).

    With `compare` a second search stands beside it: "minimax", or "order" for alpha-beta with the best action first
    and with the worst first. `depth` is how many plies are looked ahead; unless told, as many as can be told.
    """
    state = game.initial() if state is None else state
    name = algorithm or choose_algorithm(game, all_exact=True).name
    find_algorithm(name).require_suited(game)
    asked = _Asked(game, state, depth, tuple(history), seed)
    if compare is None:
        panes = [asked.tell(name)]
    elif compare == "order":
        panes = asked.tell_orders()
    else:
        find_algorithm(compare).require_suited(game)
        panes = asked.tell_beside(compare, name)
    decision = asked.judged(panes[-1].decision)
    summary = [*account_for(game, state, decision).sentences(), *tell_effort(panes)]
    return Explanation(f"{game.name}: {' and '.join(trace.name for trace in panes)}", game, summary, panes, decision)


def tell_effort(panes: Sequence[Trace]) -> list[str]:
    """Say what each search visited and left out."""
    told = []
    for trace in panes:
        if trace.marks in ("visits", "proof") or not trace.steps:
            continue
        last, cutoffs = trace.steps[-1], sum(1 for _ in trace.cutoffs())
        places = "one place" if cutoffs == 1 else f"{cutoffs} places"
        left = f" and left out {last.pruned:,} branches in {places}" if cutoffs else ""
        name = f"{trace.name[0].upper()}{trace.name[1:]}"
        told.append(f"{name} looked at {last.states:,} states{left}.")
    return told


class _Asked:
    """A state to be explained."""

    def __init__(self, game: Game, state: Any, depth: int | None, history: tuple[Any, ...], seed: int) -> None:
        self.game, self.state, self.depth, self.history, self.seed = game, state, depth, history, seed

    def tell(self, name: str) -> Trace:
        """Tell a search as a whole if it is small enough, otherwise as much of it as can be told."""
        story = self.story(name)
        is_endless = self.depth is None and self.game.cyclic and self.game.repetition is None
        if not is_endless or name in ("uct", "proof-number"):
            try:
                return story(limit=Limit(depth=self.depth, nodes=TOLD))
            except LimitReachedError:
                pass
        return self.replayed() if name == "alpha-beta" else self.shortened(name, story)

    def story(self, name: str) -> Story:
        """Return how an algorithm is told."""
        game, start = self.game, self.game.utility_range
        recorded = partial(record_search, game, state=self.state, history=self.history)
        stories: dict[str, Story] = {
            "minimax": partial(recorded, minimax, marks="value"),
            "alpha-beta": partial(recorded, alpha_beta),
            "expectiminimax": partial(recorded, expectiminimax, marks="value"),
            "star1": partial(recorded, star1, start=start),
            "max-n": partial(recorded, max_n, marks="vector"),
            "paranoid": partial(recorded, paranoid),
            "uct": self.simulated,
            "proof-number": self.proven,
        }
        if name not in stories:
            raise PlywiseError(f"{name} can't be told step by step: choose one of {', '.join(stories)}.")
        return stories[name]

    def simulated(self, limit: Limit) -> Trace:
        """Tell the first simulations of UCT."""
        limit = Limit(simulations=SIMULATIONS)
        note = "Beside each state: its mean to whoever chooses it, and how often it was visited."
        return record_uct(self.game, self.state, limit=limit, history=self.history, seed=self.seed, note=note)

    def proven(self, limit: Limit) -> Trace:
        """Tell a proof, as far as it comes."""
        note = "Beside each state: how many more yes prove it / how many more no disprove it."
        return record_proof(self.game, self.state, limit=Limit(nodes=TOLD), history=self.history, note=note)

    def shortened(self, name: str, story: Story) -> Trace:
        """Tell the deepest search that is small enough."""
        told = None
        for depth in range(1, self.depth or TOLD):
            try:
                told = story(limit=Limit(depth=depth, nodes=TOLD))
            except LimitReachedError:
                break
        if told is None:
            raise PlywiseError(f"One ply of {self.game.name} has more than {TOLD:,} states: there is too much to tell.")
        told.note = f"Told to depth {depth - 1}: deeper, {name} visits more than {TOLD:,} states."
        return told

    def replayed(self) -> Trace:
        """Let the compiled search decide, and tell its first plies."""
        limit = Limit(depth=self.depth) if self.depth else Limit(nodes=DECIDED)
        ask = self.engine()
        decision = ask(self.state, history=self.history, limit=limit, all_exact=True)
        if decision.depth < 2:
            return self.shortened("alpha-beta", self.story("alpha-beta"))

        def look(state: Any, history: Sequence[Any], depth: int) -> Decision:
            return ask(state, history=history, limit=Limit(depth=depth))

        told = replay(self.game, self.state, decision, look, history=self.history)
        looked = f"The engine looked {decision.depth} plies ahead and visited {decision.nodes:,} states"
        told.note = f"{looked}; the first plies are told."
        return told

    def engine(self) -> Callable[..., Decision]:
        """Return whoever decides fastest: the compiled search, or the plain one where the rules don't compile.

        Its table answers for equal depths only, so that a leaf of the replay is searched as deep as it was before.
        """
        try:
            return Searcher(self.game, Switches().without("any_depth"), table_mb=TABLE_MB).decide
        except LoweringError as error:
            tell_once(self.game, error)
            return partial(decide, self.game, engine="plain")

    def judged(self, decision: Decision | None) -> Decision:
        """Return a decision in which every action can be judged.

        Alpha-beta only proves of an action that it is no better than the best; whether it is as good, or loses, takes
        another search.
        """
        assert decision is not None
        is_open = any(choice.bound is not Bound.EXACT and choice.value == decision.value for choice in decision.choices)
        if not is_open or not self.game.evaluates_in_own_unit:
            return decision
        limit = Limit(depth=self.depth, nodes=COMPARED)
        try:
            return alpha_beta(self.game, self.state, limit=limit, history=self.history, all_exact=True)
        except LimitReachedError:
            return decision

    # Side by side

    def tell_beside(self, other: str, name: str) -> list[Trace]:
        """Tell one algorithm beside another, to the same depth."""
        limit = Limit(depth=self.depth, nodes=COMPARED)
        try:
            return [self.story(other)(limit=limit), self.story(name)(limit=limit)]
        except LimitReachedError:
            raise self.too_long() from None

    def tell_orders(self) -> list[Trace]:
        """Tell alpha-beta with the best action first, and with the worst first."""
        limit = Limit(depth=self.depth, nodes=COMPARED)
        try:
            good, bad = (
                record_search(
                    self.game,
                    by_value(self.game, best_first=best_first),
                    self.state,
                    limit=limit,
                    history=self.history,
                    name=f"{'best' if best_first else 'worst'} action first",
                )
                for best_first in (True, False)
            )
        except LimitReachedError:
            raise self.too_long() from None
        return [bad, good]

    def too_long(self) -> PlywiseError:
        """Return what to say where two searches are too long to be told beside each other."""
        return PlywiseError(f"{self.game.name} takes more than {COMPARED:,} states, too many to compare: give a depth.")


def tell_deepening(game: Game, state: Any = None, *, depth: int) -> Trace:
    """Tell alpha-beta one depth after the other."""

    def deepening(game: Game, state: Any, *, watcher: Any, limit: Limit, history: Sequence[Any]) -> Decision:
        algorithm = partial(alpha_beta, watcher=watcher)
        return iterative_deepening(game, state, limit=limit, history=history, algorithm=algorithm)

    return changed(record_search(game, deepening, state, limit=Limit(depth=depth)), name="iterative deepening")
