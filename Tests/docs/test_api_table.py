# SPDX-License-Identifier: Apache-2.0
"""The table of names cannot lag behind the sources: each kind of omission is reported."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
READ = ("docs", "include", "bindings", "Sources")
NEW = """
OYSTER_API oyster_result oyster_travel_dance(oyster_travel *travel);

#ifdef __cplusplus
}
"""


class ApiTable(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.tree = Path(scratch.name)
        for part in READ:
            shutil.copytree(
                PROJECT / part,
                self.tree / part,
                ignore=shutil.ignore_patterns("target", "tests", "build", "__pycache__"),
            )

    def run_script(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [PROJECT / "scripts/api-table", *arguments],
            env={**os.environ, "OYSTER_TREE": str(self.tree)},
            capture_output=True,
            text=True,
            check=False,
        )

    def change(self, path: str, pattern: str, replacement: str = "") -> None:
        file = self.tree / path
        text, count = re.subn(
            pattern, replacement, file.read_text(), count=1, flags=re.MULTILINE | re.DOTALL
        )
        self.assertEqual(count, 1, f"{path} has no {pattern}")
        file.write_text(text)

    def assert_reported(self, *expected: str) -> None:
        result = self.run_script("--check")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(sorted(result.stderr.splitlines()), sorted(expected))

    def test_the_tree_as_it_is_has_no_gap(self) -> None:
        result = self.run_script("--check")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_a_new_function_is_missing_in_the_table_and_in_cpp(self) -> None:
        self.change("include/happyoyster/travel.h", r"\n#ifdef __cplusplus\n}\n", NEW)
        places = (
            "docs/api.tsv",
            "include/happyoyster/cpp",
        )
        self.assert_reported(*(f"{place}: oyster_travel_dance is missing" for place in places))

    def test_a_call_that_is_gone_from_cpp_is_reported(self) -> None:
        name = "oyster_travel_flush_commands"
        self.change("include/happyoyster/cpp/travel.hpp", rf"{name}\(handle_\)")
        self.assert_reported(f"include/happyoyster/cpp: {name} is missing")

    def test_a_row_that_is_gone_is_reported(self) -> None:
        self.change("docs/api.tsv", r"^oyster_travel_flush_commands\t[^\n]*\n")
        self.assert_reported(
            "docs/api.tsv: oyster_travel_flush_commands is missing",
            "docs/api.md: not what scripts/api-table writes; run it",
        )

    def test_a_type_that_no_row_has_is_reported(self) -> None:
        self.change(
            "include/happyoyster/video.h",
            r"^/\*\* The layout of one frame",
            "typedef enum OYSTER_ENUM oyster_mood { OYSTER_MOOD_GOOD = 1 } oyster_mood;\n",
        )
        self.assert_reported("docs/api.tsv: oyster_mood is missing")

    def test_a_name_that_is_gone_from_a_language_is_reported(self) -> None:
        renamed = {
            "Swift OysterTravel.flushCommands()": (
                "Sources/HappyOysterSDK/Travel/OysterTravel+Control.swift",
                r"func flushCommands",
            ),
            "Python Travel.flush_commands": (
                "bindings/python/happyoyster/_travel_core.py",
                r"def flush_commands",
            ),
            "Rust Travel::flush_commands": (
                "bindings/rust/happyoyster/src/travel.rs",
                r"pub fn flush_commands",
            ),
            "C++ Travel::flush_commands": (
                "include/happyoyster/cpp/travel.hpp",
                r"void flush_commands",
            ),
        }
        for what, (path, pattern) in renamed.items():
            language, name = what.split(" ")
            with self.subTest(language):
                before = (self.tree / path).read_text()
                self.change(path, pattern, pattern.split()[0] + " other_name")
                self.assert_reported(
                    f"docs/api.tsv: oyster_travel_flush_commands: {language} has no {name}"
                )
                (self.tree / path).write_text(before)

    def test_a_name_that_asyncio_lacks_is_reported(self) -> None:
        self.change("bindings/python/happyoyster/aio.py", r"async def rewind", "async def other")
        self.assert_reported("docs/api.tsv: oyster_travel_rewind: Python has no Travel.rewind")

    def test_a_page_that_was_edited_by_hand_is_written_again(self) -> None:
        page = (self.tree / "docs/api.md").read_text()
        (self.tree / "docs/api.md").write_text(page + "more\n")
        self.assert_reported("docs/api.md: not what scripts/api-table writes; run it")
        self.assertEqual(self.run_script().returncode, 0)
        self.assertEqual((self.tree / "docs/api.md").read_text(), page)

    def test_a_cell_without_name_and_reason_is_refused(self) -> None:
        self.change("docs/api.tsv", r"\tTravel.rewind\t", "\t-\t")
        result = self.run_script("--check")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"^docs/api.tsv:\d+: not 6 cells")


if __name__ == "__main__":
    unittest.main()
