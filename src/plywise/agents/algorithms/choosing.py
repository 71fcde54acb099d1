"""What `auto` plays by: the algorithms that suit a game, one after the other, and the part of the limit that each gets.

| the game | with `evaluate` | without |
|---|---|---|
| two players, constant sum, no dice, and learned patterns | alpha-beta | UCT that starts from them |
| any other, and learned patterns | UCT that starts from them | UCT that starts from them |
| any, where there is a learned network | expectiminimax by whole turns | the same |
| says itself what plays it best (`best_agent`) | that | that |
| hides something, two players, small | CFR+ | CFR+ |
| hides something, and says what plays it best (`best_agent`) | that | that |
| hides something | information-set UCT | information-set UCT |
| two players, constant sum, no dice | alpha-beta | alpha-beta for a proof, then UCT |
| two players, constant sum, dice | star2 | star2 for a proof, then UCT |
| everything else | max-n | max-n for a proof, then UCT |

Where every estimate is the same, deepening knows nothing until it reaches the end of the game: it plays the first
action it sees. Simulations know who wins more often. So a game without `evaluate` is searched for a proof first, which
is near in small games and late in all others, and if there is none, simulated. Matches behind this table are in
docs/measurements.md.

>>> from plywise.games.nim import Nim
>>> [(stage.algorithm.name, stage.share) for stage in choose_plan(Nim(), Limit(time=1)).stages]
[('alpha-beta', 0.2), ('uct', 1.0)]
>>> [stage.algorithm.name for stage in choose_plan(Nim(), Limit(depth=4)).stages]
['alpha-beta']
"""

import math
from dataclasses import dataclass, replace

from plywise.agents.algorithms.known import Algorithm, choose_algorithm, find_algorithm
from plywise.agents.algorithms.options import SearchOptions
from plywise.agents.algorithms.settings import read_settings
from plywise.agents.learned import BESIDE, NONE, knowledge_beside, require_suited, takes_network
from plywise.rules import Game, Limit, PlywiseError, TreeOptions
from plywise.search import guarded

SIMULATING = ("rave=300", "fpu=0.2", "exploration=0.1")
"""UCT's settings where nothing is known of a game: 38-2 against the textbook's on Hex, 27-13 on breakthrough."""
TRUSTING = (*SIMULATING, "trust=100")
"""UCT's settings where there are learned estimates and no others: they count for the first simulations. The match
behind this is in docs/learning.md."""
PROVING = 0.2
"""Of the limit, what goes to the search for a proof before simulations get the rest."""

WALKED = 4
"""A game that hides something is small if it can be walked through in this part of the limit: it is done twice."""


@dataclass(frozen=True, slots=True)
class SearchStage:
    """An algorithm, and what it gets of the limit that is left when its turn comes."""

    algorithm: Algorithm
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """Which algorithms decide, one after the other until one has a proof, and with which options."""

    stages: tuple[SearchStage, ...]
    options: SearchOptions

    @property
    def last(self) -> Algorithm:
        """The algorithm that answers where none has a proof."""
        return self.stages[-1].algorithm


def choose_plan(
    game: Game, limit: Limit, algorithm: str | None = None, options: SearchOptions | None = None
) -> SearchPlan:
    """Return what decides: the named algorithm alone, or what suits the game; refuses options that it doesn't have."""
    options = options or SearchOptions()
    is_unlearned = options.knowledge == NONE
    if is_unlearned:
        options = replace(options, knowledge=None)
    if algorithm is not None:
        plan = SearchPlan((SearchStage(find_algorithm(algorithm)),), options)
    else:
        plan = _suited_plan(game, limit, options, is_unlearned)
    if is_unlearned:
        plan = replace(plan, options=replace(plan.options, knowledge=None))
    plan.last.require_suited(game)
    require_suited(plan.last.name, game, plan.options.knowledge)
    if (options.enhancements or options.without) and plan.last.name != "alpha-beta":
        raise PlywiseError(f"{plan.last.name} takes no enhancements: those are for alpha-beta.")
    if options.prove and not plan.last.proves:
        raise PlywiseError(f"{plan.last.name} proves nothing, however long it takes: leave out the proof.")
    return plan


def _suited_plan(game: Game, limit: Limit, options: SearchOptions, is_unlearned: bool) -> SearchPlan:
    """Return what suits a game; a limit of depth, or none at all, is for an algorithm that deepens."""
    if game.hides:
        return SearchPlan((SearchStage(_for_hidden(game, limit)),), options)
    deepening = choose_algorithm(game, options.all_exact or options.knowledge is not None)
    simulating = find_algorithm("uct")
    named, _, settings = _best_agent(game, options, is_unlearned).partition(":")
    is_asked_for = bool(options.enhancements or options.without or options.prove)
    is_exact = is_asked_for or options.all_exact or limit.depth is not None or limit.is_open
    is_deepened = takes_network(game) or (deepening.name == "alpha-beta" and game.offers("evaluate"))
    if options.knowledge is not None and not (is_exact or is_deepened):
        is_free = options.tree == TreeOptions()
        return SearchPlan((SearchStage(simulating),), read_settings("uct", TRUSTING, options) if is_free else options)
    if limit.simulations is not None:
        chosen = simulating
    elif is_asked_for or limit.depth is not None or limit.is_open or options.knowledge is not None:
        chosen = deepening
    elif named or game.offers("evaluate"):
        chosen = find_algorithm(named) if named else deepening
    else:
        stages = (SearchStage(deepening, PROVING), SearchStage(simulating))
        is_free = options.tree == TreeOptions()
        return SearchPlan(stages, read_settings("uct", SIMULATING, options) if is_free else options)
    # Settings that play best may leave something out: who asks for every action's value wants them exact.
    if chosen.name == named and settings and not (is_asked_for or options.all_exact) and options.engine != "plain":
        best = read_settings(named, settings.split(","), options)
        options = best if options.knowledge is None else replace(best, knowledge=options.knowledge)
    return SearchPlan((SearchStage(chosen),), options)


def _for_hidden(game: Game, limit: Limit) -> Algorithm:
    """Return CFR+ where a game between two is small enough to be solved in about a second.

    Else return what the game says plays it best, or simulations.
    """
    from plywise.equilibrium import is_small

    exact = find_algorithm("cfr-plus")
    part = replace(limit, time=None if limit.time is None else limit.time / WALKED)
    if exact.suits(game) and is_small(game, rules=guarded(game, part), seconds=part.time or math.inf):
        return exact
    return find_algorithm(game.best_agent) if game.best_agent else choose_algorithm(game)


def _best_agent(game: Game, options: SearchOptions, is_unlearned: bool) -> str:
    """Return what a game says plays it best; looking whole turns ahead is nothing without the network it names."""
    if not (takes_network(game) and BESIDE in game.best_agent) or options.knowledge is not None:
        return game.best_agent
    is_usable = not (is_unlearned or options.all_exact or options.prove or options.engine == "plain")
    return game.best_agent if is_usable and knowledge_beside(game) is not None else ""
