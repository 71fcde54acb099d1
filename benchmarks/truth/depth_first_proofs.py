"""Prove a game by df-pn within a gigabyte, export the strategy, and check it by the rules alone.

python benchmarks/truth/depth_first_proofs.py [GAME]
"""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ADDRESS_SPACE = 1 << 30


def run(*arguments: str) -> None:
    """Run a command within a gigabyte of address space, and write what it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "plywise", *arguments],
        check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE)),
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    sys.stdout.write(f"{arguments[0]}: {seconds:.1f} CPU s, at most {after.ru_maxrss >> 10:,} MB so far\n\n")
    sys.stdout.flush()


def main() -> None:
    """Prove, export and check."""
    game = sys.argv[1] if len(sys.argv) > 1 else "hex:size=5"
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder, "strategy.json"))
        run("strategy", game, "--player", "A", "--at-least", "1", "--memory", "256MB", "--out", out)
        run("verify", game, out)
    for other in ("connect-four:width=5,height=4", "connect-four:width=5,height=5", "three-mens-morris"):
        run("analyse", other, "--algorithm", "df-pn", "--memory", "256MB", "--time", "600")


if __name__ == "__main__":
    main()
