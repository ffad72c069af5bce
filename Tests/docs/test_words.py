# SPDX-License-Identifier: Apache-2.0
"""scripts/check-words finds the words of its table in tracked files, and only these."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
TABLE = "word\tyonder\tthere\nphrase\tby and by\tsoon\nname\tWidgetThing\tthe field's term\n"


class Words(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.tree = Path(scratch.name)
        (self.tree / "scripts").mkdir()
        shutil.copy(PROJECT / "scripts/check-words", self.tree / "scripts")
        (self.tree / "scripts/words.tsv").write_text(TABLE)
        subprocess.run(["git", "init", "-q", self.tree], check=True)

    def found(self, text: str, name: str = "file.txt") -> list[str]:
        """Return the lines and words that the script reports for a file with this text."""
        (self.tree / name).write_text(text)
        subprocess.run(["git", "add", "-A"], cwd=self.tree, check=True)
        run = subprocess.run(
            [self.tree / "scripts/check-words"], capture_output=True, text=True, check=False
        )
        lines = [line.split(": ") for line in run.stderr.splitlines()]
        self.assertEqual(run.returncode, 1 if lines else 0)
        return [f"{place.partition(':')[2]} {word}" for place, word, *_ in lines]

    def test_a_word_is_found_in_any_case_and_inside_identifiers(self) -> None:
        text = "yonder\nYonder\nYONDER\nwas_yonder = 1\nisYonder()\nyonder_is\n"
        self.assertEqual(
            self.found(text),
            ["1 'yonder'", "2 'Yonder'", "3 'YONDER'", "4 'yonder'", "5 'Yonder'", "6 'yonder'"],
        )

    def test_a_word_that_is_part_of_another_word_is_not_found(self) -> None:
        self.assertEqual(self.found("yonders beyonder Yonderly\n"), [])

    def test_a_phrase_is_found_across_the_lines_of_a_comment(self) -> None:
        self.assertEqual(self.found("/* It comes by\n * and by. */\n"), ["1 'by and by'"])

    def test_a_name_is_found_in_its_spelling_alone(self) -> None:
        self.assertEqual(self.found("WidgetThing widgetThing\n"), ["1 'WidgetThing'"])

    def test_a_word_in_the_name_of_a_file_is_found(self) -> None:
        self.assertEqual(self.found("clean\n", "yonder.c"), ["0 'yonder'"])

    def test_a_binary_file_is_not_read(self) -> None:
        self.assertEqual(self.found("\0yonder\n", "data.bin"), [])


if __name__ == "__main__":
    unittest.main()
