"""The command `plywise`: its sub-commands, and one clear sentence for whatever goes wrong."""

import os
import sys
import warnings
from collections.abc import Callable
from typing import Annotated, Any

import typer

import plywise
from plywise.cli.commands import COMMANDS, add_commands
from plywise.cli.screen import abandon_output, open_streams, tell_error, tell_failure, tell_warning
from plywise.rules import PlywiseError


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"plywise {plywise.__version__}")
        raise typer.Exit


def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


def make_app(*names: str) -> typer.Typer:
    """Return the command with some of its sub-commands, or with all of them."""
    app = typer.Typer(
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        help="Adversarial search for Python: write a game's rules once, then play, solve and explain it.",
        epilog=(
            "GAME is a name from `plywise games` or file.py[:Class]; with parameters: connect-four:width=5,height=4."
        ),
    )
    app.callback()(_common)
    add_commands(app, names or tuple(COMMANDS))
    return app


def __getattr__(name: str) -> Any:
    """Offer the whole command as `app`, made when it is first asked for."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()["app"] = made = make_app()
    return made


def main(on_loaded: Callable[[], object] = int) -> None:
    """Run the command; people see a sentence, and the traceback only with PLYWISE_DEBUG=1.

    `on_loaded` is called when everything is imported and the command begins. Typer itself ends with 130 at Ctrl-C, and
    quietly where the reader of the output has closed it.
    """
    open_streams()
    warnings.showwarning = _tell_warning
    try:
        # What isn't run isn't imported: most of a short command's time would go into that.
        app = make_app(*(name for name in sys.argv[1:2] if name in COMMANDS))
        on_loaded()
        app()
    except PlywiseError as error:
        _fail(error)
    except Exception as error:
        if os.environ.get("PLYWISE_DEBUG"):
            raise
        if isinstance(error, OSError):
            abandon_output()
        _fail(error)


def _tell_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    tell_warning(str(message))


def _fail(error: Exception) -> None:
    tell_failure(tell_error(error))
    sys.exit(1)
