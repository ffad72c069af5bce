# SPDX-License-Identifier: Apache-2.0
"""The generator reports each stale file, and refuses tables that it cannot read."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
READ = ("VERSION", "abi", "bindings", "docs", "facts", "include", "Sources")


class Generate(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.tree = Path(scratch.name).resolve()
        ignored = shutil.ignore_patterns("target", "tests", "build", "__pycache__")
        for part in READ:
            if (PROJECT / part).is_dir():
                shutil.copytree(PROJECT / part, self.tree / part, ignore=ignored)
            else:
                shutil.copy(PROJECT / part, self.tree / part)

    def run_script(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [PROJECT / "scripts/generate", *arguments],
            env={**os.environ, "OYSTER_TREE": str(self.tree)},
            capture_output=True,
            text=True,
            check=False,
        )

    def change(self, path: str, pattern: str, replacement: str) -> None:
        file = self.tree / path
        text, count = re.subn(pattern, replacement, file.read_text(), count=1, flags=re.MULTILINE)
        self.assertEqual(count, 1, f"{path} has no {pattern}")
        file.write_text(text)

    def stale(self) -> set[str]:
        """Return the names of the files that the check reports."""
        result = self.run_script("--check")
        self.assertEqual(result.returncode, 1)
        return set(re.findall(r"^generate: \S*?([\w+.-]+) is stale", result.stderr, re.MULTILINE))

    def test_no_file_of_the_tree_is_stale(self) -> None:
        result = self.run_script("--check")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_an_edited_file_is_reported_and_written_again(self) -> None:
        path = "bindings/python/happyoyster/_raw/audio.py"
        before = (self.tree / path).read_text()
        self.change(path, r"c_int16\b", "c_int32")
        self.assertEqual(self.stale(), {"audio.py"})
        self.assertEqual(self.run_script().returncode, 0)
        self.assertEqual((self.tree / path).read_text(), before)

    def test_a_new_error_code_reaches_every_language(self) -> None:
        row = "interface\t109900\tNEW\tinterfaceMisuse\tno\tno\t0.2\tNewThing\tNew.\tRead.\n"
        self.change("facts/errors.tsv", r"^server\t400000", row + "server\t400000")
        expected = {"error.h", "error.py", "error.rs", "errors.py", "code.rs", "codes.hpp"}
        expected |= {"__init__.py", "errors.md", "layout.c", "OysterErrorCode.swift"}
        expected |= {"ErrorCatalog+Entries.swift", "OysterSDKError+Code.swift"}
        self.assertEqual(self.stale(), expected)

    def test_a_new_command_value_reaches_every_language(self) -> None:
        row = "oyster_interaction\t5\tDANCE\tdance\tDance,M\tDance.\n"
        self.change("facts/vocabulary.tsv", r"^oyster_action\t-", row + "oyster_action\t-")
        expected = {"OysterAdventureCommand+Values.swift", "control.h", "layout.c", "enums.hpp"}
        expected |= {"control.py", "enums.py", "control.rs", "vocabulary.rs"}
        expected |= {"commands.c", "webrtc.md"}
        self.assertEqual(self.stale(), expected)

    def test_a_new_statistic_reaches_the_counters_and_the_page(self) -> None:
        row = "library\tpollSuccesses\tstatus polls that succeeded\n"
        self.change("facts/statistics.tsv", r"^library\tpolls", row + "library\tpolls")
        self.assertEqual(self.stale(), {"TravelCounters.swift", "json.md"})

    def test_a_new_version_reaches_headers_and_packages(self) -> None:
        (self.tree / "VERSION").write_text("0.2.0\n")
        expected = {"base.h", "_version.py", "_library.py", "Cargo.toml", "base.rs"}
        self.assertEqual(self.stale(), expected)

    def test_a_new_field_reaches_the_raw_layers_and_the_layout(self) -> None:
        self.change("include/happyoyster/audio.h", r"^    uint32_t channels;", "    uint64_t wide;")
        self.assertEqual(self.stale(), {"audio.py", "audio.rs", "layout.c"})

    def test_a_new_function_reaches_the_raw_layers_and_the_map(self) -> None:
        self.change("include/happyoyster/audio.h", r"(?<=oyster_travel_)audio_fd\(", "other_fd(")
        self.assertEqual(self.stale(), {"audio.py", "audio.rs", "happyoyster.map"})

    def test_a_row_without_a_cell_is_refused(self) -> None:
        self.change("facts/errors.tsv", r"\tNoFrame\t", "\t")
        self.assertRegex(self.run_script().stderr, r"^generate: facts/errors.tsv:\d+: not 10 cells")

    def test_a_number_that_is_used_twice_is_refused(self) -> None:
        self.change("facts/errors.tsv", r"\t109009\t", "\t109010\t")
        self.assertIn("number used twice", self.run_script("--check").stderr)


if __name__ == "__main__":
    unittest.main()
