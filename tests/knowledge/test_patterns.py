"""Files of learned patterns: what is written is read again, and whatever is wrong is refused in a sentence."""

import json
import random
import zlib

import pytest

from plywise import load_game
from plywise.kernel import rules_fingerprint
from plywise.knowledge.patterns import FORMAT, KnowledgeError, LearnedPatterns, read_patterns, write_patterns
from plywise.rules import PlywiseError
from tests.kernel.pattern_games import random_patterns

BITS = [("bits", ("stones", 0, i, 1), ("stones", 1, i, 2)) for i in range(9)]


@pytest.fixture(scope="module")
def game():
    return load_game("tic-tac-toe")


@pytest.fixture(scope="module")
def rules(game):
    return rules_fingerprint(game)


@pytest.fixture
def knowledge(game, rules):
    made = random_patterns(game, BITS)
    return LearnedPatterns(game.name, rules, made.layout, made.weights, games=12, seed=3, match=(6, 1, 3))


@pytest.fixture
def file(knowledge, tmp_path):
    path = tmp_path / "tic-tac-toe.knowledge"
    write_patterns(knowledge, path)
    return path


def parts(content):
    """Return a file's header as data, and its weights as they are."""
    _, line, body = content.split(b"\n", 2)
    return json.loads(line), body


def joined(header, body):
    return b"\n".join([FORMAT.encode(), json.dumps(header).encode(), body])


def test_what_was_written_is_read_again(file, game, rules, knowledge):
    assert read_patterns(file, game, rules) == knowledge


def test_the_same_patterns_give_the_same_bytes(file, knowledge, tmp_path):
    write_patterns(knowledge, tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == file.read_bytes()


def test_other_rules_are_refused(file, game):
    with pytest.raises(KnowledgeError, match=r"was learned for tic-tac-toe, by other rules than those of tic-tac-toe"):
        read_patterns(file, game, "0123456789abcdef")


def test_what_is_no_knowledge_is_refused(tmp_path, game, rules):
    with pytest.raises(KnowledgeError, match=r"can't be read \(No such file or directory\)"):
        read_patterns(tmp_path / "none", game, rules)
    (tmp_path / "text").write_text("hello")
    with pytest.raises(KnowledgeError, match=r"is no file of `plywise learn`"):
        read_patterns(tmp_path / "text", game, rules)
    with pytest.raises(KnowledgeError, match=r"can't be read"):
        read_patterns("/dev/zero", game, rules)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("values", 10**9),
        ("values", float("nan")),
        ("values", 3.0),
        ("phases", 0),
        ("phases", True),
        ("patterns", []),
        ("patterns", [[0, 1, 2, 9]]),
        ("patterns", [[0] * 4]),
        ("patterns", [list(range(9))] * 10_000),
        ("maps", [[0] * 9]),
        ("match", [6, 1]),
        ("match", [6, -1, 3]),
        ("maps", [list(range(9))] * 1_000),
        ("readings", [["bits", ["__class__", 0, 1]]] * 9),
        ("readings", [["bits", ["stones", 0, 64, 1]]] * 9),
        ("readings", [["bits", ["stones", 0, 1, -1]]] * 9),
        ("readings", [["bits", ["stones", 2, 1, 1]]] * 9),
        ("readings", [["number", 1e400, "stones", 0]] * 9),
        ("readings", [["rule", 0]] * 9),
        ("readings", [["shell", "ls"]] * 9),
        ("readings", {}),
        ("games", "many"),
        ("sha256", ""),
    ],
)
def test_a_header_that_makes_no_sense_is_refused(file, game, rules, field, value):
    header, body = parts(file.read_bytes())
    file.write_bytes(joined({**header, field: value}, body))
    with pytest.raises(KnowledgeError, match=r"is damaged: run `plywise learn` again, or get another copy\.$"):
        read_patterns(file, game, rules)


def test_a_bomb_is_not_unpacked(file, game, rules):
    header, _ = parts(file.read_bytes())
    file.write_bytes(joined(header, zlib.compress(bytes(1 << 27))))
    with pytest.raises(KnowledgeError, match="is damaged"):
        read_patterns(file, game, rules)


def test_a_thousand_mutations_are_refused_in_a_sentence(file, game, rules):
    content, chooser = file.read_bytes(), random.Random(0)
    for _ in range(1_000):
        mutated = bytearray(content)
        kind = chooser.randrange(4)
        at = chooser.randrange(len(content))
        if kind == 0:
            mutated[at] ^= 1 << chooser.randrange(8)
        elif kind == 1:
            del mutated[at:]
        elif kind == 2:
            mutated[at:at] = chooser.randbytes(3)
        else:
            del mutated[at : at + 2]
        file.write_bytes(mutated)
        with pytest.raises(PlywiseError) as refused:
            read_patterns(file, game, rules)
        assert str(refused.value).count("\n") == 0
