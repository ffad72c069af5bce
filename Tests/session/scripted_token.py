# SPDX-License-Identifier: Apache-2.0
"""The check of a token, for the scripted server."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any


class TokenError(Exception):
    def __init__(self, status: int, code: int) -> None:
        self.status = status
        self.code = code
        super().__init__(code)


def _bytes(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def check(token: str, key: str, secret: str, session: str | None) -> dict[str, Any]:
    """Return the claims of a token for a session, or for creating one."""
    try:
        text, _, signature = token.rpartition(".")
        expected = hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest()
        head, claims = (json.loads(_bytes(part)) for part in text.split("."))
        fits = head["alg"] == "HS256" and hmac.compare_digest(expected, _bytes(signature))
        fits = fits and claims["iss"] == key and claims["exp"] > time.time()
    except (ValueError, KeyError, TypeError):
        fits = False
    scope = "session.create" if session is None else "session.connect"
    if not fits or claims["scope"] != scope:
        raise TokenError(401, 1004)
    if session is not None and claims["session_id"] != session:
        raise TokenError(404, 1005)
    return dict(claims)
