"""Families of games: one game with all values of its parameters, which a client may choose within what is declared.

What a client sends is read as values of the game's own parameters, and written again: never a path, nor a class, nor a
text that the game doesn't know.

>>> from plywise.games.catalog import load_game
>>> family = Family.of("othello", load_game("othello"))
>>> family.spec({"size": "6", "empties": "none"})
'othello:size=6'
>>> family.spec({"size": "7"})
Traceback (most recent call last):
plywise.tasks.errors.TaskError: size is 4, 6 or 8, not 7: choose another value.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from plywise.games.catalog import OPEN_CARDS, catalog, split_spec
from plywise.games.shared.declared import Parameter, declared_parameters
from plywise.games.shared.parameters import read_parameters, write_value
from plywise.games.shipped import PRESETS, SHIPPED
from plywise.games.tree import Tree
from plywise.rules import CatalogError, Game
from plywise.tasks.errors import TaskError

NUMERAL = re.compile(r"[iv]+")


@dataclass(frozen=True, slots=True)
class Family:
    """A game with its parameters; `target` is the spec without them."""

    id: str
    target: str
    title: str
    parameters: tuple[Parameter, ...]
    makes: type[Game] | object
    is_shipped: bool

    @classmethod
    def of(cls, spec: str, game: Game) -> "Family":
        """Return the family that a game belongs to."""
        target, class_name, _ = split_spec(_without_preset(spec))
        is_file = Path(target).suffix in (".py", ".json")
        name = Path(target).stem if is_file else target
        maker = catalog().makers[target] if target in catalog().makers else type(game)
        colon = f":{class_name}" if class_name else ""
        parameters = () if isinstance(game, Tree) else declared_parameters(maker)
        title = _tree_title(name) if isinstance(game, Tree) else _class_title(type(game))
        return cls(f"{name}{colon}", f"{target}{colon}", title, parameters, maker, target in SHIPPED)

    def spec(self, texts: dict[str, str], is_trusted: bool = False) -> str:
        """Return the spec of the member with these values; refuses what isn't declared."""
        own = self.own_values(texts, is_trusted)
        listed = ",".join(f"{name}={text}" for name, text in own.items())
        return f"{self.target}:{listed}" if listed else self.target

    def own_values(self, texts: dict[str, str], is_trusted: bool = False) -> dict[str, str]:
        """Return those values that aren't the default, as texts in the order of the parameters.

        Whoever starts the service `is_trusted` with any value, a client with what is declared.
        """
        is_open = is_trusted and texts.get(OPEN_CARDS) == "true"
        if is_open:
            texts = {name: text for name, text in texts.items() if name != OPEN_CARDS}
        try:
            values = read_parameters(self.makes, texts, self.id)  # type: ignore[arg-type]
        except CatalogError as error:
            raise TaskError("bad-request", str(error)) from None
        own = {}
        for parameter in self.parameters:
            if parameter.name not in values or values[parameter.name] == parameter.default:
                continue
            value = values[parameter.name]
            objection = "" if is_trusted else self._objection(parameter, value)
            if objection:
                raise TaskError("bad-request", f"{objection}: choose another value.")
            own[parameter.name] = write_value(value)
        return own | ({OPEN_CARDS: "true"} if is_open else {})

    def offers(self, parameter: Parameter) -> bool:
        """Whether clients may choose a parameter: a text of another's game could be the name of a file."""
        return parameter.kind != "other" and (parameter.kind != "text" or bool(parameter.choices) or self.is_shipped)

    def _objection(self, parameter: Parameter, value: object) -> str:
        if not self.offers(parameter):
            return f"{parameter.name} can be set only where `plywise serve` is started"
        return parameter.objection(value)

    def title_of(self, own: dict[str, str]) -> str:
        """Write a member's name for people: Connect Four (width=5)."""
        listed = ",".join(f"{name}={text}" for name, text in own.items())
        return f"{self.title} ({listed})" if listed else self.title


def split_member(game_id: str) -> tuple[str, dict[str, str]]:
    """Take an id apart: the family's, and the values of parameters as texts.

    >>> split_member("six-mens-morris:flying=true")
    ('morris', {'men': '6', 'flying': 'true'})
    """
    try:
        name, _, rest = game_id.partition(":")
        preset = split_spec(PRESETS[name])[2] if name in PRESETS else {}
        target, class_name, texts = split_spec(_without_preset(name) + (f":{rest}" if rest else ""))
    except CatalogError as error:
        raise TaskError("bad-request", str(error)) from None
    return f"{target}:{class_name}" if class_name else target, preset | texts


def preset_title(name: str) -> str:
    """Write the name of a preset for people.

    >>> preset_title("six-mens-morris"), preset_title("ii-nim")
    ("Six Men's Morris", 'II Nim')
    """
    words = name.replace("mens", "men's").split("-")
    return " ".join(word.upper() if NUMERAL.fullmatch(word) else word[:1].upper() + word[1:] for word in words)


def _without_preset(spec: str) -> str:
    name, colon, rest = spec.partition(":")
    return f"{PRESETS[name].partition(':')[0]}{colon}{rest}" if name in PRESETS else spec


def _tree_title(name: str) -> str:
    title = name.replace("-", " ")
    return title[:1].upper() + title[1:]


def _class_title(kind: type[Game]) -> str:
    """Write the name of a game's class for people: ConnectFour is Connect Four."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", kind.__name__)
