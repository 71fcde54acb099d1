"""A folder behind an http or https address, on any server or object store that answers byte ranges.

`WebPlace` asks by the standard library, and `PagePlace` as a page's own Python has to: in a web worker, by
XMLHttpRequest, which alone answers before the next statement.
"""

import re
from dataclasses import dataclass
from typing import Any

from plywise.knowledge.solved.errors import DamagedTableError, SolvedTableError
from plywise.rules.errors import first_line
from plywise.surroundings import IN_PAGE

TIMEOUT = 30
"""Seconds that a server may take to answer."""

NOT_THERE = (403, 404, 410)
"""How servers and object stores say that there is no such file."""

CONTENT_RANGE = re.compile(r"bytes (\d+)-(\d+)/(\d+|\*)")


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a server answered: its status, which part of the file it says that this is, and what it sent."""

    status: int
    part: str
    content: bytes


class AddressPlace:
    """A folder behind an address; how a question is put is up to its kind."""

    def __init__(self, address: str) -> None:
        self.name = address.rstrip("/")

    def ask(self, path: str, headers: dict[str, str], most: int) -> Fetched:
        """Return the answer to a GET, at most `most` bytes of it."""
        raise NotImplementedError

    def whole(self, path: str, limit: int) -> bytes:
        """Return a file, which may have at most `limit` bytes."""
        return self.within(path, self.sound(path, self.ask(path, {}, limit + 1)).content, limit)

    def part(self, path: str, start: int, length: int) -> bytes:
        """Return exactly `length` bytes of a file."""
        return self.range(path, f"bytes={start}-{start + length - 1}", length, start)

    def tail(self, path: str, length: int) -> bytes:
        """Return exactly `length` bytes from a file's end."""
        return self.range(path, f"bytes=-{length}", length, None)

    def beginning(self, path: str, first: int, limit: int) -> tuple[bytes, bool] | None:
        """Return a file, and whether the server answers byte ranges; None where there is no such file.

        One question does where the file has at most `first` bytes.
        """
        answer = self.ask(path, {"Range": f"bytes=0-{first - 1}"}, limit + 1)
        if answer.status in NOT_THERE:
            return None
        content = self.within(path, self.sound(path, answer).content, limit)
        if answer.status != 206:
            return content, False
        told = CONTENT_RANGE.fullmatch(answer.part)
        size = int(told[3]) if told and told[3] != "*" else len(content)
        if size > len(content):
            content += self.part(path, len(content), min(size, limit + 1) - len(content))
        return self.within(path, content, limit), True

    def range(self, path: str, wanted: str, length: int, start: int | None) -> bytes:
        """Return a range of a file, from a server that really answers with that range."""
        answer = self.sound(path, self.ask(path, {"Range": wanted}, length + 1))
        if answer.status != 206:
            raise SolvedTableError(
                f"{self.name} doesn't serve parts of files: use a server that answers Range requests, "
                "or write small files with `plywise publish DIR --pieces`."
            )
        told = CONTENT_RANGE.fullmatch(answer.part)
        if told and start is not None and int(told[1]) != start:
            raise DamagedTableError(f"{path} of {self.name}", "the server answered with another part")
        return complete(answer.content, length, f"{path} of {self.name}")

    def sound(self, path: str, answer: Fetched) -> Fetched:
        """Return an answer, if it isn't a refusal."""
        if answer.status not in (200, 206):
            raise SolvedTableError(f"{path} of {self.name} can't be read: the server answered {answer.status}.")
        return answer

    def within(self, path: str, found: bytes, limit: int) -> bytes:
        """Return a file's bytes, if they are no more than it may have."""
        if len(found) > limit:
            raise SolvedTableError(f"{path} of {self.name} is larger than the {limit} bytes it may have: don't use it.")
        return found

    def address(self, path: str) -> str:
        """Return a file's address."""
        from urllib.parse import quote

        return f"{self.name}/{quote(path)}"


class WebPlace(AddressPlace):
    """A folder behind an address, asked by the standard library."""

    def __init__(self, address: str) -> None:
        # Slow to import, and not needed for folders on this machine.
        from urllib.request import (
            HTTPDefaultErrorHandler,
            HTTPErrorProcessor,
            HTTPHandler,
            HTTPRedirectHandler,
            HTTPSHandler,
            OpenerDirector,
            ProxyHandler,
            UnknownHandler,
        )

        super().__init__(address)
        # Not the usual opener: a redirection could lead that one to a file of this machine.
        self.opener = OpenerDirector()
        for handler in (
            ProxyHandler,
            HTTPHandler,
            HTTPSHandler,
            HTTPRedirectHandler,
            HTTPDefaultErrorHandler,
            HTTPErrorProcessor,
            UnknownHandler,
        ):
            self.opener.add_handler(handler())

    def ask(self, path: str, headers: dict[str, str], most: int) -> Fetched:
        """Return the answer to a GET, at most `most` bytes of it."""
        from http.client import HTTPException
        from urllib.error import HTTPError
        from urllib.request import Request

        try:
            with self.opener.open(Request(self.address(path), headers=headers), timeout=TIMEOUT) as answer:
                return Fetched(answer.status, answer.headers.get("Content-Range", ""), answer.read(most))
        except HTTPError as error:
            return Fetched(error.code, "", b"")
        except (OSError, HTTPException) as error:
            raise SolvedTableError(f"{path} of {self.name} can't be read: {error}.") from error


class PagePlace(AddressPlace):
    """A folder behind an address, asked from a web worker; the browser keeps what the server lets it keep."""

    def ask(self, path: str, headers: dict[str, str], most: int) -> Fetched:
        """Return the answer to a GET, at most `most` bytes of it."""
        from js import XMLHttpRequest  # type: ignore[import-not-found, unused-ignore]

        request: Any = XMLHttpRequest.new()
        request.open("GET", self.address(path), False)
        request.responseType = "arraybuffer"
        for name, value in headers.items():
            request.setRequestHeader(name, value)
        try:
            request.send()
            content = bytes(request.response.to_bytes())
        except Exception as error:  # one of JavaScript's: the kind differs from browser to browser
            raise SolvedTableError(f"{path} of {self.name} can't be read: {first_line(error)}.") from error
        return Fetched(int(request.status), request.getResponseHeader("Content-Range") or "", content[:most])


def web_place(address: str) -> AddressPlace:
    """Return the place behind an address, asked as this Python can."""
    return PagePlace(address) if IN_PAGE else WebPlace(address)


def complete(found: bytes, length: int, where: str) -> bytes:
    """Return what was found, if it is as long as was asked for."""
    if len(found) != length:
        raise DamagedTableError(where, f"{len(found)} bytes where {length} are asked for")
    return found
