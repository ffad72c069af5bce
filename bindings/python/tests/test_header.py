# SPDX-License-Identifier: Apache-2.0
"""The raw layer does not lag behind the header."""

from __future__ import annotations

import ctypes
import importlib
import inspect
import json
import subprocess
import unittest
from enum import IntEnum
from types import ModuleType

import header
from support import PROJECT, compile_c

import happyoyster
from happyoyster import enums, errors
from happyoyster._raw import _library

HEADERS = header.texts()


def raw(name: str) -> ModuleType:
    return importlib.import_module(f"happyoyster._raw.{name}")


def own(module: ModuleType, kind: type) -> set[str]:
    """Return the classes of a kind that a raw module defines itself."""
    members = inspect.getmembers(module, inspect.isclass)
    return {name for name, c in members if issubclass(c, kind) and c.__module__ == module.__name__}


def measure(structs: dict[str, list[str]]) -> dict[str, list[int]]:
    """Measure the size and the offsets of each struct with the C compiler."""
    lines = []
    for name, fields in structs.items():
        values = [f"sizeof({name})", *(f"offsetof({name}, {field})" for field in fields)]
        pattern = ",".join(["%zu"] * len(values))
        lines.append(f'printf("\\"{name}\\":[{pattern}],", {", ".join(values)});')
    body = "\n".join(lines)
    source = f"#include <happyoyster.h>\n#include <stdio.h>\nint main(void) {{\n{body}\n}}\n"
    program = compile_c(source, "measure")
    output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return json.loads("{" + output.rstrip(",") + "}")


class RawLayer(unittest.TestCase):
    def test_there_is_a_module_for_each_header(self) -> None:
        self.assertEqual(set(HEADERS), set(raw("__init__").__all__))

    def test_every_function_is_declared_with_its_argument_count(self) -> None:
        total = 0
        for name, text in HEADERS.items():
            for function, count in header.functions(text).items():
                with self.subTest(function):
                    self.assertEqual(len(getattr(raw(name), function).argtypes), count)
                total += 1
        self.assertGreater(total, 40)
        exports = sum(text.count("OYSTER_API ") for text in HEADERS.values())
        # base.h defines the macro twice besides.
        self.assertEqual(total, exports - 1)

    def test_nothing_is_declared_that_the_header_lacks(self) -> None:
        for name, text in HEADERS.items():
            module = raw(name)
            names = {n for n in vars(module) if hasattr(vars(module)[n], "argtypes")}
            callbacks = {n for n in names if n.endswith("_fn")}
            known = header.functions(text)
            imported = {n for n in callbacks if n not in header.callbacks(text)}
            self.assertEqual(names - callbacks - set(known), set(), name)
            for callback in imported:
                self.assertIn(f"{callback}", "".join(HEADERS.values()))

    def test_every_callback_type_has_its_argument_count(self) -> None:
        total = 0
        for name, text in HEADERS.items():
            for callback, count in header.callbacks(text).items():
                with self.subTest(callback):
                    self.assertEqual(len(getattr(raw(name), callback)._argtypes_), count)
                total += 1
        self.assertEqual(total, 7)

    def test_every_enum_has_its_values(self) -> None:
        total = 0
        for name, text in HEADERS.items():
            expected = header.enums(text)
            self.assertEqual(own(raw(name), IntEnum), set(expected), name)
            for enum, members in expected.items():
                found = {m.name: m.value for m in getattr(raw(name), enum)}
                self.assertEqual(found, members, enum)
                total += len(members)
        self.assertGreater(total, 100)

    def test_every_struct_has_its_size_and_offsets(self) -> None:
        layouts = {}
        for name, text in HEADERS.items():
            structs = header.structs(text)
            self.assertEqual(own(raw(name), ctypes.Structure), set(structs), name)
            layouts.update({struct: (name, fields) for struct, fields in structs.items()})
        measured = measure({struct: fields for struct, (_, fields) in layouts.items()})
        self.assertEqual(len(measured), 14)
        for struct, (name, fields) in layouts.items():
            mirror = getattr(raw(name), struct)
            with self.subTest(struct):
                self.assertEqual([field[0] for field in mirror._fields_], fields)
                offsets = [getattr(mirror, field).offset for field in fields]
                self.assertEqual([ctypes.sizeof(mirror), *offsets], measured[struct])

    def test_enum_parameters_are_int(self) -> None:
        widths = {name for text in HEADERS.values() for name in header.enums(text)}
        checks = "\n".join(f'_Static_assert(sizeof({n}) == sizeof(int), "{n}");' for n in widths)
        compile_c(f"#include <happyoyster.h>\n{checks}\nint main(void) {{}}\n", "widths")


class PleasantLayer(unittest.TestCase):
    PAIRS = {
        "Status": "oyster_status",
        "Mode": "oyster_mode",
        "Action": "oyster_action",
        "Translation": "oyster_translation",
        "Rotation": "oyster_rotation",
        "Interaction": "oyster_interaction",
        "PixelFormat": "oyster_pixel_format",
        "LogLevel": "oyster_log_level",
        "ErrorKind": "oyster_error_kind_value",
    }

    def test_enums_have_every_value_of_the_header(self) -> None:
        known = {k: v for text in HEADERS.values() for k, v in header.enums(text).items()}
        for name, c_name in self.PAIRS.items():
            members = {m.name: m.value for m in getattr(enums, name)}
            with self.subTest(name):
                self.assertEqual(list(members.values()), list(known[c_name].values()))
                for member, c_member in zip(members, known[c_name], strict=True):
                    self.assertTrue(c_member.endswith(f"_{member}"), c_member)

    def test_every_local_code_has_an_exception_of_its_own(self) -> None:
        local = [code for code in enums.ErrorCode if 0 < code < 400000]
        classes = {type(errors.error_for(code)) for code in local}
        self.assertEqual(len(classes), len(local))

    def test_versions_agree(self) -> None:
        typed = (PROJECT / "VERSION").read_text().strip()
        self.assertEqual(happyoyster.__version__, typed)
        self.assertIn(f'OYSTER_VERSION_STRING "{typed}"', HEADERS["base"])
        self.assertEqual(".".join(map(str, _library.ABI_VERSION)), typed)


if __name__ == "__main__":
    unittest.main()
