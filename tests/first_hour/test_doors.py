"""One answer through every door: Python, agents, commands, the service, UCI and GTP are asked the same questions.

A door is a function that puts a question and returns what it heard: what a door doesn't tell is None. A question is a
row with the answer that the texts, or a minute with paper, give. Each cell of the table is a test.
"""

import json
import queue
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

import plywise
from plywise import Agent, Decision, Game, Limit, SearchOptions, load_game
from plywise.agents import GtpPlayer, UciThinker
from plywise.protocols import GtpServer, UciServer
from plywise.service.settings import Settings
from plywise.service.web import create_app
from plywise.tasks import offer
from tests.docs.pages import environment
from tests.forking import run_plywise
from tests.service.conftest import hosting
from tests.service.talk import PATIENCE, Client

pytestmark = pytest.mark.filterwarnings("ignore::plywise.PlainEngineWarning")

PILES = '''"""Thirteen beans, one to three a turn; whoever takes the last one wins."""

from dataclasses import dataclass

from plywise import Game


@dataclass(frozen=True)
class Bowl:
    beans: str = "o" * 13
    turn: str = "Eve"


class Beans(Game):
    """Take one to three beans; whoever takes the last one wins."""

    State = Bowl

    def to_move(self, state):
        return ("Eve", "Sam").index(state.turn)

    def actions(self, state):
        return ["one", "two", "three"][: len(state.beans)]

    def result(self, state, action):
        taken = {"one": 1, "two": 2, "three": 3}[action]
        return Bowl(state.beans[taken:], "Sam" if state.turn == "Eve" else "Eve")

    def is_terminal(self, state):
        return not state.beans

    def utility(self, state, player):
        return -1 if self.to_move(state) == player else 1
'''

DICE = '''"""Be content with a quarter, or throw: three to six wins; after less, the other wins or tosses a coin."""

from typing import NamedTuple

from plywise import CHANCE, Game


class Table(NamedTuple):
    said: str = ""
    fell: str = ""


class Throw(Game):
    """A sure quarter, or a throw."""

    State = Table
    utility_scale = 4

    def to_move(self, state):
        if state.said == "throw" and not state.fell or state.said == "toss":
            return CHANCE
        return 1 if state.fell else 0

    def actions(self, state):
        return ["take", "toss"] if state.fell else ["content", "throw"]

    def chances(self, state):
        return [("heads", 0.5), ("tails", 0.5)] if state.said == "toss" else [(str(n), 1 / 6) for n in range(1, 7)]

    def result(self, state, action):
        return state._replace(fell=action) if self.to_move(state) == CHANCE else state._replace(said=action)

    def is_terminal(self, state):
        return state.said in ("content", "take") or state.fell in ("3", "4", "5", "6", "heads", "tails")

    def utility(self, state, player):
        if state.said == "content":
            first = 0.25
        else:
            first = 1 if state.fell in ("3", "4", "5", "6", "heads") else -1
        return first if player == 0 else -first
'''

THREE = '''"""Seven coins for three, one or two a turn; the last one brings two points, and one to the player before."""

from typing import NamedTuple

from plywise import Game


class Row(NamedTuple):
    coins: str = "$$$$$$$"
    turn: int = 0


class Coins(Game):
    """Take one or two coins."""

    State = Row
    players = 3
    utility_range = (0, 2)
    utility_sum = 3

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return ["one", "two"][: len(state.coins)]

    def result(self, state, action):
        return Row(state.coins[2 if action == "two" else 1 :], (state.turn + 1) % 3)

    def is_terminal(self, state):
        return not state.coins

    def utility(self, state, player):
        return (0, 1, 2)[(player - state.turn) % 3]
'''

EVEN = '''"""A tree typed in: whatever MAX does, MIN leads on, and MAX gets 5 or 2. Each action is worth the same."""

from plywise.games.tree import Tree


class Even(Tree):
    """Three actions, and nothing between them."""

    def __init__(self):
        super().__init__([[[1, 5], [1, 2]], [[1, 2], [1, 5]], [[1, 5], [1, 2]]], title="even")
'''

FILES = {"beans.py": PILES, "throw.py": DICE, "coins.py": THREE, "even.py": EVEN}

HANGING_QUEEN = "6k1/1p3ppp/p2q4/3p4/8/1P2P3/P4PPP/3Q2K1 w - - 0 1"


@dataclass(frozen=True)
class Answer:
    """What was heard, or what is expected; None where a door doesn't tell it, or nothing is expected."""

    action: str | None = None
    value: float | None = None
    status: str | None = None
    values: tuple[float, ...] | None = None
    nodes: int | None = None
    leaves: int | None = None


@dataclass(frozen=True)
class Question:
    """A state of a game, who is to answer and how deep; and what is expected."""

    name: str
    game: str
    expected: Answer
    state: str | None = None
    played: tuple[str, ...] = ()
    """The actions played before, instead of a state."""
    algorithm: str | None = None
    depth: int | None = None
    engine: str = "auto"
    never: str = ""
    """An action that mustn't be chosen."""
    is_slow: bool = False
    all_exact: bool = False

    def spec(self, folder: Path) -> str:
        """Return the game's spec, in a folder with the files."""
        return str(folder / self.game) if self.game in FILES else self.game

    def load(self, folder: Path) -> tuple[Game, Any]:
        """Return the game and the state."""
        game = load_game(self.spec(folder))
        state = game.initial() if self.state is None else game.parse_state(self.state)
        for name in self.played:
            state = game.result(state, game.parse_action(state, name))
        return game, state

    @property
    def limit(self) -> Limit | None:
        """The limit: a depth, or none."""
        return None if self.depth is None else Limit(depth=self.depth)

    @property
    def options(self) -> SearchOptions:
        """The engine, if it is named; a compiled one is waited for."""
        return SearchOptions(engine=cast(Any, self.engine), wait=self.engine == "compiled", all_exact=self.all_exact)


def queen(depth: int, engine: str) -> Question:
    """Return the question whether a queen is given for a pawn."""
    return Question(
        f"queen, depth {depth}, {engine}",
        "chess",
        Answer(status="heuristic"),
        state=HANGING_QUEEN,
        depth=depth,
        engine=engine,
        never="Qxd5",
    )


QUESTIONS = (
    Question("figure 5.2 by minimax", "figure-5.2", Answer("a1", 3, "proven", None, 13, 9), algorithm="minimax"),
    Question("figure 5.2 by alpha-beta", "figure-5.2", Answer("a1", 3, "proven", None, 11, 7), algorithm="alpha-beta"),
    Question(
        "tic-tac-toe by minimax",
        "tic-tac-toe",
        Answer(None, 0, "proven", None, 549_946, 255_168),
        algorithm="minimax",
        depth=9,
        is_slow=True,
    ),
    Question("II-Nim by minimax", "ii-nim", Answer("A1", -1, "proven", None, 33, 14), algorithm="minimax"),
    *(queen(depth, engine) for depth in (1, 2, 3) for engine in ("plain", "compiled")),
    Question("a win at once", "tic-tac-toe", Answer("a3", 1, "proven"), played=("a1", "b1", "a2", "b2")),
    Question("a small game", "beans.py", Answer("one", 1, "proven")),
    Question("a game of dice", "throw.py", Answer("throw", 1 / 3, "proven")),
    Question("three players", "coins.py", Answer("two", 2, "proven", (2, 0, 1))),
    Question("no preference", "even.py", Answer(None, 2, "proven")),
)


# The doors


def of_decision(game: Game, state: Any, decision: Decision) -> Answer:
    """Return what a decision says."""
    return of_data(decision.to_data(game, state))


def of_data(data: dict[str, Any]) -> Answer:
    """Return what a decision as data says."""
    told = {each.name: data.get(each.name) for each in fields(Answer)}
    return Answer(**told | {"values": None if data.get("values") is None else tuple(data["values"])})


@dataclass(frozen=True)
class Place:
    """Where the questions are put: a folder with the files, and the page's service."""

    folder: Path
    client: Callable[[], Client]


def by_decide(question: Question, place: Place) -> Answer:
    game, state = question.load(place.folder)
    found = plywise.decide(game, state, limit=question.limit, algorithm=question.algorithm, options=question.options)
    return of_decision(game, state, found)


def by_analyse(question: Question, place: Place) -> Answer:
    analyse = getattr(plywise, "analyse", None)
    if analyse is None:
        pytest.skip("plywise.analyse isn't there yet.")
    game, state = question.load(place.folder)
    named = {"limit": question.limit, "algorithm": question.algorithm, "options": question.options}
    *_, last = analyse(game, state, **named)
    return of_decision(game, state, last)


def by_agent(question: Question, place: Place) -> Answer:
    game, state = question.load(place.folder)
    with Agent(game, question.algorithm or "auto", options=question.options) as agent:
        return of_decision(game, state, agent.decide(state, limit=question.limit))


def by_explanation(question: Question, place: Place) -> Answer:
    game, state = question.load(place.folder)
    found = plywise.explain_state(game, state, algorithm=question.algorithm, depth=question.depth).decision
    assert found is not None
    return of_decision(game, state, found)


def command(question: Question, place: Place, name: str, *more: str) -> str:
    """Run a command about a question, and return what it prints."""
    words = [name, question.spec(place.folder), *more]
    game, state = question.load(place.folder)
    words += ["--state", game.state_name(state)] if question.state or question.played else []
    words += [] if question.algorithm is None else ["--algorithm", question.algorithm]
    words += [] if question.depth is None else ["--depth", str(question.depth)]
    words += ["--engine", question.engine] if name == "analyse" else []
    done = run_plywise(words, place.folder, environment())
    assert done.returncode == 0, done.stderr
    return done.stdout


def by_analyse_command(question: Question, place: Place) -> Answer:
    return of_data(json.loads(command(question, place, "analyse", "--json")))


def by_explain_command(question: Question, place: Place) -> Answer:
    """Without a decision in it, the data still tell what the search looked at."""
    data = json.loads(command(question, place, "explain", "--json"))
    if "decision" in data:
        return of_data(data["decision"])
    last = data["panes"][-1]["steps"][-1]
    named = re.search(r"(?:should play|so) (\S+?)(?:\.| was drawn)", data["summary"][0])
    counts = {name: last[key] for name, key in (("nodes", "states"), ("leaves", "leaves"))}
    return Answer(action=named[1] if named else None, **counts)


def by_service(question: Question, place: Place) -> Answer:
    return of_data(heard_from_service(question, place)["decision"])


def heard_from_service(question: Question, place: Place) -> dict[str, Any]:
    """Return the last message of an analysis without a limit in time, which ends by itself."""
    client = place.client()
    name = question.game.removesuffix(".py")
    given = {"algorithm": question.algorithm, "depth": question.depth, "start": question.state}
    more: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
    with client.talk() as talk:
        talk.analyse(name, *question.played, seconds=None, **more)
        *_, last = talk.hear_all()
    assert last["type"] == "decision", last
    return last


def by_uci(question: Question, place: Place) -> Answer:
    game, state = question.load(place.folder)
    said: queue.Queue[str | None] = queue.Queue()
    heard: queue.Queue[str] = queue.Queue()
    spec = f"{question.algorithm or 'auto'}:engine={question.engine}"
    server = UciServer(game, "Plywise", lambda: UciThinker(game, spec), heard.put)
    thread = threading.Thread(target=server.serve, args=(iter(said.get, None),), daemon=True)
    thread.start()
    for line in ("uci", "isready", f"position fen {question.state}", f"go depth {question.depth}"):
        said.put(line)
    while not (line := heard.get(timeout=120)).startswith("bestmove"):
        pass
    said.put("quit")
    thread.join(20)
    action = next(each for each in game.actions(state) if cast(Any, game).uci(state, each) == line.split()[1])
    return Answer(action=game.action_name(state, action))


def by_gtp(question: Question, place: Place) -> Answer:
    """Only games on a square board have names for GTP; it says nothing but the action."""
    game = load_game(question.game)
    limit = question.limit or Limit(time=1)
    server = GtpServer(
        "Plywise",
        "1",
        lambda size, komi: game,
        lambda each: GtpPlayer(each, question.algorithm or "auto", limit, question.options),
    )
    for colour, name in zip("bwbw", question.played, strict=True):
        assert server.answer("", ["play", colour, name]).startswith("=")
    answer = server.answer("", ["genmove", "b"])
    assert answer.startswith("= "), answer
    return Answer(action=answer.removeprefix("= ").strip().lower())


DOORS: dict[str, Callable[[Question, Place], Answer]] = {
    "decide": by_decide,
    "the last of analyse": by_analyse,
    "Agent": by_agent,
    "explain_state": by_explanation,
    "plywise analyse": by_analyse_command,
    "plywise explain": by_explain_command,
    "the service": by_service,
    "UCI": by_uci,
    "GTP": by_gtp,
}

COMPILES = ("decide", "the last of analyse", "Agent", "plywise analyse", "UCI")
"""Doors that are asked for an engine; the others take the one they like."""
VALUING = ("explain_state", "plywise analyse", "plywise explain", "the service")
"""Doors that show what every action is worth."""


def suits(door: str, question: Question) -> bool:
    """Whether a door is for such a question."""
    if door == "UCI":
        return question.game == "chess"
    if door == "GTP":
        return question.game == "tic-tac-toe" and bool(question.played)
    return door in COMPILES or question.engine != "compiled"


def differences(heard: Answer, expected: Answer, question: Question) -> list[str]:
    """Say in which fields an answer isn't the expected one; what isn't told or not expected doesn't count."""
    found = []
    for name, wanted in asdict(expected).items():
        said = getattr(heard, name)
        if said is None or wanted is None:
            continue
        is_same = said == pytest.approx(wanted, abs=1e-9) if isinstance(wanted, int | float | tuple) else said == wanted
        if not is_same:
            found.append(f"{name} is {said!r}, expected {wanted!r}")
    if question.never and heard.action == question.never:
        found.append(f"{heard.action} is played, which loses")
    if heard == Answer():
        found.append("nothing is said")
    return found


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A folder with the games, and a service that offers them and is started when the first question is put to it."""
    folder = tmp_path_factory.mktemp("doors")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    running: list[Client] = []
    closing: list[Any] = []

    def client() -> Client:
        if not running:
            specs = sorted({question.spec(folder) for question in QUESTIONS})
            app = create_app(offer(specs), Settings(workers=1, memory_mb=3000, compiles_ahead=False))
            host = hosting(app)
            address = host.__enter__()
            http = httpx.Client(base_url=address, timeout=PATIENCE)
            closing.extend((http.close, lambda: host.__exit__(None, None, None)))
            running.append(Client(http, app.state.jobs))
        return running[0]

    yield Place(folder, client)
    for close in closing:
        close()


def is_slow(door: str, question: Question) -> bool:
    """Whether a cell is left to `make slow`: the whole of tic-tac-toe, chess searched or compiled once more."""
    if question.is_slow or question.engine == "compiled":
        return door not in ("decide", "UCI")
    return question.game == "chess" and question.depth != 1 and door not in ("decide", "the last of analyse", "Agent")


def cells(questions: Sequence[Question]) -> list[Any]:
    """Return each question with each door that it suits."""
    return [
        pytest.param(
            door, question, id=f"{door}: {question.name}", marks=[pytest.mark.slow] if is_slow(door, question) else []
        )
        for question in questions
        for door in DOORS
        if suits(door, question)
    ]


@pytest.mark.parametrize(("door", "question"), cells(QUESTIONS))
def test_every_door_gives_the_same_answer(door, question, place):
    found = differences(DOORS[door](question, place), question.expected, question)
    assert not found, f"{door}, {question.name}: {'; '.join(found)}"


@pytest.mark.parametrize(("door", "question"), cells([question for question in QUESTIONS if question.never]))
def test_doors_agree_where_no_text_gives_the_answer(door, question, place):
    """The queen's moves are estimates: every door says what `decide` says with the same engine.

    Where several moves are worth the same, a door that values all of them may name another than one that looks for the
    best alone: it says what `decide` says with `all_exact`.
    """
    heard = DOORS[door](question, place)
    engines = [question.engine] if door in COMPILES else ["plain", "compiled"]
    exact = (False, True) if door in VALUING else (False,)
    expected = [
        by_decide(replace(question, engine=engine, all_exact=is_exact), place)
        for engine in engines
        for is_exact in exact
    ]
    found = min((differences(heard, replace(each, nodes=None, leaves=None), question) for each in expected), key=len)
    assert not found, f"{door}, {question.name}: {'; '.join(found)}"


# No preference


EVEN_QUESTION = QUESTIONS[-1]


def test_no_preference_is_said_in_every_output(place):
    game, state = EVEN_QUESTION.load(place.folder)
    outputs = {
        "describe": plywise.decide(game).describe(game, state),
        "explain_state": str(plywise.explain_state(game)),
        "plywise analyse": command(EVEN_QUESTION, place, "analyse"),
        "plywise explain": command(EVEN_QUESTION, place, "explain"),
        "the service": heard_from_service(EVEN_QUESTION, place)["verdict"],
    }
    silent = [name for name, text in outputs.items() if "no preference" not in " ".join(text.lower().split())]
    assert silent == []


def test_without_a_preference_the_seed_chooses(place):
    game, _ = EVEN_QUESTION.load(place.folder)
    chosen = {seed: plywise.decide(game, options=SearchOptions(seed=seed)).action for seed in range(20)}
    assert len(set(chosen.values())) > 1
    assert chosen == {seed: plywise.decide(game, options=SearchOptions(seed=seed)).action for seed in range(20)}


def test_without_a_preference_all_doors_choose_alike(place):
    chosen = {
        door: DOORS[door](EVEN_QUESTION, place).action
        for door in DOORS
        if suits(door, EVEN_QUESTION) and not (door == "the last of analyse" and not hasattr(plywise, "analyse"))
    }
    assert len(set(chosen.values())) == 1, chosen


# A named algorithm deepens only if the caller gives time or nodes


@pytest.mark.parametrize(("algorithm", "nodes", "leaves"), [("minimax", 13, 9), ("alpha-beta", 11, 7)])
def test_a_default_limit_does_not_make_a_named_algorithm_deepen(algorithm, nodes, leaves):
    depths: list[int] = []
    callbacks = plywise.Callbacks(on_depth=lambda found: depths.append(found.depth))
    found = plywise.decide(load_game("figure-5.2"), algorithm=algorithm, callbacks=callbacks)
    assert (found.nodes, found.leaves, depths) in ((nodes, leaves, []), (nodes, leaves, [2]))


@pytest.mark.parametrize("limit", [Limit(time=5), Limit(nodes=1000)])
def test_time_or_nodes_make_it_deepen(limit):
    depths: list[int] = []
    callbacks = plywise.Callbacks(on_depth=lambda found: depths.append(found.depth))
    found = plywise.decide(load_game("figure-5.2"), algorithm="minimax", limit=limit, callbacks=callbacks)
    assert depths == [1, 2]
    assert (found.action, found.value, str(found.status)) == (0, 3, "proven")


# The table itself


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"action": "a2"}, "action is 'a2', expected 'a1'"),
        ({"value": 2}, "value is 2, expected 3"),
        ({"status": "heuristic"}, "status is 'heuristic', expected 'proven'"),
        ({"nodes": 17}, "nodes is 17, expected 13"),
        ({"leaves": 12}, "leaves is 12, expected 9"),
    ],
)
def test_a_wrong_cell_is_seen(change, complaint):
    question = QUESTIONS[0]
    heard = Answer(**asdict(question.expected) | change)
    assert differences(heard, question.expected, question) == [complaint]


def test_a_queen_given_away_and_silence_are_seen():
    question = queen(1, "plain")
    assert differences(Answer("Qxd5", status="heuristic"), question.expected, question) == [
        "Qxd5 is played, which loses"
    ]
    assert differences(Answer(), question.expected, question) == ["nothing is said"]
