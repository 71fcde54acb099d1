"""From where the service can be reached: from this machine alone, or from beyond by who has a token, encrypted.

>>> open_door().is_public
False
>>> open_door("0.0.0.0")
Traceback (most recent call last):
...
plywise.rules.errors.PlywiseError: To be reached from beyond this machine, Plywise needs --address https://NAME: ...
"""

import re
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from plywise.rules import PlywiseError

LOOPBACK = ("127.0.0.1", "localhost")
ADDRESS = re.compile(r"https://([a-z0-9.-]{1,253}(?::\d{1,5})?)/?")
TOKEN = re.compile(r"[A-Za-z0-9_-]{20,200}")

NEEDS_ADDRESS = "the one that people type, by which the service knows its own pages"
NEEDS_TOKEN = "a file with 20 letters and digits or more, which people need to come in"
NEEDS_SECRECY = (
    "Beyond this machine everything must be encrypted: give --cert and --key, or --proxy with the address of the proxy "
    "that does it."
)


@dataclass(frozen=True, slots=True)
class Door:
    """Where the service listens, the address that people type, and what they need; by default this machine alone."""

    host: str = "127.0.0.1"
    address: str | None = None
    """From beyond, such as `https://plywise.example.org`."""
    token: str | None = None
    cert: Path | None = None
    key: Path | None = None
    proxy: str | None = None
    """The address of the proxy that encrypts: nobody else may connect."""

    @property
    def is_public(self) -> bool:
        """Whether it can be reached from beyond this machine."""
        return self.address is not None

    @property
    def name(self) -> str:
        """The name in the address, with its port if it has one: what `Host` must say."""
        return (self.address or "").removeprefix("https://")


def open_door(
    host: str = "127.0.0.1",
    *,
    address: str | None = None,
    token_file: Path | None = None,
    cert: Path | None = None,
    key: Path | None = None,
    proxy: str | None = None,
) -> Door:
    """Return the door that these options describe; refuses one that others could come through unasked or unseen."""
    if host in LOOPBACK and not any((address, token_file, cert, key, proxy)):
        return Door()
    where = "127.0.0.1" if host in LOOPBACK else _ip("--host", host)
    known = ADDRESS.fullmatch(address or "")
    if known is None:
        raise PlywiseError(
            f"To be reached from beyond this machine, Plywise needs --address https://NAME: {NEEDS_ADDRESS}."
        )
    if token_file is None:
        raise PlywiseError(f"To be reached from beyond this machine, Plywise needs --token-file: {NEEDS_TOKEN}.")
    if (cert is None) != (key is None) or (cert is None) == (proxy is None):
        raise PlywiseError(NEEDS_SECRECY)
    for file in filter(None, (cert, key)):
        if not file.is_file():
            raise PlywiseError(f"There is no file {file}: --cert and --key name a certificate and its key, as PEM.")
    seen = None if proxy is None else _ip("--proxy", proxy)
    return Door(where, f"https://{known[1]}", _read_token(token_file), cert, key, seen)


def _ip(option: str, text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError:
        raise PlywiseError(f"{option} takes an address such as 10.0.0.5, not '{text[:60]}'.") from None


def _read_token(file: Path) -> str:
    try:
        with file.open(encoding="ascii", errors="replace") as opened:
            token = opened.read(1_000).strip()
    except OSError as error:
        raise PlywiseError(f"The token can't be read from {file} ({error.strerror}): name another file.") from None
    if not TOKEN.fullmatch(token):
        raise PlywiseError(
            f"{file} holds no token: write 20 to 200 letters, digits, - and _ there, "
            "such as `python -c 'import secrets; print(secrets.token_urlsafe())'` prints."
        )
    return token
