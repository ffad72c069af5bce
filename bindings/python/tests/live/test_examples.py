# SPDX-License-Identifier: Apache-2.0
"""The first travel prints the same lines in each language and in each mode."""

from __future__ import annotations

import os
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from live import PROJECT

LANGUAGES = ("c", "python", "swift")
LINES = {
    "adventure": ["status: prepare", "status: running", "status: ended"],
    "directing": [
        *("status: prepare", "status: running", "status: pausing", "status: paused"),
        *("status: prepare", "status: running", "status: pausing", "status: paused"),
        *("status: prepare", "status: running", "status: ended"),
    ],
    "acting": [
        *("status: prepare", "status: running", "status: pausing", "status: paused"),
        *("status: prepare", "status: running", "status: ended"),
    ],
}


class Examples(unittest.TestCase):
    def demo(self, language: str, mode: str, scratch: Path) -> str:
        png = scratch / f"{language}-{mode}.png"
        library = Path(os.environ["HAPPYOYSTER_LIBRARY"]).parent
        demo = PROJECT / "scripts" / "demo"
        result = subprocess.run(
            [demo, library, os.environ["OYSTER_GATEWAY"], language, mode],
            env={**os.environ, "PNG": str(png)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(png.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        return result.stdout.replace(str(png), "PNG")

    def test_all_print_the_documented_lines(self) -> None:
        with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(6) as pool:
            runs = {
                (language, mode): pool.submit(self.demo, language, mode, Path(scratch))
                for language in LANGUAGES
                for mode in LINES
            }
            for mode, expected in LINES.items():
                with self.subTest(mode):
                    printed = runs["c", mode].result()
                    for language in LANGUAGES:
                        self.assertEqual(printed, runs[language, mode].result(), language)
                    lines = printed.splitlines()
                    statuses = [line for line in lines if line.startswith("status: ")]
                    self.assertEqual(statuses, expected)
                    self.assertEqual("  queued: It begins to snow" in lines, mode == "directing")


if __name__ == "__main__":
    unittest.main()
