"""The sub-commands as Typer runs them: each is imported when it is asked for, and their help is plain to read."""

import inspect
import os
import shutil
from collections.abc import Iterator, MutableMapping
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from plywise.cli.commands import COMMANDS, import_command
from plywise.cli.front import overview


class _PlainHelp:
    """Help without types of switches, and with paragraphs that are wrapped once, by the terminal's width."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        paragraphs = inspect.cleandoc(settings.get("help") or "").split("\n\n")
        settings["help"] = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
        super().__init__(*args, **settings)

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters; a switch has no value that could be named."""
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            if getattr(param, "is_flag", False):
                param.metavar = ""
        return params


class PlainCommand(_PlainHelp, TyperCommand):
    """A sub-command."""


class PlainGroup(_PlainHelp, TyperGroup):
    """A sub-command that has sub-commands of its own."""


class Commands(MutableMapping[str, Any]):
    """The sub-commands by their names; each is imported when it is first asked for."""

    def __init__(self) -> None:
        self._imported: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._imported:
            self._imported[name] = make_command(name)
        return self._imported[name]

    def __contains__(self, name: object) -> bool:
        return name in COMMANDS

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)

    def __setitem__(self, name: str, command: Any) -> None:
        self._imported[name] = command

    def __delitem__(self, name: str) -> None:
        del self._imported[name]


def make_command(name: str) -> Any:
    """Return a sub-command as Typer runs it; raise a KeyError if there is none of that name."""
    if name not in COMMANDS:
        raise KeyError(name)
    imported = import_command(name)
    app = typer.Typer()
    if isinstance(imported, typer.Typer):
        for inner in imported.registered_commands:
            inner.cls = PlainCommand
        app.add_typer(imported, name=name, cls=PlainGroup)
    else:
        app.command(name, cls=PlainCommand)(imported)
    return get_group(app).commands[name]


class CommandGroup(PlainGroup):
    """The command `plywise`: its sub-commands are listed without being imported."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: MutableMapping[str, Any] = Commands()

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all sub-commands."""
        return list(self.commands)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the overview; Typer takes the boldness out where the output is no terminal."""
        is_bold = "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        formatter.write(overview(shutil.get_terminal_size().columns, emphasise=is_bold))

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Offer the sub-commands whose names start with what is typed."""
        commands = self.commands
        self.commands = {name: TyperCommand(name, help=entry.help) for name, entry in COMMANDS.items()}
        try:
            return super().shell_complete(ctx, incomplete)
        finally:
            self.commands = commands
