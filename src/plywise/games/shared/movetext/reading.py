"""Reads PGN and PDN: every action is played, and nothing that is said is dropped.

A variation that the rules can't play, such as one with a "null move", is kept as a comment.
"""

import re
from dataclasses import dataclass
from typing import TypeAlias

from plywise.games.shared.movetext.dialect import MOST_NESTED, UNKNOWN, Dialect
from plywise.rules import PlywiseError, RecordError, RecordNode, RecordTree, TreeStates, join_paragraphs

MARKS = re.compile(r"[!?*]+$")
CONTROL = re.compile(r"\s*[\x00-\x1f\x7f]\s*")
SETUP = ("FEN", "SetUp", "Result")
"""Tags that say what a tree says by itself."""


def read_movetext(text: str, dialect: Dialect) -> list[RecordTree]:
    """Read all games of a text; raises RecordError with the line where one can't be played."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    found, place = [], 0
    reader = _GameReader(dialect, text)
    try:
        for token in dialect.token.finditer(text):
            kind, place = token.lastgroup or "", token.start()
            if reader.is_followed_by(kind):
                found.append(reader.close())
                reader = _GameReader(dialect, text)
            reader.take(kind, token)
        if reader.tags or reader.has_begun:
            found.append(reader.close())
    except PlywiseError as error:
        line = text.count("\n", 0, place) + 1
        raise RecordError(f"Line {line} of the {dialect.name} can't be read: {error}") from None
    return found


def clean(comment: str) -> str:
    """Return a comment without space around it and its paragraphs."""
    return join_paragraphs(paragraph.strip() for paragraph in re.split(r"\n\s*\n", comment))


Lines: TypeAlias = list[str]
"""A comment, by its lines."""


def _text(said: list[Lines]) -> str:
    return clean(join_paragraphs("\n".join(lines) for lines in said))


@dataclass(slots=True)
class _Fork:
    """Where a variation began: the node before it, whether comments waited for an action, and how much there was."""

    at: int
    awaits: bool
    place: int
    nodes: int


class _GameReader:
    """Takes the tokens of one game, which ends with a result or where the next one starts."""

    def __init__(self, dialect: Dialect, text: str) -> None:
        self.dialect, self.text = dialect, text
        self.tags: dict[str, str] = {}
        self.tree: RecordTree | None = None
        self.result = ""
        self.at = 0
        self.forks: list[_Fork] = []
        self.awaits = False
        """Whether a comment belongs to the action that follows it."""
        self.said: dict[int, list[Lines]] = {}
        self.signs: dict[int, list[int]] = {}
        self.waiting: list[Lines] = []
        self.waiting_signs: list[int] = []
        self.remark_end = -1
        self.skipped = 0
        """How many variations that can't be played are open."""

    @property
    def has_begun(self) -> bool:
        """Whether more than tags have come."""
        return self.tree is not None

    def is_followed_by(self, kind: str) -> bool:
        """Whether a token of this kind belongs to the next game; comments on a result belong to this one."""
        return (kind == "tag" and self.has_begun) or (self.result != "" and kind in ("action", "number", "result"))

    def take(self, kind: str, token: re.Match[str]) -> None:
        """Take the next token."""
        if kind == "blank" or kind == "number":
            return
        if kind == "tag":
            value = token["value"] if token["rough"] is None else token["rough"]
            self.tags[token["name"]] = CONTROL.sub(" ", re.sub(r"\\(.)", r"\1", value))
            return
        if kind == "strange":
            raise RecordError(f"{token['strange']} stands alone: take it out, or close what it opens.")
        if self.tree is None:
            self.tree = self.begin()
        if kind == "bracket":
            self.bracket(self.tree, token)
        elif not self.skipped:
            self.movetext(self.tree, kind, token)

    def begin(self) -> RecordTree:
        """Set the board up as the tags say."""
        game, state = self.dialect.begin(self.tags)
        self.played = TreeStates(game, state)
        return RecordTree(game, game.state_name(state))

    def movetext(self, tree: RecordTree, kind: str, token: re.Match[str]) -> None:
        """Play an action, or keep what the text says about those played."""
        word = token[kind]
        if kind == "action":
            self.play(tree, word)
        elif kind == "verdict":
            self.sign(tree, word)
        elif kind == "sign":
            self.keep_sign(tree, int(word))
        elif kind == "remark":
            self.remark(token)
        elif kind != "result":
            self.say(word)
        elif not self.forks:
            self.result = self.dialect.results[word]
        elif word != UNKNOWN:
            self.say(word)

    def bracket(self, tree: RecordTree, token: re.Match[str]) -> None:
        """Begin or end a variation."""
        if token[0] == "(":
            self.open(tree, token.start())
        elif not self.forks:
            raise RecordError("this ) closes no variation: take it out.")
        elif self.skipped:
            self.skipped -= 1
            if not self.skipped:
                fork = self.forks.pop()
                self.at, self.awaits = fork.at, fork.awaits
                self.say(self.text[fork.place : token.end()])
        else:
            self.shut(tree)

    def open(self, tree: RecordTree, place: int) -> None:
        """Begin a variation on the last action."""
        if self.skipped:
            self.skipped += 1
            return
        if self.at == 0 or self.is_fresh(tree):
            raise RecordError("this ( comes before any action: put the variation after the action it replaces.")
        if len(self.forks) == MOST_NESTED:
            raise RecordError(f"variations are nested more than {MOST_NESTED} deep: take the innermost out.")
        self.forks.append(_Fork(self.at, self.awaits, place, len(tree.nodes)))
        if self.awaits:
            self.settle()
        self.at, self.awaits = tree.nodes[self.at].after, True

    def is_fresh(self, tree: RecordTree) -> bool:
        """Whether a variation has begun and nothing was played in it yet."""
        return bool(self.forks) and len(tree.nodes) == self.forks[-1].nodes

    def shut(self, tree: RecordTree) -> None:
        """End a variation; what waits for an action after it belongs to the last one."""
        fork = self.forks.pop()
        if len(tree.nodes) > fork.nodes:
            self.settle()
            self.at, self.awaits = fork.at, True
            return
        self.at, self.awaits = fork.at, fork.awaits
        self.signs.setdefault(self.at, []).extend(self.waiting_signs)
        self.waiting_signs = []
        if not self.awaits:
            self.settle()

    def settle(self) -> None:
        """Give what waits for an action to the last one."""
        self.said.setdefault(self.at, []).extend(self.waiting)
        self.waiting = []

    def play(self, tree: RecordTree, word: str) -> None:
        """Play an action; where it can't be and is in a variation, that is kept as a comment."""
        marks = MARKS.search(word)
        try:
            name = word[: marks.start()] if marks else word
            action = self.dialect.find(self.played.game, self.played.states[self.at], name)
            node = RecordNode(self.played.add(self.at, action), self.at)
        except PlywiseError:
            if not self.forks:
                raise
            self.skipped = 1
            self.cut(tree, self.forks[-1].nodes)
            return
        self.at, self.awaits = len(tree.nodes), False
        node.before, self.waiting = _text(self.waiting), []
        self.signs[self.at], self.waiting_signs = self.waiting_signs, []
        tree.nodes.append(node)
        if marks:
            self.sign(tree, marks[0])

    def cut(self, tree: RecordTree, count: int) -> None:
        """Forget all nodes but the first ones, and what was said about them."""
        del tree.nodes[count:]
        self.played.cut(count)
        self.said = {number: said for number, said in self.said.items() if number < count}
        self.signs = {number: signs for number, signs in self.signs.items() if number < count}
        self.waiting, self.waiting_signs = [], []

    def sign(self, tree: RecordTree, sign: str) -> None:
        """Keep a sign by its number, or as a comment."""
        if sign in self.dialect.signs:
            self.keep_sign(tree, self.dialect.signs[sign])
        else:
            self.say(sign)

    def keep_sign(self, tree: RecordTree, sign: int) -> None:
        """Keep a sign of the last action; before a variation's first, of that."""
        (self.waiting_signs if self.is_fresh(tree) else self.signs.setdefault(self.at, [])).append(sign)

    def say(self, comment: str) -> None:
        """Keep a comment."""
        (self.waiting if self.awaits else self.said.setdefault(self.at, [])).append([comment])

    def remark(self, token: re.Match[str]) -> None:
        """Keep a comment to the end of the line; on the line after another, it goes on with that."""
        between = self.text[self.remark_end : token.start()] if self.remark_end >= 0 else ""
        said = self.waiting if self.awaits else self.said.setdefault(self.at, [])
        if said and between.count("\n") == 1 and not between.strip():
            said[-1].append(token["remark"])
        else:
            said.append([token["remark"]])
        self.remark_end = token.end()

    def close(self) -> RecordTree:
        """Return the game."""
        if self.forks:
            raise RecordError("a variation is not closed: write ) after it.")
        tree, dialect = self.tree or self.begin(), self.dialect
        self.settle()
        for number, said in self.said.items():
            tree.nodes[number].comment = _text(said)
        for number, signs in self.signs.items():
            tree.nodes[number].signs = tuple(signs)
        tree.result = self.told_result()
        tree.tags = {
            name: value for name, value in self.tags.items() if name not in SETUP and dialect.usual.get(name) != value
        }
        return tree.ordered()

    def told_result(self) -> str:
        """Return the result after the actions, else the one in the tag."""
        dialect, tag = self.dialect, self.dialect.results.get(self.tags.get("Result", ""), UNKNOWN)
        if not dialect.has_one_result:
            return self.result or tag
        if UNKNOWN not in (tag, self.result or UNKNOWN) and tag != self.result:
            raise RecordError(f"it says {tag} in its tags and {self.result} at its end: make them the same.")
        return tag if tag != UNKNOWN else self.result or UNKNOWN
