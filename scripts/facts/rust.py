# SPDX-License-Identifier: Apache-2.0
"""The crate happyoyster-sys, from the headers."""

from __future__ import annotations

import re

from clang.cindex import Type, TypeKind

from .interface import ADAPTERS, Callback, Function, Header, Struct, base_name, is_callback
from .output import Output, wrap

PATH = "bindings/rust/happyoyster-sys/src"
SCALARS = {
    "_Bool": "bool",
    "char": "c_char",
    "double": "f64",
    "int": "c_int",
    "int16_t": "i16",
    "int32_t": "i32",
    "int64_t": "i64",
    "size_t": "usize",
    "uint32_t": "u32",
    "uint64_t": "u64",
    "uint8_t": "u8",
    "void": "c_void",
}
WORDS = {"type", "match", "move", "ref", "where"}
"""Words of Rust that fields of C may have as names."""


def write(output: Output, headers: list[Header], version: tuple[int, int, int]) -> None:
    """Write one module per header."""
    owners: dict[str, str] = {}
    shown = [header for header in headers if header.name != ADAPTERS]
    for header in shown:
        for found in (header.aliases, header.enums, header.structs, header.callbacks):
            owners.update({each.name: header.name for each in found})
    for header in shown:
        text = module(header, owners)
        if header.name == "base":
            text += versions(version)
        output.file(f"{PATH}/{header.name}.rs", f"{header.name}.h", text)
    names = sorted(header.name for header in shown)
    lines = [*(f"pub mod {name};" for name in names), ""]
    lines += [f"pub use {name}::*;" for name in names]
    output.region(f"{PATH}/lib.rs", "modules", "the headers", "\n".join(lines))


def versions(version: tuple[int, int, int]) -> str:
    """Return the version of the headers, which is a macro in C."""
    lines = []
    for part, number in zip(("MAJOR", "MINOR", "PATCH"), version, strict=True):
        lines.append(f"\n/// {part.capitalize()} version of the headers.")
        lines.append(f"pub const OYSTER_VERSION_{part}: u32 = {number};")
    return "\n" + "\n".join(lines)


def module(header: Header, owners: dict[str, str]) -> str:
    """Return the module of one header."""
    body: list[str] = []
    for alias in header.aliases:
        body += ["", *doc(alias.summary), f"pub type {alias.name} = {kind_of(alias.type)};"]
    for handle in header.handles:
        body += ["", *doc(handle.summary), "#[repr(C)]", f"pub struct {handle.name} {{"]
        body += ["    _private: [u8; 0],", "    _incomplete: Incomplete,", "}"]
    for enum in header.enums:
        body += ["", *doc(enum.summary), f"pub type {enum.name} = {integer(enum.name)};"]
        for name, number in enum.values:
            body.append(f"pub const {name}: {enum.name} = {number};")
    for struct in header.structs:
        body += ["", *struct_lines(struct)]
    for callback in header.callbacks:
        body += ["", *doc(callback.summary), *callback_lines(callback)]
    if header.functions:
        body += ["", 'extern "C" {']
        for function in header.functions:
            body += [*doc(function.summary, "    "), *function_lines(function)]
        body.append("}")
    text = "\n".join(body)
    uses = {"types": "*"} | ({} if header.name == "base" else {"base": "*"})
    if not re.search(r"\bc_\w+|\bIncomplete\b", text):
        del uses["types"]
    for name in sorted(owners):
        owner = owners[name]
        if owner not in (header.name, "base") and re.search(rf"\b{name}\b", text):
            uses[owner] = f"{uses[owner]}, {name}" if owner in uses else name
    head = [f"//! Declarations of `{header.name}.h`.", ""]
    for owner in sorted(uses):
        names = f"{{{uses[owner]}}}" if ", " in uses[owner] else uses[owner]
        head.append(f"use crate::{owner}::{names};")
    return "\n".join([*head, text])


def integer(enum: str) -> str:
    """Return the integer of an enum; codes are compared with results."""
    return "oyster_result" if enum == "oyster_error_code" else "u32"


def doc(text: str, indent: str = "") -> list[str]:
    """Return a documentation comment."""
    text = re.sub(r"\b(oyster_\w+\(\)|OYSTER_\w+|CLOCK_\w+)", r"`\1`", text)
    # Whole words of C that the comment has in quotes already.
    text = text.replace("``", "`")
    return wrap(text, f"{indent}/// ", f"{indent}/// ").split("\n")


def kind_of(kind: Type) -> str:
    """Return a type of Rust."""
    if kind.kind == TypeKind.CONSTANTARRAY:
        return f"[{kind_of(kind.element_type)}; {kind.element_count}]"
    if kind.kind == TypeKind.POINTER and not is_callback(kind):
        target = kind.get_pointee()
        return f"*{'const' if target.is_const_qualified() else 'mut'} {kind_of(target)}"
    name = base_name(kind)
    return SCALARS.get(name, name)


def result_of(kind: Type) -> str:
    """Return what stands after the parameters."""
    return "" if kind.kind == TypeKind.VOID else f" -> {kind_of(kind)}"


def field_name(name: str) -> str:
    """Return the name of a field or a parameter."""
    return f"r#{name}" if name in WORDS else name


def struct_lines(struct: Struct) -> list[str]:
    """Return a struct, and a check of its size."""
    lines = [*doc(struct.summary), "#[repr(C)]", f"pub struct {struct.name} {{"]
    for part in struct.fields:
        lines += doc(part.summary, "    ")
        lines.append(f"    pub {field_name(part.name)}: {kind_of(part.type)},")
    size = f"const _: [(); {struct.size}] = [(); core::mem::size_of::<{struct.name}>()];"
    return [*lines, "}", size]


def callback_lines(callback: Callback) -> list[str]:
    """Return a type of callbacks as the formatter lays it out."""
    parameters = [f"{field_name(p.name)}: {kind_of(p.type)}" for p in callback.parameters]
    result = result_of(callback.result)
    flat = f'Option<unsafe extern "C" fn({", ".join(parameters)}){result}>;'
    line = f"pub type {callback.name} = {flat}"
    if len(line) <= 100:
        return [line]
    if len(flat) + 4 <= 100:
        return [f"pub type {callback.name} =", f"    {flat}"]
    lines = [f"pub type {callback.name} = Option<", '    unsafe extern "C" fn(']
    return [*lines, *(f"        {part}," for part in parameters), f"    ){result},", ">;"]


def function_lines(function: Function) -> list[str]:
    """Return a function as the formatter lays it out."""
    parameters = [f"{field_name(p.name)}: {kind_of(p.type)}" for p in function.parameters]
    result = result_of(function.result)
    line = f"    pub fn {function.name}({', '.join(parameters)}){result};"
    if len(line) < 100:
        return [line]
    if len(line) == 100:  # the formatter leaves no line that the semicolon alone fills
        return [line.removesuffix(f"{result};"), f"       {result};"]
    lines = [f"    pub fn {function.name}("]
    return [*lines, *(f"        {part}," for part in parameters), f"    ){result};"]
