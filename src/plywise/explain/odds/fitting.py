"""The states that fit what a player knows, with how likely each is: all of them where they are few, else a sample.

    start -- deal --> QJ  x     A line of play is left where the player would have seen something else.
              |-----> QK --> bet --> fits      Weights along a line that fits:
              `-----> KQ --> bet --> fits        by_deal     what chance did
                                                 by_random   and the others, if they choose at random
                                                 by_policy   and the others, if they follow a policy

The player's own actions are known, so they weigh nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import fsum, isclose
from typing import Any, TypeAlias

from plywise.explain.odds.knowing import Perspective
from plywise.rules import (
    CHANCE,
    Information,
    Lots,
    Policy,
    SearchError,
    first_information,
    next_information,
)
from plywise.search.hidden import StateSampler

MOST_VISITED, MOST_VISITED_BY_POLICY = 20_000, 500_000
"""States that are visited to find all that fit, before a sample has to do; more where odds by a policy are wanted."""

DRAWN = 1_000
"""States in a sample."""

Weight: TypeAlias = str


@dataclass(frozen=True, slots=True)
class FittingState:
    """A line of play that fits, what each player knows at its end, and how likely it is, up to a common factor."""

    line: tuple[Any, ...]
    knowledge: tuple[Information, ...] = ()
    by_deal: float = 1.0
    by_random: float = 1.0
    by_policy: float = 1.0

    @property
    def state(self) -> Any:
        """Where the line has come to."""
        return self.line[-1]


@dataclass(frozen=True, slots=True)
class Fitting:
    """The states that fit: all there are, or as many as were drawn."""

    states: tuple[FittingState, ...]
    is_exact: bool
    independent: float = 0.0
    """Of a sample, how many independent draws it is worth."""
    is_unweighed: bool = False
    """Whether nothing is known of how the states came about, so that all count alike."""

    @property
    def is_by_deal(self) -> bool:
        """Whether what the others did says nothing of what is hidden, if they choose at random."""
        dealt, random = self.shares("by_deal"), self.shares("by_random")
        return self.is_exact and all(isclose(a, b, abs_tol=1e-12) for a, b in zip(dealt, random, strict=True))

    def shares(self, weight: Weight) -> tuple[float, ...]:
        """Return how likely each state is; all 0 where the policy never comes here."""
        weights = [getattr(each, weight) for each in self.states]
        total = fsum(weights)
        return tuple(each / total if total else 0.0 for each in weights)


def find_fitting(known: Perspective, policy: Policy | None = None, seed: int = 0) -> Fitting:
    """Return the states that fit what a player knows: exactly where few have to be visited, else drawn at random."""
    if known.information is None and known.is_own_turn and known.game.offers("fitting_states"):
        fitting = known.game.fitting_states(known.observation, known.player)
        return Fitting(tuple(FittingState((state,)) for state in fitting), is_exact=True, is_unweighed=True)
    most = MOST_VISITED if policy is None else MOST_VISITED_BY_POLICY
    found: list[FittingState] = []
    for visited, each in enumerate(_walk(known, policy)):
        if visited >= most:
            return _drawn(known, seed)
        if each is not None:
            found.append(each)
    if not found:
        raise SearchError(
            f"No play of {known.game.name} from its start leads to what {known.game.name_of(known.player)} sees."
        )
    return Fitting(tuple(found), is_exact=True)


def _walk(known: Perspective, policy: Policy | None) -> Iterator[FittingState | None]:
    """Visit the lines that the player may be on, and yield those that fit, None for each of the others."""
    game, start = known.game, known.game.initial()
    knowledge = tuple(first_information(game, start, player) for player in range(game.players))
    waiting = [FittingState((start,), knowledge)]
    while waiting:
        each = waiting.pop()
        if _may_lead_there(known, each.knowledge[known.player]):
            yield each if _fits(known, each) else None
            waiting += reversed(list(_follow(known, each, policy)))
        else:
            yield None


def _fits(known: Perspective, each: FittingState) -> bool:
    game, reached = known.game, each.knowledge[known.player]
    if game.is_terminal(each.state) or game.to_move(each.state) != known.mover:
        return False
    return reached[-1] == known.observation if known.information is None else reached == known.information


def _may_lead_there(known: Perspective, reached: Information) -> bool:
    whole = known.information
    return whole is None or whole[: len(reached)] == reached


def _follow(known: Perspective, each: FittingState, policy: Policy | None) -> Iterator[FittingState]:
    """Yield the lines that are one step longer."""
    game, state = known.game, each.state
    if game.is_terminal(state):
        return
    mover = game.to_move(state)
    for action, dealt, at_random, by_policy in _options(known, each, mover, policy):
        after = game.result(state, action)
        knowledge = tuple(
            next_information(game, so_far, player, state, action, after) for player, so_far in enumerate(each.knowledge)
        )
        yield replace(
            each,
            line=(*each.line, after),
            knowledge=knowledge,
            by_deal=each.by_deal * dealt,
            by_random=each.by_random * at_random,
            by_policy=each.by_policy * by_policy,
        )


def _options(
    known: Perspective, each: FittingState, mover: int, policy: Policy | None
) -> Iterator[tuple[Any, float, float, float]]:
    """Yield what may happen, with what it counts by the deal, at random and by the policy."""
    game = known.game
    if mover == CHANCE:
        yield from ((outcome, chance, chance, chance) for outcome, chance in game.chances(each.state) if chance > 0)
        return
    actions = tuple(game.actions(each.state))
    if mover == known.player:
        yield from ((action, 1.0, 1.0, 1.0) for action in actions)
        return
    alike = 1 / len(actions)
    chances: Sequence[float] = (alike,) * len(actions)
    if policy is not None:
        chances = policy.at(mover, each.knowledge[mover], actions)
    yield from ((action, 1.0, alike, chance) for action, chance in zip(actions, chances, strict=True))


def _drawn(known: Perspective, seed: int) -> Fitting:
    """Draw states that fit, each as often as it comes up if the others choose at random."""
    game = known.game
    has_deals = game.offers("deals")
    if not (has_deals or known.is_own_turn):
        raise SearchError(
            f"Odds for {game.name_of(known.player)}, whose turn it isn't, need `deals(self, observation, player, "
            "numbers)`, which draws a state that fits."
        )
    remembered = None if has_deals else known.information
    sampler = StateSampler(game, known.player, known.observation, remembered, lots=Lots(seed))
    lines = [sampler.draw_line() for _ in range(DRAWN)]
    independent = 1 / (1 / DRAWN + 1 / sampler.independent)
    return Fitting(tuple(FittingState(line) for line in lines), is_exact=False, independent=independent)
