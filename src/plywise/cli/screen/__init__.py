"""What commands share at the terminal: options, streams, progress, files, and boards on the screen."""

from plywise.cli.screen.beside import find_knowledge, known_patterns
from plywise.cli.screen.book_moves import draw_moves
from plywise.cli.screen.common import (
    GAME,
    AgentName,
    AlgorithmName,
    BookFile,
    Depth,
    EngineName,
    GameSpec,
    Json,
    KnowledgeFile,
    Nodes,
    Seconds,
    Seed,
    Simulations,
    StateText,
    TablesFolder,
    Threads,
    absolute_spec,
    complete_game,
    console,
    load,
    print_json,
    show_state,
    stderr,
    tell_reason,
)
from plywise.cli.screen.failures import tell_error, tell_failure, tell_warning
from plywise.cli.screen.files import check_writable
from plywise.cli.screen.measuring import Measuring, measuring
from plywise.cli.screen.streams import abandon_output, open_streams
from plywise.cli.screen.thinking import thinking

__all__ = [
    "GAME",
    "AgentName",
    "AlgorithmName",
    "BookFile",
    "Depth",
    "EngineName",
    "GameSpec",
    "Json",
    "KnowledgeFile",
    "Measuring",
    "Nodes",
    "Seconds",
    "Seed",
    "Simulations",
    "StateText",
    "TablesFolder",
    "Threads",
    "abandon_output",
    "absolute_spec",
    "check_writable",
    "complete_game",
    "console",
    "draw_moves",
    "find_knowledge",
    "known_patterns",
    "load",
    "measuring",
    "open_streams",
    "print_json",
    "show_state",
    "stderr",
    "tell_error",
    "tell_failure",
    "tell_reason",
    "tell_warning",
    "thinking",
]
