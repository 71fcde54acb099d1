"""Opponent models: only what was seen counts, answers keep to their risk, and biased players pay for their bias."""

import math
from itertools import product

import pytest

from plywise import CHANCE, Agent, Callbacks, Game, Limit, PlywiseError, Record, load_game, play_match
from plywise.agents.modelling import Modelling
from plywise.agents.players import ModellerPlayer
from plywise.agents.policies import decide_by_policy
from plywise.equilibrium import (
    OpponentModel,
    PolicyFile,
    both_responses,
    joined,
    respond,
    solve_linear_program,
    write_policy,
)
from plywise.matches import MatchOptions
from plywise.rules import Lots, Policy, information_of
from plywise.search.hidden import BestResponse, best_answers, exploitability, grow_tree
from tests.equilibrium.biased import PLAYERS, biased, fare, worth

pytest.importorskip("scipy")


@pytest.fixture(scope="module")
def kuhn():
    tree = grow_tree(load_game("kuhn-poker"))
    return tree, *solve_linear_program(tree)


def plays_of(game, policy, games, seed):
    """Yield the states of games in which both follow a policy."""
    lots = Lots(seed)
    for _ in range(games):
        record = Record(game)
        while not record.is_over:
            if game.to_move(record.state) == CHANCE:
                record.add(lots.draw(game.chances(record.state)))
            else:
                record.add(decide_by_policy(game, policy, record.state, record.history, lots).action)
        yield record.states


@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_counted_approaches_what_the_opponent_does(kuhn, seat):
    tree, _, equilibrium = kuhn
    other = biased(tree, equilibrium, 0.5, {"bet": 2})
    at_random = tree.policy([[0.5, 0.5] for _ in tree.sets])
    mixed = {**at_random.rows, **{key: row for key, row in other.rows.items() if key[0] != seat}}
    model = OpponentModel(tree, seat, equilibrium, weight=1)
    for states in plays_of(tree.game, Policy(mixed), 3_000, seed=5):
        model.add(information_of(tree.game, states, seat))
    estimate = model.policy()
    for each in tree.sets:
        if each.player != seat:
            expected = other.at(each.player, each.information, each.actions)
            assert estimate.at(each.player, each.information, each.actions) == pytest.approx(expected, abs=0.12)


def test_hands_that_were_folded_unseen_are_counted_by_their_odds(kuhn):
    """B folds every jack and queen and calls with every king: of what was shown alone, B would never fold."""
    tree, _, equilibrium = kuhn
    rows = {}
    for each in tree.sets:
        calls = each.player == 1 and each.information[-1][0] == 2
        is_bet = each.names[0] == "fold"
        first = 0.0 if each.player == 0 or (is_bet and calls) else 1.0  # A always bets
        rows[each.player, each.information] = tuple(zip(each.actions, (first, 1 - first), strict=True))
    model = OpponentModel(tree, 0, equilibrium, weight=1)
    for states in plays_of(tree.game, Policy(rows), 900, seed=2):
        model.add(information_of(tree.game, states, 0))
    estimate = model.policy()
    for each in tree.sets:
        if each.player == 1 and each.names[0] == "fold":
            folds, _ = estimate.at(1, each.information, each.actions)
            assert folds == pytest.approx(0.0 if each.information[-1][0] == 2 else 1.0, abs=0.1)


def test_games_that_look_alike_teach_the_same(kuhn):
    tree, _, equilibrium = kuhn
    game, models = tree.game, []
    for hidden in ("J", "Q"):
        model = OpponentModel(tree, 0, equilibrium, weight=1)
        record = Record(game)
        for name in ("K", hidden, "bet", "fold"):
            record.add(record.find(name))
        model.add(information_of(game, record.states, 0))
        models.append(model.policy())
    assert models[0] == models[1]


@pytest.mark.parametrize("player", [0, 1])
def test_a_response_without_a_limit_is_the_best_of_all_pure_policies(kuhn, player):
    tree, value, equilibrium = kuhn
    other = biased(tree, equilibrium, 0.3, {"fold": 2})
    own = [each for each in tree.sets if each.player == player]
    best = -math.inf
    for choices in product((0, 1), repeat=len(own)):
        rows = {
            (player, each.information): tuple(
                (action, float(place == choice)) for place, action in enumerate(each.actions)
            )
            for each, choice in zip(own, choices, strict=True)
        }
        best = max(best, worth(tree, Policy({**other.rows, **rows}), other, player))
    answer = respond(tree, other, player)
    assert answer.value == pytest.approx(best)
    assert answer.value == pytest.approx(BestResponse(tree, other, player).value)
    assert answer.game_value == pytest.approx(value if player == 0 else -value)


@pytest.mark.parametrize("risk", [0.0, 0.05, 0.2, 1.0])
def test_a_response_keeps_to_its_risk_and_more_risk_gains_no_less(kuhn, risk):
    tree, _, equilibrium = kuhn
    other = biased(tree, equilibrium, 0.0, {"fold": 3})
    for player in (0, 1):
        answer = respond(tree, other, player, risk=risk)
        assert answer.risk <= risk + 1e-9
        bolder = respond(tree, other, player, risk=risk + 0.1)
        assert bolder.value >= answer.value - 1e-9
        assert answer.value >= worth(tree, equilibrium, other, player) - 1e-9


def test_both_answers_make_one_policy_with_its_own_exploitability(kuhn):
    tree, _, equilibrium = kuhn
    other = biased(tree, equilibrium, 0.0, {})
    responses = both_responses(tree, other, risk=0.1)
    policy = joined(tree, responses)
    assert exploitability(tree, policy) == pytest.approx(sum(each.risk for each in responses) / 2)
    assert best_answers(tree, policy)[1] == pytest.approx(-responses[0].worst)


def test_a_modeller_starts_from_an_equilibrium_and_says_what_it_risks():
    game = load_game("kuhn-poker")
    modeller = ModellerPlayer(game, Modelling(), seed=1)
    state = game.parse_state("KJ")
    history = (game.initial(), game.result(game.initial(), 2))
    assert "risks nothing" in modeller.choose(state, Limit(), history, Callbacks()).note
    for states in plays_of(game, Policy({}), 30, seed=1):
        modeller.hear_end(states, 0)
    note = modeller.choose(state, Limit(), history, Callbacks()).note
    assert "it saw in 30 games" in note
    assert "so it risks" in note
    assert modeller.responses[1] is None


@pytest.mark.parametrize("name", ["folds too often", "equilibrium, but never folds"])
def test_biased_players_of_kuhn_pay(name):
    modeller = ModellerPlayer(load_game("kuhn-poker"), Modelling(), seed=0)
    fared = fare(modeller, biased(modeller.tree, modeller.equilibrium, *PLAYERS[name]), matches=2, games=150)
    assert min(fared.gains) > 0
    assert fared.risk <= 0.2 + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(("spec", "games"), [("kuhn-poker", 400), ("leduc-poker", 200)])
def test_biased_players_pay_more_than_to_the_equilibrium(spec, games, name):
    modeller = ModellerPlayer(load_game(spec), Modelling(), seed=0)
    fared = fare(modeller, biased(modeller.tree, modeller.equilibrium, *PLAYERS[name]), matches=5, games=games)
    mean, half = fared.gain
    print(  # noqa: T201 (figures for docs/measurements.md)
        f"\n| {spec} | {name} | {fared.equilibrium:+.3f} | {mean:+.3f} ± {half:.3f} | "
        f"{fared.won:+.3f} ± {fared.won_error:.3f} | {fared.risk:.2f} |"
    )
    assert fared.risk <= modeller.risk + 1e-6
    assert mean > half


def test_a_match_keeps_the_modeller_from_game_to_game(tmp_path, kuhn):
    tree, value, equilibrium = kuhn
    path = tmp_path / "biased.policy"
    policy = biased(tree, equilibrium, 0.0, {"fold": 9})
    write_policy(path, PolicyFile("kuhn-poker", "cfr-plus", 1, value, 1.0, policy))
    agents = ["modeller:risk=1", f"policy:{path}"]
    result = play_match(load_game("kuhn-poker"), agents, MatchOptions(games=300, limit=Limit(time=60)), workers=1)
    learned = sum(game.utilities[game.seats.index(0)] for game in result.games.values()) / 300
    fresh = sum(worth(tree, equilibrium, policy, seat) for seat in (0, 1)) / 2
    assert learned > fresh


def test_a_modeller_refuses_what_it_is_not_for():
    with pytest.raises(PlywiseError, match="small enough to be solved"):
        Agent(load_game("tic-tac-toe"), "modeller")
    with pytest.raises(PlywiseError, match="no setting 'risk=-1'"):
        Agent(load_game("kuhn-poker"), "modeller:risk=-1")


class Matching(Game):
    """A stranger's game: A hides a coin, B guesses; heads pays 2, tails 1, and B sees a wrong guess only as lost."""

    utility_range = (-2, 2)

    def initial(self):
        return ()

    def to_move(self, state):
        return len(state)

    def actions(self, state):
        return ["heads", "tails"] if len(state) < 2 else []

    def result(self, state, action):
        return (*state, action)

    def utility(self, state, player):
        won = (2 if state[0] == "heads" else 1) * (1 if state[0] == state[1] else -1)
        return won if player == 1 else -won

    def observe(self, state, player):
        return state if player == 0 else (len(state), state[1:], len(state) == 2 and self.utility(state, 1))


def test_a_strangers_game_is_modelled_too():
    modeller = ModellerPlayer(Matching(), Modelling(risk=1), seed=0)
    always_heads = modeller.tree.policy([[0.9, 0.1] if each.player == 0 else [0.5, 0.5] for each in modeller.tree.sets])
    fared = fare(modeller, always_heads, matches=2, games=60)
    assert min(fared.gains) > 0
