"""Explaining a state of any game: who should play what and why, and the search that shows it, step by step.

| the search | what is shown |
|---|---|
| small enough | all of it, as the readable algorithm does it |
| larger, alpha-beta | the compiled search decides; its first plies are done again readably (`replay`) |
| larger, another algorithm | the deepest search that is small enough |

>>> from plywise.games.tree import Tree
>>> found = explain_state(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
>>> found.summary[0], [trace.name for trace in found.panes]
('MAX should play a1.', ['alpha-beta'])
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import partial
from typing import Any, TypeAlias

from plywise.agents import SearchOptions, choose_algorithm, decide, find_algorithm
from plywise.agents.algorithms import tell_once
from plywise.explain.explaining_hidden import explain_hidden
from plywise.explain.explanation import Explanation
from plywise.explain.judging import COMPARED, judge, prefer, searched_apart, tell_played, wins_at_once
from plywise.explain.ordering import by_value
from plywise.explain.prose import account_for, tell_value
from plywise.explain.trace import Trace, looking, never, record_proof, record_search, record_uct, replay, tell_effort
from plywise.kernel import LoweringError, Searcher, Switches
from plywise.kernel.building import NotReadyError, OnCompile
from plywise.rules import Action, Decision, Game, Limit, PlywiseError, Status
from plywise.search import (
    LimitReachedError,
    LongLineError,
    alpha_beta,
    expectiminimax,
    iterative_deepening,
    max_n,
    minimax,
    paranoid,
    star1,
)

TOLD = 2_000
"""States of a search that is shown as a whole."""

DECIDED, TABLE_MB = 100_000, 8
"""States that the compiled search may visit before its first plies are shown, and the table it has for them."""

PLAINLY_DECIDED = 5_000
"""The same where the search isn't compiled, which takes a hundred times as long for a state."""

REPLAYED = 5
"""How many times as many states the leaves of the shown plies may take, each searched by itself."""

DEEPEST_COMPARED = 6
"""Plies that are tried for a comparison, unless given."""

ORDERED = 200_000
"""States that may be visited to know which action is best, before alpha-beta is shown in that order."""

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
    played: Action | None = None,
    seed: int = 0,
    on_compile: OnCompile | None = None,
) -> Explanation:
    """Explain what to play in a state, by an algorithm of `plywise algorithms` (by default, the one that fits).

    With `compare` a second search stands beside it: "minimax", or "order" for alpha-beta with the best action first
    and with the worst first. `depth` is how many plies are looked ahead; by default, as many as can be shown. Of the
    action that was `played` it is said whether this search agrees. `on_compile` hears of rules being compiled. Where
    the game hides something, odds over it are given instead, by what the player to move knows (`explain_hidden`).
    """
    state = game.initial() if state is None else state
    if game.hides:
        return _explain_hidden(game, state, algorithm, depth, history, compare, played, seed)
    name = algorithm or choose_algorithm(game, all_exact=True).name
    find_algorithm(name).require_suited(game)
    asked = _Asked(game, state, depth, tuple(history), seed, on_compile)
    if compare is None:
        panes = [asked.tell(name)]
    elif compare == "order":
        find_algorithm("alpha-beta").require_suited(game)
        panes = asked.tell_orders()
    elif compare == name:
        raise PlywiseError(f"That would show {name} twice: compare it with another algorithm.")
    else:
        find_algorithm(compare).require_suited(game)
        panes = asked.tell_beside(compare, name)
    decision = judge(game, state, asked.history, panes[-1])
    account = account_for(game, state, decision, searched_apart(panes[-1], decision))
    sooner = wins_at_once(game, state, decision)
    if sooner is not None:
        decision, account = prefer(game, state, decision, sooner)
    if panes[-1].marks == "proof" and decision.status is Status.HEURISTIC:
        account = changed(account, horizon=f"After {TOLD:,} states the question is still open.")
    if played is not None:
        account = changed(account, choice=tell_played(game, state, decision, played))
    title = f"{game.name}: {' and '.join(trace.name for trace in panes)}"
    summary = [*account.sentences(), *filter(None, map(tell_effort, panes))]
    return Explanation(title, game, summary, panes, decision, account)


def _explain_hidden(
    game: Game,
    state: Any,
    algorithm: str | None,
    depth: int | None,
    history: Sequence[Any],
    compare: str | None,
    played: Action | None,
    seed: int,
) -> Explanation:
    if compare is not None or depth is not None:
        raise PlywiseError(
            f"{game.name} hides something, so it is explained by odds, not by a tree: leave out the depth and the "
            f"comparison, or ask for open cards: {game.name}:open_cards=true."
        )
    found = explain_hidden(game, state, algorithm=algorithm, history=history, seed=seed)
    if played is not None:
        found.summary.insert(0, f"{game.name_of(game.to_move(state))} played {game.action_name(state, played)}.")
    return found


@dataclass(frozen=True, slots=True)
class _Asked:
    """A state to be explained."""

    game: Game
    state: Any
    depth: int | None
    history: tuple[Any, ...]
    seed: int
    on_compile: OnCompile | None

    def tell(self, name: str) -> Trace:
        """Show a search as a whole if it is small enough, otherwise as much of it as possible."""
        story = self.story(name)
        is_endless = self.depth is None and self.game.cyclic
        if not is_endless or name in ("uct", "proof-number"):
            try:
                return story(limit=Limit(depth=self.depth, nodes=TOLD))
            except (LimitReachedError, LongLineError):
                pass
        return self.replayed() if name == "alpha-beta" else self.shortened(name, story)

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
            "uct": self.simulated,
            "proof-number": self.proven,
        }
        if name not in stories:
            raise PlywiseError(f"{name} can't be shown step by step: choose one of {', '.join(stories)}.")
        return stories[name]

    def simulated(self, limit: Limit) -> Trace:
        """Show the first simulations of UCT."""
        self.refuse_depth("uct")
        limit = Limit(simulations=SIMULATIONS)
        note = "Beside each state: its mean to whoever chooses it, and how often it was visited."
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
        if self.depth is not None:
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
            told.note = f"Shown to depth {deepest}: deeper, {name} visits more than {TOLD:,} states."
        return told

    def replayed(self) -> Trace:
        """Let the compiled search decide, and show its first plies, less deep where their leaves take too long."""
        ask, nodes, extends = self.engine()
        limit = Limit(depth=self.depth) if self.depth else Limit(nodes=nodes)
        decision = ask(self.state, history=self.history, limit=limit, all_exact=True)
        while decision.depth >= 2:
            look = looking(ask, None if self.depth else REPLAYED * nodes)
            try:
                told = replay(self.game, self.state, decision, look, history=self.history, extends=extends)
            except LimitReachedError:
                limit = Limit(depth=2 * decision.depth // 3)
                decision = ask(self.state, history=self.history, limit=limit, all_exact=True)
                continue
            looked = f"The engine looked {decision.depth} plies ahead and visited {decision.nodes:,} states"
            told.note = f"{looked}; the first plies are shown."
            return told
        return self.shortened("alpha-beta", self.story("alpha-beta"))

    def engine(self) -> tuple[Callable[..., Decision], int, Callable[[Any], bool]]:
        """Return whoever decides fastest, how many states it may visit, and which states it looks into a ply deeper.

        The compiled search's table answers for equal depths only, so that a leaf of the replay is searched as deep as
        it was before.
        """
        try:
            switches = Switches().without("any_depth")
            searcher = Searcher(self.game, switches, table_mb=TABLE_MB, on_step=self.on_compile)
            return searcher.decide, DECIDED, getattr(self.game, "is_urgent", never)
        except LoweringError as error:
            tell_once(self.game, error)
        except NotReadyError:
            pass  # nothing can be compiled here, whatever the rules
        return self.decide_plainly, PLAINLY_DECIDED, never

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
                panes[0].note = f"Shown to depth {depth}: deeper, there is too much to show."
            return panes
        raise PlywiseError(f"{self.game.name} takes more than {COMPARED:,} states, too many to compare: give a depth.")


def tell_deepening(game: Game, state: Any = None, *, depth: int) -> Trace:
    """Show alpha-beta one depth after the other."""

    def deepening(game: Game, state: Any, *, watcher: Any, limit: Limit, history: Sequence[Any]) -> Decision:
        algorithm = partial(alpha_beta, watcher=watcher)
        return iterative_deepening(game, state, limit=limit, history=history, algorithm=algorithm)

    return changed(record_search(game, deepening, state, limit=Limit(depth=depth)), name="iterative deepening")
