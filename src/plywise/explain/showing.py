"""What is shown of a decision: a search of the kind that made it, step by step, or as much of one as can be seen.

| the decision | what is shown |
|---|---|
| small enough | all of it, as the readable algorithm does it |
| larger, of alpha-beta or enumerated | its first plies, done again readably (`replay`) |
| larger, of another algorithm that can be shown | the deepest search that is small enough |
| of simulations | the first simulations of UCT |
| of any other algorithm | the one of these that suits the game |
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from plywise.agents import SearchOptions, choose_algorithm, decide
from plywise.explain.deciding import DECIDED, PATIENCE, PLAINLY_DECIDED
from plywise.explain.judging import COMPARED, SHORTENED
from plywise.explain.ordering import by_value
from plywise.explain.prose import tell_value
from plywise.explain.trace import Trace, looking, never, record_proof, record_search, record_uct, replay
from plywise.kernel import LoweringError, Searcher, Switches
from plywise.kernel.building import NotReadyError, OnCompile
from plywise.rules import Decision, Game, Limit, PlywiseError, Status, state_key
from plywise.search import (
    LimitReachedError,
    LongLineError,
    alpha_beta,
    enumerate_states,
    expectiminimax,
    max_n,
    minimax,
    paranoid,
    star1,
    value_states,
)

TOLD = 2_000
"""States of a search that is shown as a whole."""

TABLE_MB = 8
"""The table of the compiled search whose first plies are shown."""

REPLAYED = 5
"""How many times as many states the leaves of the shown plies may take, each searched by itself."""

DEEPEST_COMPARED = 6
"""Plies that are tried for a comparison, unless given."""

ORDERED = 200_000
"""States that may be visited to know which action is best, before alpha-beta is shown in that order."""

SIMULATIONS = 60

ENUMERATED_PLIES = 6
"""Plies that an enumerated game has for a picture, at least."""

Story: TypeAlias = Callable[..., Trace]

SHOWN = ("minimax", "alpha-beta", "expectiminimax", "star1", "max-n", "paranoid", "uct", "proof-number")
"""The algorithms that can be shown step by step."""

SIMULATING = ("uct", "monte-carlo")


def choose_shown(game: Game, algorithm: str) -> str:
    """Return the algorithm to show of a decision that this one made."""
    if algorithm in SHOWN:
        return algorithm
    return "uct" if algorithm in SIMULATING else choose_algorithm(game, all_exact=True).name


@dataclass(frozen=True, slots=True)
class Showing:
    """A state of which a search is shown, at most to a depth."""

    game: Game
    state: Any
    depth: int | None
    history: tuple[Any, ...]
    seed: int
    on_compile: OnCompile | None
    is_plain: bool = False
    """Whether nothing may be compiled for a picture."""

    def tell(self, name: str, decision: Decision | None) -> Trace:
        """Show a search as a whole if it is small enough, otherwise as much of it as possible."""
        story = self.story(name)
        if name == "uct":
            return self.simulated(decision)
        is_endless = self.depth is None and self.game.cyclic
        if not is_endless or name == "proof-number":
            try:
                return story(limit=Limit(depth=self.depth, nodes=TOLD))
            except (LimitReachedError, LongLineError):
                pass
        told = self.replayed(decision) if name == "alpha-beta" and decision is not None else None
        return told or self.shortened(name, story)

    def story(self, name: str) -> Story:
        """Return how an algorithm is shown."""
        game, start = self.game, self.game.utility_range
        recorded = partial(record_search, game, state=self.state, history=self.history)
        stories: dict[str, Story] = {
            "minimax": partial(recorded, minimax, marks="value"),
            "alpha-beta": partial(recorded, alpha_beta),
            "expectiminimax": partial(recorded, expectiminimax, marks="value"),
            "star1": partial(recorded, star1, start=start),
            "max-n": partial(recorded, max_n, marks="vector"),
            "paranoid": partial(recorded, paranoid, to_mover=True),
            "uct": lambda limit: self.simulated(None),
            "proof-number": self.proven,
        }
        if name not in stories:
            raise PlywiseError(f"{name} can't be shown step by step: choose one of {', '.join(SHOWN)}.")
        return stories[name]

    def simulated(self, decision: Decision | None) -> Trace:
        """Show the first simulations of UCT; where playouts take long, with playouts wholly at random."""
        self.refuse_depth("uct")
        is_slow = decision is not None and decision.engine == "plain" and decision.status is Status.HEURISTIC
        limit = Limit(simulations=SIMULATIONS, time=PATIENCE if is_slow else None)
        note = "Beside each state: its mean to whoever chooses it, and how often it was visited."
        if decision is not None and decision.simulations > SIMULATIONS:
            picture = f"The picture has {SIMULATIONS} simulations of UCT"
            note = f"{picture}; the decision comes from {decision.simulations:,}. {note}"
        return record_uct(self.game, self.state, limit=limit, history=self.history, seed=self.seed, note=note)

    def proven(self, limit: Limit) -> Trace:
        """Show a proof, as far as it gets."""
        self.refuse_depth("proof-number")
        player, most = self.game.name_of(self.game.to_move(self.state)), tell_value(self.game.utility_bounds[1])
        question = f"The question: can {player} get {most}?"
        note = f"{question} Beside each state: how many more leaves must be yes to prove it / no to disprove it."
        return record_proof(self.game, self.state, limit=Limit(nodes=TOLD), history=self.history, note=note)

    def refuse_depth(self, name: str) -> None:
        """Refuse a depth for a search that goes as deep as it needs to."""
        if self.depth is not None and name in ("uct", "proof-number"):
            raise PlywiseError(f"{name} decides itself how deep to go: leave out the depth.")

    def shortened(self, name: str, story: Story) -> Trace:
        """Show the deepest search that is small enough."""
        told, deepest = None, 0
        for depth in range(1, max(2, self.depth or TOLD)):
            try:
                told = story(limit=Limit(depth=depth, nodes=TOLD if depth > 1 else None))
            except LimitReachedError:
                break
            deepest = depth
            if told.decision is not None and told.decision.status is Status.PROVEN:
                return told  # to look further would show nothing new
        assert told is not None, "one ply is always shown"
        if deepest != self.depth:
            told.note = f"{SHORTENED}{deepest}: deeper, {name} visits more than {TOLD:,} states."
        return told

    # The first plies of a search that is too large to be seen

    def replayed(self, decision: Decision) -> Trace | None:
        """Show the first plies of a decision, whose leaves are valued as it was; None where there are too few."""
        if decision.algorithm == "enumeration":
            return self.replay_enumerated(decision)
        ask, nodes, extends = self.engine()
        while decision.depth >= 2 and decision.action is not None:
            look = looking(ask, None if self.depth else REPLAYED * nodes)
            try:
                told = replay(self.game, self.state, decision, look, history=self.history, extends=extends)
            except LimitReachedError:
                limit = Limit(depth=max(1, 2 * decision.depth // 3))
                decision = ask(self.state, history=self.history, limit=limit, all_exact=True)
                continue
            looked = f"The engine looked {decision.depth} plies ahead and visited {decision.nodes:,} states"
            told.note = f"{looked}; the first plies are shown."
            return told
        return None

    def replay_enumerated(self, decision: Decision) -> Trace | None:
        """Show the first plies of a decision of which every state that can follow is known."""
        values = value_states(enumerate_states(self.game, self.state, history=self.history), from_root=True)
        if values is None:
            return None
        numbers = {state_key(each): number for number, each in enumerate(values.graph.states)}

        def look(leaf: Any, history: Sequence[Any], depth: int) -> Decision:
            vector = values.vectors[numbers[state_key(leaf)]]
            if vector is None:
                raise LimitReachedError(len(numbers))  # nothing says how what recurs there ends
            return Decision(None, vector[0], 0, Status.PROVEN)

        deep = replace(decision, depth=max(ENUMERATED_PLIES, decision.depth))
        reason = "what follows was listed, and valued from the ends"
        try:
            told = replay(self.game, self.state, deep, look, history=self.history, reason=reason)
        except LimitReachedError:
            return None
        told.decision = decision
        counted = f"All {decision.nodes:,} states that can come up were listed, and valued from the ends"
        told.note = f"{counted}; the first plies are shown."
        return told

    def engine(self) -> tuple[Callable[..., Decision], int, Callable[[Any], bool]]:
        """Return whoever decides fastest, how many states it may visit, and which states it looks into a ply deeper.

        The compiled search's table answers for equal depths only, so that a leaf of the replay is searched as deep as
        it was before.
        """
        extends = getattr(self.game, "is_urgent", never)
        if self.is_plain:
            return self.decide_plainly, PLAINLY_DECIDED, extends
        try:
            switches = Switches().without("any_depth")
            searcher = Searcher(self.game, switches, table_mb=TABLE_MB, on_step=self.on_compile)
            return searcher.decide, DECIDED, extends
        except (LoweringError, NotReadyError):
            return self.decide_plainly, PLAINLY_DECIDED, extends

    def decide_plainly(self, state: Any, *, history: Sequence[Any], limit: Limit, all_exact: bool = False) -> Decision:
        """Decide without compiled rules."""
        options = SearchOptions(engine="plain", all_exact=all_exact)
        return decide(self.game, state, history=history, limit=limit, algorithm="alpha-beta", options=options)

    # Side by side

    def tell_beside(self, other: str, name: str) -> list[Trace]:
        """Show one algorithm beside another, to the same depth."""
        return self.as_deep_as_fits(lambda limit: [self.story(other)(limit=limit), self.story(name)(limit=limit)])

    def tell_orders(self) -> list[Trace]:
        """Show alpha-beta with the worst action first, and with the best first."""
        return self.as_deep_as_fits(lambda limit: [self.ordered("worst", limit), self.ordered("best", limit)])

    def ordered(self, first: str, limit: Limit) -> Trace:
        """Show alpha-beta with the best or the worst action first."""
        algorithm = by_value(self.game, best_first=first == "best", states=ORDERED)
        name = f"{first} action first"
        return record_search(self.game, algorithm, self.state, limit=limit, history=self.history, name=name)

    def as_deep_as_fits(self, tell: Callable[[Limit], list[Trace]]) -> list[Trace]:
        """Show searches to the depth that was asked for, or else to the end of the game or as deep as possible."""
        depths = [self.depth] if self.depth or not self.game.cyclic else []
        if self.depth is None:
            depths += range(DEEPEST_COMPARED, 0, -1)
        for depth in depths:
            try:
                panes = tell(Limit(depth=depth, nodes=COMPARED))
            except (LimitReachedError, LongLineError):
                continue
            if depth is not None and self.depth is None:
                panes[0].note = f"{SHORTENED}{depth}: deeper, there is too much to show."
            return panes
        raise PlywiseError(f"{self.game.name} takes more than {COMPARED:,} states, too many to compare: give a depth.")
