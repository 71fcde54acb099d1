"""Who may ask, and how: this machine's own pages, in small JSON requests.

| attack | answer |
|---|---|
| another machine | only 127.0.0.1 is listened on, unless the owner has opened a door: then a token is needed |
| a site whose name is bound to 127.0.0.1 (DNS rebinding) | Host must be a loopback address, or the door's |
| another site's page that asks, or opens a socket | Origin must be this server's own; on sockets it must be there |
| a form of another site | only application/json is read |
| script put into a page | the content security policy allows none but ours |
| a page that frames ours | frame-ancestors 'none' |
| a huge request | cut off at 64 kB, at 1 MB where it brings a record |
| a request that is never finished | cut off after 5 seconds (`server`) |
"""

import hmac
import re
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from fastapi import HTTPException
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plywise.service.door import Door
from plywise.service.settings import MOST_BYTES, MOST_RECORD_BYTES
from plywise.tasks import TaskError, write_json

TOO_MUCH = "A request may have {:,} bytes at most."
RECORDS = "/api/records/"
"""What begins the addresses of records, which may be longer than other requests."""
LOOPBACK = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?")

HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
COOKIE = "plywise-token"
KEEPING = "no-cache"
"""What a browser does with an answer that doesn't say."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self' {socket}://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Guard:
    """Stands before an application: refuses what should not get in, and sets the browser's protections too."""

    def __init__(self, app: ASGIApp, door: Door | None = None) -> None:
        self.app, self.door = app, door or Door()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            check_sender(scope, self.door)
            if signs_in(scope, self.door):
                await _let_in(send, self.door)
                return
            check_token(scope, self.door)
            if scope["type"] == "websocket":
                await self.app(scope, receive, send)
                return
            check_body(scope)
        except TaskError as error:
            await _refuse(scope, receive, send, error, self.door)
            return
        await self.app(
            scope, Measured(receive, most_bytes(scope)), _with_headers(send, _only(scope, b"host"), self.door)
        )


class Measured:
    """What a client sends, cut off where it is too much: whoever reads on meets an error."""

    def __init__(self, receive: Receive, most: int = MOST_BYTES) -> None:
        self._receive, self._bytes, self._most = receive, 0, most

    async def __call__(self) -> Message:
        """Return the next message."""
        message = await self._receive()
        self._bytes += len(message.get("body", b""))
        if self._bytes > self._most:
            # Of all errors while it reads a body, FastAPI passes on only its own.
            raise HTTPException(413, TOO_MUCH.format(self._most))
        return message


def check_sender(scope: Scope, door: Door) -> None:
    """Refuse a request that this server's own page, or a program that knows it, would not send."""
    if door.proxy is not None and (scope.get("client") or ("",))[0] != door.proxy:
        raise TaskError("bad-request", "This server answers its proxy only: use the public address.", 403)
    host = _only(scope, b"host")
    if not (host == door.name if door.is_public else LOOPBACK.fullmatch(host)):
        names = door.name or "127.0.0.1 and localhost"
        raise TaskError("bad-request", f"This server answers to {names} only: use that address.", 421)
    own = door.address or f"http://{host}"
    origins = _all(scope, b"origin")
    if any(origin != own for origin in origins):
        raise TaskError("bad-request", "Pages from elsewhere may not ask this server: open its own page.", 403)
    if scope["type"] == "websocket" and not origins:
        sentence = f"A socket must say where it comes from: send the header Origin: {own}."
        raise TaskError("bad-request", sentence, 403)


def check_token(scope: Scope, door: Door) -> None:
    """Refuse whoever doesn't show the token, where there is one: as a header, or as the cookie of who signed in."""
    if door.token is None:
        return
    shown = [_only(scope, b"authorization").removeprefix("Bearer "), _cookie(scope)]
    if not any(_is_token(each, door) for each in shown):
        sentence = "This server wants its token: open its page once with /?token=TOKEN, or send it as a bearer token."
        raise TaskError("bad-request", sentence, 401)


def signs_in(scope: Scope, door: Door) -> bool:
    """Whether a browser brings the token in the page's address, to get a cookie for it."""
    if door.token is None or scope["type"] != "http" or scope["path"] != "/" or scope["method"] != "GET":
        return False
    query = parse_qs(scope["query_string"].decode("latin-1"))
    return _is_token(query.get("token", [""])[0], door)


def _is_token(text: str, door: Door) -> bool:
    """Whether a text is the token, in a time that tells nothing."""
    return door.token is not None and hmac.compare_digest(text.encode("utf-8", "replace"), door.token.encode("ascii"))


def _cookie(scope: Scope) -> str:
    try:
        found = SimpleCookie(_only(scope, b"cookie")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


async def _let_in(send: Send, door: Door) -> None:
    """Give a browser the cookie, and send it to the page without the token in its address."""
    cookie = f"{COOKIE}={door.token}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=2592000"
    headers = [(b"location", b"./"), (b"set-cookie", cookie.encode("ascii")), (b"content-length", b"0")]
    respond = _with_headers(send, door.name, door)
    await respond({"type": "http.response.start", "status": 303, "headers": headers})
    await respond({"type": "http.response.body", "body": b""})


def check_body(scope: Scope) -> None:
    """Refuse a body that is not JSON, or too long by its own account."""
    if scope["method"] not in ("POST", "PUT", "PATCH"):
        return
    kind = _only(scope, b"content-type").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise TaskError("bad-request", "Send JSON: set the header Content-Type: application/json.", 415)
    length = _only(scope, b"content-length")
    if length.isdecimal() and int(length[:20]) > most_bytes(scope):
        raise TaskError("limit", TOO_MUCH.format(most_bytes(scope)), 413)


def most_bytes(scope: Scope) -> int:
    """Return how long the body of a request may be."""
    return MOST_RECORD_BYTES if str(scope.get("path", "")).startswith(RECORDS) else MOST_BYTES


def _all(scope: Scope, name: bytes) -> list[str]:
    headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
    return [value.decode("latin-1") for key, value in headers if key.lower() == name]


def _only(scope: Scope, name: bytes) -> str:
    """Return a header that is there once; where it isn't, or where there are several, nothing."""
    values = _all(scope, name)
    return values[0] if len(values) == 1 else ""


def _with_headers(send: Send, host: str, door: Door) -> Send:
    async def send_guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("cache-control", KEEPING)
            headers["content-security-policy"] = POLICY.format(host=host, socket="wss" if door.is_public else "ws")
        await send(message)

    return send_guarded


async def _refuse(scope: Scope, receive: Receive, send: Send, error: TaskError, door: Door) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    body = write_json(error.to_data()).encode("ascii")
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode("ascii"))]
    if error.status == 413:
        headers.append((b"connection", b"close"))
    respond = _with_headers(send, door.name or "127.0.0.1", door)
    await respond({"type": "http.response.start", "status": error.status, "headers": headers})
    await respond({"type": "http.response.body", "body": body})
