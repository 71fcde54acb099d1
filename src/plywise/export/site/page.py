"""The files around the app: its page with what it may do, what makes it installable, and what keeps it offline."""

import hashlib
import html
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from plywise.export.errors import ExportError

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; "
    "style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""WebAssembly may be compiled, but no text becomes a script; the engine is bound by it too (`web/src/engine/host`)."""

MARK = '<meta charset="utf-8" />'
NOT_BUILT = "The front end is not built: run `npm run build` in web/, or install Plywise from a wheel."


def read_app(built: Path) -> dict[str, bytes]:
    """Return the files of the app by name."""
    if not (built / "index.html").is_file():
        raise ExportError(NOT_BUILT)
    paths = (path for path in built.rglob("*") if path.is_file())
    return {path.relative_to(built).as_posix(): path.read_bytes() for path in paths}


def make_page(page: str, title: str, scripts: Iterable[str] = ()) -> str:
    """Return the app's page as that of a site, where these scripts are loaded with it rather than after it.

    >>> page = make_page('<meta charset="utf-8" /><title>Plywise</title>', "Nim")
    >>> "<title>Nim</title>" in page, "'unsafe-eval'" in page, "'wasm-unsafe-eval'" in page
    (True, False, True)
    """
    if MARK not in page:
        raise ExportError(NOT_BUILT)
    head = [
        MARK,
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />',
        '<meta name="plywise-site" content="plywise-site-1" />',
        '<link rel="preload" href="./site.json" as="fetch" crossorigin />',
        '<link rel="manifest" href="./manifest.webmanifest" />',
        *(f'<link rel="modulepreload" href="./{script}" />' for script in scripts),
    ]
    named = page.replace("<title>Plywise</title>", f"<title>{html.escape(title)}</title>")
    return named.replace(MARK, "\n    ".join(head), 1)


def make_manifest(title: str, icon: str) -> str:
    """Return what makes a site installable."""
    told = {
        "name": title,
        "short_name": title[:12],
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#ffffff",
        "icons": [{"src": icon, "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }
    return json.dumps(told, indent=2) + "\n"


def make_service_worker(files: Mapping[str, bytes]) -> str:
    """Return the script that keeps these files; it changes whenever one of them does."""
    version = hashlib.sha256()
    for name in sorted(files):
        version.update(f"{name}\n{hashlib.sha256(files[name]).hexdigest()}\n".encode())
    script = Path(__file__).with_name("service_worker.js").read_text("utf-8")
    listed = json.dumps(["./", *sorted(files)], indent=2)
    return script.replace("VERSION", version.hexdigest()[:16]).replace('"FILES"', listed)
