# SPDX-License-Identifier: Apache-2.0
"""Run all scenarios concurrently, since they mostly wait."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
LIMIT = 85
from scenarios import SCENARIOS  # noqa: E402


def run(name: str) -> None:
    """Run a scenario in its own process."""
    done = subprocess.run(
        [sys.executable, str(FOLDER / "scenarios.py"), name],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    if done.returncode != 0:
        raise AssertionError(f"{name}: status {done.returncode}\n{done.stdout}{done.stderr}")


@unittest.skipUnless(os.geteuid() == 0, "network namespaces need root")
class Network(unittest.TestCase):
    def test_scenarios(self) -> None:
        with ThreadPoolExecutor(len(SCENARIOS)) as pool:
            runs = {name: pool.submit(run, name) for name in SCENARIOS}
        for name, done in runs.items():
            with self.subTest(name):
                done.result()


if __name__ == "__main__":
    unittest.main()
