# SPDX-License-Identifier: Apache-2.0
"""scripts/manual-pages writes a page for each function, with everything that its comment says."""

from __future__ import annotations

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
EXPORTED = re.findall(
    r"^\s+(oyster_\w+);", (PROJECT / "abi/happyoyster.map").read_text(), re.MULTILINE
)


class ManualPages(unittest.TestCase):
    scratch: tempfile.TemporaryDirectory[str]
    output: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.scratch = tempfile.TemporaryDirectory()
        cls.output = Path(cls.scratch.name)
        subprocess.run([PROJECT / "scripts/manual-pages", cls.output], check=True)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.scratch.cleanup()

    def test_every_exported_function_has_a_page_with_its_prototype(self) -> None:
        for name in EXPORTED:
            with self.subTest(name=name):
                page = (self.output / f"man3/{name}.3").read_text()
                self.assertIn(f".SH NAME\n{name} \\- ", page)
                self.assertRegex(page, rf"\.SH SYNOPSIS\n(.*\n)*.*{name}\(")

    def test_every_page_of_a_function_has_the_three_fixed_lines(self) -> None:
        for name in EXPORTED:
            page = (self.output / f"man3/{name}.3").read_text()
            for heading in ("OWNERSHIP", "THREADING", "HISTORY"):
                with self.subTest(name=name, heading=heading):
                    self.assertRegex(page, rf"\.SH {heading}\n\S")

    def test_parameters_and_results_have_sections(self) -> None:
        page = (self.output / "man3/oyster_engine_create_travel.3").read_text()
        self.assertRegex(page, r"\.SH PARAMETERS\n\.TP\n\.I engine\n(.*\n)*\.TP\n\.I travel\n")
        self.assertIn(".SH RETURN VALUE\nOYSTER_OK", page)

    def test_references_lead_to_pages_that_are_there(self) -> None:
        for page in self.output.glob("man*/*"):
            for name in re.findall(r"\\fB(\w+)\\fR\(3\)", page.read_text()):
                with self.subTest(page=page.name, name=name):
                    self.assertTrue((self.output / f"man3/{name}.3").exists())

    def test_the_overview_lists_every_function(self) -> None:
        page = (self.output / "man7/happyoyster.7").read_text()
        self.assertEqual([name for name in EXPORTED if f"{name}\\fR(3)" not in page], [])


if __name__ == "__main__":
    unittest.main()
