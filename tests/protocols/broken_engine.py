"""A program that speaks UCI or GTP, and does wrong what an engine can: `broken_engine.py uci|gtp FAULT`."""

import itertools
import sys
import time

PROTOCOL, FAULT = [*sys.argv[1:], "", ""][:2]


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def misbehave() -> None:
    """Do what the fault says instead of answering."""
    if FAULT == "hang":
        time.sleep(600)
    if FAULT == "die":
        sys.exit(3)
    if FAULT == "crash":
        import os
        import signal

        os.kill(os.getpid(), signal.SIGSEGV)
    if FAULT == "flood":
        while True:
            sys.stdout.write("info string nothing to say\n" * 1000)
    if FAULT == "long-line":
        while True:
            sys.stdout.write("x" * 100_000)


def uci() -> None:
    for line in sys.stdin:
        command = line.split()[0] if line.split() else ""
        if command == "uci":
            say("id name broken\noption name Skill Level type spin default 20 min 0 max 20\nuciok")
        elif command == "isready":
            say("readyok")
        elif command == "go":
            misbehave()
            say("info depth 3 score cp 31 nodes 500 pv e2e4\nbestmove " + ("e2e5" if FAULT == "illegal" else "e2e4"))
        elif command == "quit":
            return


def gtp() -> None:
    usual = itertools.chain(["D4"], itertools.repeat("pass"))
    for line in sys.stdin:
        if not line.strip():
            continue
        if line.startswith("genmove"):
            misbehave()
            answers = {"illegal": "Z99", "resign": "resign", "junk": "\x00\x01"}
            say(f"= {answers.get(FAULT) or next(usual)}\n")
        elif FAULT == "refuse" and line.startswith("boardsize"):
            say("? unacceptable size\n")
        elif line.startswith("quit"):
            say("=\n")
            return
        else:
            say("=\n")


if __name__ == "__main__":
    uci() if PROTOCOL == "uci" else gtp()
