# SPDX-License-Identifier: Apache-2.0
"""What is written from the table of enum values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .output import Output, c_comment, wrap
from .tables import VOCABULARY, Code, TableError, camel, rows

PREFIXES = {
    "oyster_event_type": "OYSTER_EVENT_",
    "oyster_error_kind_value": "OYSTER_ERROR_KIND_",
    "oyster_release_outcome": "OYSTER_RELEASE_",
    "oyster_session_event_type": "OYSTER_SESSION_EVENT_",
}
"""The starts of constants that do not follow from the name of the enum."""
RUST = [
    "Status",
    "Mode",
    "Action",
    "PixelFormat",
    "LogLevel",
    "Delivery",
    "ErrorKind",
    "Translation",
    "Rotation",
    "Interaction",
]
PYTHON = [
    *(name for name in RUST if name != "Delivery"),
    "ConnectionStatus",
    "SessionReason",
    "StreamChange",
    "StreamVideoType",
]
CPP = [
    "Status",
    "EventType",
    "Action",
    "Translation",
    "Rotation",
    "Interaction",
    "PixelFormat",
    "Delivery",
    "ReleaseOutcome",
    "LogLevel",
]
"""The enums that each language shows, and their order."""
SESSION = [
    "ConnectionStatus",
    "SessionEventType",
    "SessionReason",
    "StreamChange",
    "StreamVideoType",
]
"""The enums of sessions in the Swift core."""


@dataclass(frozen=True)
class Value:
    """One value of an enum."""

    number: int
    name: str
    constant: str
    spelling: str
    also: tuple[str, ...]
    comment: str

    @property
    def camel(self) -> str:
        """Return the name in Swift."""
        return camel(self.name)

    @property
    def case(self) -> str:
        """Return the name as a case of Swift."""
        return f"`{self.camel}`" if self.camel in ("default",) else self.camel


@dataclass(frozen=True)
class Enum:
    """An enum of the C interface."""

    name: str
    comment: str
    values: tuple[Value, ...]

    @property
    def type(self) -> str:
        """Return the name in other languages."""
        words = self.name.removeprefix("oyster_").removesuffix("_value").split("_")
        return "".join(word.capitalize() for word in words)


def enums(root: Path, codes: list[Code]) -> list[Enum]:
    """Read the table."""
    heads: dict[str, str] = {}
    values: dict[str, list[Value]] = {}
    for row in rows(root, VOCABULARY):
        enum = row["enum"]
        if row["number"] == "-":
            heads[enum] = row["comment"]
            continue
        comment = row["comment"]
        if comment == "-":
            kinds = [str(code.number) for code in codes if code.kind == row["spelling"]]
            comment = " and ".join(kinds) + "."
        prefix = PREFIXES.get(enum, enum.upper() + "_")
        also = () if row["also"] == "-" else tuple(row["also"].split(","))
        value = Value(
            int(row["number"]), row["name"], prefix + row["name"], row["spelling"], also, comment
        )
        if value.spelling not in (camel(value.name), value.name):
            raise TableError(f"{VOCABULARY}: {value.constant}: Python derives the spelling")
        values.setdefault(enum, []).append(value)
    if set(heads) != set(values):
        raise TableError(f"{VOCABULARY}: an enum without values, or values without their enum")
    kinds = {value.spelling for value in values["oyster_error_kind_value"]}
    unknown = {code.kind for code in codes} - kinds
    if unknown:
        raise TableError(f"{VOCABULARY}: kinds of errors.tsv are missing: {unknown}")
    return [Enum(name, comment, tuple(values[name])) for name, comment in heads.items()]


def write(output: Output, found: list[Enum]) -> None:
    """Write everything that repeats the table."""
    by_type = {enum.type: enum for enum in found}
    for enum in found:
        output.region(header_of(output.root, enum.name), enum.name, VOCABULARY, c_enum(enum))
    for path, body in swift_files(by_type).items():
        output.file(path, VOCABULARY, body)
    output.region(
        "bindings/python/happyoyster/enums.py",
        "enums",
        VOCABULARY,
        "\n\n".join(python_enum(by_type[name]) for name in PYTHON),
    )
    output.region(
        "bindings/rust/happyoyster/src/vocabulary.rs",
        "enums",
        VOCABULARY,
        "\n\n".join(rust_enum(by_type[name]) for name in RUST),
    )
    output.file("include/happyoyster/cpp/enums.hpp", VOCABULARY, cpp_enums(by_type))
    members = [by_type[name] for name in ("Translation", "Rotation", "Interaction")]
    spellings = "\n\n".join(map(c_spellings, members))
    output.region("Sources/WebRTC/engine/commands.c", "spellings", VOCABULARY, spellings)
    table = ["| Member | Values that the engine sends |", "|---|---|"]
    for enum in members:
        values = ", ".join(f"`{value.also[0]}`" for value in enum.values)
        table.append(f"| `{enum.type.lower()}` | {values} |")
    output.region("docs/webrtc.md", "values of commands", VOCABULARY, "\n".join(table))


def c_spellings(enum: Enum) -> str:
    """Return a C function that spells the values of a command as the stream engine sends them."""
    lines = ["/** NULL for a value that does not exist. */"]
    lines += [f"static const char *spell_{enum.type.lower()}(int32_t value) {{"]
    lines += ["    switch (value) {"]
    for value in enum.values:
        if not value.also:
            raise TableError(f"{VOCABULARY}: {value.constant}: no spelling on the wire")
        lines += [f"    case {value.constant}:", f'        return "{value.also[0]}";']
    return "\n".join([*lines, "    default:", "        return NULL;", "    }", "}"])


def header_of(root: Path, name: str) -> str:
    """Return the header with the region of an enum."""
    for path in sorted((root / "include/happyoyster").glob("*.h")):
        if f": {name}. */" in path.read_text():
            return str(path.relative_to(root))
    raise TableError(f"{VOCABULARY}: no header has a region {name}")


def c_enum(enum: Enum) -> str:
    """Return an enum of C."""
    lines = [c_comment(enum.comment, ""), f"typedef enum OYSTER_ENUM {enum.name} {{"]
    for value in enum.values:
        lines += [c_comment(value.comment), f"    {value.constant} = {value.number},"]
    lines[-1] = lines[-1].removesuffix(",")
    return "\n".join([*lines, f"}} {enum.name};"])


def swift_comment(text: str, indent: str) -> str:
    """Return a comment of Swift: its first sentence alone, then the rest."""
    first, _, rest = text.partition(". ")
    lines = wrap(first.removesuffix(".") + ".", f"{indent}/// ", f"{indent}/// ")
    if rest:
        lines += f"\n{indent}///\n" + wrap(rest, f"{indent}/// ", f"{indent}/// ")
    return lines


def swift_cases(enum: Enum, indent: str, raw: str) -> list[str]:
    """Return the cases of a Swift enum with their numbers or spellings."""
    lines = []
    for value in enum.values:
        lines.append(swift_comment(value.comment, indent))
        right = f' = "{value.spelling}"' if raw == "String" else f" = {value.number}"
        if raw == "String" and value.spelling == value.camel:
            right = ""
        lines.append(f"{indent}case {value.case}{right}")
    return lines


def swift_switch(enum: Enum, indent: str, head: str, right: str) -> list[str]:
    """Return a property that switches over the cases; `right` is a field of the values."""
    lines = [f"{indent}{head} {{", f"{indent}    switch self {{"]
    for value in enum.values:
        shown = getattr(value, right)
        shown = f'"{shown}"' if isinstance(shown, str) else shown
        lines.append(f"{indent}    case .{value.camel}: {shown}")
    return [*lines, f"{indent}    }}", f"{indent}}}"]


def swift_enum(enum: Enum, raw: str, indent: str = "", access: str = "package") -> list[str]:
    """Return a Swift enum whose raw values are the numbers."""
    lines = [swift_comment(enum.comment, indent)]
    lines.append(f"{indent}{access} enum {enum.type}: {raw}, Sendable, CaseIterable {{")
    return [*lines, *swift_cases(enum, indent + "    ", raw)]


def swift_public_enum(
    enum: Enum, name: str, number: str, indent: str = "", access: str = "public"
) -> list[str]:
    """Return an enum of the Swift SDK: spellings are its raw values, numbers are for C."""
    lines = swift_enum(enum, "String", indent, access)
    lines[1] = lines[1].replace(f"enum {enum.type}:", f"enum {name}:")
    inner = indent + "    "
    lines += ["", f"{inner}/// The number of `{enum.name}`."]
    lines += swift_switch(enum, inner, f"package var number: {number}", "number")
    numbers = [value.number for value in enum.values]
    lines += ["", f"{inner}/// The numbers of `{enum.name}`."]
    lines += [f"{inner}@inlinable package static var numbers: ClosedRange<{number}> {{"]
    lines += [f"{inner}    {min(numbers)}...{max(numbers)}", f"{inner}}}"]
    lines += ["", f"{inner}/// The case with a number of `{enum.name}`."]
    lines += [f"{inner}package init?(number: {number}) {{", f"{inner}    switch number {{"]
    for value in enum.values:
        lines.append(f"{inner}    case {value.number}: self = .{value.camel}")
    return [*lines, f"{inner}    default: return nil", f"{inner}    }}", f"{inner}}}"]


def swift_command(enum: Enum) -> list[str]:
    """Return one dimension of a command."""
    lines = swift_public_enum(enum, enum.type, "UInt8", "    ")
    lines += ["", "        /// Reads each spelling that clients use on the wire."]
    lines += ["        package init?(wire word: String) {", "            switch word {"]
    for value in enum.values:
        words = ", ".join(f'"{word}"' for word in (value.spelling, *value.also))
        lines.append(f"            case {words}: self = .{value.camel}")
    lines += ["            default: return nil", "            }", "        }", "    }"]
    return lines


def swift_modes(enum: Enum) -> str:
    """Return the modes, which are open in Swift."""
    lines = ["", "extension OysterModeValue {"]
    for value in enum.values:
        lines.append(swift_comment(value.comment, "    "))
        access = "public" if value.number else "package"
        lines.append(
            f'    {access} static let {value.camel} = OysterModeValue(rawValue: "{value.spelling}")'
        )
    lines += ["", "    /// The mode with one of the spellings on the wire, in small letters."]
    lines += ["    package init?(spelling: String) {", "        switch spelling {"]
    for value in enum.values[1:]:
        words = ", ".join(f'"{word}"' for word in (value.spelling, *value.also))
        lines.append(f"        case {words}: self = .{value.camel}")
    lines += ["        default: return nil", "        }", "    }", ""]
    lines += ["    /// The number of `oyster_mode`.", "    package var number: Int32 {"]
    lines += ["        switch self {"]
    for value in enum.values[1:]:
        lines.append(f"        case .{value.camel}: {value.number}")
    lines += ["        default: 0", "        }", "    }", "}"]
    return "\n".join(lines)


def swift_kinds(enum: Enum) -> str:
    """Return the kinds of errors; two of them carry the code.

    The cases are those of the reference, whose hosts switch over all of them. The kinds of ours,
    interfaceMisuse and session, have names and numbers for the C interface; their case is unknown.
    """
    carrying, ours = ("server", "unknown"), {"interfaceMisuse", "session"}
    values = [value for value in enum.values if value.number]
    public = [value for value in values if value.camel not in ours]
    own = [value for value in values if value.camel in ours]
    lines = ["", "/// Typed view of an error code.", "///"]
    lines += ["/// Source: iOS SDK reference 1.0.3, section 8."]
    lines += ["public enum OysterErrorKind: Equatable, Sendable {"]
    for value in public:
        comment = value.comment
        if value.camel == "unknown":
            comment = comment.removesuffix(".")
            comment += "; those of sessions (1000 to 9999) and of our own (109xxx) too."
        lines.append(swift_comment(comment, "    "))
        lines.append(f"    case {value.camel}" + "(code: Int)" * (value.camel in carrying))
    lines += [
        "",
        "    package init(code: Int) {",
        "        if let named = ErrorCatalog.entries[code]?.kind {",
        "            self = named",
        "        } else if OysterErrorCode.isServer(code) {",
        "            self = .server(code: code)",
        "        } else {",
        "            self = .unknown(code: code)",
        "        }",
        "    }",
    ]
    for comment, head, attribute in (
        ("name in the C interface, without a code", "name: String", "spelling"),
        ("number of `oyster_error_kind_value`", "number: UInt32", "number"),
    ):
        switch = swift_switch(
            Enum(enum.name, "", tuple(public)), "    ", f"package var {head}", attribute
        )
        for value in own:
            result = getattr(value, attribute)
            case = f'"{result}"' if attribute == "spelling" else str(result)
            test = f"is{value.camel[0].upper()}{value.camel[1:]}(code)"
            pattern = f"case .unknown(let code) where OysterErrorCode.{test}"
            at = next(i for i, line in enumerate(switch) if "case .unknown:" in line)
            switch.insert(at, f"        {pattern}: {case}")
        lines += ["", f"    /// The {comment}.", *switch]
    return "\n".join([*lines, "}"])


def swift_files(by_type: dict[str, Enum]) -> dict[str, str]:
    """Return Swift's types, by file."""
    models, stream = "Sources/HappyOysterCore/Models", "Sources/HappyOysterStream"
    commands = ["", "extension OysterAdventureCommand {"]
    for name in ("Translation", "Rotation", "Interaction"):
        commands += [*swift_command(by_type[name]), ""]
    commands[-1] = "}"
    status = swift_enum(by_type["Status"], "String", access="public")
    status[1] = status[1].replace("enum Status", "enum OysterTravelStatus")
    action = swift_public_enum(by_type["Action"], "OysterAction", "UInt32")
    states = swift_enum(by_type["StreamState"], "Int32")
    states += ["", "    /// The spelling of `clientStreamStatus`.", "    ///"]
    states += ["    /// Source: Open API."]
    states += swift_switch(
        by_type["StreamState"], "    ", "package var spelling: String", "spelling"
    )
    formats = swift_public_enum(by_type["PixelFormat"], "OysterPixelFormat", "UInt32")
    sessions = {
        f"Sources/HappyOysterSession/Models/Oyster{name}.swift": "\n".join(
            [
                "",
                *swift_public_enum(by_type[name], f"Oyster{name}", "UInt32", access="package"),
                "}",
            ]
        )
        for name in SESSION
    }
    return {
        **sessions,
        f"{models}/OysterAdventureCommand+Values.swift": "\n".join(commands),
        f"{models}/OysterModeValue+Values.swift": swift_modes(by_type["Mode"]),
        f"{models}/OysterTravelStatus.swift": "\n".join(["", *status, "}"]),
        f"{models}/OysterAction.swift": "\n".join(["", *action, "}"]),
        "Sources/HappyOysterCore/Errors/OysterErrorKind.swift": swift_kinds(by_type["ErrorKind"]),
        f"{stream}/Contract/StreamState.swift": "\n".join(["", *states, "}"]),
        f"{stream}/Video/OysterPixelFormat.swift": "\n".join(["", *formats, "}"]),
    }


def python_enum(enum: Enum) -> str:
    """Return an enum of the Python package."""
    base = "_TravelStatus" if enum.type == "Status" else "OpenEnum"
    first, _, rest = plain(enum.comment).partition(". ")
    text = f'    """{first.removesuffix(".")}.'
    text += f'\n\n{wrap(rest, "    ", "    ")}\n    """' if rest else '"""'
    lines = [f"class {enum.type}({base}):", text, ""]
    alias = enum.name.replace("oyster_", "_", 1)
    for value in enum.values:
        lines.append(f"    {value.name} = {alias}.{value.constant}")
    return "\n".join(lines) + "\n"


def plain(comment: str) -> str:
    """Return a comment of C in the words of other languages."""
    return re.sub(r"oyster_(?:travel|engine)_(\w+)\(\)", r"``\1``", comment)


def rust_enum(enum: Enum) -> str:
    """Return an enum of the Rust crate."""
    lines = ["vocabulary! {"]
    lines.append(wrap(plain(enum.comment).replace("``", "`"), "    /// ", "    /// "))
    lines.append(f"    pub enum {enum.type} {{")
    for value in enum.values:
        if value.constant == "OYSTER_LOG_LEVEL_DEFAULT":
            continue  # records always have a level
        comment = plain(value.comment).replace("``", "`")
        lines.append(wrap(comment, *["        /// "] * 2))
        name = value.name.title().replace("_", "")
        lines.append(f'        {name} = {value.constant} "{value.spelling}",')
    return "\n".join([*lines, "    }", "}"])


def cpp_enums(by_type: dict[str, Enum]) -> str:
    """Return the enums of the C++ layer."""
    lines = [
        "/**",
        " * @file enums.hpp",
        " * The enums of the C interface as scoped ones. All are open: other values are legal.",
        " */",
        "#ifndef HAPPYOYSTER_CPP_ENUMS_HPP",
        "#define HAPPYOYSTER_CPP_ENUMS_HPP",
        "",
        '#include "../../happyoyster.h"',
        "",
        "#include <cstdint>",
        "",
        "namespace oyster {",
        "",
    ]
    for name in CPP:
        enum = by_type[name]
        lines.append(c_comment(f"{enum.comment} See {enum.name}.", ""))
        lines.append(f"enum class {name} : std::uint32_t {{")
        for value in enum.values:
            own = {"default": "by_default"}.get(value.name.lower(), value.name.lower())
            lines += [c_comment(value.comment), f"    {own} = {value.constant},"]
        lines[-1] = lines[-1].removesuffix(",")
        lines += ["};", ""]
    lines += [
        '/** Name of a status in the reference\'s spelling, such as "running". */',
        "inline const char *name(Status status) noexcept {",
        "    return oyster_status_name(static_cast<oyster_status>(status));",
        "}",
        "",
        "} // namespace oyster",
        "",
        "#endif",
    ]
    return "\n".join(lines)
