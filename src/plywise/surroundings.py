"""Where this Python runs."""

import sys

IN_PAGE = sys.platform == "emscripten"
"""Whether it is a web page's: no threads, no processes, no compiler, no NumPy."""
