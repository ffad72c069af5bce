# SPDX-License-Identifier: Apache-2.0
"""Python's raw layer, from the headers."""

from __future__ import annotations

from clang.cindex import Type, TypeKind

from .interface import ADAPTERS, Callback, Function, Header, Struct, base_name, is_callback
from .output import Output, imported

PATH = "bindings/python/happyoyster/_raw"
SCALARS = {
    "_Bool": "c_bool",
    "char": "c_char",
    "double": "c_double",
    "int": "c_int",
    "int16_t": "c_int16",
    "int32_t": "c_int32",
    "int64_t": "c_int64",
    "size_t": "c_size_t",
    "uint32_t": "c_uint32",
    "uint64_t": "c_uint64",
    "uint8_t": "c_uint8",
    "void": "None",
}


class Module:
    """The text of one module, and what it imports."""

    def __init__(self, header: Header, owners: dict[str, str]) -> None:
        self.header = header
        self.owners = owners
        self.ctypes: set[str] = set()
        self.others: dict[str, set[str]] = {}
        self.body: list[str] = []

    def use(self, name: str) -> str:
        """Note a name of ctypes, or of another module."""
        if name in self.owners:
            owner = self.owners[name]
            if owner != self.header.name:
                self.others.setdefault(owner, set()).add(name)
        elif name != "None":
            self.ctypes.add(name)
        return name

    def type(self, kind: Type, is_field: bool = False) -> str:
        """Return the type of a parameter, a result or a field."""
        if kind.kind == TypeKind.CONSTANTARRAY:
            return f"{self.type(kind.element_type, is_field)} * {kind.element_count}"
        if is_callback(kind):
            return self.use(base_name(kind))
        if kind.kind == TypeKind.POINTER:
            return self.pointer(kind.get_pointee(), is_field)
        if kind.get_canonical().kind == TypeKind.ENUM:
            return self.use("c_int")
        name = base_name(kind)
        return self.use(SCALARS.get(name, name))

    def pointer(self, target: Type, is_field: bool) -> str:
        """Return the type of a pointer."""
        name = base_name(target)
        if f"{name}_p" in self.owners:
            return self.use(f"{name}_p")
        if name == "char" and target.is_const_qualified():
            return self.use("c_char_p")
        # Text that the caller frees must stay a pointer, and pointers of structs become numbers.
        if name in ("void", "char") or (is_field and target.kind != TypeKind.POINTER):
            return self.use("c_void_p")
        return f"{self.use('POINTER')}({self.type(target)})"

    def text(self) -> str:
        """Return the module."""
        for enum in self.header.enums:
            self.body += ["", "", f"class {enum.name}(IntEnum):"]
            self.body += [f"    {name} = {number}" for name, number in enum.values]
        for struct in self.header.structs:
            self.struct(struct)
        lines = []
        for callback in self.header.callbacks:
            lines += self.callback(callback)
        calls = []
        for function in self.header.functions:
            calls += self.function(function)
        for part in (lines, calls):
            if part:
                self.body += (
                    ["", *part] if self.body and not self.is_indented() else ["", "", *part]
                )
        return "\n".join([*self.head(), *self.body])

    def is_indented(self) -> bool:
        """Return whether the body ends inside a class."""
        return self.body[-1].startswith("    ")

    def head(self) -> list[str]:
        """Return the docstring and the imports."""
        aliases = []
        if self.header.name == "base":
            aliases += [f"{alias.name} = {self.type(alias.type)}" for alias in self.header.aliases]
            aliases += [f"{handle.name}_p = c_void_p" for handle in self.header.handles]
        lines = [f'"""Mirror of ``happyoyster/{self.header.name}.h``."""', ""]
        lines += imported("ctypes", self.ctypes)
        if self.header.enums:
            lines.append("from enum import IntEnum")
        local = []
        if self.header.functions:
            local.append("from ._library import function")
        for owner, names in sorted(self.others.items()):
            local += imported(f".{owner}", names)
        lines += ["", *local] if local else []
        return [*lines, "", *aliases] if aliases else lines

    def struct(self, struct: Struct) -> None:
        """Add a struct."""
        self.use("Structure")
        types = [(part.name, self.type(part.type, is_field=True)) for part in struct.fields]
        self.body += ["", "", f"class {struct.name}(Structure):"]
        for name, kind in types:
            self.body.append(f"    {name}: {self.hint(kind)}")
        self.body += ["", "    _fields_ = ["]
        self.body += [f'        ("{name}", {kind}),' for name, kind in types]
        self.body.append("    ]")

    def hint(self, kind: str) -> str:
        """Return what type checkers know of a field."""
        if " * " in kind:
            return f"{self.use('Array')}[{kind.partition(' * ')[0]}]"
        return {"c_char_p": "bytes | None"}.get(
            kind, "int | None" if kind.endswith("_p") else "int"
        )

    def callback(self, callback: Callback) -> list[str]:
        """Return a type of callbacks."""
        self.use("CFUNCTYPE")
        types = [self.type(callback.result), *(self.type(p.type) for p in callback.parameters)]
        return call(f"{callback.name} = CFUNCTYPE", types)

    def function(self, function: Function) -> list[str]:
        """Return a function."""
        types = [self.type(function.result), *(self.type(p.type) for p in function.parameters)]
        return call(f"{function.name} = function", [f'"{function.name}"', *types])


def call(head: str, arguments: list[str]) -> list[str]:
    """Return a call as the formatter lays it out."""
    line = f"{head}({', '.join(arguments)})"
    if len(line) <= 100:
        return [line]
    inner = "    " + ", ".join(arguments)
    if len(inner) <= 100:
        return [f"{head}(", inner, ")"]
    return [f"{head}(", *(f"    {argument}," for argument in arguments), ")"]


def write(output: Output, headers: list[Header]) -> None:
    """Write one module per header."""
    owners: dict[str, str] = {}
    shown = [header for header in headers if header.name != ADAPTERS]
    for header in shown:
        for found in (header.aliases, header.structs, header.callbacks):
            owners.update({each.name: header.name for each in found})
        owners.update({f"{handle.name}_p": header.name for handle in header.handles})
    for header in shown:
        text = Module(header, owners).text()
        output.file(f"{PATH}/{header.name}.py", f"{header.name}.h", text)
    names = sorted(header.name for header in shown)
    lines = ['"""The C interface for hosts in ctypes, name for name, one module per header."""', ""]
    lines += [f"from . import {', '.join(names)}", "", "__all__ = ["]
    lines += [*(f'    "{name}",' for name in names), "]"]
    output.file(f"{PATH}/__init__.py", "the headers", "\n".join(lines))
