"""Statement 28: alpha-beta with Monte Carlo at the leaves improves on pure Monte Carlo; where UCT stands."""

import functools
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from plywise.games.catalog import load_game
from plywise.kernel import Playouts, TreeSearcher
from plywise.lab.experiments.shared import Chooser, play_pair, score_of
from plywise.lab.frame import Axes, Experiment, Judgement, LabFigure, LabSettings, Measurements, PlotPoint, Ruling
from plywise.rules import MAX, Game, Limit
from plywise.search.textbook.cutting_off import alpha_beta

PURE, LEAVES, UCT = "pure Monte Carlo", "Monte Carlo at the leaves", "UCT"
MATCHES = ((LEAVES, PURE), (UCT, LEAVES), (UCT, PURE))
DEPTH = 2
"""Plies of alpha-beta above the playouts; one ply would be pure Monte Carlo."""


class MonteCarloOrder(Experiment):
    """Lets three ways to use the same number of random playouts play each other."""

    number, name = 28, "monte-carlo-order"
    title = "Monte Carlo: pure, at the leaves, and in a tree"
    claim = """Pure Monte Carlo Tree Search: [...] Simulate making move 1, and then both players playing randomly to
the end of the game, record the outcome (1 for win, -1 for loss, 0 for draw), repeat this process k times, and average
the outcomes. Repeat for move 2, move 3, ... move N. Pick the move that has the highest average outcome. One simple
improvement to Pure Monte Carlo Tree Search: Run Alpha-Beta Pruning search to depth D. If the states at that depth are
not terminal, then use Monte Carlo Tree Search to evaluate the states at depth D."""
    source = "Cicirello's slides, Monte Carlo Tree Search"
    how = """Each player has the same number of playouts an action: pure Monte Carlo shares them among its actions,
alpha-beta two plies deep among its leaves (what pruning spares goes to the next actions' leaves), and UCT, which the
slides don't have, grows a tree with them. They play pairs of games from random openings of four plies. "Improvement"
is read as a score above one half over all games together, and in no game below. The sample was chosen for a minute
of processor time."""
    why = """With a fixed number of playouts each leaf gets few of them, and the least or greatest of many noisy means
says little; more playouts an action favour the leaves."""
    quick: ClassVar[LabSettings] = {"games": ["connect-four"], "playouts": 200, "pairs": 3}
    full: ClassVar[LabSettings] = {
        "games": ["connect-four", "othello:size=6", "breakthrough:width=5,height=5", "kalah"],
        "playouts": 300,
        "pairs": 20,
    }
    axes = Axes("match", "score of the first", joined=False)

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return every pair of games."""
        pairs = range(settings["pairs"])
        return [[spec, *match, pair] for spec in settings["games"] for match in MATCHES for pair in pairs]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> float:
        """Play a pair of games; return the first one's score."""
        spec, first, second, _ = case
        players = [self.player(name, spec, settings["playouts"], chooser) for name in (first, second)]
        return play_pair(_compiled(spec)[0], players[0], players[1], 4, chooser)

    def player(self, name: str, spec: str, playouts: int, chooser: random.Random) -> Chooser:
        """Return a player of a game by the name of its method."""
        game, sampler, tree = _compiled(spec)
        if name == UCT:
            return _grow_tree(tree, playouts, chooser)
        if name == PURE:
            return _average(game, sampler, playouts, chooser)
        return SampledLeaves(game, sampler, playouts, chooser).choose

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return each match's score, over all games and in each."""
        scores: dict[tuple[str, str], dict[str, list[float]]] = {match: {} for match in MATCHES}
        for (spec, first, second, _), score in zip(cases, observed, strict=True):
            scores[first, second].setdefault(spec, []).append(score)
        figures: dict[str, LabFigure] = {}
        curves: dict[str, list[PlotPoint]] = {spec: [] for spec in settings["games"]}
        for place, ((first, second), by_game) in enumerate(scores.items(), 1):
            said = "above 0.5" if second == PURE and first == LEAVES else ""
            every = [score for each in by_game.values() for score in each]
            figures[f"{first} against {second}"] = score_of(every, said)
            for number, (spec, each) in enumerate(by_game.items()):
                figures[f"{first} against {second}, {spec}"] = score_of(each)
                curves[spec].append(PlotPoint.at(place + 0.08 * number, score_of(each)))
        return Measurements(figures, curves)

    def judge(self, found: Measurements) -> Judgement:
        """Leaves must beat pure Monte Carlo over all games, and lose to it in none; UCT's place is only reported."""
        match = f"{LEAVES} against {PURE}"
        score, by_game = found[match], _games_of(found, match)
        said = (
            f"{LEAVES} scores {score.bar()} against pure Monte Carlo; UCT scores "
            f"{found[f'{UCT} against {LEAVES}'].bar()} against the leaves, "
            f"{found[f'{UCT} against {PURE}'].bar()} against pure Monte Carlo"
        )
        is_better = score.is_above(0.5)
        worse = [name for name, each in by_game.items() if each.is_below(0.5)]
        if is_better is False:
            return Judgement(Ruling.FAILS, f"{said}: no improvement.")
        if is_better is None:
            return Judgement(Ruling.UNDECIDED, f"{said}: whether the leaves are better isn't decided.")
        if worse:
            return Judgement(Ruling.LIMITED, f"{said}: better over all games, but worse in {', '.join(worse)}.")
        return Judgement(Ruling.HOLDS, f"{said}.")


@dataclass(slots=True)
class SampledLeaves:
    """Alpha-beta over a game whose estimates are means of playouts; keeps to a number of playouts on average."""

    game: Game
    sampler: Playouts
    playouts: int
    chooser: random.Random
    spare: float = 0
    """Playouts that pruning left over so far."""
    share: float = 1.0
    """The share of the leaves that alpha-beta looked at, lately."""
    known: dict[Any, float] = field(default_factory=dict)
    count: int = 1

    def choose(self, state: Any, _: Sequence[Any]) -> Any:
        """Return the action with the best value after two plies."""
        leaves = max(1, self._count_leaves(state, DEPTH))
        self.count = max(1, round((self.playouts + self.spare) / (leaves * self.share)))
        self.known = {}
        action = alpha_beta(self, state, DEPTH)[1]  # type: ignore[arg-type]
        looked = len(self.known)
        self.spare = max(-self.playouts, min(self.spare + self.playouts - looked * self.count, self.playouts))
        self.share = min(1.0, max(0.1, (self.share + looked / leaves) / 2))
        return action

    def evaluate(self, state: Any, player: int) -> float:
        """Return the mean of playouts, the same whenever it is asked."""
        if state not in self.known:
            seed = self.chooser.randrange(2**31)
            self.known[state] = self.sampler.run(state, self.count, seed).means[MAX]
        return self.known[state] if player == MAX else -self.known[state]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def _count_leaves(self, state: Any, depth: int) -> int:
        if self.game.is_terminal(state):
            return 0
        if depth == 0:
            return 1
        children = [self.game.result(state, action) for action in self.game.actions(state)]
        return sum(self._count_leaves(child, depth - 1) for child in children)


@functools.cache
def _compiled(spec: str) -> tuple[Game, Playouts, TreeSearcher]:
    """Return a game, its playouts and its UCT, which begins from scratch at every action; one of each a process."""
    game = load_game(spec)
    return game, Playouts(game), TreeSearcher(game, tree_mb=16, reuse=False)


def _average(game: Game, sampler: Playouts, playouts: int, chooser: random.Random) -> Chooser:
    """Return pure Monte Carlo: every action has its share of the playouts."""

    def choose(state: Any, _: Sequence[Any]) -> Any:
        player, actions = game.to_move(state), list(game.actions(state))
        means = []
        for action in actions:
            child = game.result(state, action)
            if game.is_terminal(child):
                means.append(game.utility(child, player))
                continue
            mean = sampler.run(child, max(1, playouts // len(actions)), chooser.randrange(2**31)).means[MAX]
            means.append(mean if player == MAX else -mean)
        return actions[means.index(max(means))]

    return choose


def _grow_tree(tree: TreeSearcher, playouts: int, chooser: random.Random) -> Chooser:
    """Return UCT with a number of simulations an action."""

    def choose(state: Any, _: Sequence[Any]) -> Any:
        return tree.decide(state, limit=Limit(simulations=playouts), seed=chooser.randrange(2**31)).action

    return choose


def _games_of(found: Measurements, match: str) -> dict[str, LabFigure]:
    return {
        name.removeprefix(f"{match}, "): each for name, each in found.figures.items() if name.startswith(f"{match}, ")
    }
