"""The stream's decision is what is explained: one that is handed over, an agent's, or one made within a limit."""

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest

from plywise import Agent, Decision, Game, Limit, SearchOptions, decide, load_game
from plywise.explain import Explanation, deciding, explain_state, explaining_hidden, judging, showing
from plywise.explain.judging import DIFFERENCE
from plywise.explain.odds import valuing
from plywise.explain.prose import account_for
from plywise.games.catalog import catalog
from plywise.games.shipped import PRESETS
from plywise.rules import CHANCE, Choice, Status

pytestmark = pytest.mark.filterwarnings("ignore::plywise.PlainEngineWarning")

PLAIN = SearchOptions(engine="plain")


# Strangers' games


class Rows(Game):
    """Four in a row on five rows of text, as one writes it on a first evening: no `evaluate`, no `view`."""

    class State(NamedTuple):
        board: tuple[str, ...] = (".....",) * 5
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [(r, c) for r in range(5) for c in range(5) if state.board[r][c] == "."]

    def result(self, state, action):
        rows = [list(row) for row in state.board]
        rows[action[0]][action[1]] = "XO"[state.turn]
        return self.State(tuple("".join(row) for row in rows), 1 - state.turn)

    def winner(self, state):
        for r in range(5):
            for c in range(5):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(r + dr * i, c + dc * i) for i in range(4)]
                    if all(0 <= y < 5 and 0 <= x < 5 for y, x in cells):
                        pieces = {state.board[y][x] for y, x in cells}
                        if len(pieces) == 1 and pieces != {"."}:
                            return "XO".index(pieces.pop())
        return None

    def is_terminal(self, state):
        return self.winner(state) is not None or not self.actions(state)

    def utility(self, state, player):
        winner = self.winner(state)
        return 0 if winner is None else 1 if winner == player else -1


@dataclass(frozen=True)
class Heap:
    """Beans in two bowls."""

    bowls: tuple[str, ...] = ("ooo", "oo")
    turn: str = "Eve"


class Beans(Game):
    """Take any number of beans from one bowl; whoever takes the last one wins."""

    State = Heap

    def to_move(self, state):
        return ("Eve", "Sam").index(state.turn)

    def actions(self, state):
        return [(bowl, count) for bowl, beans in enumerate(state.bowls) for count in range(1, len(beans) + 1)]

    def result(self, state, action):
        bowl, count = action
        bowls = tuple(beans[count:] if each == bowl else beans for each, beans in enumerate(state.bowls))
        return Heap(bowls, "Sam" if state.turn == "Eve" else "Eve")

    def is_terminal(self, state):
        return not any(state.bowls)

    def utility(self, state, player):
        return -1 if self.to_move(state) == player else 1


def shown_name(explanation: Explanation) -> str:
    """Return the action that the words recommend."""
    found = re.search(r"(?:should play|can only play|, so) (.+?)(?: was drawn)?\.$", explanation.summary[0])
    assert found, explanation.summary[0]
    return found[1]


def check(game: Game, state: object, decision: Decision, **options: object) -> Explanation:
    """Explain a decision, and see that the words are about it."""
    explanation = explain_state(game, state, decision=decision, **options)  # type: ignore[arg-type]
    explained = explanation.decision
    assert explained is not None
    for name in ("action", "value", "status", "unit", "has_preference"):
        assert getattr(explained, name) == getattr(decision, name), name
    if decision.action is not None:
        assert shown_name(explanation) == game.action_name(state, decision.action)
    assert explanation.to_data()["panes"]
    return explanation


# A given decision


@pytest.mark.parametrize("algorithm", [None, "minimax", "alpha-beta", "max-n", "uct", "monte-carlo", "df-pn"])
@pytest.mark.parametrize("spec", ["figure-5.2", "nim:piles=1-2-2", "tic-tac-toe"])
def test_a_given_decision_is_the_one_that_is_explained(spec, algorithm):
    game = load_game(spec)
    state = game.parse_state("X2/1O1/2X") if spec == "tic-tac-toe" else game.initial()
    decision = decide(game, state, limit=Limit(nodes=3000), algorithm=algorithm, options=PLAIN)
    check(game, state, decision, options=PLAIN)


def test_a_decision_for_another_action_than_the_pictures_is_kept():
    game = load_game("figure-5.2")
    decision = decide(game, limit=Limit(depth=1), options=PLAIN)
    worst = next(choice for choice in decision.choices if game.action_name(game.initial(), choice.action) == "a3")
    explanation = check(game, game.initial(), replace(decision.choosing(worst), has_preference=True), options=PLAIN)
    assert shown_name(explanation) == "a3"
    assert "which would play a1" in explanation.panes[0].note


def test_an_agents_move_is_explained():
    game = Rows()
    with Agent(game, "uct", options=PLAIN) as agent:
        decision = agent.decide(game.initial(), limit=Limit(time=60, simulations=40))
    explanation = check(game, game.initial(), decision, options=PLAIN)
    assert explanation.panes[0].marks == "visits"


def test_a_picture_of_other_numbers_says_so():
    game = load_game("connect-four:width=5,height=4")
    deep = decide(game, limit=Limit(depth=6), options=replace(PLAIN, all_exact=True))
    moved = replace(deep, value=deep.value + 5)
    assert DIFFERENCE in check(game, game.initial(), moved, options=PLAIN).panes[0].note


# A decision made for it


def test_the_limit_and_the_switches_are_the_callers():
    game = load_game("connect-four")
    shallow = explain_state(game, limit=Limit(depth=2), options=PLAIN).decision
    deeper = explain_state(game, limit=Limit(nodes=2_000), options=replace(PLAIN, without=("table",))).decision
    assert shallow is not None
    assert deeper is not None
    assert shallow.depth == 2
    assert deeper.depth > 2
    assert deeper.nodes <= 2_000


def test_the_default_is_the_same_each_time(short, monkeypatch):
    monkeypatch.setattr(deciding, "PATIENCE", 600.0)
    for game in (Rows(), Beans(), load_game("nim")):
        told = [explain_state(game, options=PLAIN).summary for _ in range(2)]
        assert told[0] == told[1]


def test_the_decision_is_the_streams():
    for game in (Beans(), load_game("figure-5.4"), load_game("coin-toss")):
        explanation, decision = explain_state(game, options=PLAIN), decide(game, options=PLAIN)
        assert explanation.decision is not None
        assert explanation.decision.action == decision.action
        assert explanation.decision.value == pytest.approx(decision.value)
        assert explanation.decision.status is decision.status is Status.PROVEN


# Simulations


def tried(name: str, value: float, visits: int = 0, **more: object) -> Choice:
    """Return what simulations say of an action of tic-tac-toe."""
    game = load_game("tic-tac-toe")
    action = game.parse_action(game.initial(), name)
    return Choice(action, value, line=(action,), visits=visits, **more)  # type: ignore[arg-type]


def simulated(*choices: Choice, value: float = 0.6, simulations: int = 400, **more: object) -> list[str]:
    """Return what is said of a decision by simulations for the first of some actions of tic-tac-toe."""
    game, first = load_game("tic-tac-toe"), choices[0]
    decision = Decision(first.action, value, 0, Status.HEURISTIC, choices=choices, simulations=simulations)
    return account_for(game, game.initial(), replace(decision, **more)).sentences()  # type: ignore[arg-type]


def test_simulations_say_what_was_tried_how_often_and_how_sure_that_is():
    told = simulated(
        tried("b2", 0.6, 300),
        tried("a1", 0.1, 80),
        tried("b1", 0.9, 5),
        tried("c1", 0, is_tried=False),
        tried("a2", -1, 7, status=Status.PROVEN),
    )
    assert told[:2] == [
        "A should play b2.",
        "In 400 simulations, 300 of them beginning with b2, A got 0.6 on average, give or take 0.09. "
        "Nothing is proven.",
    ]
    assert "a1 looks worse: 80 simulations began with it, and A got 0.1 on average, give or take 0.2." in told
    assert "b1 was tried 5 times: too few to say." in told
    assert "c1 was not tried, so nothing is known of it." in told
    assert any(sentence.startswith("a2 loses: ") for sentence in told)


def test_a_better_mean_of_fewer_simulations_is_not_called_worse():
    told = simulated(tried("b2", 0.5, 300), tried("a1", 0.6, 80), value=0.5)
    assert any(sentence.startswith("a1 did no worse, but was tried less: 80 simulations") for sentence in told)


def test_no_preference_is_said():
    told = simulated(tried("b2", 0, 1), tried("a1", 0, 1), value=0, simulations=2, has_preference=False)
    assert told[0] == "A has no preference: nothing distinguishes the actions so far, so b2 was drawn."


def test_actions_never_tried_are_not_compared():
    game = Rows()
    decision = decide(game, limit=Limit(time=60, simulations=10), options=PLAIN)
    explanation = check(game, game.initial(), decision, options=PLAIN)
    untried = [game.action_name(None, choice.action) for choice in decision.choices if not choice.is_tried]
    assert untried
    (said,) = [each for each in explanation.summary if "not tried" in each]
    assert untried[0] in said
    assert not any(each.startswith(f"{untried[0]} looks") for each in explanation.summary)


# Units


def test_chess_says_pawns():
    game = load_game("chess")
    state = game.parse_state("6k1/1p3ppp/p2q4/3p4/8/1P2P3/P4PPP/3Q2K1 w - - 0 1")
    told = explain_state(game, state, depth=1, options=PLAIN).summary
    assert re.search(r"the estimate is [+−]\d\.\d\d pawns to White", told[1]), told[1]
    compared = [each for each in told if "instead of" in each]
    assert compared
    assert all(each.count("pawns") == 2 for each in compared)


# From the start of every game


NAMES = sorted((*catalog().makers, *PRESETS))
SLOW = ("amazons", "clobber", "dots-and-boxes", "quoridor")
"""Games that take more than three seconds."""


@pytest.fixture
def short(monkeypatch):
    """Make the decisions short: whether something can be said matters here."""
    monkeypatch.setattr(deciding, "PLAINLY_DECIDED", 300)
    monkeypatch.setattr(deciding, "PLAINLY_SIMULATED", 300)
    monkeypatch.setattr(deciding, "PATIENCE", 1.0)
    monkeypatch.setattr(showing, "PLAINLY_DECIDED", 100)
    monkeypatch.setattr(showing, "PATIENCE", 0.5)
    monkeypatch.setattr(showing, "TOLD", 300)
    monkeypatch.setattr(showing, "SIMULATIONS", 5)
    monkeypatch.setattr(judging, "COMPARED", 300)
    monkeypatch.setattr(valuing, "SEARCHES", 2)
    monkeypatch.setattr(valuing, "SIMULATIONS", 3)
    monkeypatch.setattr(explaining_hidden, "ROUNDS", 5)


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=pytest.mark.slow) if each in SLOW else each for each in NAMES]
)
def test_every_game_is_explained_from_its_start(name, short):
    game = load_game(name)
    explanation = explain_state(game, options=PLAIN)
    assert explanation.summary[0].endswith(".")
    assert explanation.to_data()["summary"] == explanation.summary
    if game.to_move(game.initial()) == CHANCE:
        assert explanation.summary[0].startswith("Chance moves here")
    if game.hides:
        assert explanation.odds is not None
        assert explanation.to_svg().startswith("<svg")
    else:
        assert explanation.panes


@pytest.mark.parametrize("game", [Rows(), Beans()], ids=lambda game: game.name)
def test_a_strangers_game_is_explained_from_its_start(game, short):
    explanation = explain_state(game, options=PLAIN)
    decision = explanation.decision
    assert decision is not None
    assert shown_name(explanation) == game.action_name(game.initial(), decision.action)
    assert explanation.to_html()


def test_where_chance_deals_nothing_hidden_is_told():
    game, told = load_game("leduc-poker"), set()
    for cards in ("KJ", "QJ"):
        state = game.initial()
        for name in (*cards, "check", "check"):
            options = dict(game.chances(state)) if game.to_move(state) == CHANCE else game.actions(state)
            state = game.result(state, next(each for each in options if game.action_name(state, each) == name))
        assert game.to_move(state) == CHANCE
        told.add(tuple(explain_state(game, state).summary))
    (summary,) = told
    assert "ask for one player's odds" in summary[1]


def test_the_end_of_a_hidden_game_is_told():
    game = load_game("kuhn-poker")
    assert explain_state(game, game.parse_state("KJ bet fold")).summary[0] == "The game is over."


def test_a_hidden_decision_is_explained():
    game = load_game("liars-dice:sides=3")
    state = game.parse_state("1 2: 1 two")
    decision = decide(game, state, limit=Limit(simulations=50), algorithm="information-set-uct", options=PLAIN)
    told = explain_state(game, state, decision=decision).summary
    player, name = game.name_of(game.to_move(state)), game.action_name(state, decision.action)
    assert told[0] == f"{player} should play {name}, by estimate."
    assert any("by 50 simulations" in each for each in told)
