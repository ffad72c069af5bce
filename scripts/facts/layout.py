# SPDX-License-Identifier: Apache-2.0
"""What the linker and the C compiler check: the version script and the layout of structs."""

from __future__ import annotations

import re

from .interface import Header
from .output import Output

SOURCE = "the headers"
INITIAL = re.compile(r"^#define (OYSTER_\w+_INIT)\b", re.MULTILINE)
"""The macros that a host or an adapter starts a struct from."""


def write(output: Output, headers: list[Header]) -> None:
    """Write the files of abi/."""
    output.file("abi/happyoyster.map", SOURCE, version_script(headers))
    macros = [name for text in texts(output, headers) for name in INITIAL.findall(text)]
    output.file("abi/layout.c", SOURCE, layout(headers, macros))


def texts(output: Output, headers: list[Header]) -> list[str]:
    """Return the texts of the headers."""
    folder = output.root / "include/happyoyster"
    return [(folder / f"{header.name}.h").read_text() for header in headers]


def version_script(headers: list[Header]) -> str:
    """Return the symbols by the release that added them."""
    releases: dict[str, list[str]] = {}
    for header in headers:
        for function in header.functions:
            releases.setdefault(function.since, []).append(function.name)
    lines, before = [], ""
    for release in sorted(releases, key=lambda text: [int(part) for part in text.split(".")]):
        lines += [f"HAPPYOYSTER_{release} {{", "global:"]
        lines += [f"    {name};" for name in sorted(releases[release])]
        lines += [] if before else ["local:", "    *;"]
        lines.append(f"}}{before};")
        before = f" HAPPYOYSTER_{release}"
    return "\n".join(lines)


def layout(headers: list[Header], macros: list[str]) -> str:
    """Return a program that compiles only where the layout is this one."""
    lines = ["#include <happyoyster.h>", "", "#define SIZE(type, bytes) \\"]
    lines.append('    _Static_assert(sizeof(type) == (bytes), #type " has another size")')
    lines.append("#define FIELD(type, field, bytes) \\")
    lines.append(
        '    _Static_assert(offsetof(type, field) == (bytes), #type "." #field " is elsewhere")'
    )
    lines.append("#define VALUE(name, number) \\")
    lines.append('    _Static_assert((name) == (number), #name " has another value")')
    for header in headers:
        for struct in header.structs:
            lines += ["", f"SIZE({struct.name}, {struct.size});"]
            lines += [
                f"FIELD({struct.name}, {part.name}, {part.offset});" for part in struct.fields
            ]
        for enum in header.enums:
            lines += ["", f"SIZE({enum.name}, 4);"]
            lines += [f"VALUE({name}, {number});" for name, number in enum.values]
    lines.append("")
    for macro in macros:
        struct = macro.removesuffix("_INIT").lower()
        lines.append(f"extern const {struct} initial_{struct};")
        lines.append(f"const {struct} initial_{struct} = {macro};")
    return "\n".join(lines)
