"""Prints a page as PDF with a browser that is installed: Chromium, or one of its kin, without a window."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from plywise.isolation import kill_family, start_program
from plywise.rules import PlywiseError

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)
SECONDS = 60.0


class PrintError(PlywiseError):
    """There is no browser that prints, or it failed."""


def find_browser() -> str:
    """Return the program that prints; raises PrintError with what to do where there is none."""
    for name in BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    raise PrintError(
        "A PDF is printed by Chromium or Chrome, and none is installed: install one (apt install chromium), or leave "
        "out --pdf and print the HTML page from your browser."
    )


def print_pdf(browser: str, page: Path) -> Path:
    """Print a page beside itself; return the PDF."""
    pdf = page.resolve().with_suffix(".pdf")
    pdf.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(prefix="plywise-") as profile:
        command = [
            browser,
            *("--headless", "--disable-gpu", "--no-sandbox", "--no-first-run", "--no-pdf-header-footer"),
            f"--user-data-dir={profile}",
            f"--print-to-pdf={pdf}",
            page.resolve().as_uri(),
        ]
        nothing = subprocess.DEVNULL
        process = start_program(command, stdin=nothing, stdout=nothing, stderr=nothing)
        try:
            process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            raise PrintError(f"{browser} did not print {page.name} within {SECONDS:g} seconds: try again.") from None
        finally:
            kill_family(process.pid)
            process.wait()
    if not pdf.is_file() or not pdf.stat().st_size:
        raise PrintError(f"{browser} printed nothing: print {page.name} from your browser instead.")
    return pdf
