"""What an answer can be instead of what was asked, for the API's own description."""

from typing import Any

from plywise.service.schema import ErrorData

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": ErrorData, "description": "The request makes no sense."},
    401: {"model": ErrorData, "description": "The token is missing, or another."},
    403: {
        "model": ErrorData,
        "description": "It comes from another site's page, or a seat has another token.",
    },
    404: {"model": ErrorData, "description": "There is no such game, or it is no longer under way."},
    409: {"model": ErrorData, "description": "An action is not legal, or the game is over."},
    413: {"model": ErrorData, "description": "The request is too long."},
    415: {"model": ErrorData, "description": "The request is not JSON."},
    421: {"model": ErrorData, "description": "The request names another host."},
    422: {"model": ErrorData, "description": "The rules failed, or took too long."},
    429: {"model": ErrorData, "description": "Too many wait already."},
}
