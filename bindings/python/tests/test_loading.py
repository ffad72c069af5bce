# SPDX-License-Identifier: Apache-2.0
"""Finding and checking the library."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from support import fake_library, run_python, scratch

import happyoyster
from happyoyster._raw._library import (
    NEEDED,
    SONAME,
    LibraryVersionError,
    check_version,
    remedy,
    unpack_version,
)


class Loading(unittest.TestCase):
    def test_a_missing_library_is_an_error_with_the_places_searched(self) -> None:
        result = run_python("import happyoyster", HAPPYOYSTER_LIBRARY="/nowhere/lib.so")
        self.assertEqual(result.returncode, 1)
        self.assertIn("LibraryNotFoundError", result.stderr)
        self.assertIn("/nowhere/lib.so", result.stderr)
        self.assertIn("set HAPPYOYSTER_LIBRARY", result.stderr)

    def test_a_library_that_lacks_another_names_the_packages(self) -> None:
        for name in NEEDED:
            message = f"  /x/{SONAME}: {name}: cannot open shared object file: No such file"
            with self.subTest(name):
                self.assertIn("apt install libcurl4 libcjson1", remedy(message))

    def test_a_foreign_abi_is_refused_at_import(self) -> None:
        result = run_python("import happyoyster", FAKE_ABI=str(1 << 24))
        self.assertEqual(result.returncode, 1)
        self.assertIn("LibraryVersionError: libhappyoyster has ABI 1.0.0", result.stderr)

    def test_a_file_that_is_not_a_library_is_refused_at_import(self) -> None:
        result = run_python("import happyoyster", HAPPYOYSTER_LIBRARY="libc.so.6")
        self.assertIn("does not export oyster_abi_version()", result.stderr)

    def test_the_library_next_to_the_package_is_found(self) -> None:
        place = scratch / "site"
        ignore = shutil.ignore_patterns("__pycache__")
        package = Path(happyoyster.__file__).parent
        shutil.copytree(package, place / "happyoyster", ignore=ignore)
        shutil.copy(fake_library, place / "happyoyster" / "libhappyoyster.so.0")
        environment = {k: v for k, v in os.environ.items() if k != "HAPPYOYSTER_LIBRARY"}
        code = "import happyoyster; print(happyoyster.library_version())"
        result = subprocess.run(
            [sys.executable, "-c", code],
            cwd=place,
            env=environment,
            capture_output=True,
            check=True,
        )
        self.assertEqual(result.stdout, b"0.1.0\n")

    def test_newer_libraries_of_the_same_major_are_accepted(self) -> None:
        for packed in (0x001000, 0x001001, 0x002000):
            check_version(unpack_version(packed))
        for packed in (0x000FFF, 0x1000000, 0x1001000):
            with self.subTest(packed), self.assertRaises(LibraryVersionError):
                check_version(unpack_version(packed))


if __name__ == "__main__":
    unittest.main()
