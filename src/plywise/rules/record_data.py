"""Records with variations as data that JSON can hold: what the browser app and files of our own form keep.

>>> from plywise.rules.record_tree import RecordTree
>>> from plywise.rules.game import Game
>>> class Once(Game):
...     State = int
...     spec = "once.py"
...     def to_move(self, state): return 0
...     def actions(self, state): return ["go"] if state == 0 else []
...     def result(self, state, action): return 1
...     def utility(self, state, player): return 1
>>> tree = RecordTree(Once())
>>> tree.nodes[tree.add(0, "go")].comment = "at last"
>>> tree_data(tree)["nodes"][1]
{'action': 'go', 'after': 0, 'comment': 'at last'}
>>> read_tree(write_tree(tree), Once()) == tree
True
"""

import json
from typing import Any

from plywise.files import parse_json
from plywise.rules.errors import RecordError
from plywise.rules.game import Game
from plywise.rules.record import FORMAT, Record, read_content
from plywise.rules.record_tree import UNKNOWN, RecordNode, RecordTree

TREE_FORMAT = "plywise-record-tree-1"
MOST_NODES = 100_000
MOST_SIGN = 9_999


def tree_data(tree: RecordTree) -> dict[str, Any]:
    """Return a tree as dicts and lists; a node has only what there is to say."""
    return {
        "start": tree.start,
        "tags": dict(tree.tags),
        "result": tree.result,
        "nodes": [_node_data(node) for node in tree.nodes],
    }


def _node_data(node: RecordNode) -> dict[str, Any]:
    said: dict[str, Any] = {"comment": node.comment, "before": node.before, "signs": list(node.signs)}
    said["properties"] = {name: list(values) for name, values in node.properties.items()}
    return {"action": node.action, "after": node.after, **{name: value for name, value in said.items() if value}}


def tree_from_data(data: Any, game: Game) -> RecordTree:
    """Return what `tree_data` wrote, every action played again; raises RecordError."""
    if not isinstance(data, dict) or not _is_tree(data):
        raise RecordError("This record is damaged: start, tags, result or nodes are not what they should be.")
    if len(data["nodes"]) > MOST_NODES:
        raise RecordError(f"This record has {len(data['nodes']):,} nodes: keep it to {MOST_NODES:,}.")
    nodes = [_node(each) for each in data["nodes"]]
    nodes[0].action, nodes[0].after = "", -1
    start = data["start"] or game.state_name(game.initial())
    tree = RecordTree(game, start, nodes, dict(data["tags"]), data["result"] or UNKNOWN)
    tree.start = game.state_name(tree.first_state)
    tree.check()
    return tree.ordered()


def write_tree(tree: RecordTree, spec: str | None = None) -> str:
    """Return a tree as JSON; as a plain record where it has one line and nothing is said about it.

    `spec` names the game as `load_game` takes it, where it wasn't loaded by that.
    """
    spec = tree.game.spec if spec is None else spec
    if not spec:
        raise RecordError(f"Say how {tree.game.name} is loaded again: set its spec, such as my_game.py.")
    if tree.ordered() == RecordTree.of(tree.record):
        return tree.record.to_json(spec)
    return json.dumps({"format": TREE_FORMAT, "game": spec, **tree_data(tree)}, indent=1) + "\n"


def named_in(text: str) -> str:
    """Return the spec of the game that a saved record, with variations or without, is of."""
    content = _content(text)
    if content is None:
        return str(read_content(text)["game"])
    if not isinstance(content.get("game"), str):
        raise RecordError("This record is damaged: it doesn't name its game.")
    return str(content["game"])


def read_tree(text: str, game: Game) -> RecordTree:
    """Read what `write_tree` or `Record.to_json` wrote, every action played again; raises RecordError."""
    content = _content(text)
    return RecordTree.of(Record.from_json(text, game)) if content is None else tree_from_data(content, game)


def is_own(text: str) -> bool:
    """Whether a text is meant as a record of our own form."""
    return f'"{TREE_FORMAT}"' in text or f'"{FORMAT}"' in text


def _content(text: str) -> dict[str, Any] | None:
    """Return the content of a record with variations, None where the text must be one without."""
    if f'"{TREE_FORMAT}"' not in text:
        return None
    try:
        content = parse_json(text)
    except ValueError as error:
        raise RecordError(f"This is not a saved record: {error}.") from None
    return content if isinstance(content, dict) and content.get("format") == TREE_FORMAT else None


def _is_tree(data: dict[str, Any]) -> bool:
    nodes, tags = data.get("nodes"), data.get("tags")
    texts = isinstance(data.get("start"), str) and isinstance(data.get("result"), str)
    return texts and _is_texts(tags) and isinstance(nodes, list) and bool(nodes) and all(map(_is_node, nodes))


def _is_node(node: Any) -> bool:
    if not isinstance(node, dict) or not {"action", "after"} <= node.keys():
        return False
    texts = (node["action"], node.get("comment", ""), node.get("before", ""))
    signs, properties = node.get("signs", []), node.get("properties", {})
    return (
        type(node["after"]) is int
        and all(isinstance(text, str) for text in texts)
        and isinstance(signs, list)
        and all(type(sign) is int and 0 <= sign <= MOST_SIGN for sign in signs)
        and isinstance(properties, dict)
        and all(isinstance(name, str) and _is_texts(values) for name, values in properties.items())
    )


def _is_texts(found: Any) -> bool:
    """Whether something is a list, or a dict by names, of texts."""
    texts = [*found, *found.values()] if isinstance(found, dict) else found
    return isinstance(texts, list) and all(isinstance(text, str) for text in texts)


def _node(data: dict[str, Any]) -> RecordNode:
    properties = {name: tuple(values) for name, values in data.get("properties", {}).items()}
    said = (data.get("comment", ""), data.get("before", ""), tuple(data.get("signs", [])))
    return RecordNode(data["action"], data["after"], *said, properties)
