"""What students are handed: instructions, a file to start from, and the parts that they may see, to grade themselves.

README.md            what to write, what it earns, pictures of the trees
my_search.py         the functions to fill in
assignment.toml      the lecturer's file without what is hidden: plywise assignment grade assignment.toml my_search.py
pictures/...svg
"""

import re
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from plywise.assignments.assignment import Assignment, AssignmentPart
from plywise.assignments.checking import AssignmentError
from plywise.assignments.sheets import draw_tree_with_blanks, fill_in
from plywise.assignments.toml_text import toml_text
from plywise.files import write_whole
from plywise.games.tree import Tree
from plywise.grading import SUBJECTS, CheckedName, GradedAlgorithm, is_graded

MOST_NODES = 60
"""A larger tree isn't drawn."""

STARTER = '''"""{title}. Fill in the functions below; run the check in README.md as often as you like.

    game.to_move(state)           0 for MAX, 1 for MIN{chance}
    game.actions(state)           what may be played
    game.result(state, action)    the state after an action
    game.is_terminal(state)       whether the game is over
    game.utility(state, 0)        what a state in which it is over is worth to MAX
    game.evaluate(state, 0)       an estimate, for searches with a limited depth
"""
'''

FUNCTION = '''

def {name}(game, state{more}):
    """Return (value, action): the state's value to MAX, player 0, and the best action."""
    raise NotImplementedError("write {name} here")
'''

CHECKED: dict[CheckedName, str] = {
    "max-n": '''

def max_n(game, state):
    """Return (vector, action): what the state is worth to each player, and the best action of the one to move."""
    raise NotImplementedError("write max_n here")
''',
    "monte-carlo-tree-search": '''

def monte_carlo_tree_search(game, state, simulations):
    """Return the action that was simulated most often; what is random comes from the module random."""
    raise NotImplementedError("write monte_carlo_tree_search here")
''',
    "evaluation": '''
GAME = "{reference}"


def evaluate(game, state, player):
    """Return the larger a number the better the state is for the player."""
    raise NotImplementedError("write evaluate here")
''',
    "game": '''
from plywise import Game  # how to write one: plywise new my_game.py


class MyGame(Game):
    """Your rules."""
''',
}
"""What students start from where checks decide."""


def write_handout(assignment: Assignment, folder: Path) -> list[Path]:
    """Write a folder for students; return its files. A folder that isn't empty is refused."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise AssignmentError(f"{folder} exists already and isn't empty: name another folder.")
    shown = [part for part in assignment.parts if part.is_visible]
    if not shown:
        raise AssignmentError("Every part is hidden: let students see one at least, to know what is asked for.")
    pictures = _write_pictures(shown, folder)
    files = {
        "README.md": _readme(assignment, shown, pictures),
        assignment.file: starter(assignment),
        "assignment.toml": toml_text(_visible(assignment, shown)),
    }
    for name, text in files.items():
        write_whole(folder / name, text.encode())
    for path in assignment.files(shown):
        place = folder / path.relative_to(assignment.folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    return sorted(path for path in folder.rglob("*") if path.is_file())


def starter(assignment: Assignment) -> str:
    """Return the file that students start from."""
    has_chance = "expectiminimax" in assignment.algorithms
    chance = ", -1 for chance: then game.chances(state) has (outcome, probability)" if has_chance else ""
    text = STARTER.format(title=assignment.title.replace("\\", "").replace('"', "'"), chance=chance)
    for name in assignment.algorithms:
        text += FUNCTION.format(name=name.replace("-", "_"), more=_more(assignment, name))
    for checked, reference in assignment.asked.items():
        text += CHECKED[checked].format(reference=reference or "tic-tac-toe")
    return text


def _more(assignment: Assignment, algorithm: GradedAlgorithm) -> str:
    """Return what a function takes beside game and state."""
    has_depth = any(each.depth is not None for each in assignment.given(algorithm))
    window = ', alpha=float("-inf"), beta=float("inf")' if algorithm == "alpha-beta" else ""
    return ("" if not has_depth else ', depth=float("inf")') + window


def _visible(assignment: Assignment, shown: Sequence[AssignmentPart]) -> dict[str, object]:
    """Return the assignment as data, without what is hidden."""
    data: dict[str, object] = {
        "title": assignment.title,
        "file": assignment.file,
        "instructions": assignment.instructions,
        "seconds": assignment.seconds,
        "total_seconds": assignment.total_seconds,
        "memory_mb": assignment.memory_mb,
        "blocked": list(assignment.blocked),
    }
    if any(assignment.weights.values()):
        data["weights"] = dict(assignment.weights)
    data["part"] = [
        {"title": part.title, "algorithm": part.algorithm, "points": part.points, **part.source} for part in shown
    ]
    return data


def _write_pictures(shown: Sequence[AssignmentPart], folder: Path) -> dict[str, Path]:
    """Draw the trees of visible parts, without their values; return the pictures by title."""
    pictures: dict[str, Path] = {}
    for part in shown:
        for exercise in part.exercises if "usual" not in part.source else ():
            tree = exercise.game
            if isinstance(tree, Tree) and len(tree.movers) <= MOST_NODES and exercise.depth is None:
                assert is_graded(part.algorithm), "what is graded by checks has no exercises"
                nodes = [replace(node, blanks=()) for node in fill_in(tree, part.algorithm)]
                plain = re.sub(r"[^\w-]+", "-", f"{exercise.title}-{part.algorithm}".lower()).strip("-")
                path = Path("pictures") / f"{plain}.svg"
                write_whole(folder / path, draw_tree_with_blanks(nodes, exercise.title).encode())
                pictures[exercise.title] = path
    return pictures


def _readme(assignment: Assignment, shown: Sequence[AssignmentPart], pictures: dict[str, Path]) -> str:
    hidden = assignment.max_score - sum(part.points for part in shown)
    rows = "\n".join(f"| {part.title} | {part.algorithm} | {part.points:g} |" for part in shown)
    more = f"| what you don't see | | {hidden:g} |\n" if hidden else ""
    searches = [f"`{name.replace('-', '_')}(game, state)`" for name in assignment.algorithms]
    names = " and ".join([*searches, *(f"`{SUBJECTS[name].written_as}`" for name in assignment.asked)])
    returned = " Each returns `(value, action)`, the value to MAX, who is player 0." if searches else ""
    blocked = f" It may not import {', '.join(assignment.blocked)}." if assignment.blocked else ""
    trees = "".join(f"\n### {title}\n\n![{title}]({path.as_posix()})\n" for title, path in pictures.items())
    return f"""# {assignment.title}

{assignment.instructions}

## What to hand in

One file, `{assignment.file}`, with {names}.{returned}
Actions are tried in the order of `game.actions(state)`. Each exercise has {assignment.seconds:g} seconds.{blocked}

| | algorithm | points |
|---|---|---|
{rows}
{more}| **all** | | **{assignment.max_score:g}** |

## Check it yourself

Plywise must be installed: your lecturer says from where. Then:

```
plywise assignment grade assignment.toml {assignment.file}
```

This grades all that you see here, as often as you like, and shows the first place where something is wrong.
{f"{chr(10)}## The trees{chr(10)}" if trees else ""}{trees}"""
