"""Belief search: guarantees against a fix-point and a linear program, odds against fractions, and rules alone."""

import math
from fractions import Fraction
from itertools import permutations

import pytest

from plywise import Limit, load_game
from plywise.equilibrium import solve_linear_program
from plywise.games.cards.kriegspiel import Kriegspiel
from plywise.games.cards.phantom_tic_tac_toe import PhantomTicTacToe
from plywise.rules import (
    GuaranteeError,
    Lots,
    Policy,
    SearchError,
    Status,
    check_guarantee,
    random_walk,
)
from plywise.search.hidden import BeliefOdds, BeliefRules, DrawnEffort, belief_search, find_belief, force, grow_tree
from plywise.search.hidden.forcing import Forcing
from tests.search.hidden.krk import Ending

LEAST = {"KRK": 190, "KQK": 50}
"""Belief states of each ending on 3x3, at least."""


def beliefs_of(ending):
    """Yield White's men with every belief state, as squares."""
    for king, man in permutations(ending.squares, 2):
        places = ending.places(king, man)
        for bits in range(1, 1 << len(places)):
            yield king, man, frozenset(at for place, at in enumerate(places) if bits >> place & 1)


def states_of(game, king, man, belief):
    """Return the states of a belief state by the game's own numbers."""
    return [game.State(*(column + game.size * row for column, row in (king, man, at))) for at in sorted(belief)]


@pytest.mark.parametrize(("pieces", "size"), [("KRK", 3), ("KQK", 3), pytest.param("KQK", 4, marks=pytest.mark.slow)])
def test_every_belief_state_of_a_small_board_is_as_the_fix_point_says(pieces, size):
    game, ending = Kriegspiel(pieces, size=size), Ending(size, pieces == "KQK")
    known, lots, checked = ending.fix_point(), Lots(1), 0
    longest = max(known.values())
    forcing = Forcing(BeliefRules(game, 0), 1, DrawnEffort(Limit(), math.inf))
    for king, man, belief in beliefs_of(ending):
        if size > 3 and lots.fraction() > 0.02:
            continue
        states = states_of(game, king, man, belief)
        numbers = frozenset(map(forcing.rules.number, states))
        least = known.get((king, man, belief), math.inf)
        upto = min(least, longest + 1)
        assert not forcing.force(numbers, upto - 1)
        assert forcing.force(numbers, upto) == (least < math.inf)
        if least < math.inf:
            check_guarantee(game, states, forcing.policy(numbers), player=0, least=1)
        checked += 1
    assert checked >= LEAST[pieces], checked


@pytest.mark.parametrize(
    ("pieces", "moves"),
    [("KQK", 1), pytest.param("KRK", 2, marks=pytest.mark.slow), pytest.param("KRK", 3, marks=pytest.mark.slow)],
)
def test_a_mate_is_forced_where_an_equilibrium_is_worth_a_win(pieces, moves):
    game = Kriegspiel(pieces, size=3, moves=moves)
    plan = force(game, game.initial(), target=1)
    value, _ = solve_linear_program(grow_tree(game))
    assert plan.is_forced == (value > 1 - 1e-9)
    if plan.is_forced:
        check_guarantee(game, plan.belief, plan.policy, player=0, least=1)


@pytest.mark.parametrize(
    ("pieces", "size", "actions"),
    [
        ("KRK", 3, 3),
        ("KQK", 4, 5),
        pytest.param("KRK", 4, 8, marks=pytest.mark.slow),
        pytest.param("KQK", 5, 6, marks=pytest.mark.slow),
    ],
)
def test_mates_from_the_start_are_forced_and_walked_through_by_the_rules(pieces, size, actions):
    game = Kriegspiel(pieces, size=size)
    plan = force(game, game.initial(), target=1)
    assert (plan.is_forced, plan.actions) == (True, actions)
    walked = check_guarantee(game, [game.initial()], plan.policy, player=0, least=1)
    assert walked.plies <= 2 * actions  # chance's ply, and Black never replies to the last action


def test_the_checker_finds_a_policy_that_guarantees_nothing():
    game = Kriegspiel(size=3)
    plan = force(game, game.initial(), target=1)
    rows = dict(plan.policy.rows)
    for key, ((action, _),) in rows.items():
        state = next(iter(game.fitting_states(key[1][-1], 0)))
        for other in game.actions(state):
            changed = Policy({**rows, key: ((other, 1.0),)})
            if other != action:  # no other action has rows that go on from it, unless it mates too
                with pytest.raises(GuaranteeError):
                    check_guarantee(game, plan.belief, changed, player=0, least=1)
    with pytest.raises(GuaranteeError, match="has no legal action for White"):
        check_guarantee(game, plan.belief, Policy({}), player=0, least=1)


@pytest.mark.parametrize(("pieces", "king", "man", "left"), [("KRK", "b1", "a1", 3), ("KQK", "c3", "a2", 2)])
def test_odds_are_those_of_fractions(pieces, king, man, left):
    game = Kriegspiel(pieces, size=3 if pieces == "KRK" else 4, king=king, man=man)
    ending = Ending(game.size, pieces == "KQK")
    square = {name: ending.squares[place] for place, name in enumerate(game.names)}
    places = ending.places(square[king], square[man])
    start = {at: Fraction(1, len(places)) for at in places}
    rules = BeliefRules(game, 0)
    for upto in range(1, left + 1):
        odds = BeliefOdds(rules, DrawnEffort(Limit(), math.inf))
        expected = ending.odds(square[king], square[man], start, upto)
        assert odds.expect(((rules.number(game.initial()), 1.0),), upto) == pytest.approx(float(expected), abs=1e-9)


def test_a_probable_mate_is_no_proof():
    game = Kriegspiel(size=4)
    decision = belief_search(game, game.initial(), limit=Limit(depth=2))
    assert decision.status is Status.HEURISTIC
    assert 0 < decision.value < 1
    assert "No action guarantees the best result within 2 actions of White's" in decision.note
    assert "the same probability" in decision.note


def test_a_guaranteed_mate_is_proven():
    game = Kriegspiel(size=3)
    decision = belief_search(game, game.initial(), limit=Limit(depth=4))
    assert (decision.status, decision.value, decision.depth) == (Status.PROVEN, 1, 3)
    assert "whatever is hidden" in decision.note


@pytest.mark.parametrize("spec", ["kriegspiel:size=4", "phantom-tic-tac-toe", "kuhn-poker"])
def test_a_belief_state_holds_all_that_looks_alike_and_the_truth(spec):
    game, compared = load_game(spec), 0
    for seed in range(6):
        states = random_walk(game, Lots(seed), 6).states
        turns = [place for place, each in enumerate(states) if not game.is_terminal(each) and game.to_move(each) >= 0]
        state, history = states[turns[-1]], states[: turns[-1]]
        player = game.to_move(state)
        belief = find_belief(game, state, history)
        assert state in belief
        assert math.isclose(sum(belief.values()), 1)
        assert {game.observe(each, player) for each in belief} == {game.observe(state, player)}
        compared += len(belief)
    assert compared > 6


def test_the_true_state_makes_no_difference():
    game = Kriegspiel(size=4)
    one, other = game.parse_state("Kc2 Rb1 kd4"), game.parse_state("Kc2 Rb1 ka4")
    assert game.observe(one, 0) == game.observe(other, 0)
    first, second = (belief_search(game, state, limit=Limit(depth=2)) for state in (one, other))
    assert (first.action, first.value, first.choices) == (second.action, second.value, second.choices)


def test_a_belief_that_is_too_large_is_refused_with_a_sentence():
    game = PhantomTicTacToe()
    state = game.parse_state("X../.O./... -,- A")
    with pytest.raises(SearchError, match="fitting_states"):
        find_belief(game, state, (), most=100)
