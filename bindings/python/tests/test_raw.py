# SPDX-License-Identifier: Apache-2.0
"""The raw layer, which scripts/generate writes, against the layout that the C compiler checks."""

from __future__ import annotations

import ctypes
import importlib
import re
import unittest

from support import PROJECT

from happyoyster import enums
from happyoyster._raw import __all__ as modules

LAYOUT = (PROJECT / "abi/layout.c").read_text()


class RawLayer(unittest.TestCase):
    def test_structs_have_the_sizes_and_offsets_of_c(self) -> None:
        offsets: dict[str, dict[str, int]] = {}
        for struct, field, offset in re.findall(r"^FIELD\((\w+), (\w+), (\d+)\);", LAYOUT, re.M):
            offsets.setdefault(struct, {})[field] = int(offset)
        sizes = dict(re.findall(r"^SIZE\((\w+), (\d+)\);", LAYOUT, re.M))
        found = 0
        for name in modules:
            for struct in vars(importlib.import_module(f"happyoyster._raw.{name}")).values():
                if not isinstance(struct, type(ctypes.Structure)) or struct is ctypes.Structure:
                    continue
                fields = {field[0]: getattr(struct, field[0]).offset for field in struct._fields_}
                with self.subTest(struct.__name__):
                    self.assertEqual(fields, offsets[struct.__name__])
                    self.assertEqual(ctypes.sizeof(struct), int(sizes[struct.__name__]))
                found += 1
        self.assertGreater(found, 4)

    def test_labels_are_the_spellings_of_the_table(self) -> None:
        table = (PROJECT / "facts/vocabulary.tsv").read_text()
        words = dict(re.findall(r"^oyster_translation\t(\d+)\t\w+\t(\w+)", table, re.M))
        self.assertEqual({str(v.value): v.label for v in enums.Translation}, words)


if __name__ == "__main__":
    unittest.main()
