"""Node as the tests run it: WebAssembly reserves addresses by the gigabyte, more than CI allows Python."""

import resource
import subprocess
from collections.abc import Sequence
from pathlib import Path


def run_node(arguments: Sequence[str], folder: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """Run Node without the limit on its addresses."""

    def lift() -> None:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))

    return subprocess.run(
        ["node", *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=1200, preexec_fn=lift
    )
