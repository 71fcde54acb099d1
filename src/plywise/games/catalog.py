"""The catalog: from a name, a file or a plugin to a game.

    tic-tac-toe                         a game that ships
    connect-four:width=5,height=4       with parameters
    nim:piles=3-4-5,misere=false        numbers joined by dashes are a tuple
    path/to/file.py                     the one Game in a file of yours
    path/to/file.py:MyGame:size=5       one of several, with parameters
    path/to/tree.json                   an explicit tree
    random-tree:b=3,d=3,seed=1          a tree with leaves drawn at random
    kuhn-poker:open_cards=true          search may look at what players hide
    open-spiel:breakthrough(rows=6)     a game of another library, as that library spells it

Other packages add games by entry points in the group `plywise.games`. One that can't be loaded is reported and skipped.

>>> load_game("connect-four:width=5,height=4").width
5
"""

import contextlib
import hashlib
import importlib
import importlib.util
import inspect
import os
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from plywise.games.shared.parameters import read_parameters, split_parameters
from plywise.games.shipped import GENERATED, LIBRARIES, PRESETS, SHIPPED
from plywise.games.tree import Tree
from plywise.parsing import FreshSourceLoader
from plywise.rules import CatalogError, Game, PlywiseError, opened

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PART = re.compile(r":(?=\s*[A-Za-z_]\w*\s*(?:=|:|$))")
"""A colon before a class's name or the first parameter: others are part of a value."""

TREES = Path(__file__).parent / "trees"
OPEN_CARDS, GROUP = "open_cards", "plywise.games"
Maker: TypeAlias = Callable[..., Game]


@dataclass(frozen=True, slots=True)
class Catalog:
    """What can be played: makers of games by name, and the plugins that failed, each with its reason."""

    makers: dict[str, Maker] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)


@cache
def catalog() -> Catalog:
    """Return the games that ship and those that installed packages add."""
    from importlib.metadata import entry_points  # takes half the time of `import plywise`, which needs no catalog

    makers: dict[str, Maker] = {name: _resolve(target) for name, target in SHIPPED.items()}
    for file in sorted(TREES.glob("*.json")):
        makers[file.stem] = _tree_maker(file)
    broken = _add_plugins(makers, entry_points(group=GROUP))
    return Catalog(makers, broken)


def list_games() -> list[str]:
    """Return the names of all games that `load_game` knows, including those that other packages add.

    >>> "chess" in list_games(), "nine-mens-morris" in list_games()
    (True, True)
    """
    from importlib.metadata import entry_points

    trees = [file.stem for file in TREES.glob("*.json")]
    return sorted({*SHIPPED, *PRESETS, *trees, *(point.name for point in entry_points(group=GROUP))})


def describe(name: str) -> str:
    """Describe a game of the catalog in one line."""
    if name in PRESETS:
        return f"short for {PRESETS[name]}"
    return (inspect.getdoc(catalog().makers[name]) or "").partition("\n")[0]


def load_game(spec: str) -> Game:
    """Return the game that a spec names; raises CatalogError with one sentence where there is none."""
    target, class_name, parameters = split_spec(spec)
    if target in PRESETS:
        target, _, preset = split_spec(PRESETS[target])
        parameters = preset | parameters
    if target in LIBRARIES:
        parameters, class_name = {"game": class_name, **parameters}, ""
    path = Path(target)
    if class_name and path.suffix != ".py":
        raise CatalogError(f"'{class_name}' is not a parameter: write it as name=value.")
    if path.suffix == ".json":
        maker = _tree_maker(path)
    elif path.suffix == ".py":
        maker = _find_class(_load_file(path), class_name)
    elif target in SHIPPED or target in LIBRARIES or target in GENERATED:  # the others need not be imported
        maker = _resolve((SHIPPED | LIBRARIES | GENERATED)[target])
    elif re.fullmatch(r"[\w.-]+", target) and (TREES / f"{target}.json").is_file():
        maker = _tree_maker(TREES / f"{target}.json")
    elif target in catalog().makers:
        maker = catalog().makers[target]
    else:
        raise _unknown(target)
    spelling = f"{target}:{class_name}" if class_name else target
    is_open = _wants_open_cards(parameters)
    game = _make(maker, read_parameters(maker, parameters, spelling), target, is_open)
    if type(game).spec == "" and "spec" not in getattr(game, "__dict__", {}):  # else the rules use that name themselves
        with contextlib.suppress(AttributeError):  # frozen, or with no slot for it
            game.spec = spec
    return game


def _wants_open_cards(parameters: dict[str, str]) -> bool:
    """Take open_cards=true out of the parameters of a game: every game has it, and most hide nothing."""
    wish = parameters.pop(OPEN_CARDS, "false").strip().lower()
    if wish not in ("true", "false"):
        raise CatalogError(f"{OPEN_CARDS}={wish} is neither true nor false.")
    return wish == "true"


def is_installed(spec: str) -> bool:
    """Whether a spec names a game of the catalog, not a file.

    >>> is_installed("nim:piles=2-2"), is_installed("nim.py"), is_installed("games/nim.py/.:Nim")
    (True, False, False)
    """
    return split_spec(spec)[0] in {*list_games(), *GENERATED}


def with_seed(spec: str, seed: int) -> str:
    """Return a spec with a seed where it names a tree that is generated, and gives none itself.

    >>> with_seed("random-tree:b=2", 7), with_seed("random-tree:seed=1", 7), with_seed("nim", 7)
    ('random-tree:b=2,seed=7', 'random-tree:seed=1', 'nim')
    """
    target, _, parameters = split_spec(spec)
    if target not in GENERATED or "seed" in parameters:
        return spec
    return f"{spec}{',' if parameters else ':'}seed={seed}"


def load_named_game(spec: str, where: str, option: str) -> Game:
    """Return the game that a file names, such as a table's manifest or a saved game: one that is installed.

    A file may come from anybody, and loading rules runs them. So rules in a file, and whatever else isn't a name of the
    catalog, must be named by the person at the keyboard: `option` says how.
    """
    if not is_installed(spec):
        raise CatalogError(
            f"{where} names the game {spec!r}, which isn't an installed game: if you trust it, name it yourself "
            f"with {option}."
        )
    return load_game(spec)


def _make(maker: Maker, parameters: dict[str, Any], target: str, is_open: bool) -> Game:
    try:
        return opened(maker(**parameters)) if is_open else maker(**parameters)
    except PlywiseError:
        raise
    except Exception as error:
        raise CatalogError(f"{target} can't be set up: {type(error).__name__}: {error}") from error


def split_spec(spec: str) -> tuple[str, str, dict[str, str]]:
    """Take `target[:Class][:name=value,...]` apart; another library's game may stand for the class, as in hex(size=3).

    >>> split_spec("open-spiel:hex(board_size=3):merge=true")
    ('open-spiel', 'hex(board_size=3)', {'merge': 'true'})
    """
    target, _, rest_of_spec = spec.partition(":")
    rest = PART.split(rest_of_spec) if rest_of_spec else []
    class_name = rest.pop(0) if rest and (target in LIBRARIES or "=" not in rest[0]) else ""
    return target, class_name, split_parameters(rest)


def _resolve(target: str) -> Maker:
    module, _, name = target.partition(":")
    maker: Maker = getattr(importlib.import_module(module), name)
    return maker


def _tree_maker(path: Path) -> Maker:
    def make() -> Game:
        return Tree.from_file(path)

    if path.parent == TREES:
        make.__doc__ = re.search(r'"about": "([^"]*)"', path.read_text(encoding="utf-8"))[1]  # type: ignore[index]
    return make


def _add_plugins(makers: dict[str, Maker], found: "Iterable[EntryPoint]") -> dict[str, str]:
    """Add the games of other packages; return those that can't be used, each with its reason."""
    broken = {}
    for point in found:
        if point.name in makers:
            broken[point.name] = f"{point.value} takes a name that is already in use."
            continue
        try:
            makers[point.name] = point.load()
        except Exception as error:
            broken[point.name] = f"{point.value} can't be imported: {type(error).__name__}: {error}"
    return broken


def _load_file(path: Path) -> ModuleType:
    """Import a user's file under a name of its own; while it is imported, it can import the files beside it.

    The module stays in `sys.modules`, where pickle and inspect look for it.
    """
    if not path.is_file():
        raise CatalogError(f"There is no file {path}.")
    stem, place = re.sub(r"\W", "_", path.stem), hashlib.sha256(os.fsencode(path.resolve())).hexdigest()
    name = f"plywise_user_{stem}_{place[:8]}"
    spec = importlib.util.spec_from_loader(name, FreshSourceLoader(name, str(path.resolve())))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        line = "" if error.lineno is None else f":{error.lineno}"
        raise CatalogError(f"{path}{line}: {error.msg}: fix this.") from None
    except (Exception, SystemExit) as error:
        raise CatalogError(f"{path} can't be imported: {type(error).__name__}: {error}") from error
    finally:
        if folder in sys.path:
            sys.path.remove(folder)
    return module


def _find_class(module: ModuleType, class_name: str) -> Maker:
    """Return the Game that a file defines: the one named, or the only one."""
    found = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == module.__name__
    }
    file = Path(module.__file__ or "").name
    if class_name:
        if class_name not in found:
            raise CatalogError(f"{file} has no Game called {class_name}: it has {', '.join(found) or 'none'}.")
        return found[class_name]
    if not found:
        raise CatalogError(f"{file} defines no game: write a class that derives from plywise.Game.{_step_hint(module)}")
    if len(found) > 1:
        raise CatalogError(f"{file} defines {', '.join(found)}: say which, as in {file}:{next(iter(found))}.")
    return next(iter(found.values()))


def _step_hint(module: ModuleType) -> str:
    """Say how rules are written over a class of the file that is changed by `step`, as in Gym; nothing without one."""
    for name, value in vars(module).items():
        if isinstance(value, type) and value.__module__ == module.__name__ and callable(getattr(value, "step", None)):
            return (
                f" {name} is changed by its own `step`, so it can be the state: let initial() return a new {name}, "
                "result(state, action) call `step` on copy.deepcopy(state) and return that copy, and the other rules "
                "ask the state."
            )
    return ""


def _unknown(target: str) -> CatalogError:
    if target in catalog().broken:
        return CatalogError(f"The plugin {target} is broken: {catalog().broken[target]}")
    names = sorted([*catalog().makers, *PRESETS])
    return CatalogError(f"There is no game called '{target}': choose one of {', '.join(names)}, or name a .py file.")
