"""Selective search, compiled: each switch visits the states of its readable twin, and nothing left out is proven."""

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

import pytest

from plywise import Game, Limit, Status, Unit, load_game
from plywise.kernel import Searcher, Switches, Tuning
from plywise.rules import PlywiseError, ShallowModel
from plywise.search import (
    Beam,
    Futility,
    LateMoveReductions,
    NullMove,
    ParityBias,
    ProbCut,
    Quiescence,
    SingularExtension,
    alpha_beta,
    enhanced,
)
from plywise.search.enhancements import Enhancement
from tests.kernel.search_games import DrawnRounds, Mirrors, SuperRounds, random_rounds
from tests.search.capture_game import Doomed, Skirmish, random_skirmish

MODELS = (
    ShallowModel(2, 1, 0.9, 1.25, 3.0),
    ShallowModel(3, 1, 1.1, -0.5, 4.0),
    ShallowModel(4, 2, 1.0, 0.1, 5.0),
    ShallowModel(5, 3, 0.97, 0.3, 2.0),
)
IDLE = Tuning(
    quiescence_plies=0,
    singular_plies=0,
    reductions_least_depth=300,
    null_move_least_depth=300,
    futility_depth=0,
    beam_width=1000,
)
"""Figures by which nothing is ever left out or added: one build then serves to try each switch alone."""

FIGURES: dict[str, dict[str, Any]] = {
    "quiescence": {"quiescence_plies": 6},
    "singular": {"singular_margin": 6, "singular_least_depth": 1, "singular_plies": 3},
    "reductions": {"reductions_full": 2, "reductions_least_depth": 2},
    "null_move": {"null_move_less": 0, "null_move_least_depth": 1},
    "futility": {"futility_margin": 2, "futility_depth": 2},
    "prob_cut": {"prob_cut_models": MODELS, "prob_cut_threshold": 0.8},
    "beam": {"beam_width": 3},
}
TWINS: dict[str, Callable[[], Enhancement]] = {
    "quiescence": lambda: Quiescence(plies=6),
    "singular": lambda: SingularExtension(margin=6, least_depth=1, plies=3),
    "reductions": lambda: LateMoveReductions(full=2, least_depth=2),
    "null_move": lambda: NullMove(less=0, least_depth=1),
    "futility": lambda: Futility(margin=2, depth=2),
    "prob_cut": lambda: ProbCut(MODELS, threshold=0.8),
    "beam": lambda: Beam(3),
}
GAMES: dict[str, type[Game]] = {game.__name__: game for game in (Skirmish, Mirrors, Doomed, SuperRounds, DrawnRounds)}
ALL = Switches.none().having(*TWINS, "parity")


@functools.cache
def searcher(name: str, switches: Switches = ALL) -> Searcher:
    return Searcher(GAMES[name](), switches, table_mb=1)


def starts(name: str, count: int) -> list[Any]:
    if name == "Skirmish":
        return [random_skirmish(seed) for seed in range(count)]
    if name == "Doomed":
        return [Doomed.State(pawns=pawns) for pawns in range(count)]
    return [Mirrors.State(seed=seed) for seed in range(count)]


def check_twin(
    kernel: Searcher, twin: Enhancement, state: Any, depth: int, history: Sequence[Any] = (), *more: Enhancement
) -> int:
    """Compare the twins; return how many states they visited."""
    plain = enhanced(kernel.game, state, limit=Limit(depth=depth), history=history, enhancements=[twin, *more])
    found = kernel.decide(state, limit=Limit(depth=depth), history=history)
    assert (found.nodes, found.leaves) == (plain.nodes, plain.leaves)
    assert (found.action, found.value, found.unit) == (plain.action, plain.value, plain.unit)
    assert (found.status, found.bound) == (plain.status, plain.bound)
    assert [(choice.value, choice.bound) for choice in found.choices] == [
        (choice.value, choice.bound) for choice in plain.choices
    ]
    return plain.nodes


def check_twins(name: str, switch: str, switches: Switches, count: int, depths: tuple[int, ...]) -> int:
    """Compare the twins from several states; return how often the switch changed what was visited."""
    kernel = searcher(name, switches)
    kernel.tune(replace(IDLE, **FIGURES[switch]))
    changed = 0
    for state in starts(name, count):
        for depth in depths:
            nodes = check_twin(kernel, TWINS[switch](), state, depth)
            changed += nodes != alpha_beta(kernel.game, state, limit=Limit(depth=depth)).nodes
    return changed


@pytest.mark.parametrize("switch", TWINS)
def test_each_switch_visits_the_states_of_its_twin(switch):
    """ProbCut's test against alpha needs a window with two ends, which there is none of above depth 4."""
    depths = (1, 4) if switch == "prob_cut" else (1, 2, 3)
    assert check_twins("Skirmish", switch, ALL, 6, depths) > 0


@pytest.mark.parametrize(
    ("figures", "twin"),
    [
        (
            {"reductions_full": 1, "reductions_least_depth": 2, "reductions_less": 0, "reductions_growth": 3},
            lambda: LateMoveReductions(full=1, least_depth=2, less=0, growth=3),
        ),
        (
            {"reductions_full": 1, "reductions_least_depth": 2, "reductions_rank": 0},
            lambda: LateMoveReductions(full=1, least_depth=2, rank=0),
        ),
        (
            {"null_move_less": 0, "null_move_least_depth": 1, "null_move_growth": 6},
            lambda: NullMove(less=0, least_depth=1, growth=6),
        ),
    ],
    ids=["later, less", "ranked", "deeper, less"],
)
def test_figures_mean_the_same_to_both_twins(figures, twin):
    kernel = searcher("Skirmish")
    kernel.tune(replace(IDLE, **figures))
    for state in starts("Skirmish", 6):
        for depth in (3, 4):
            check_twin(kernel, twin(), state, depth)


def test_a_turn_is_worth_the_same_to_both_twins():
    """At one depth a bias changes no choice; with quiescence, lines of odd and even length meet."""
    kernel, changed = searcher("Skirmish"), 0
    for state in starts("Skirmish", 6):
        for depth in (1, 2, 3):
            kernel.tune(replace(IDLE, quiescence_plies=6, parity_bias=2))
            biased = check_twin(kernel, Quiescence(plies=6), state, depth, (), ParityBias(2))
            kernel.tune(replace(IDLE, quiescence_plies=6))
            changed += biased != check_twin(kernel, Quiescence(plies=6), state, depth)
    assert changed > 0


@pytest.mark.slow
@pytest.mark.parametrize("switch", ["reductions", "prob_cut", "beam", "singular"])
def test_twins_agree_where_lines_meet_again(switch):
    check_twins("Mirrors", switch, ALL, 15, (3, 5, 7))


@pytest.mark.slow
@pytest.mark.parametrize("switch", TWINS)
def test_each_switch_compiled_alone_visits_the_states_of_its_twin(switch):
    alone = Switches.none().having(switch)
    assert check_twins("Skirmish", switch, alone, 12, (1, 2, 3)) > 1


@pytest.mark.slow
def test_twins_agree_on_the_doomed_piece():
    assert check_twins("Doomed", "singular", Switches.none().having("singular"), 4, tuple(range(1, 9))) > 1


@pytest.mark.parametrize("game", [SuperRounds, DrawnRounds])
@pytest.mark.parametrize(
    ("figures", "twin"),
    [
        ({"beam_width": 1}, lambda: Beam(1)),
        ({"reductions_full": 1, "reductions_least_depth": 2}, lambda: LateMoveReductions(full=1, least_depth=2)),
        (
            {"singular_margin": 1, "singular_least_depth": 1, "singular_plies": 3},
            lambda: SingularExtension(margin=1, least_depth=1, plies=3),
        ),
    ],
    ids=["beam", "reductions", "singular"],
)
def test_twins_agree_where_the_path_counts(game, figures, twin):
    """A forbidden action takes no place in a beam, comes before no late one, and is no second best."""
    kernel = searcher(game.__name__)
    kernel.tune(replace(IDLE, **figures))
    changed = 0
    for seed in range(80):
        state = random_rounds(game(), seed)
        history = [state._replace(node=1 + seed % 5)] if seed % 2 else []
        is_over = alpha_beta(kernel.game, state, history=history, limit=Limit(depth=1)).action is None
        for depth in () if is_over else (2, 3, 6):
            nodes = check_twin(kernel, twin(), state, depth, history)
            plain = alpha_beta(kernel.game, state, limit=Limit(depth=depth), history=history)
            changed += nodes != plain.nodes
    assert changed > 2


def test_idle_figures_change_nothing():
    kernel = searcher("Skirmish")
    kernel.tune(IDLE)
    for state in starts("Skirmish", 6):
        plain = alpha_beta(kernel.game, state, limit=Limit(depth=3))
        found = kernel.decide(state, limit=Limit(depth=3))
        assert (found.nodes, found.line, found.value) == (plain.nodes, plain.line, plain.value)


# Together, with a table

EVERYTHING = Switches().having(*TWINS)


TOGETHER = {key: figure for figures in FIGURES.values() for key, figure in figures.items()}


@pytest.mark.parametrize("figures", [TOGETHER, {"beam_width": 1}, {"reductions_full": 1, "reductions_least_depth": 2}])
def test_nothing_is_called_proven_that_is_false(figures):
    """Wins included, and asked again: the table then answers with values found where something was left out."""
    kernel = searcher("Mirrors", EVERYTHING)
    kernel.tune(replace(IDLE, **figures))
    differs = 0
    for state in starts("Mirrors", 40):
        true = alpha_beta(kernel.game, state)
        for depth in (2, 4, 4, 6, 6, 12, 12):
            found = kernel.decide(state, limit=Limit(depth=depth))
            differs += found.value != true.value
            if found.status is Status.PROVEN:
                assert found.value == true.value
    assert differs > 10


def test_a_proof_leaves_nothing_out():
    kernel = searcher("Mirrors", EVERYTHING)
    kernel.tune(Tuning(beam_width=1))
    for state in starts("Mirrors", 10):
        proof = kernel.decide(state, limit=Limit(nodes=10**7), prove=True)
        assert (proof.status, proof.value) == (Status.PROVEN, alpha_beta(kernel.game, state).value)


def test_a_proof_is_asked_of_a_search_with_the_same_settings():
    kernel = Searcher(Mirrors(), EVERYTHING, table_mb=1, on_step=lambda step, steps: None)
    proof = kernel.decide(starts("Mirrors", 1)[0], limit=Limit(nodes=10**7), prove=True)
    assert kernel.nodes == proof.nodes
    kernel.tune(Tuning(singular_plies=1))
    prover = kernel.proving
    assert prover is not None
    assert (prover.tuning, prover.keep, prover.on_step) == (kernel.tuning, kernel.keep, kernel.on_step)
    assert kernel.decide(starts("Mirrors", 1)[0], limit=Limit(depth=2)).nodes == kernel.nodes < proof.nodes


def test_lines_reach_beyond_the_horizon():
    """With quiescence a line may be longer than the depth, and its end is worth what was found."""
    kernel = searcher("Skirmish")
    kernel.tune(replace(IDLE, **FIGURES["quiescence"]))
    longer = 0
    for at in starts("Skirmish", 20):
        found, state = kernel.decide(at, limit=Limit(depth=2)), at
        for action in found.line:
            assert action in list(kernel.game.actions(state))
            state = kernel.game.result(state, action)
        longer += len(found.line) > 2
        if found.unit is Unit.EVALUATION:
            assert kernel.game.evaluate(state, at.turn) == found.value
    assert longer > 2


# What is on


def test_by_default_nothing_is_left_out():
    defaults = Switches().for_game(Skirmish())
    assert not defaults.is_selective
    assert (defaults.quiescence, defaults.singular) == (True, False)
    assert not Switches().for_game(load_game("connect-four")).quiescence


def test_a_switch_without_its_rule_is_idle():
    assert not Switches().having("null_move").for_game(load_game("othello")).null_move


WHOLE = [field.name for field in fields(Tuning) if isinstance(field.default, int)]


@pytest.mark.parametrize(
    "figures",
    [
        {"beam_width": 0},
        {"reductions_full": 0},
        {"null_move_least_depth": 0},
        *({name: wrong} for name in WHOLE for wrong in (-1, 1.5, math.nan, math.inf, True, "4", 10**30)),
        *({"singular_margin": wrong} for wrong in (-1.0, math.nan, math.inf, True, "4")),
        *({"prob_cut_threshold": wrong} for wrong in (0, -1.5, math.nan, math.inf, True, "4")),
        {"prob_cut_models": (ShallowModel(70, 2, 1, 0, 1),)},
        {"prob_cut_models": ((4, 2),)},
    ],
    ids=str,
)
def test_figures_that_make_no_sense_are_refused(figures):
    with pytest.raises(PlywiseError, match=rf"^Tuning\({next(iter(figures))}=.*: (give one|leave others out)\.$"):
        Tuning(**figures)


def test_a_margin_may_be_greater_than_any_value():
    kernel = searcher("Skirmish")
    kernel.tune(replace(IDLE, singular_margin=1e308))
    kernel.tune(replace(IDLE, singular_margin=10**300))
