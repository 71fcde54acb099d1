"""The front end's files, packed once when the server starts, and kept by the browser for as long as they hold.

What the build names by its content (`index-3PbXqMP-.js`) never changes and is kept for a year; everything else is asked
for again, and answered with 304 where it is still the same.
"""

import gzip
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from plywise.service.web.packing import accepts_gzip

HASHED = re.compile(r"assets/.+-[\w-]{8}\.\w+")
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FOREVER = "public, max-age=31536000, immutable"
CHECKED = "no-cache"
"""Kept, but asked for again before each use."""

LEAST_SAVED = 0.9
"""A file that gzip leaves longer than this part of it is sent as it is."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the front end, as it is sent."""

    body: bytes
    packed: bytes | None
    """The same by gzip, where that is shorter."""
    kind: str
    keeping: str
    tag: str

    @classmethod
    def read(cls, file: Path, name: str) -> "Asset":
        """Read a file, and pack it."""
        body = file.read_bytes()
        packed = gzip.compress(body, 9, mtime=0)
        return cls(
            body,
            packed if len(packed) < LEAST_SAVED * len(body) else None,
            KINDS.get(file.suffix, "application/octet-stream"),
            FOREVER if HASHED.fullmatch(name) else CHECKED,
            hashlib.sha256(body).hexdigest()[:20],
        )

    def answer(self, headers: Headers) -> Response:
        """Return the file, packed where the client can unpack it; only a word where it has it already."""
        is_packed = self.packed is not None and accepts_gzip(headers.get("accept-encoding", ""))
        tag = f'"{self.tag}{"-gzip" if is_packed else ""}"'
        told = {"etag": tag, "cache-control": self.keeping, "vary": "accept-encoding"}
        known = {each.strip().removeprefix("W/") for each in headers.get("if-none-match", "").split(",")}
        if known & {tag, "*"}:
            return Response(status_code=304, headers=told)
        if is_packed:
            told["content-encoding"] = "gzip"
        return Response(self.packed if is_packed else self.body, headers=told, media_type=self.kind)


class Assets:
    """An application that answers with the files of a folder, and with nothing else: names are only looked up."""

    def __init__(self, folder: Path) -> None:
        files = (file for file in folder.rglob("*") if file.is_file())
        names = {file.relative_to(folder).as_posix(): file for file in files}
        self.files = {f"/{name}": Asset.read(file, name) for name, file in names.items()}
        self.files["/"] = self.files["/index.html"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        asset = self.files.get(scope["path"])
        if asset is None:
            raise HTTPException(404)
        await asset.answer(Headers(scope=scope))(scope, receive, send)
