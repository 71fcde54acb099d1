"""The field's languages: other programs' engines spoken to by UCI and GTP, and ours offered to them."""

from plywise.protocols.engines import EngineAnswer, EngineError, ExternalEngine, ResignedError
from plywise.protocols.gtp_engine import GtpEngine
from plywise.protocols.uci_engine import UciEngine

__all__ = ["EngineAnswer", "EngineError", "ExternalEngine", "GtpEngine", "ResignedError", "UciEngine"]
