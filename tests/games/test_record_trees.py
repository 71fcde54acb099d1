"""Games with variations, comments, signs and unknown tags: what is written is read back the same, in every form."""

import io
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import chess.pgn
import pytest

from plywise.games.chess import Chess, read_pgn, write_pgn
from plywise.games.dice.pig import Pig
from plywise.games.draughts import Draughts, read_pdn, write_pdn
from plywise.games.go import Go, read_sgf, write_sgf
from plywise.games.placing.othello import Othello
from plywise.games.record_texts import export_text, import_text
from plywise.games.shared.movetext.reading import clean
from plywise.games.sowing.kalah import Kalah
from plywise.rules import Game, PlywiseError, RecordError, RecordNode, RecordTree, TreeStates, view_of
from plywise.rules.players import CHANCE
from plywise.rules.record_data import read_tree, tree_data, tree_from_data, write_tree

WORDS = (
    "good", "(why", "not)", "}", "{", "[%clk 0:03:12]", "$1", "1-0", "1.", "e4", "; so", "%", "\\", "]", '"', "a\nb",
    "é∞", "\n\nnext", "--", "11-15", ";B[aa]", "tt", "\t", "*",
)  # fmt: skip


def some_text(random: Random) -> str:
    return " ".join(random.choice(WORDS) for _ in range(random.randrange(1, 7))).strip()


def some_tree(game: Game, random: Random, plies: int, has_before: bool) -> RecordTree:
    """Return random play with random variations, comments and signs."""
    start = game.initial()
    tree = RecordTree(game)
    if random.random() < 0.3:
        for _ in range(random.randrange(1, 9)):
            if game.is_terminal(start):
                break
            start = game.result(start, random.choice(list(game.actions(start))))
        if getattr(start, "passes", 0) or getattr(start, "ko", -1) >= 0 or game.is_terminal(start):
            start = game.initial()
        tree = RecordTree(game, game.state_name(start))
    replay, at = TreeStates(game, tree.first_state), 0
    for _ in range(plies):
        state = replay.states[at]
        options = [] if game.is_terminal(state) else list(game.actions(state))
        if not options or random.random() < 0.15:
            at = random.randrange(len(tree.nodes))
            continue
        try:
            name = replay.add(at, random.choice(options))
        except RecordError:  # Go's superko
            continue
        tree.nodes.append(RecordNode(name, at))
        at = len(tree.nodes) - 1
    for node in tree.nodes:
        note(node, random, has_before)
        if has_before:  # PGN and PDN keep no space around comments
            node.comment, node.before = clean(node.comment), clean(node.before)
    return tree.ordered()


def note(node: RecordNode, random: Random, has_before: bool) -> None:
    if random.random() < 0.25:
        node.comment = some_text(random)
    if has_before and node.action and random.random() < 0.15:
        node.before = some_text(random)
    if random.random() < 0.2:
        node.signs = tuple(random.randrange(256) for _ in range(random.randrange(1, 4)))


def tagged(tree: RecordTree, random: Random) -> RecordTree:
    names = ["Event", "White", "Black", "Annotator", "ECO", "X_unknown", "Zz9"]
    random.shuffle(names)
    tree.tags = {name: " ".join(some_text(random).split()) for name in names[: random.randrange(7)]}
    tree.tags = {name: value for name, value in tree.tags.items() if value != "?"}
    tree.result = random.choice(["1-0", "0-1", "1/2-1/2", "*"])
    return tree


def sgf_noted(tree: RecordTree, random: Random) -> RecordTree:
    tree.tags = {name: some_text(random) for name in ("PB", "PW", "GC", "DT") if random.random() < 0.5}
    tree.result = random.choice(["B+R", "W+2.5", "0", "Void", "*"])
    for node in tree.nodes:
        if random.random() < 0.2:
            node.properties["LB"] = ("aa:1", r"bb:a\]\:b")
        if random.random() < 0.1:
            node.properties["XYZ"] = ("", "kept")
    return tree


FORMS: dict[str, tuple[Callable[[Random], RecordTree], Callable[[str], Any], Callable[[Sequence[RecordTree]], str]]] = {
    "pgn": (lambda random: tagged(some_tree(Chess(), random, 60, True), random), read_pgn, write_pgn),
    "pdn": (lambda random: tagged(some_tree(Draughts(), random, 60, True), random), read_pdn, write_pdn),
    "sgf": (lambda random: sgf_noted(some_tree(Go(9, 7), random, 60, False), random), read_sgf, write_sgf),
}


def check_form(form: str, count: int, seed: str) -> list[RecordTree]:
    """Write and read games one by one, then all in one text, and through our own form."""
    make, read, write = FORMS[form]
    random = Random(seed)
    trees = []
    for _ in range(count):
        tree = make(random)
        assert read(write([tree])) == [tree]
        trees.append(tree)
    text = write(trees)
    assert read(text) == trees
    assert write(read(text)) == text
    for tree in trees:
        tree.game.spec = "somewhere"
        assert read_tree(write_tree(tree), tree.game) == tree
        assert tree_from_data(tree_data(tree), tree.game) == tree
    return trees


@pytest.mark.parametrize("form", FORMS)
def test_games_are_written_and_read_without_loss(form):
    trees = check_form(form, 12, "some")
    assert max(len(children) for tree in trees for children in tree.children()) > 1


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_200_games_are_written_and_read_without_loss(form):
    """`pytest -m slow tests/games/test_record_trees.py`."""
    assert len(check_form(form, 200, "many")) == 200


def test_python_chess_reads_the_same_games():
    """Variations, signs and tags agree; python-chess joins comments with a space."""
    random = Random("python-chess")
    for _ in range(8):
        [tree] = read_pgn(write_pgn([plain_comments(FORMS["pgn"][0](random), random)]))
        theirs = chess.pgn.read_game(io.StringIO(write_pgn([tree])))
        assert theirs is not None
        assert theirs.errors == []
        children, pairs = tree.children(), [(0, theirs)]
        while pairs:
            number, node = pairs.pop()
            ours = tree.nodes[number]
            if isinstance(node, chess.pgn.ChildNode):
                assert node.san() == ours.action
            assert node.nags == {*ours.signs}
            assert len(node.variations) == len(children[number])
            assert node.comment == ours.comment
            pairs += zip(children[number], node.variations, strict=True)  # type: ignore[arg-type]
        assert theirs.headers["Result"] == tree.result
        # python-chess leaves the escapes of tags as they are written
        assert {name: re.sub(r"\\(.)", r"\1", theirs.headers[name]) for name in tree.tags} == tree.tags


def plain_comments(tree: RecordTree, random: Random) -> RecordTree:
    for node in tree.nodes:
        node.before = ""
        node.comment = node.comment and f"number {random.randrange(1000)}"
    return tree


NASTY = {
    "pgn": [
        "1. e4 (1. d4 (1. c4 (1. Nf3 (1. f4)))) 1... e5 *",
        "{a}{b} ; c\n; d\n\n; e\n1. e4 () ({only said}) e5 {x} (1... c5 {y}) {z} 1-0 {after all}",
        '[X ""] [Y "a \\\\ \\" ] b"]\n1. e4 $1 $1 !! += e5 +- (1... e6 1-0) (1... c5 *) *',
        "1. e4 (1. e4 {twice} c5) e5 (1... -- 2. d4 {a} (2. c4) ) 2. Nf3 *",
        "1. e4 ({before} $3 1. d4 {[%clk 0:01:00][%eval 0.3]}) *",
        '[FEN "4k3/P7/8/8/8/8/8/4K2R w K - 3 40"]\n40. O-O (40. a8=N {under}) (40. a8=Q+) Kd7 *',
        "1. e4 {" + "long " * 60 + "} e5 !!! *",
    ],
    "pdn": [
        "1. 11-15* (1. 9-14 22-18! (1... 24-20)) 23-19 {a}{b} ;c } d\n 2. 8-11 0-0",
        '[GameType "21,W,8,8"] [Unknown "x"] 1. 9-14 {1-0} *',
        '[FEN "W:W22,K30:B18,11,3"] 1... 22x8 (1... 22x15) 2-0',
    ],
    "sgf": [
        "(;C[a\\\nb \\] \\\\ c]SZ[5];B[aa](;W[bb](;B[cc])(;B[dd]N[\\]]))(;W[cc]);)",
        "(;SZ[5]B[cc]PB[x];W[];B[tt])(;SZ[3]AB[aa]AW[cc:cc]HA[2]ZZ[1][2];W[bb];C[no move]MN[3])",
        "junk (;GM[1]SZ[4];B[aa];W[bb]BM[2]DO[]TE[x]NAG[300](;B[cc])(;B[cc]C[again];W[dd]))\n junk",
    ],
}


@pytest.mark.parametrize(("form", "text"), [(form, text) for form, texts in NASTY.items() for text in texts])
def test_nasty_texts_are_stable(form, text):
    _, read, write = FORMS[form]
    trees = read(text)
    assert read(write(trees)) == trees
    assert write(read(write(trees))) == write(trees)


def test_what_a_pgn_says_is_kept():
    [tree] = read_pgn(NASTY["pgn"][1])
    assert [(node.action, node.comment) for node in tree.nodes] == [
        ("", "a\n\nb\n\nc\n d\n\ne"),
        ("e4", "only said"),
        ("e5", "x\n\nz\n\nafter all"),
        ("c5", "y"),
    ]
    [tree] = read_pgn(NASTY["pgn"][3])
    assert [node.action for node in tree.nodes] == ["", "e4", "e5", "Nf3", "c5"]
    assert tree.nodes[1].comment == "twice"
    assert "--" in tree.nodes[2].comment


def test_depth_is_bounded():
    deep = "1. e4 " + "(1. d4 " * 101
    with pytest.raises(RecordError, match="Line 1 of the PGN can't be read: variations are nested more than 100 deep"):
        read_pgn(deep)
    long = "(;SZ[5]" + "(;C[x]" * 20_000 + ")" * 20_001
    assert len(read_sgf(long)[0].nodes) == 1


@pytest.mark.parametrize("form", FORMS)
def test_what_is_damaged_is_refused_in_one_sentence(form):
    make, read, write = FORMS[form]
    random = Random(f"damage {form}")
    text = write([make(random)])
    for _ in range(60):
        letters = list(text)
        for _ in range(random.randrange(1, 5)):
            place = random.randrange(len(letters))
            letters[place : place + random.randrange(4)] = random.choice(
                ["", "(", ")", "{", "}", "[", "]", ";", "\\", "9"]
            )
        assert "\n" not in refusal(read, "".join(letters))


def refusal(read: Callable[[str], Any], text: str) -> str:
    try:
        read(text)
    except PlywiseError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("game", [Kalah(), Pig(), Go(5, 0)], ids=lambda game: game.name)
def test_any_game_has_records_lists_and_states(game):
    random, tree = Random(3), RecordTree(game)
    replay = TreeStates(game, game.initial())
    for at in range(10):
        state = replay.states[-1]
        is_chance = game.to_move(state) == CHANCE
        options = [outcome for outcome, _ in game.chances(state)] if is_chance else list(game.actions(state))
        tree.nodes.append(RecordNode(replay.add(at, random.choice(options)), at))
    tree.nodes[3].comment = "why?"
    game.spec = "some game"
    assert import_text(export_text(tree, "json"), game) == [tree]
    assert [node.action for node in import_text(export_text(tree, "moves"), game)[0].nodes] == [
        node.action for node in tree.nodes
    ]
    name = game.state_name(replay.states[-1])
    assert import_text(name, game)[0].start == name
    with pytest.raises(RecordError, match="Action 1 of this list can't be played"):
        import_text("nonsense", Kalah())


@pytest.mark.parametrize(
    ("nodes", "reason"),
    [
        ([], "damaged"),
        ([{}], "damaged"),
        ([{"action": "", "after": -1}, {"action": "e4", "after": 1}], "comes after 1: name one before it"),
        ([{"action": "", "after": -1}, {"action": "e5", "after": 0}], "'e5', node 1 of this record"),
        ([{"action": "", "after": -1, "signs": ["1"]}], "damaged"),
        ([{"action": "", "after": -1, "properties": {"A": "b"}}], "damaged"),
    ],
)
def test_damaged_data_is_refused(nodes, reason):
    data = {"start": "", "tags": {}, "result": "*", "nodes": nodes}
    with pytest.raises(RecordError, match=reason):
        tree_from_data(data, Chess())


def test_another_board_is_refused_and_another_komi_kept():
    game = Go(9, 7)
    with pytest.raises(RecordError, match="size=19, and this one has size=9"):
        import_text("(;SZ[19];B[aa])", game)
    [tree] = import_text("(;SZ[9]KM[6.5];B[aa])", game)
    assert "KM[6.5]" in export_text(tree, "players")


@pytest.mark.parametrize("game", [Chess(), Draughts(), Go(5, 0), Othello(6)], ids=lambda game: game.name)
def test_a_board_is_set_up_by_what_its_view_shows(game):
    random, state = Random(4), game.initial()
    for _ in range(12):
        pieces = {cell.name: cell.piece for cell in view_of(game, state).cells if cell.piece}
        again = game.place_pieces(pieces, game.to_move(state))
        shown = [(cell.name, cell.piece) for cell in view_of(game, again).cells]
        assert shown == [(cell.name, cell.piece) for cell in view_of(game, state).cells]
        assert game.to_move(again) == game.to_move(state)
        assert {*pieces.values()} <= {piece for each in game.setup_pieces for piece in each}
        state = game.result(state, random.choice(list(game.actions(state))))
