# SPDX-License-Identifier: Apache-2.0
"""What docs/getting-started.md shows works: its Python program runs, its C lines compile."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PAGE = (PROJECT / "docs/getting-started.md").read_text()
CONTROL = "http://127.0.0.1:40002"
C_PROGRAM = """
#include <happyoyster.h>
void run(const char *api_host, const char *model, const char *token, const char *ticket,
         oyster_done_fn on_started, oyster_done_fn on_ended);
void run(const char *api_host, const char *model, const char *token, const char *ticket,
         oyster_done_fn on_started, oyster_done_fn on_ended) {
%s}
"""


def block(language: str) -> str:
    """Return the one block of code in a language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


class GettingStarted(unittest.TestCase):
    def test_the_python_program_shows_a_frame_and_ends(self) -> None:
        version = (PROJECT / "VERSION").read_text().strip()
        library = PROJECT / f"build/lib/libhappyoyster.so.{version}"
        gateway = PROJECT / "build/bin/oyster-gateway"
        for path in (library, gateway):
            self.assertTrue(path.exists(), f"{path} is not built: run make release")
        environment = {
            **os.environ,
            "HAPPYOYSTER_LIBRARY": str(library),
            "OYSTER_GATEWAY": str(gateway),
            "PYTHONPATH": str(PROJECT / "bindings/python"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "no_proxy": "*",
        }
        program = (
            "from happyoyster.testing import Gateway\n"
            "with Gateway() as gateway:\n"
            "    page = open(0).read().replace(%r, gateway.control_url)\n"
            "    exec(compile(page, 'getting-started', 'exec'), {})\n"
        )
        run = subprocess.run(
            [sys.executable, "-c", program % CONTROL],
            input=block("python"),
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("864 480\n", run.stdout)
        self.assertRegex(run.stdout, r"StatusChanged\(.*<Status\.ENDED")

    def test_the_lines_in_c_compile(self) -> None:
        flags = ["-fsyntax-only", "-std=c11", "-Wall", "-Wextra", "-Werror", "-xc", "-"]
        run = subprocess.run(
            ["cc", f"-I{PROJECT / 'include'}", *flags],
            input=C_PROGRAM % block("c"),
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(run.returncode, 0, run.stderr)


if __name__ == "__main__":
    unittest.main()
