"""Odds over what is hidden: right where they can be computed by hand, and never more than the player can know."""

import json
from typing import Any, NamedTuple

import pytest

from plywise import CHANCE, Game, load_game
from plywise.explain import explaining_hidden
from plywise.explain.explaining_hidden import StatedPolicy, explain_hidden, odds_in_words
from plywise.explain.odds import Fitting, find_fitting, find_hidden, fitting, known_to, valuing
from plywise.games.cards.bridge import Bridge
from plywise.rules import Lots, PlywiseError, Policy, opened, random_walk
from plywise.search.hidden import StateSampler, sampling


class HighCard(Game):
    """One card each of 1 to 4; A bets or not; a user's game, without a view and without deals."""

    name = "high-card"

    class State(NamedTuple):
        cards: tuple[int, int] = (0, 0)
        bet: int = -1
        call: int = -1

    def to_move(self, state):
        return CHANCE if state.cards[1] == 0 else int(state.bet == 1)

    def chances(self, state):
        left = [card for card in (1, 2, 3, 4) if card not in state.cards]
        for card in left:
            yield card, 1 / len(left)

    def actions(self, state):
        yield from (0, 1)

    def result(self, state, action):
        if state.cards[0] == 0:
            return self.State((action, 0))
        if state.cards[1] == 0:
            return self.State((state.cards[0], action))
        return state._replace(bet=action) if state.bet < 0 else state._replace(call=action)

    def is_terminal(self, state):
        return state.bet == 0 or state.call >= 0

    def utility(self, state, player):
        won = 1 if state.cards[0] > state.cards[1] else -1
        return won if player == 0 else -won

    def observe(self, state, player):
        return state.cards[player], int(state.cards[1 - player] > 0), state.bet, state.call


SPECS = [
    "kuhn-poker",
    "leduc-poker",
    "liars-dice:sides=3",
    "goofspiel:cards=3",
    "battleship",
    "phantom-tic-tac-toe",
    "small-whist",
    "bridge:cards=2",
    "two-roads",
]
GAMES = [*map(load_game, SPECS), HighCard()]
FINDING = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec or game.name)


@pytest.fixture
def short(monkeypatch):
    """Make searches and policies short: what they say matters less here than whether it is the same."""
    monkeypatch.setattr(valuing, "SEARCHES", 2)
    monkeypatch.setattr(valuing, "SIMULATIONS", 3)
    monkeypatch.setattr(explaining_hidden, "ROUNDS", 5)
    monkeypatch.setattr(fitting, "MOST_VISITED", 1_000)
    monkeypatch.setattr(fitting, "MOST_VISITED_BY_POLICY", 5_000)
    monkeypatch.setattr(fitting, "DRAWN", 30)
    monkeypatch.setattr(sampling, "KEPT", 20)
    monkeypatch.setattr(Bridge, "best_agent", "information-set-uct")  # no double-dummy kernel has to be compiled


def alike(game, count):
    """Yield lines of play to a player's turn, each with another line in which that player knows the same."""
    for seed in range(30):
        states = random_walk(game, Lots(seed), 1 + seed % 3).states
        if game.is_terminal(states[-1]) or game.to_move(states[-1]) == CHANCE:
            continue
        if count == 0:
            return
        count -= 1
        known = known_to(game, states[-1], states[:-1])
        sampler = StateSampler(game, known.player, known.observation, known.information, lots=Lots(seed + 50))
        if not game.offers("deals"):
            yield states, sampler.draw_line()
            continue
        for _ in range(20):
            other = sampler.draw()
            if other != states[-1]:
                yield states[-1:], (other,)
                break


def said(game, states):
    """Return all that is said and drawn of a state, as bytes."""
    found = explain_hidden(game, states[-1], history=states[:-1])
    texts = [json.dumps(found.to_data()), str(found), found.to_svg(), found.to_html(), *odds_in_words(game, states[-1])]
    return "\n".join(texts).encode()


@FINDING
def test_states_that_look_alike_are_explained_alike(game, short):
    compared = 0
    for states, other in alike(game, 2):
        assert said(game, states) == said(game, other)
        compared += 1
    assert compared


@pytest.mark.parametrize("leak", ["the true state alone", "the true state first", "its board"])
def test_a_planted_leak_is_found(leak, short, monkeypatch):
    game, states = GAMES[0], [GAMES[0].parse_state(text) for text in ("QJ check bet", "QK check bet")]

    def explain(state):
        def leaking(known, policy=None, seed=0):
            found = find_fitting(known, policy, seed)
            true = next(each for each in found.states if each.state == state)
            if leak == "the true state alone":
                return Fitting((true,), True)
            return Fitting((true, *(each for each in found.states if each is not true)), True)

        monkeypatch.setattr(explaining_hidden, "find_fitting", leaking)
        if leak == "its board":
            monkeypatch.setattr(explaining_hidden, "seen_view", lambda game, first, player: game.view(first))
        return said(game, (state,))

    same = explain(states[0]) == explain(states[1])
    assert same == (leak == "the true state first")  # the order alone gives nothing away: odds are sorted


def shares(game, text, weight="by_random", policy=None, player=None):
    known = known_to(game, game.parse_state(text), player=player)
    (part,) = find_hidden(known, find_fitting(known, policy), weight)
    return {chance.what: chance.share for chance in part.chances}


def test_odds_by_the_deal_are_right():
    assert shares(load_game("kuhn-poker"), "QK check bet") == {"J": 0.5, "K": 0.5}
    leduc = shares(load_game("leduc-poker"), "KJQ check check /")
    assert leduc == pytest.approx({"J": 0.5, "K": 0.25, "Q": 0.25})
    assert shares(load_game("liars-dice:sides=4"), "3 1: 1 two") == dict.fromkeys("1234", 0.25)
    ship = shares(load_game("battleship:size=2"), "a1-b1/a1-a2:a1/. B", player=0)
    assert ship == pytest.approx({"a2": 0.5, "b1": 0.5})


def test_odds_by_a_policy_follow_from_bayes():
    game = load_game("kuhn-poker")
    rows: dict[Any, Any] = {}
    for card, bets in (("J", 1 / 3), ("K", 1.0), ("Q", 0.0)):
        state = game.parse_state(f"{'Q' if card != 'Q' else 'J'}{card} check")
        states = [game.initial()]
        first = game.parse_state("Q-") if card != "Q" else game.parse_state("J-")
        states += [first, game.parse_state(game.state_name(state)[:2]), state]
        known = known_to(game, state, states[:-1])
        assert known.information is not None
        rows[1, known.information] = ((0, 1 - bets), (1, bets))
    assert shares(game, "QJ check bet", "by_policy", Policy(rows)) == pytest.approx({"K": 0.75, "J": 0.25})
    told = explain_hidden(game, game.parse_state("QJ check bet"), policy=StatedPolicy(Policy(rows), "By hand."))
    assert "If B follows the policy, B has K (75%) or J (25%)." in told.summary


@pytest.mark.parametrize(("spec", "text"), [("leduc-poker", "KJQ check check /"), ("liars-dice:sides=3", "1 2: 1 two")])
def test_a_sample_agrees_within_its_error(spec, text, monkeypatch):
    exact = shares(load_game(spec), text)
    monkeypatch.setattr(fitting, "MOST_VISITED", 0)
    game = load_game(spec)
    known = known_to(game, game.parse_state(text))
    (part,) = find_hidden(known, find_fitting(known), "by_random")
    assert all(0 < chance.error < 0.05 for chance in part.chances)
    assert all(abs(chance.share - exact[chance.what]) < 2 * chance.error for chance in part.chances)


def test_values_in_kuhn_are_those_of_the_equilibrium():
    game = load_game("kuhn-poker")
    found = explain_hidden(game, game.parse_state("JK check bet"))
    assert found.odds is not None
    values = {each.name: each.value for each in found.odds.valued}
    assert values == pytest.approx({"fold": -1, "call": -2})
    assert found.summary[0] == "The policy plays fold 100%." or "fold >99%" in found.summary[0]


def test_another_player_may_ask():
    game = load_game("kuhn-poker")
    found = explain_hidden(game, game.parse_state("QK check"), player=0)
    assert found.summary[:3] == ["It is the turn of B.", "A has Q.", "By the deal alone, B has J or K: 50% each."]


def test_fields_are_compared_where_no_view_shows_anything():
    told = odds_in_words(GAMES[-1], HighCard.State((2, 3)))
    assert told == ("By the deal alone, cards[1] is 1, 3 or 4: 33% each.",)


def test_what_cannot_be_asked_is_refused_in_a_sentence():
    game = load_game("kuhn-poker")
    with pytest.raises(PlywiseError, match="Chance moves here"):
        explain_hidden(game, game.initial())
    with pytest.raises(PlywiseError, match="The game is over"):
        explain_hidden(game, game.parse_state("KJ bet fold"))
    with pytest.raises(PlywiseError, match="outcome-sampling values no actions"):
        explain_hidden(game, game.parse_state("KJ"), algorithm="outcome-sampling")
    with pytest.raises(PlywiseError, match="is for games with hidden information"):
        explain_hidden(opened(game), game.parse_state("KJ"), algorithm="information-set-uct")
