# SPDX-License-Identifier: Apache-2.0
"""scripts/check-links reports each link of a page that leads nowhere."""

from __future__ import annotations

import subprocess
import tempfile
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


class Links(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.tree = Path(scratch.name)
        (self.tree / "docs").mkdir()
        (self.tree / "docs/other.md").write_text("# One, two!\n\n## `GET /three`\n")

    def reported(self, text: str) -> list[str]:
        page = self.tree / "page.md"
        page.write_text(text)
        run = subprocess.run(
            [PROJECT / "scripts/check-links", page], capture_output=True, text=True, check=False
        )
        lines = run.stderr.replace(f"{self.tree}/", "").splitlines()
        self.assertEqual(run.returncode, 1 if lines else 0)
        return lines

    def test_links_to_files_headings_and_other_sites_are_accepted(self) -> None:
        text = "# Own\n[a](docs/other.md)[b](docs/other.md#one-two)[c](docs/other.md#get-three)"
        self.assertEqual(self.reported(f"{text}[d](#own)[e](https://example.test/x)\n"), [])

    def test_a_missing_file_is_reported(self) -> None:
        self.assertEqual(self.reported("[a](none.md)\n"), ["page.md: none.md does not exist"])

    def test_a_missing_heading_is_reported(self) -> None:
        self.assertEqual(
            self.reported("[a](docs/other.md#four)\n"),
            ["page.md: docs/other.md has no heading #four"],
        )

    def test_code_is_not_read(self) -> None:
        self.assertEqual(self.reported("```\n[a](none.md)\n```\n"), [])


if __name__ == "__main__":
    unittest.main()
