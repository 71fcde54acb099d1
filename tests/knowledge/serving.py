"""A server on this machine for a folder of tables, honest or not, that notes what it is asked for."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Asked(list[tuple[str, str | None]]):
    """Each path and range asked for; and how many bytes were sent."""

    sent = 0

    def forget(self) -> None:
        self.clear()
        self.sent = 0


@contextmanager
def served(
    folder: Path,
    *,
    ranges: bool = True,
    redirect: str | None = None,
    tamper: Callable[[str, bytes], bytes] = lambda path, content: content,
    shift: int = 0,
    instead_of_404: bytes | None = None,
) -> Iterator[tuple[str, Asked]]:
    """Serve a folder; yields its address and what is asked for.

    `tamper` may change what is sent; `shift` makes every range another one, as its header says.
    """
    asked = Asked()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, wanted = self.path.removeprefix("/tables/"), self.headers.get("Range")
            asked.append((path, wanted))
            if redirect and not self.path.startswith("/tables/"):
                self.send_response(302)
                self.send_header("Location", redirect + self.path)
                self.end_headers()
                return
            file = folder / path
            if file.is_file():
                self.answer(path, file.read_bytes(), wanted if ranges else None)
            elif instead_of_404 is not None:
                self.answer(path, instead_of_404, None)
            else:
                self.send_error(404)

        def answer(self, path: str, content: bytes, wanted: str | None) -> None:
            size, part = len(content), ""
            if wanted:
                first, last = wanted.removeprefix("bytes=").split("-")
                start = int(first) + (shift if first != "0" else 0) if first else size - int(last)
                content = content[start : int(last) + 1 + start - int(first)] if first else content[start:]
                part = f"bytes {start}-{start + len(content) - 1}/{size}"
            content = tamper(path, content)
            asked.sent += len(content)
            self.send_response(206 if wanted else 200)
            self.send_header("Content-Length", str(len(content)))
            if part:
                self.send_header("Content-Range", part)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
