# SPDX-License-Identifier: Apache-2.0
"""Values on their way into and out of C."""

from __future__ import annotations

import ctypes
import json
from typing import Any

from ._raw import base
from .enums import ErrorCode
from .errors import InvalidArgument


def invalid_argument(operation: str, message: str) -> InvalidArgument:
    """Build the exception of an argument that C could not even represent."""
    return InvalidArgument(
        ErrorCode.OYSTER_ERROR_INVALID_ARGUMENT, {"operation": operation, "message": message}
    )


def text(value: str, operation: str, name: str) -> bytes:
    """Encode text for C, refusing what a NUL-terminated string cannot carry."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    if "\0" in value:
        raise invalid_argument(operation, f"{name} contains a NUL character")
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise invalid_argument(operation, f"{name} contains a lone surrogate") from None


def optional_text(value: str | None, operation: str, name: str) -> bytes | None:
    """Encode text that may be absent."""
    return None if value is None else text(value, operation, name)


def integer(value: int, operation: str, name: str, low: int, high: int) -> int:
    """Pass on a number that fits its C type; ctypes would wrap others silently."""
    if not low <= value <= high:
        raise invalid_argument(operation, f"{name} is out of range")
    return int(value)


def int32(value: int, operation: str, name: str) -> int:
    """Pass on a number that fits ``int32_t``."""
    return integer(value, operation, name, -(2**31), 2**31 - 1)


def uint32(value: int, operation: str, name: str) -> int:
    """Pass on a number that fits ``uint32_t``."""
    return integer(value, operation, name, 0, 2**32 - 1)


def json_object(tree: int | None) -> dict[str, Any]:
    """Copy a borrowed JSON tree; an empty object when there is none."""
    printed = base.oyster_json_print(tree)
    if not printed:
        return {}
    try:
        parsed = json.loads(ctypes.string_at(printed))
    finally:
        base.oyster_string_free(printed)
    return parsed if isinstance(parsed, dict) else {}


def take_json_object(tree: int | None) -> dict[str, Any]:
    """Copy a JSON tree that the caller owns, and free it."""
    try:
        return json_object(tree)
    finally:
        base.oyster_json_free(tree)
