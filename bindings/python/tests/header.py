# SPDX-License-Identifier: Apache-2.0
"""A parser of the public header, just good enough for its regular style."""

from __future__ import annotations

import re

from support import HEADERS

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_FUNCTION = re.compile(r"OYSTER_API\s+([\w\s*]+?)\b(oyster_\w+)\(([^)]*)\)\s*;")
_ENUM = re.compile(r"typedef enum OYSTER_ENUM (\w+) \{(.*?)\}", re.DOTALL)
_MEMBER = re.compile(r"\b(OYSTER_\w+) = (\d+)")
_STRUCT = re.compile(r"typedef struct (\w+) \{(.*?)\n\}", re.DOTALL)
_FIELD = re.compile(r"(?:\(\*(\w+)\)\([^;]*\)|(\w+)(?:\[\d+\])?);")
_CALLBACK = re.compile(r"typedef [^;{]*?\(\*(oyster_\w+)\)\(([^;]*)\);")


def texts() -> dict[str, str]:
    """Return the headers without comments, by module name."""
    files = sorted((HEADERS / "happyoyster").glob("*.h"))
    return {file.stem: _COMMENT.sub("", file.read_text()) for file in files}


def _count(parameters: str) -> int:
    return 0 if parameters.strip() == "void" else parameters.count(",") + 1


def functions(text: str) -> dict[str, int]:
    """Return the argument counts of exported functions."""
    return {name: _count(parameters) for _, name, parameters in _FUNCTION.findall(text)}


def callbacks(text: str) -> dict[str, int]:
    """Return the argument counts of callback types."""
    return {name: _count(parameters) for name, parameters in _CALLBACK.findall(text)}


def enums(text: str) -> dict[str, dict[str, int]]:
    """Return the members of enums."""
    return {
        name: {member: int(value) for member, value in _MEMBER.findall(body)}
        for name, body in _ENUM.findall(text)
    }


def structs(text: str) -> dict[str, list[str]]:
    """Return the field names of structs."""
    return {
        name: [pointer or plain for pointer, plain in _FIELD.findall(body)]
        for name, body in _STRUCT.findall(text)
    }
