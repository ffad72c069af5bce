# SPDX-License-Identifier: Apache-2.0
"""What is written from the table of error codes."""

from __future__ import annotations

import ast

from .output import Output, c_comment, imported, wrap
from .tables import ERRORS, FAMILIES, Code, by_family

SOURCES = {
    "travel": "source: SDK reference, section 9",
    "session": "source: OTSession reference",
    "interface": "ours",
    "server": "source: SDK reference, section 9, and the Open API error table",
}
"""Where the codes of a family come from."""
REFERENCE_NAMES = {"MODE_MISMATCH": "sendCommandInDirecting"}
"""Codes that the vendor's SDK reference names otherwise in Swift."""


def write(output: Output, codes: list[Code]) -> None:
    """Write everything that repeats the table."""
    core = "Sources/HappyOysterCore/Errors"
    output.file(f"{core}/OysterErrorCode.swift", ERRORS, swift_codes(codes))
    output.file(f"{core}/ErrorCatalog+Entries.swift", ERRORS, swift_entries(codes))
    output.file(f"{core}/OysterSDKError+Code.swift", ERRORS, swift_public_codes(codes))
    output.region("include/happyoyster/error.h", "oyster_error_code", ERRORS, c_enum(codes))
    output.file("include/happyoyster/cpp/codes.hpp", ERRORS, cpp_codes(codes))
    output.region(
        "bindings/python/happyoyster/errors.py", "exceptions", ERRORS, python_classes(codes)
    )
    package = "bindings/python/happyoyster/__init__.py"
    output.region(package, "exceptions", ERRORS, python_imports(codes))
    output.region(package, "names", "the imports", python_names(output.texts[package]))
    output.file("bindings/rust/happyoyster/src/code.rs", ERRORS, rust_codes(codes))
    for family, group in by_family(codes).items():
        output.region("docs/errors.md", f"codes of {family}", ERRORS, page_table(group))


def grouped(number: int) -> str:
    """Return a number as Swift writes it, 100_001."""
    return f"{number:_}"


def swift_codes(codes: list[Code]) -> str:
    """Return the numbers by name."""
    lines = ["", "/// Every error code that the library names; numbers are permanent."]
    lines.append("package enum OysterErrorCode {")
    for family, group in by_family(codes).items():
        lines.append(f"    // {FAMILIES[family]} ({SOURCES[family]}).")
        for code in group:
            lines.append(wrap(code.message, "    /// ", "    /// "))
            lines.append(f"    package static let {code.camel} = {grouped(code.number)}")
        lines.append("")
    lines[-1] = "}"
    return "\n".join(lines)


def swift_text(label: str, text: str, end: str) -> list[str]:
    """Return an argument whose text may need several lines."""
    line = f'            {label}: "{text}"{end}'
    if len(line) <= 100:
        return [line]
    wrapped = wrap(text, " " * 16, " " * 16, 98).replace("\n", " \\\n")
    return [f'            {label}: """', wrapped, f'                """{end}']


def swift_entries(codes: list[Code]) -> str:
    """Return the catalogue's entries."""
    lines = [
        "",
        "extension ErrorCatalog {",
        "    /// What is known about each code, by number.",
        "    package static let entries: [Int: Entry] = [",
        '        0: Entry(name: "OK", kind: nil, message: "Success.", advice: ""),',
    ]
    for code in codes:
        lines.append(f"        {grouped(code.number)}: Entry(")
        lines.append(f'            name: "{code.name}",')
        own = code.kind not in ("server", "interfaceMisuse", "session")
        lines.append(f"            kind: {'.' + code.kind if own else 'nil'},")
        lines += swift_text("message", code.message, ",")
        flags = [("endsTravel", code.ends), ("isRetryable", code.retryable)]
        flags = [f"            {label}: true" for label, value in flags if value]
        lines += swift_text("advice", code.advice, "," if flags else "")
        lines += [flag + "," for flag in flags[:-1]] + flags[-1:]
        lines.append("        ),")
    return "\n".join([*lines, "    ]", "}"])


def swift_public_codes(codes: list[Code]) -> str:
    """Return the public codes of the Swift SDK."""
    lines = [
        "",
        "extension OysterSDKError {",
        "    /// The codes that the library names; `docs/errors.md` has what to do about each.",
        "    public enum Code {",
    ]
    for group in by_family(codes).values():
        for code in group:
            name = REFERENCE_NAMES.get(code.name, code.camel)
            lines.append(wrap(f"{code.number}: {code.message}", *["        /// "] * 2))
            line = f"        public static let {name} = OysterErrorCode.{code.camel}"
            lines.append(line if len(line) <= 100 else line.replace(" = ", " =\n            "))
        lines.append("")
    lines[-1:] = ["    }", "}"]
    return "\n".join(lines)


def c_enum(codes: list[Code]) -> str:
    """Return the enum of error.h."""
    lines = [
        "/** Every code that this version names. Numbers are permanent. */",
        "typedef enum OYSTER_ENUM oyster_error_code {",
        "    /** Success. */",
        "    OYSTER_OK = 0,",
    ]
    for family, group in by_family(codes).items():
        lines += ["", f"    /* {FAMILIES[family]} ({SOURCES[family]}). */"]
        for code in group:
            lines.append(c_comment(code.message))
            lines.append(f"    {code.constant} = {code.number},")
    lines[-1] = lines[-1].removesuffix(",")
    return "\n".join([*lines, "} oyster_error_code;"])


def cpp_codes(codes: list[Code]) -> str:
    """Return the constants of the C++ layer."""
    lines = [
        "/**",
        " * @file codes.hpp",
        " * Error codes by name, for comparison with Error::code().",
        " */",
        "#ifndef HAPPYOYSTER_CPP_CODES_HPP",
        "#define HAPPYOYSTER_CPP_CODES_HPP",
        "",
        '#include "../error.h"',
        "",
        "namespace oyster {",
        "/** Error codes by name; other codes of the service pass through unchanged. */",
        "namespace code {",
        "",
    ]
    for code in codes:
        lines.append(c_comment(f"{code.number}: {code.message}", ""))
        line = f"inline constexpr oyster_result {code.name.lower()} = {code.constant};"
        lines.append(line if len(line) <= 100 else line.replace(" = ", " =\n    "))
    lines += ["", "} // namespace code", "} // namespace oyster", "", "#endif"]
    return "\n".join(lines)


def python_classes(codes: list[Code]) -> str:
    """Return Python's exceptions and the mapping from codes."""
    parts = []
    owners: dict[str, list[Code]] = {}
    for code in codes:
        if code.exception:
            owners.setdefault(code.exception, []).append(code)
    parents = {
        "interface": "InterfaceMisuse",
        "server": "ServerError",
        "session": "SessionError",
        "publisher": "SessionError",
        "subscriber": "SessionError",
    }
    for exception, group in owners.items():
        bases = [parents.get(group[0].family, "OysterError")]
        bases += [code.bases for code in group if code.bases]
        first, *rest = [f"{code.number}: {code.message}" for code in group]
        text = f'    """{first}'
        text += "".join(f"\n\n    {line}" for line in rest) + ("\n    " if rest else "")
        parts.append(f'class {exception}({", ".join(bases)}):\n{text}"""\n\n')
    parts.append("_CLASSES: dict[int, type[OysterError]] = {")
    for code in codes:
        if code.exception:
            parts.append(f"    ErrorCode.{code.constant}: {code.exception},")
    return "\n".join([*parts, "}"])


def python_imports(codes: list[Code]) -> str:
    """Return the package's import of the exceptions."""
    names = {"OysterError", "InterfaceMisuse", "ServerError", "SessionError"}
    names |= {code.exception for code in codes if code.exception}
    return "\n".join(imported(".errors", names))


def python_names(text: str) -> str:
    """Return the public names of the package: what it imports and defines."""
    names = ["__version__"]
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom):
            names += [alias.asname or alias.name for alias in node.names]
        elif isinstance(node, ast.FunctionDef):
            names.append(node.name)
    names = sorted({name for name in names if name == "__version__" or name[0] != "_"})
    order = [f'    "{name}",' for name in sorted(names, key=lambda name: (name[0].islower(), name))]
    return "\n".join(["__all__ = [", *order, "]"])


def rust_codes(codes: list[Code]) -> str:
    """Return the constants of the Rust crate."""
    lines = [
        "//! Error codes by name, for comparison with [`Error::code`](crate::Error::code). Numbers",
        "//! are permanent; codes of the service that are not named here pass through unchanged.",
        "",
        "use happyoyster_sys as sys;",
        "",
    ]
    for code in codes:
        lines.append(wrap(f"{code.number}: {code.message}", "/// ", "/// "))
        line = f"pub const {code.name}: i32 = sys::{code.constant};"
        lines.append(line if len(line) <= 100 else line.replace(" = ", " =\n    "))
    return "\n".join(lines)


def page_table(group: list[Code]) -> str:
    """Return the table of one family for docs/errors.md."""
    lines = ["| Code | Name | What happened | What to do |", "|---|---|---|---|"]
    for code in group:
        marks = " **Ends the travel.**" if code.ends else ""
        lines.append(f"| {code.number} | `{code.name}` | {code.message}{marks} | {code.advice} |")
    return "\n".join(lines)
