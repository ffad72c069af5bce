# SPDX-License-Identifier: Apache-2.0
"""Build the fake library and make the package import it; import this module first.

The package is that of the source tree, or where there is none beside the tests the installed one.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent
PACKAGE = TESTS.parent
PROJECT = PACKAGE.parent.parent
HEADERS = PROJECT / "include"
COMPILER = os.environ.get("CC", "gcc")

scratch = Path(tempfile.mkdtemp(prefix="happyoyster-tests-"))
atexit.register(shutil.rmtree, scratch, ignore_errors=True)


def compile_c(source: str | Path | list[Path], output: str, *options: str) -> Path:
    """Compile C source, files or a text, against the public headers."""
    result = scratch / output
    if isinstance(source, str):
        text, source = source, scratch / f"{output}.c"
        source.write_text(text)
    sources = source if isinstance(source, list) else [source]
    command = [COMPILER, "-std=gnu11", "-Wall", "-Werror", f"-I{HEADERS}", *map(str, sources)]
    subprocess.run([*command, *options, "-o", str(result)], check=True)
    return result


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a Python program with the package on its path."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(PACKAGE), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


fake_library = compile_c(
    sorted((TESTS / "fake").glob("*.c")),
    "libfake.so",
    "-fPIC",
    "-shared",
    "-lcjson",
    "-lpthread",
)
os.environ["HAPPYOYSTER_LIBRARY"] = str(fake_library)
sys.path.insert(0, str(PACKAGE))
