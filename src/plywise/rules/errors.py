"""What can go wrong, each as one clear sentence that also says how to fix it."""

CONTROLS = {code: repr(chr(code))[1:-1] for code in (*range(32), *range(127, 160), 0x2028, 0x2029)}
"""How Python writes each character that ends a line or controls a terminal."""


class PlywiseError(Exception):
    r"""The root of every error that Plywise raises on purpose; its text is one line, fit to show to a person.

    What it quotes may come from anybody.

    >>> print(PlywiseError("There is no game called 'a\nb'."))
    There is no game called 'a\nb'.
    """

    def __str__(self) -> str:
        return super().__str__().translate(CONTROLS)


class RulesError(PlywiseError):
    """A game's own rules contradict the contract or their declarations."""


class NoActionError(RulesError):
    """A state goes on and offers nothing to do: its value would be anyone's guess."""

    def __init__(self, game: str, state: str) -> None:
        super().__init__(
            f"{game} goes on in the state {state}, but offers no action there: "
            "offer one (passing is one), or let is_terminal return True."
        )


def first_line(error: BaseException) -> str:
    r"""Return the first line of what an error says, or its name where it says nothing.

    >>> first_line(ValueError("too large\nby far")), first_line(KeyError())
    ('too large', 'KeyError')
    """
    return (str(error).strip() or type(error).__name__).splitlines()[0]


class IllegalActionError(PlywiseError):
    """An action was asked for that the rules don't offer in this state."""


class NotationError(PlywiseError):
    """A text names no action or state of this game."""


class CatalogError(PlywiseError):
    """No game can be made from this name, file or parameter."""


class RecordError(PlywiseError):
    """A saved record of play can't be read or written."""


class SearchError(PlywiseError):
    """This algorithm can't answer this question."""


class GuaranteeError(PlywiseError):
    """A policy doesn't reach what it was said to guarantee."""
