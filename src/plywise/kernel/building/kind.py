"""Which kernel of a game is wanted, and what may come between."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from plywise.rules import PlywiseError

if TYPE_CHECKING:
    from plywise.kernel.lowering import Lowered, LoweringError

OnCompile: TypeAlias = Callable[[int, int], None]
"""Called while rules are compiled, with how many steps are done and how many there are."""


class CompileError(PlywiseError):
    """Rules couldn't be compiled, for a reason outside them."""


class NotReadyError(PlywiseError):
    """A kernel is being compiled in another process; `refusal` returns what was found wrong with the rules so far."""

    def __init__(self, sentence: str, refusal: "Callable[[], LoweringError | None]" = lambda: None) -> None:
        super().__init__(sentence)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class KernelKind:
    """Which kernel of a game is wanted: a search, or passes over tables, or the rules alone.

    `options` must say everything that `text` depends on beside the game, because kernels are found by them.
    """

    name: str
    options: Any = None
    text: "Callable[[Lowered], str] | None" = None
    """Writes the module; None for the rules alone."""
    entries: tuple[tuple[str, int], ...] = ()
    tabled: bool = False
    patterned: bool = False
    checked: bool = False

    @property
    def asked(self) -> list[Any]:
        """What a kernel of a game is known by, as JSON: two kinds that ask for the same have the same kernel."""
        return [self.name, _listed(self.options), self.tabled, self.patterned, self.checked]

    @property
    def is_rules(self) -> bool:
        """Whether the rules alone are compiled, to be compared or counted with."""
        return self.name == "rules"


def _listed(value: Any) -> Any:
    """Return options as JSON has them: tuples are lists there."""
    if isinstance(value, dict):
        return {name: _listed(part) for name, part in value.items()}
    return [_listed(part) for part in value] if isinstance(value, list | tuple) else value
