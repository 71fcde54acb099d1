"""Submissions that nobody wants: without an end, and up to no good. Each is text for a file that defines minimax."""

GOOD = """
def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state, 0), None
    best = None
    for action in game.actions(state):
        value, _ = minimax(game, game.result(state, action))
        if best is None or (value > best[0] if game.to_move(state) == 0 else value < best[0]):
            best = value, action
    return best
"""

RUINED = """
def minimax(game, state):
    harm()
    return 0, 0
"""

ENDLESS = {
    "loops": "def minimax(game, state):\n    while True:\n        pass\n",
    "loops_stubbornly": """
def minimax(game, state):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
""",
    "sleeps": "import time\n\ndef minimax(game, state):\n    time.sleep(10**6)\n",
    "loops_in_c": "import itertools\n\ndef minimax(game, state):\n    return sum(itertools.repeat(1)), 0\n",
    "loops_on_import": "while True:\n    pass\n",
    "recurses": "def minimax(game, state):\n    return minimax(game, state)\n",
    "ignores_alarms": """
import signal

def minimax(game, state):
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    while True:
        pass
""",
    "eats_memory": """
def minimax(game, state):
    kept = []
    while True:
        kept.append(bytearray(10**8))
""",
}

MALICIOUS = {
    "writes": "def harm():\n    open('WITNESS', 'w').write('harm')\n" + RUINED,
    "writes_on_import": "open('WITNESS', 'w').write('harm')\n" + GOOD,
    "reads_secrets": "def harm():\n    raise ValueError(open('SECRET').read())\n" + RUINED,
    "lists_folders": "import os\n\ndef harm():\n    raise ValueError(str(os.listdir('FOLDER')))\n" + RUINED,
    "removes": "import os\n\ndef harm():\n    os.remove('SECRET')\n" + RUINED,
    "kills_its_parent": "import os\n\ndef harm():\n    os.kill(os.getppid(), 9)\n" + RUINED,
    "kills_everyone": "import os\n\ndef harm():\n    os.kill(-1, 9)\n" + RUINED,
    "forks": "import os\n\ndef harm():\n    while True:\n        os.fork()\n" + RUINED,
    "starts_programs": "import subprocess\n\ndef harm():\n    subprocess.run(['touch', 'WITNESS'])\n" + RUINED,
    "starts_a_shell": "import os\n\ndef harm():\n    os.system('touch WITNESS')\n" + RUINED,
    "calls_c": "import ctypes\n\ndef harm():\n    ctypes.CDLL(None).system(b'touch WITNESS')\n" + RUINED,
    "phones_home": "import socket\n\ndef harm():\n    socket.create_connection(('127.0.0.1', 9))\n" + RUINED,
    "ends_its_program": "import os\n\ndef harm():\n    os._exit(0)\n" + RUINED,
    "floods_the_screen": "def harm():\n    while True:\n        print('FLOOD' * 1000)\n" + RUINED,
    "writes_to_all_pipes": """
import os, time

def harm():
    for pipe in range(3, 50):
        try:
            os.write(pipe, b"\\x7f\\xff\\xff\\xff")
        except OSError:
            pass
    time.sleep(10**6)
"""
    + RUINED,
    "sends_code": """
import sys

class Code:
    def __reduce__(self):
        return eval, ("open('WITNESS', 'w').write('harm')",)

def harm():
    frame = sys._getframe()
    while frame:
        for value in frame.f_locals.values():
            if type(value).__name__ == "Connection":
                value.send(("work", Code()))
        frame = frame.f_back
"""
    + RUINED,
    "sends_nonsense": """
import sys

def harm():
    frame = sys._getframe()
    while frame:
        for value in frame.f_locals.values():
            if type(value).__name__ == "Connection":
                value.send(("work", 5))
        frame = frame.f_back
"""
    + RUINED,
    "asks_the_grader": "from plywise.grading.mistakes import Variant\n" + GOOD,
    "asks_the_library": """
def minimax(game, state):
    from plywise.search import minimax as ours
    return ours(game, state)
""",
    "asks_by_importlib": "import importlib\nminimax = importlib.import_module('plywise.search').minimax\n",
    "asks_by_eval": "minimax = eval(\"__import__('plywise.search', fromlist=['minimax'])\").minimax\n",
}
