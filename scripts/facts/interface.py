# SPDX-License-Identifier: Apache-2.0
"""The C interface, as libclang reads it from the headers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from clang.cindex import Cursor, CursorKind, Index, TranslationUnit, Type, TypeKind

ARGUMENTS = ["-x", "c", "-std=c11", "-ffreestanding", "--target=x86_64-linux-gnu"]
"""Freestanding: libclang has the few headers of the standard, and the machine's do not matter."""
ADAPTERS = "stream_engine"
"""The header for stream adapters, which no binding shows."""


class HeaderError(Exception):
    """The headers cannot be read."""


@dataclass(frozen=True)
class Declaration:
    """A name with a comment."""

    name: str
    comment: str

    @property
    def summary(self) -> str:
        """Return the first paragraph of the comment."""
        return self.comment.split("\n\n")[0].replace("\n", " ")


@dataclass(frozen=True)
class Named(Declaration):
    """A field or a parameter."""

    type: Type
    offset: int = 0


@dataclass(frozen=True)
class Enumeration(Declaration):
    """An enum and its values."""

    values: list[tuple[str, int]]


@dataclass(frozen=True)
class Struct(Declaration):
    """A struct and its fields."""

    fields: list[Named]
    size: int


@dataclass(frozen=True)
class Callback(Declaration):
    """A type of function pointers; parameters without names have the names of the comment."""

    parameters: list[Named]
    result: Type


@dataclass(frozen=True)
class Function(Declaration):
    """An exported function."""

    parameters: list[Named]
    result: Type
    since: str


@dataclass(frozen=True)
class Alias(Declaration):
    """Another name of a scalar type."""

    type: Type


@dataclass
class Header:
    """What one header declares, in its order."""

    name: str
    handles: list[Declaration] = field(default_factory=list)
    aliases: list[Alias] = field(default_factory=list)
    enums: list[Enumeration] = field(default_factory=list)
    structs: list[Struct] = field(default_factory=list)
    callbacks: list[Callback] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)


def read(root: Path, texts: dict[str, str]) -> list[Header]:
    """Read the headers, in the order of the umbrella header; `texts` replaces files."""
    umbrella = str(root / "include/happyoyster.h")
    unsaved = [(str(root / path), text) for path, text in texts.items() if path.endswith(".h")]
    unit = Index.create().parse(umbrella, [*ARGUMENTS, f"-I{root}/include"], unsaved)
    if list(unit.diagnostics):
        raise HeaderError("\n".join(str(problem) for problem in unit.diagnostics))
    headers: dict[str, Header] = {}
    for cursor in _own(unit, root):
        header = headers.setdefault(Path(cursor.location.file.name).stem, Header("?"))
        header.name = Path(cursor.location.file.name).stem
        _add(header, cursor)
    return list(headers.values())


def _own(unit: TranslationUnit, root: Path) -> Iterator[Cursor]:
    """Yield what the project's headers declare."""
    for cursor in unit.cursor.get_children():
        file = cursor.location.file
        if file and Path(file.name).parent == root / "include/happyoyster":
            yield cursor


def _add(header: Header, cursor: Cursor) -> None:
    """Sort a declaration into its header."""
    name, comment = cursor.spelling, _comment(cursor)
    if cursor.kind == CursorKind.FUNCTION_DECL:
        since = re.search(r"^Since: (\S+)$", comment, re.MULTILINE)
        if not since:
            raise HeaderError(f"{header.name}.h: {name}: no line Since")
        header.functions.append(
            Function(name, comment, _parameters(cursor), cursor.result_type, since[1])
        )
    elif cursor.kind == CursorKind.ENUM_DECL:
        values = [
            (value.spelling, value.enum_value)
            for value in cursor.get_children()
            if value.kind == CursorKind.ENUM_CONSTANT_DECL
        ]
        header.enums.append(Enumeration(name, comment, values))
    elif cursor.kind == CursorKind.STRUCT_DECL and cursor.is_definition():
        fields = [
            Named(
                part.spelling, _comment(part), part.type, cursor.type.get_offset(part.spelling) // 8
            )
            for part in cursor.get_children()
            if part.kind == CursorKind.FIELD_DECL
        ]
        header.structs.append(Struct(name, comment, fields, cursor.type.get_size()))
    elif cursor.kind == CursorKind.TYPEDEF_DECL:
        _add_typedef(header, cursor, name, comment)


def _add_typedef(header: Header, cursor: Cursor, name: str, comment: str) -> None:
    """Sort a typedef: a callback, a handle or a scalar."""
    target = cursor.underlying_typedef_type
    canonical = target.get_canonical()
    if canonical.kind == TypeKind.POINTER:
        function = canonical.get_pointee()
        header.callbacks.append(Callback(name, comment, _parameters(cursor), function.get_result()))
    elif canonical.kind == TypeKind.RECORD:
        if canonical.get_declaration().get_definition() is None:
            header.handles.append(Declaration(name, comment))
    elif canonical.kind != TypeKind.ENUM:
        header.aliases.append(Alias(name, comment, target))


def _parameters(cursor: Cursor) -> list[Named]:
    return [
        Named(part.spelling, "", part.type)
        for part in cursor.get_children()
        if part.kind == CursorKind.PARM_DECL
    ]


def _comment(cursor: Cursor) -> str:
    """Return a comment's text without its frame."""
    raw = cursor.raw_comment or ""
    text = raw.removeprefix("/**").removesuffix("*/")
    lines = [re.sub(r"^\s*\* ?", "", line).strip() for line in text.strip().split("\n")]
    return "\n".join(lines).strip()


def base_name(kind: Type) -> str:
    """Return the name of a type without const and the word enum or struct."""
    return re.sub(r"\b(const|enum|struct) ", "", kind.spelling).strip()


def is_callback(kind: Type) -> bool:
    """Return whether a type is a typedef of a function pointer."""
    return kind.kind == TypeKind.TYPEDEF and kind.get_canonical().kind == TypeKind.POINTER
