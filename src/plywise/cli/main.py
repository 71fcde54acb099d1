"""The command `plywise`: its sub-commands, and one clear sentence for whatever goes wrong."""

import os
import sys
import warnings
from collections.abc import Callable
from typing import Annotated, Any

import typer

import plywise
from plywise.cli.commands import COMMANDS, import_command
from plywise.cli.front import FIRST_STEPS
from plywise.cli.group import CommandGroup
from plywise.cli.streams import abandon_output, open_streams

app = typer.Typer(cls=CommandGroup, pretty_exceptions_enable=False, invoke_without_command=True)


def _show_version(is_asked_for: bool) -> None:
    if is_asked_for:
        typer.echo(f"plywise {plywise.__version__}")
        raise typer.Exit


@app.callback()
def _front_door(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    if ctx.invoked_subcommand is None:
        typer.echo(FIRST_STEPS, nl=False)


def main(on_loaded: Callable[[], object] = int) -> None:
    """Run the command; people see a sentence, and the traceback only with PLYWISE_DEBUG=1.

    `on_loaded` is called when everything is imported and the command begins. Typer itself ends with 130 at Ctrl-C, and
    quietly where the reader of the output has closed it.
    """
    open_streams()
    warnings.showwarning = _show_warning
    try:
        for name in sys.argv[1:2]:
            if name in COMMANDS:
                import_command(name)
        on_loaded()
        app(prog_name="plywise")
    except Exception as error:
        _fail(error)


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    from plywise.cli.screen import tell_warning

    tell_warning(str(message))


def _fail(error: Exception) -> None:
    """Print one sentence about an error, and exit."""
    from plywise.cli.screen import tell_error, tell_failure
    from plywise.rules import PlywiseError

    if os.environ.get("PLYWISE_DEBUG") and not isinstance(error, PlywiseError):
        raise error
    if isinstance(error, OSError):
        abandon_output()
    tell_failure(tell_error(error))
    sys.exit(1)
