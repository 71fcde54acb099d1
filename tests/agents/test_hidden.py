"""Agents in games that hide something: they never look, and they play what they should."""

import json

import pytest

from plywise.agents import Agent, decide
from plywise.equilibrium import PolicyFile, find_equilibrium, read_policy, write_policy
from plywise.games.cards.kuhn_poker import KuhnPoker
from plywise.games.cards.leduc_poker import LeducPoker
from plywise.games.cards.liars_dice import LiarsDice
from plywise.matches import MatchOptions, play_match
from plywise.rules import Limit, PlywiseError, SearchError, Status, opened

CHEATS = ("expectiminimax", "star1", "star2", "max-n", "paranoid", "monte-carlo", "uct", "value-iteration")
HONEST = ("cfr-plus", "outcome-sampling", "information-set-uct", "determinized")


@pytest.fixture(scope="module")
def policy(tmp_path_factory):
    found = find_equilibrium(KuhnPoker(), "linear-program")
    path = tmp_path_factory.mktemp("policies") / "kuhn.policy"
    write_policy(path, PolicyFile("kuhn-poker", "linear-program", 0, found.value, found.exploitability, found.policy))
    return path


@pytest.mark.parametrize("name", CHEATS)
def test_whoever_would_look_is_refused(name):
    with pytest.raises(SearchError, match=r"would look at what kuhn-poker hides: choose information-set-uct"):
        decide(KuhnPoker(), KuhnPoker().parse_state("KJ"), algorithm=name)


@pytest.mark.parametrize("spec", ["novice", *CHEATS])
def test_so_is_an_agent(spec):
    with pytest.raises(SearchError, match="would look"), Agent(KuhnPoker(), spec) as agent:
        agent.decide(KuhnPoker().parse_state("KJ"), limit=Limit(nodes=10))


@pytest.mark.parametrize("name", HONEST)
def test_the_others_call_with_a_king_and_claim_nothing(name):
    game = KuhnPoker()
    state = game.parse_state("JK bet")
    decision = decide(game, state, algorithm=name, limit=Limit(simulations=300))
    assert decision.status is Status.HEURISTIC
    assert game.action_name(state, decision.action) == "call"


@pytest.mark.parametrize("name", HONEST)
def test_games_without_secrets_are_not_theirs(name):
    with pytest.raises(SearchError, match="is for games with hidden information"):
        decide(opened(KuhnPoker()), KuhnPoker().parse_state("KJ"), algorithm=name)


def test_auto_solves_what_is_small_and_simulates_the_rest():
    assert decide(KuhnPoker(), KuhnPoker().parse_state("KJ"), limit=Limit(time=0.1)).simulations > 0
    found = decide(LiarsDice(), LiarsDice().parse_state("5 2: 1 four"), limit=Limit(simulations=20))
    assert found.simulations == 20


def test_a_policy_is_written_read_and_played(policy):
    game = KuhnPoker()
    assert read_policy(policy).value == pytest.approx(-1 / 18)
    with Agent(game, f"policy:{policy}") as agent:
        bets = [agent.decide(game.parse_state("QJ"), history=_history(game, "QJ")).action for _ in range(30)]
        assert bets == [0] * 30  # a queen never bets
        assert agent.decide(game.parse_state("QJ")).action == 0  # what is seen is enough here


def _history(game, cards):
    first = game.result(game.initial(), "JQK".index(cards[0]))
    return game.initial(), first


def test_a_policy_of_another_game_is_refused(policy):
    with pytest.raises(PlywiseError, match="is a policy for kuhn-poker, not for leduc-poker"):
        Agent(LeducPoker(), f"policy:{policy}")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data | {"format": "something"}, "is no policy"),
        (lambda data: data | {"policy": 3}, "is no policy"),
        (lambda data: data | {"policy": [{"player": 0, "information": [1], "chances": [[0, 0.2]]}]}, "don't add up"),
        (lambda data: data | {"policy": [{"player": 0, "information": [1], "chances": [[0, -1], [1, 2]]}]}, "add up"),
        (lambda data: {key: data[key] for key in data if key != "value"}, "no whole policy"),
    ],
)
def test_what_is_no_policy_is_refused_in_one_sentence(policy, tmp_path, change, said):
    broken = tmp_path / "broken.policy"
    broken.write_text(json.dumps(change(json.loads(policy.read_text()))))
    with pytest.raises(PlywiseError, match=said) as raised:
        read_policy(broken)
    assert "\n" not in str(raised.value)


def test_both_games_of_a_pair_have_the_same_deal():
    result = play_match(LeducPoker(), ["random", "random:seed=5"], MatchOptions(games=20), workers=1)
    deals = [(game.unit, game.actions[:2]) for game in result.games.values()]
    assert len({deal for _, deal in deals}) > 1
    for unit in range(10):
        assert len({deal for number, deal in deals if number == unit}) == 1
