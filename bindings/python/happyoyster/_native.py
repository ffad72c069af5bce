# SPDX-License-Identifier: Apache-2.0
"""Conversion of values to and from C."""

from __future__ import annotations

import ctypes
import json
from enum import Enum
from typing import Any

from ._raw import base
from .enums import ErrorCode, OpenEnum
from .errors import InvalidArgument


def invalid_argument(operation: str, message: str) -> InvalidArgument:
    """Build the exception for an argument that has no representation in C."""
    return InvalidArgument(
        ErrorCode.OYSTER_ERROR_INVALID_ARGUMENT, {"operation": operation, "message": message}
    )


def text(value: str, operation: str, name: str) -> bytes:
    """Encode text for C; refuse text that a NUL-terminated UTF-8 string cannot contain."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    if "\0" in value:
        raise invalid_argument(operation, f"{name} contains a NUL character")
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise invalid_argument(operation, f"{name} contains a lone surrogate") from None


def optional_text(value: str | None, operation: str, name: str) -> bytes | None:
    """Encode text that may be None."""
    return None if value is None else text(value, operation, name)


def integer(value: int, operation: str, name: str, low: int, high: int) -> int:
    """Return a number that fits its C type; ctypes would wrap other numbers silently."""
    if not isinstance(value, int):
        raise TypeError(f"{operation}: {name} must be an int, not {type(value).__name__}")
    if not low <= value <= high:
        raise invalid_argument(operation, f"{name} is out of range")
    return value


def flag(value: bool, operation: str, name: str) -> bool:
    """Return a truth value; refuse others, such as the text ``"no"``, which counts as true."""
    if not isinstance(value, bool):
        raise TypeError(f"{operation}: {name} must be a bool, not {type(value).__name__}")
    return value


def int32(value: int, operation: str, name: str) -> int:
    """Return a number that fits ``int32_t``."""
    return integer(value, operation, name, -(2**31), 2**31 - 1)


def uint32(value: int, operation: str, name: str) -> int:
    """Return a number that fits ``uint32_t``."""
    return integer(value, operation, name, 0, 2**32 - 1)


def enumeration(value: int, kind: type[OpenEnum], operation: str, name: str) -> int:
    """Return the number of an enum member, or a plain number; refuse members of other enums.

    All enums of this package are integers, so C would accept ``Rotation.MOUSE_UP`` as a movement.
    """
    is_other = isinstance(value, Enum) and not isinstance(value, kind)
    if is_other or not isinstance(value, int):
        shown = f"{type(value).__name__}.{value.name}" if isinstance(value, Enum) else repr(value)
        example = list(kind)[-1]
        article = "an" if kind.__name__[0] in "AEIOU" else "a"
        raise TypeError(
            f"{operation}: {name} must be {article} {kind.__name__}, such as "
            f"{kind.__name__}.{example.name}, not {shown}"
        )
    return int32(value, operation, name)


def _json_value(tree: int | None) -> Any:
    """Copy a borrowed JSON tree; None when there is none."""
    printed = base.oyster_json_print(tree)
    if not printed:
        return None
    try:
        return json.loads(ctypes.string_at(printed))
    finally:
        base.oyster_string_free(printed)


def json_object(tree: int | None) -> dict[str, Any]:
    """Copy a borrowed JSON tree; an empty object when there is none."""
    value = _json_value(tree)
    return value if isinstance(value, dict) else {}


def take_json_object(tree: int | None) -> dict[str, Any]:
    """Copy a JSON tree that the caller owns, and free it."""
    try:
        return json_object(tree)
    finally:
        base.oyster_json_free(tree)


def take_json_objects(tree: int | None) -> list[dict[str, Any]]:
    """Copy the objects of a JSON array that the caller owns, and free it."""
    try:
        value = _json_value(tree)
        return [each for each in value if isinstance(each, dict)] if value else []
    finally:
        base.oyster_json_free(tree)
