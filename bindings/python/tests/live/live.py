# SPDX-License-Identifier: Apache-2.0
"""What the live tests have in common; import this module before the package.

With HAPPYOYSTER_LIBRARY they test the package of the source tree with that library; without it
the installed package, whose library is inside. The gateway is found as users find it.
"""

from __future__ import annotations

import os
import sys
import threading
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[4]

if os.environ.get("HAPPYOYSTER_LIBRARY"):
    package = str(PROJECT / "bindings" / "python")
    os.environ["PYTHONPATH"] = package  # for child processes
    sys.path.insert(0, package)

import happyoyster as ho  # noqa: E402
from happyoyster.testing import Gateway  # noqa: E402

QUIET = ho.LogLevel.ERROR
"""The tests cause what the library warns of; their own output is to be readable."""


def watch_for_threads(test: unittest.TestCase) -> set[str]:
    """Return a set that receives the names of threads whose first Python code runs in a test."""
    found: set[str] = set()

    def watch(frame: object, event: str, argument: object) -> None:
        found.add(threading.current_thread().name)

    # A thread of the library would get its profile function when it first runs Python code.
    threading.setprofile(watch)
    test.addCleanup(threading.setprofile, None)
    return found


class LiveTest(unittest.TestCase):
    """A test with a gateway per class and an engine per test."""

    gateway: Gateway

    @classmethod
    def setUpClass(cls) -> None:
        ho.log.set_level(QUIET)
        cls.gateway = Gateway()
        cls.addClassCleanup(cls.gateway.close)

    def setUp(self) -> None:
        self.gateway.reset()
        self.engine = ho.Engine()
        self.addCleanup(self.engine.close)

    def travel(self, mode: str) -> ho.Travel:
        """Create a travel with fresh credentials; it is closed after the test."""
        credentials = self.gateway.credentials(mode)
        credentials.apply(self.engine)
        travel = self.engine.create_travel(credentials.ticket)
        self.addCleanup(travel.close)
        return travel
