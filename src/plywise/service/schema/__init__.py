"""What clients send and what they get, as contracts that are checked: unknown fields and wrong types are refused."""

from plywise.service.schema.answered import (
    BookPage,
    ExplanationData,
    ExportedText,
    GameDescription,
    Health,
    ImportedGames,
    OfferedGames,
    OwnFileData,
    Position,
    SetupState,
    Throw,
)
from plywise.service.schema.asked import (
    SOCKET_MESSAGE,
    AnalysisRequest,
    DescriptionRequest,
    ExplanationRequest,
    ExportRequest,
    ImportRequest,
    PositionRequest,
    SetupRequest,
    StopRequest,
    ThrowRequest,
    VisitRequest,
)
from plywise.service.schema.kinds import ErrorData
from plywise.service.schema.socket import SERVICE_MESSAGE, SOCKET_SCHEMA, ServiceMessage

__all__ = [
    "SERVICE_MESSAGE",
    "SOCKET_MESSAGE",
    "SOCKET_SCHEMA",
    "AnalysisRequest",
    "BookPage",
    "DescriptionRequest",
    "ErrorData",
    "ExplanationData",
    "ExplanationRequest",
    "ExportRequest",
    "ExportedText",
    "GameDescription",
    "Health",
    "ImportRequest",
    "ImportedGames",
    "OfferedGames",
    "OwnFileData",
    "Position",
    "PositionRequest",
    "ServiceMessage",
    "SetupRequest",
    "SetupState",
    "StopRequest",
    "Throw",
    "ThrowRequest",
    "VisitRequest",
]
