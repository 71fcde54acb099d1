"""What is known of a kernel on disk: how it is called, where in a block everything is, what its errors mean.

A kernel is two files, `KEY.o` (machine code) and `KEY.json` (this). Nothing of the object is run unless its SHA-256
stands in a manifest that carries its own, was made for this processor, and lies, as the object does, in a folder that
only its owner can write to. The same kernel as WebAssembly is `KEY-wasm32.o` with a manifest of its own.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from plywise.files import parse_object

FORMAT = 2
MOST_BYTES = 4 << 20
"""No manifest is larger."""


class DamagedError(Exception):
    """A kernel on disk can't be used; says why, in half a sentence."""


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """A function of a kernel: how many numbers it takes, the block's address included, and what it returns."""

    numbers: int
    returns: str


@dataclass(frozen=True, slots=True)
class KernelManifest:
    """All that is needed to load a kernel and to call it, without lowering the rules again."""

    game: str
    kernel: str
    entries: Mapping[str, EntryPoint]
    layout: Mapping[str, int]
    """Names of the block's words, and the module's other whole numbers."""
    errors: Mapping[str, tuple[str, str]]
    """Errors by number: class and text."""
    rules: Mapping[str, Any]
    """The rules compiled, and the form of states and actions: see `compiled`."""
    processor: Mapping[str, str]
    needs: tuple[str, ...]
    """Functions that the object calls and the process must have."""
    object_sha256: str
    object_size: int
    asked: Any = None
    """What was asked for: see `KernelKind.asked`."""
    compared: int = 0
    """In how many states the kernel's rules were compared with the plain ones, and agreed."""
    stack: int = 0
    """How many bytes of stack WebAssembly needs; a process has its own."""

    def to_data(self) -> dict[str, Any]:
        """Return the manifest as JSON can hold it."""
        return {
            "format": FORMAT,
            "game": self.game,
            "kernel": self.kernel,
            "entries": {name: [entry.numbers, entry.returns] for name, entry in self.entries.items()},
            "layout": dict(self.layout),
            "errors": {number: list(error) for number, error in self.errors.items()},
            "rules": dict(self.rules),
            "processor": dict(self.processor),
            "needs": list(self.needs),
            "object": {"sha256": self.object_sha256, "size": self.object_size},
            "asked": self.asked,
            "compared": self.compared,
            "stack": self.stack,
        }

    def to_json(self) -> str:
        """Return the manifest as text, with its own checksum."""
        body = self.to_data()
        return json.dumps({"sha256": _checksum(body), **body}, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: bytes) -> "KernelManifest":
        """Read a manifest; raises DamagedError unless it is exactly what was written."""
        try:
            body = parse_object(text)
            said, found = body.pop("sha256"), _checksum(body)
        except (ValueError, KeyError, RecursionError):
            raise DamagedError("its manifest can't be read") from None
        if said != found:
            raise DamagedError("its manifest's checksum differs")
        if body["format"] != FORMAT:
            raise DamagedError(f"its manifest has format {body['format']}")
        return cls(
            body["game"],
            body["kernel"],
            {name: EntryPoint(*entry) for name, entry in body["entries"].items()},
            body["layout"],
            {number: (kind, text) for number, (kind, text) in body["errors"].items()},
            body["rules"],
            body["processor"],
            tuple(body["needs"]),
            body["object"]["sha256"],
            body["object"]["size"],
            body["asked"],
            body["compared"],
            body["stack"],
        )

    def with_compared(self, states: int) -> "KernelManifest":
        """Return the same after a comparison with the plain rules."""
        return replace(self, compared=states)


def _checksum(body: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
