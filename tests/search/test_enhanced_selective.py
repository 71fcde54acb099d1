"""Enhancements that look further here and leave out something there: what they see, miss and claim."""

import functools
from random import Random

import pytest

from plywise import Limit, Status, load_game
from plywise.games.tree import Tree
from plywise.rules import PlywiseError, SearchError, ShallowModel
from plywise.search import (
    Beam,
    LateMoveReductions,
    NullMove,
    ParityBias,
    ProbCut,
    Quiescence,
    SingularExtension,
    TranspositionTable,
    alpha_beta,
    enhanced,
    fitted_bias,
    iterative_deepening,
)
from tests.search.capture_game import Doomed, Skirmish, Tempo, random_skirmish
from tests.search.trees import KINDS, Guessed, height, random_root

SKIRMISH = Skirmish()


def skirmish(text: str, turn: int = 0) -> Skirmish.State:
    """Read rows of Q, P (white), q, p (black) and dots."""
    cells = "".join(text.split())
    white, black, queens = (
        sum(1 << square for square, piece in enumerate(cells) if piece in wanted) for wanted in ("QP", "qp", "Qq")
    )
    return Skirmish.State(white, black, queens, turn)


# Quiescence

EXCHANGE = skirmish("""
    ....
    pp..
    .Q.P
    ....
    """)
"""White's queen can take a pawn that the other one defends."""


def test_the_hanging_queen_is_seen_with_quiescence():
    limit = Limit(depth=1)
    blind = alpha_beta(SKIRMISH, EXCHANGE, limit=limit)
    seeing = enhanced(SKIRMISH, EXCHANGE, limit=limit, enhancements=[Quiescence()])
    captures = list(SKIRMISH.noisy_actions(EXCHANGE))
    assert blind.action in captures
    assert seeing.action not in captures
    deep = alpha_beta(SKIRMISH, EXCHANGE, limit=Limit(depth=2), all_exact=True)
    worth = {choice.action: choice.value for choice in deep.choices}
    assert worth[blind.action] < worth[seeing.action]


def test_quiet_states_are_worth_what_they_were():
    """Where no capture is possible beyond the horizon, quiescence changes neither value nor number of states."""
    far = skirmish("Q... .... .... ...q")
    plain, quiet = (enhanced(SKIRMISH, far, limit=Limit(depth=1), enhancements=list_) for list_ in ([], [Quiescence()]))
    assert (quiet.nodes, quiet.choices) == (plain.nodes, plain.choices)


def test_quiescence_is_right_about_exchanges():
    """Its value lies between what standing pat guarantees and what a full exchange, searched plainly, comes to."""
    better = worse = 0
    for seed in range(30):
        state = random_skirmish(seed)
        deep = alpha_beta(SKIRMISH, state, limit=Limit(depth=4)).value
        plain = alpha_beta(SKIRMISH, state, limit=Limit(depth=1)).value
        quiet = enhanced(SKIRMISH, state, limit=Limit(depth=1), enhancements=[Quiescence()]).value
        better += abs(quiet - deep) < abs(plain - deep)
        worse += abs(quiet - deep) > abs(plain - deep)
    assert better > 3 * worse


def test_no_noise_no_quiescence():
    with pytest.raises(SearchError, match="tic-tac-toe has no noisy_actions: write that rule, or leave Quiescence out"):
        enhanced(load_game("tic-tac-toe"), limit=Limit(depth=2), enhancements=[Quiescence()])


# Singular extension


@pytest.mark.parametrize("pawns", [1, 2])
def test_sacrifices_that_only_delay_stop_with_singular_extension(pawns):
    game, state = Doomed(), Doomed.State(pawns=pawns)
    limit = Limit(depth=2 * pawns + 1)
    sacrifice, quiet = 1, 0
    assert iterative_deepening(game, state, limit=limit).action == sacrifice
    singular = SingularExtension(margin=8, least_depth=1)
    seeing = iterative_deepening(
        game, state, limit=limit, algorithm=functools.partial(enhanced, enhancements=[singular])
    )
    assert seeing.action == quiet
    assert (-1, 2) in singular.singular  # taking the piece is the action that was clearly better than all others
    true = alpha_beta(game, state, limit=Limit(depth=12), all_exact=True)
    assert true.action == quiet


def test_singular_extension_adds_few_states():
    game, state = Doomed(), Doomed.State(pawns=3)
    plain = alpha_beta(game, state, limit=Limit(depth=9))
    longer = enhanced(game, state, limit=Limit(depth=9), enhancements=[SingularExtension(margin=8)])
    deeper = alpha_beta(game, state, limit=Limit(depth=11))
    assert plain.nodes < longer.nodes < deeper.nodes


# Leaving out


def test_a_beam_misses_a_best_action_that_looks_bad():
    leaf = {"player": 0, "children": [0]}
    node = {"player": 0, "children": [{"player": 1, "children": [leaf, leaf, {"player": 0, "children": [-7]}]}]}
    game = Guessed(node, 0)
    game.guesses = [90 if child == -7 else -50 for child in range(len(game.guesses))]
    trap = next(state for state in states(game) if state_value(game, state) == -7)
    game.guesses[trap.node] = 99
    assert alpha_beta(game).value == -7
    missed = enhanced(game, enhancements=[Beam(2)])
    assert (missed.value, missed.status) == (0, Status.HEURISTIC)
    assert enhanced(game, enhancements=[Beam(3)]).status is Status.PROVEN


def states(game: Tree) -> list[Tree.State]:
    """All states, breadth first."""
    found = [game.initial()]
    for state in found:
        if not game.is_terminal(state):
            found += [game.result(state, action) for action in game.actions(state)]
    return found


def state_value(game: Tree, state: Tree.State) -> float | None:
    """What the only line from a state ends in."""
    if game.is_terminal(state):
        return None
    children = [game.result(state, action) for action in game.actions(state)]
    return game.utility(children[0], 0) if len(children) == 1 and game.is_terminal(children[0]) else None


SELECTIVE = {
    "beam": lambda: Beam(1),
    "reductions": lambda: LateMoveReductions(full=1, least_depth=2),
    "prob cut": lambda: ProbCut([ShallowModel(deep, deep - 1, 1.0, 0.0, 5.0) for deep in range(2, 6)], 0.5),
}


@pytest.mark.parametrize("name", SELECTIVE)
def test_nothing_left_out_is_called_proven(name):
    """Not even a win: the refutation may be what was left out."""
    leaf, utility_sum = KINDS["integers"]
    random = Random(name)
    false = 0
    for seed in range(400):
        node = random_root(random, leaf, 5)
        game = Guessed(node, seed, utility_sum)
        true = alpha_beta(game, all_exact=True)
        for depth in (2, 3, height(node)):
            for extra in ([], [TranspositionTable()]):
                found = enhanced(
                    game, limit=Limit(depth=max(1, depth)), enhancements=[*extra, SELECTIVE[name]()], all_exact=True
                )
                for choice, exact in zip(found.choices, true.choices, strict=True):
                    false += choice.value != exact.value
                    if choice.status is Status.PROVEN and choice.bound == "exact":
                        assert choice.value == exact.value
                if found.status is Status.PROVEN:
                    assert found.value == true.value
    assert false > 100


def test_null_move_saves_states_and_claims_nothing():
    plain = saved = same = wrong = 0
    for seed in range(20):
        state = random_skirmish(seed)
        limit = Limit(depth=4)
        exact, quick = (enhanced(SKIRMISH, state, limit=limit, enhancements=list_) for list_ in ([], [NullMove()]))
        plain, saved = plain + exact.nodes, saved + quick.nodes
        same += quick.value == exact.value
        if quick.status is Status.PROVEN:
            wrong += quick.value != alpha_beta(SKIRMISH, state, limit=Limit(depth=5)).value
    assert saved < 0.8 * plain
    assert same > 15
    assert wrong == 0


def test_reductions_save_states():
    limit, plain, saved = Limit(depth=4), 0, 0
    for seed in range(10):
        state = random_skirmish(seed)
        plain += alpha_beta(SKIRMISH, state, limit=limit).nodes
        saved += enhanced(SKIRMISH, state, limit=limit, enhancements=[LateMoveReductions()]).nodes
    assert saved < 0.8 * plain


def test_a_margin_beyond_all_estimates_never_cuts():
    for seed in range(8):
        state = random_skirmish(seed)
        wide = ProbCut([ShallowModel(3, 2, 1.0, 0.0, 1000.0)], threshold=1)
        plain = alpha_beta(SKIRMISH, state, limit=Limit(depth=4))
        found = enhanced(SKIRMISH, state, limit=Limit(depth=4), enhancements=[wide])
        assert (found.nodes, found.choices) == (plain.nodes, plain.choices)


@pytest.mark.parametrize("bad", [(2, 2, 1, 0, 1), (3, 2, 0, 0, 1), (3, 2, 1, 0, -1), (3, 2, float("nan"), 0, 1)])
def test_a_model_that_makes_no_sense_is_refused(bad):
    with pytest.raises(PlywiseError):
        ShallowModel(*bad)


def test_an_empty_beam_is_refused():
    with pytest.raises(PlywiseError, match="at least one action wide"):
        Beam(0)


# Odd and even


def test_a_bias_makes_odd_and_even_depths_compare():
    """Action 1 is looked at after one ply, which flatters it; action 0, the better one, after two."""
    game, limit = Tempo(), Limit(depth=1)
    assert enhanced(game, limit=limit, enhancements=[Quiescence()]).action == 1
    later = [game.State(way, ply) for way in (0, 1) for ply in (2, 3, 4, 5)]
    bias = fitted_bias(game, later)
    assert bias == game.flattery
    fair = enhanced(game, limit=limit, enhancements=[Quiescence(), ParityBias(bias)])
    assert (fair.action, fair.value) == (0, 0)


def test_a_bias_is_fitted_where_the_game_goes_on():
    game = Tempo()
    with pytest.raises(SearchError, match="two plies before the end"):
        fitted_bias(game, [game.State(0, 19)])
