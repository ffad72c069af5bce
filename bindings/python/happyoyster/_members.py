# SPDX-License-Identifier: Apache-2.0
"""Members of JSON objects. A member of another type counts as absent."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any


def text_of(data: Mapping[str, Any], key: str) -> str:
    """Read a text; empty when it is absent."""
    value = data.get(key)
    return value if isinstance(value, str) else ""


def optional_text_of(data: Mapping[str, Any], key: str) -> str | None:
    """Read a text."""
    value = data.get(key)
    return value if isinstance(value, str) else None


def number_of(data: Mapping[str, Any], key: str) -> float | None:
    """Read a number."""
    value = data.get(key)
    # A bool is an int.
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value)


def time_of(data: Mapping[str, Any], key: str) -> datetime | None:
    """Read a time in ISO 8601."""
    value = data.get(key)
    if not isinstance(value, str):
        return None
    try:
        # The library writes UTC with a Z, which fromisoformat() accepts from Python 3.11 on only.
        return datetime.fromisoformat(value.replace("Z", "+00:00"))
    except ValueError:
        return None


def object_of(data: Mapping[str, Any], key: str) -> Mapping[str, Any] | None:
    """Read an object."""
    value = data.get(key)
    return value if isinstance(value, dict) else None


def list_of(data: Mapping[str, Any], key: str) -> list[Any]:
    """Read an array; empty when it is absent."""
    value = data.get(key)
    return value if isinstance(value, list) else []
