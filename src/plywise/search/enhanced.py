"""Alpha-beta with enhancements, each a switch of its own (Russell & Norvig, sections 5.3.1 to 5.4.4).

Without any it is `alpha_beta`, state for state. An enhancement is handed in as an object, and what it learns in one
search it uses in the next, so under iterative deepening they make each other better:

>>> from functools import partial
>>> from plywise.games.placing.tic_tac_toe import TicTacToe
>>> from plywise.search import iterative_deepening
>>> from plywise.search.enhancements import Killers
>>> from plywise.search.enhancements import TranspositionTable
>>> quick = partial(enhanced, enhancements=[TranspositionTable(), Killers()])
>>> game, limit = TicTacToe(), Limit(depth=9)
>>> plain = iterative_deepening(game, limit=limit)
>>> fast = iterative_deepening(game, limit=limit, algorithm=quick)
>>> fast.value == plain.value, fast.nodes < plain.nodes / 4
(True, True)

Earlier ones in the list take precedence: the first one's favourite is tried first.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from plywise.rules import MAX, Action, Bound, Choice, Decision, Game, Limit, Status, Unit
from plywise.search.enhancements import EnhancedSearch, Enhancement, Found, Successors, Visit
from plywise.search.shared import Leaf, Line, Watcher, require_adversarial, watched


def enhanced(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    enhancements: Sequence[Enhancement] = (),
    all_exact: bool = False,
    watcher: Watcher | None = None,
) -> Decision:
    """Return the best action of the player to move, as alpha-beta does with these enhancements.

    Requires and takes what `alpha_beta` does. Those that only order or remember change no value; where others leave
    something out, the Decision is heuristic.
    """
    require_adversarial(game, "enhanced")
    search = watched(EnhancedAlphaBeta, watcher)(game, limit, history, enhancements)
    for enhancement in enhancements:
        enhancement.start(search)
    state = game.initial() if state is None else state
    offered = list(search.root_successors(state))
    decision = search.decide(state, search.root_choices(state, offered, all_exact))
    place = {action: number for number, (action, _) in enumerate(offered)}
    decision = replace(decision, choices=tuple(sorted(decision.choices, key=lambda choice: place[choice.action])))
    for enhancement in enhancements:
        enhancement.end(search, state, decision)
    return decision


class EnhancedAlphaBeta(EnhancedSearch):
    """The search itself; values are to MAX."""

    def root_choices(self, state: Any, offered: Successors, all_exact: bool) -> list[Choice]:
        """Search the actions of the root, and describe each, in the order they were tried."""
        choices = self.choices
        if not offered:
            return choices
        visit = self.visit_of(state, self.depth, -math.inf, math.inf)
        for action, child in self.ordered(visit, offered):
            estimates, trusted = self.horizon_leaves, self.trusted
            self.ply = 1
            found, line = self.value(child, self.depth - 1, visit.alpha, visit.beta)
            is_better = visit.sign * found > visit.sign * visit.needed
            bound = Bound.EXACT if all_exact or not choices or is_better else Bound.UPPER
            choice = self.choice_of(state, (action, *line), found, bound, self.horizon_leaves > estimates)
            choices.append(choice if self.trusted == trusted else replace(choice, status=Status.HEURISTIC))
            if not all_exact:
                self.raise_window(visit, found)
        return choices

    def value(self, state: Any, depth: float, alpha: float, beta: float) -> Found:
        """Return a bound r on the value v of a state to MAX, and the line that shows it (fail-soft).

        Requires alpha < beta. Promises, as long as nothing was left out:

            r <= alpha          implies  v <= r
            alpha < r < beta    implies  v == r
            r >= beta           implies  r <= v
        """
        depth += max((each.extension(self, state, depth) for each in self.enhancements), default=0)
        leaf = self.leaf(state, depth)
        if leaf is Leaf.REPEATED or leaf is Leaf.TERMINAL:
            return self.leaf_value(state, leaf, MAX), ()
        visit = self.visit_of(state, depth, alpha, beta)
        if leaf is Leaf.HORIZON:
            return self.horizon_value(visit)
        for enhancement in self.enhancements:
            answer = enhancement.before(self, visit)
            if answer is not None:
                self.answered(type(enhancement).__name__)
                return answer
        found = self.best_value(visit)
        for enhancement in self.enhancements:
            enhancement.after(self, replace(visit, alpha=alpha, beta=beta), found)
        return found

    def best_value(self, visit: Visit) -> Found:
        """Return the best value among the successors, or one so good that the opponent avoids this state."""
        successors = self.kept(visit)
        best, line = -visit.sign * math.inf if visit.floor is None else visit.floor, Line()
        self.step_into(visit.state)
        for action, child in successors:
            found, rest = self.child_value(visit, action, child)
            visit.tried.append((action, found))
            if visit.sign * found > visit.sign * best:
                best, line = found, (action, *rest)
            if visit.is_enough(best):
                break
            self.raise_window(visit, best)
        visit.is_whole = len(visit.tried) == len(successors)
        self.step_back()
        return best, line

    def child_value(self, visit: Visit, action: Action, child: Any) -> Found:
        """Search a successor; where it was looked into less deeply and seems good, again to the full depth."""
        less = max((each.reduction(self, visit, action) for each in self.enhancements), default=0)
        found = self.value(child, visit.depth - 1 - less, visit.alpha, visit.beta)
        if less and visit.sign * found[0] > visit.sign * visit.needed:
            return self.value(child, visit.depth - 1, visit.alpha, visit.beta)
        if less:
            self.trust()
        return found

    def horizon_value(self, visit: Visit) -> Found:
        """Estimate a state where the depth is spent; the player to move may do better by an action beyond."""
        best, line = self.leaf_value(visit.state, Leaf.HORIZON, MAX), Line()
        for enhancement in self.enhancements:
            best = enhancement.adjust(self, visit.state, best)
        if visit.is_enough(best):
            return best, line
        self.raise_window(visit, best)
        self.step_into(visit.state)
        for action, child in self.beyond(visit):
            found, rest = self.value(child, visit.depth - 1, visit.alpha, visit.beta)
            if visit.sign * found > visit.sign * best:
                best, line = found, (action, *rest)
            if visit.is_enough(best):
                break
            self.raise_window(visit, best)
        self.step_back()
        return best, line

    # Small parts

    def visit_of(self, state: Any, depth: float, alpha: float, beta: float) -> Visit:
        """Describe a state that the search has come to."""
        sign = 1 if self.game.to_move(state) == MAX else -1
        return Visit(state, depth, alpha, beta, sign, self.horizon_leaves, self.trusted)

    def raise_window(self, visit: Visit, value: float) -> None:
        """Note what the player to move has in hand."""
        if visit.sign > 0:
            visit.alpha = max(visit.alpha, value)
        else:
            visit.beta = min(visit.beta, value)

    def step_into(self, state: Any) -> None:
        """Go on to a state's successors."""
        self.path.step_into(state)
        self.ply += 1

    def step_back(self) -> None:
        """Return from a state's successors."""
        self.path.step_back()
        self.ply -= 1

    def ordered(self, visit: Visit, successors: Successors) -> Successors:
        """Let every enhancement put its favourites first; the first enhancement takes precedence."""
        for enhancement in reversed(self.enhancements):
            successors = enhancement.order(self, visit, successors)
        return successors

    def kept(self, visit: Visit) -> Successors:
        """Return the successors to look at, in order."""
        successors = self.ordered(visit, list(self.successors(visit.state)))
        for enhancement in self.enhancements:
            successors = enhancement.narrow(self, visit, successors)
        return successors

    def beyond(self, visit: Visit) -> Iterable[tuple[Action, Any]]:
        """Yield what enhancements want to look at past the horizon, each action once."""
        wanted = [action for each in self.enhancements for action in each.beyond(self, visit.state, visit.depth)]
        for action in dict.fromkeys(wanted):
            child = self.game.result(visit.state, action)
            if self.game.repetition != "illegal" or not self.path.has(child, visit.state):
                yield action, child

    def choice_of(self, state: Any, line: Line, found: float, bound: Bound, horizon: bool) -> Choice:
        """Describe a root action; where its line's end isn't worth what was found, report what was found instead.

        A line ends early at a state that was answered without a search.
        """
        if self.scale.stretched and found == 0 and not horizon:
            return self.scale.choice(line, self.game.draw_utility, Unit.UTILITY, bound, horizon)
        if self.placed(*self.worth(state, line, MAX)) == found:
            return self.choice(state, line, bound, horizon)
        player = self.game.to_move(state)
        if not self.scale.stretched:
            return self.scale.choice(line, self.game.value_to(player, found), Unit.UTILITY, bound, horizon)
        mine = found if player == MAX else -found
        if self.is_estimate(found):
            return self.scale.choice(line, mine, Unit.EVALUATION, bound, horizon)
        lead = mine - math.copysign(self.scale.limit, mine)
        return self.scale.choice(line, self.scale.middle + lead, Unit.UTILITY, bound, horizon)

    def placed(self, worth: float, unit: Unit) -> float:
        """Place what the rules say of a state on the line of values."""
        return self.scale.of_evaluation(worth) if unit is Unit.EVALUATION else self.scale.of_utility(worth)
