"""The field's languages: other programs' engines spoken to by UCI and GTP, and ours offered to them."""

from plywise.protocols.engines import EngineAnswer, EngineError, ExternalEngine, ResignedError
from plywise.protocols.gtp_engine import GtpEngine
from plywise.protocols.gtp_server import GtpServer, TimeSettings
from plywise.protocols.program_engine import ProgramEngine
from plywise.protocols.uci_engine import UciEngine
from plywise.protocols.uci_server import UciOptions, UciServer
from plywise.protocols.uci_words import GoCommand, suits_uci

__all__ = [
    "EngineAnswer",
    "EngineError",
    "ExternalEngine",
    "GoCommand",
    "GtpEngine",
    "GtpServer",
    "ProgramEngine",
    "ResignedError",
    "TimeSettings",
    "UciEngine",
    "UciOptions",
    "UciServer",
    "suits_uci",
]
