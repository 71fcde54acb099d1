"""A sheet as a page to print: what to do, a line for the name, and the trees."""

import base64
from collections.abc import Sequence
from html import escape

from plywise.grading import GradedAlgorithm
from plywise.one_page import still_page

STYLE = """
@page { size: A4; margin: 16mm 15mm; }
body { font: 11.5pt/1.45 "DejaVu Serif", Georgia, serif; color: #111; background: #fff; max-width: 180mm;
  margin: 1.5em auto; padding: 0 1em; }
h1 { font-size: 18pt; margin: 0 0 0.3em; }
.who { margin: 0.8em 0 1em; color: #444; }
.who span { display: inline-block; min-width: 16em; border-bottom: 1px solid #777; margin: 0 1.5em 0 0.3em; }
.who span + span { min-width: 8em; }
ol { padding-left: 1.4em; }
figure { margin: 0.6em 0 1.4em; break-inside: avoid; }
figcaption { font-weight: 600; margin-bottom: 0.3em; }
img { display: block; max-width: 100%; margin: 0 auto; }
.key { color: #333; font-size: 10.5pt; border-bottom: 1px solid #bbb; padding-bottom: 0.6em; }
@media print { body { margin: 0; padding: 0; max-width: none; } }
"""

TASKS: dict[str, Sequence[str]] = {
    "minimax": ["Write each node’s minimax value into its box v.", "Mark the move that MAX should make at the root."],
    "alpha-beta": [
        "Search the tree with alpha-beta, from left to right. Write α and β as they are when a node is entered.",
        "Write into v what the search returns for the node, with ≤ or ≥ where the leaves seen so far only bound it.",
        "Cross out every branch that is never looked at, and leave the boxes below it empty.",
    ],
    "expectiminimax": [
        "Write each node’s expectiminimax value into its box v: of a chance node, the mean by probabilities.",
        "Mark the move that MAX should make at the root.",
    ],
}
KEY = (
    "Triangles that point up are MAX’s nodes, those that point down MIN’s. Numbers at the leaves are utilities to MAX."
)
CHANCE_KEY = " Circles are chance nodes, with a probability on each edge."
SOLVED = {
    "minimax": "The thick edge is the best move.",
    "alpha-beta": "What is crossed out and grey is never looked at; the thick edge is the best move.",
    "expectiminimax": "The thick edge is the best move.",
}


def write_page(title: str, algorithm: GradedAlgorithm, drawings: Sequence[str], *, solved: bool) -> str:
    """Return a page of trees, which needs nothing else."""
    tasks = "".join(f"<li>{escape(task)}</li>" for task in TASKS[algorithm])
    key = KEY + (CHANCE_KEY if algorithm == "expectiminimax" else "")
    who = "" if solved else '<p class="who">Name <span></span> Date <span></span></p>'
    figures = "\n".join(
        f"<figure><figcaption>{number}.</figcaption>{_image(svg, f'Tree {number}')}</figure>"
        for number, svg in enumerate(drawings, 1)
    )
    what = f"<p>{escape(SOLVED[algorithm])}</p>" if solved else f"<ol>{tasks}</ol>"
    body = f'<h1>{escape(title)}</h1>\n{who}\n{what}\n<p class="key">{escape(key)}</p>\n{figures}'
    return still_page(title, style=STYLE, body=body)


def _image(svg: str, words: str) -> str:
    return f'<img alt="{words}" src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}">'
