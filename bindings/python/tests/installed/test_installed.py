# SPDX-License-Identifier: Apache-2.0
"""The package as a wheel installed it: its own library, its own gateway, the example."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

import happyoyster as ho
from happyoyster._raw import _library
from happyoyster.testing import Gateway, find_gateway

PACKAGE = Path(ho.__file__).parent
EXAMPLE = Path(__file__).resolve().parents[4] / "examples" / "python" / "first_travel.py"


class Installed(unittest.TestCase):
    def test_no_other_library_or_package_is_found_first(self) -> None:
        self.assertTrue(PACKAGE.is_relative_to(sys.prefix), PACKAGE)
        self.assertNotIn(_library.ENVIRONMENT_VARIABLE, os.environ)

    def test_the_library_is_that_of_the_package(self) -> None:
        inside = PACKAGE / _library.SONAME
        self.assertEqual(_library.library._name, str(inside))
        self.assertEqual(ho.library_version(), ho.__version__)

    def test_the_gateway_is_that_of_the_package(self) -> None:
        self.assertEqual(find_gateway().parent, PACKAGE)

    def test_the_example_drives_a_travel_in_each_mode(self) -> None:
        with Gateway() as gateway:
            for mode in ("adventure", "directing", "acting"):
                issued = gateway.request("POST", "/credentials", {"mode": mode})
                result = subprocess.run(
                    [sys.executable, EXAMPLE],
                    input=json.dumps(issued),
                    capture_output=True,
                    text=True,
                    timeout=60,
                    check=False,
                )
                with self.subTest(mode):
                    self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                    self.assertRegex(result.stdout, r"(?m)^frame: \d+x\d+$")
                    self.assertIn("ended: status ended", result.stdout)


if __name__ == "__main__":
    unittest.main()
