"""The one table of what is fuzzed and mutated: a name, how its bytes are read, and inputs that are read without fault.

Bytes become text as those of the command line do, so that a parser also meets what isn't UTF-8.
"""

import json
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from plywise import Game, Record, load_game
from plywise.agents import Clock, TimeControl
from plywise.agents.specs import complete_spec, parse_spec
from plywise.games.catalog import catalog, load_named_game
from plywise.games.chess.pgn import read_pgn
from plywise.games.draughts.pdn import read_pdn
from plywise.games.go.sgf import read_sgf
from plywise.games.record_files import read_records, write_records
from plywise.games.tree import Tree
from plywise.knowledge import Strategy, check_strategy
from plywise.knowledge.solved.manifest import parse_manifest
from plywise.knowledge.solved.manifest.manifest import render
from plywise.rules import PlywiseError, as_view
from plywise.rules.notation import read_fields, write_fields
from plywise.service.schema import AnalysisRequest
from plywise.service.web.sockets import read_message
from plywise.tasks import describe_position, replay
from tests.fuzz import conversations, knowledge, matching, network, prob_cut, seeds, shards

SHARED_MEMORY = Path("/dev/shm")
"""Where files are written and read most quickly, on systems that have it."""

NIM, TIC_TAC_TOE = load_game("nim:piles=1-2"), load_game("tic-tac-toe")
GAMES = [load_game(spec) for spec in (*seeds.GAMES, "figure-5.2")]


class Target(NamedTuple):
    """What is read: the seeds must be accepted; values inside JSON are mutated as well as its text."""

    read: Callable[[bytes], object]
    seeds: Iterable[str | bytes]
    is_json: bool = False

    @property
    def inputs(self) -> list[bytes]:
        """The seeds as bytes."""
        return [seed.encode() if isinstance(seed, str) else seed for seed in self.seeds]


def as_text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    return lambda data: read(data.decode("utf-8", "surrogateescape"))


@cache
def folder() -> Path:
    """Return a folder for files to be read, which is there until Python ends."""
    made = tempfile.TemporaryDirectory(prefix="plywise-fuzz-", dir=SHARED_MEMORY if SHARED_MEMORY.is_dir() else None)
    folder.made = made  # type: ignore[attr-defined]
    return Path(made.name)


def by_file(read: Callable[[Path], object], name: str = "file.json") -> Callable[[bytes], object]:
    def through_file(data: bytes) -> object:
        path = folder() / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        return read(path)

    return through_file


def read_position(game: Game, text: str) -> None:
    """Read a state and show it, as every command does; what stands in the second line is played."""
    written, action, *_ = (*text.split("\n"), "")
    record = Record(game, game.parse_state(written))
    as_view(game.view(record.state)).to_data()
    assert game.parse_state(game.state_name(record.state)) == record.state
    if not record.is_over:
        assert all(game.action_name(record.state, option) for option in record.options())
        if action:
            record.play(record.find(action))


def read_any_position(data: bytes) -> None:
    """Read a state of the game that the first byte chooses."""
    game = GAMES[(data[:1] or b"\0")[0] % len(GAMES)]
    read_position(game, data[1:].decode("utf-8", "surrogateescape"))


def positions() -> Iterable[bytes]:
    """Yield the start of each game, and where random play leads, with an action."""
    for number, game in enumerate(GAMES):
        record, random = Record(game), Random(number)
        while not record.is_over and len(record.actions) < 10:
            names = [game.action_name(record.state, option) for option in record.options()]
            if len(record.actions) in (0, 9):
                yield bytes([number]) + f"{game.state_name(record.state)}\n{random.choice(names)}".encode()
            record.play(random.choice(record.options()))


def read_manifest(data: bytes) -> object:
    """Read a manifest as it is, then with checksums that are right, so that what it says is looked at."""
    with suppress(PlywiseError):
        return parse_manifest(data, "manifest.json")
    return parse_manifest(sealed(data), "manifest.json")


def sealed(data: bytes) -> bytes:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return data
    if not isinstance(found, dict):
        return data
    content = {name: part for name, part in found.items() if name not in ("build", "checksum", "build_checksum")}
    return render(content, found["build"] if isinstance(found.get("build"), dict) else {})


def read_request(text: str) -> None:
    """Read a message to the service, and look at the position that it asks about."""
    message = read_message(text)
    if isinstance(message, AnalysisRequest) and message.game in catalog().makers:
        describe_position(message.game, replay(offered(message.game), message.actions))


@cache
def offered(name: str) -> Game:
    return load_game(name)


def read_agent(text: str) -> None:
    """Read an agent's name, also as one that is being typed."""
    complete_spec(text)
    assert str(parse_spec(text)) == text


def read_clock(text: str) -> None:
    """Read a clock, and let it run for an action."""
    control = TimeControl.parse(text)
    assert TimeControl.parse(text.strip()) == control
    str(control)
    clock = Clock(control)
    allotted = clock.allot()
    assert 0 < allotted.soft <= allotted.hard
    clock.spend(min(allotted.hard, clock.left))


SUFFIXES = (".json", ".jsonl", ".pgn", ".pdn", ".sgf")


def read_record_file(data: bytes) -> None:
    """Read a file of games whose ending the first byte chooses, and write it again."""
    suffix = SUFFIXES[(data[:1] or b"\0")[0] % len(SUFFIXES)]
    path = folder() / f"games{suffix}"
    path.write_bytes(data[1:])
    records = read_records(path)
    if records:
        write_records(records[:1], suffix)


def record_files(own: str) -> Iterable[bytes]:
    """Yield a file of each form."""
    one_line = json.dumps(json.loads(own)) + "\n"
    texts = ((own,), (one_line * 2,), seeds.PGNS, seeds.PDNS, seeds.SGFS)
    for number, forms in enumerate(texts):
        for text in forms:
            yield bytes([number]) + text.encode()


class Fields(NamedTuple):
    """A state without a notation of its own."""

    piles: tuple[int, ...] = (2, 2)
    turn: int = 0
    odds: float = 0.5
    note: str = ""
    free: Any = None


@cache
def targets() -> dict[str, Target]:
    """Return what is fuzzed, by name."""
    record = Record(NIM)
    record.play(record.options()[0])
    chess = load_game("chess")
    header, games = matching.seeds()
    return {
        "fen": Target(as_text(lambda text: read_position(chess, text)), seeds.FENS),
        "pgn": Target(as_text(read_pgn), seeds.PGNS),
        "pdn": Target(as_text(read_pdn), seeds.PDNS),
        "sgf": Target(as_text(read_sgf), seeds.SGFS),
        "tree": Target(by_file(Tree.from_file), seeds.TREES, is_json=True),
        "strategy": Target(
            by_file(lambda file: check_strategy(TIC_TAC_TOE, Strategy.read(file))), [seeds.STRATEGY], is_json=True
        ),
        "record": Target(as_text(lambda text: Record.from_json(text, NIM)), [record.to_json()], is_json=True),
        "manifest": Target(read_manifest, [seeds.manifest()], is_json=True),
        "position": Target(read_any_position, list(positions())),
        "request": Target(as_text(read_request), seeds.REQUESTS, is_json=True),
        "shard": Target(shards.read, shards.seeds()),
        "spec": Target(as_text(lambda text: load_named_game(text, "The manifest", "--game")), seeds.SPECS),
        "prob-cut": Target(by_file(prob_cut.read), [prob_cut.seed()], is_json=True),
        "knowledge": Target(by_file(knowledge.read), [knowledge.seed()], is_json=True),
        "network": Target(by_file(network.read), [network.seed()], is_json=True),
        "fields": Target(as_text(lambda text: read_fields(Fields(), text)), [write_fields(Fields())]),
        "agent": Target(as_text(read_agent), seeds.AGENTS),
        "clock": Target(as_text(read_clock), seeds.CLOCKS),
        "record-file": Target(read_record_file, list(record_files(record.to_json()))),
        "opening": Target(as_text(lambda text: matching.read_list(TIC_TAC_TOE, text)), matching.OPENINGS),
        "match": Target(by_file(matching.read_header, "match/match.json"), [header], is_json=True),
        "match-games": Target(by_file(matching.read_games, "match/games.jsonl"), games, is_json=True),
        "uci": Target(as_text(conversations.read_uci), conversations.UCI),
        "gtp": Target(as_text(conversations.read_gtp), conversations.GTP),
    }
