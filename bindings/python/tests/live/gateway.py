# SPDX-License-Identifier: Apache-2.0
"""Start the development gateway and talk to its control port; import this module first.

It needs the variables HAPPYOYSTER_LIBRARY and OYSTER_GATEWAY, the paths of the library and of
the gateway's executable, and fails without them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unittest
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent.parent
PROJECT = PACKAGE.parent.parent
sys.path.insert(0, str(PACKAGE))

for variable in ("HAPPYOYSTER_LIBRARY", "OYSTER_GATEWAY"):
    if not os.environ.get(variable):
        raise RuntimeError(f"the live tests need {variable}; make test sets it")

import happyoyster as ho  # noqa: E402
from happyoyster import aio  # noqa: E402

FAST = {"initMs": 0, "startMs": 0, "pauseConfirmMs": 50, "roomTeardownMs": 0}
"""Settings that make the gateway answer sooner than the service does."""


class Gateway:
    """A gateway of our own, which ends with us."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [os.environ["OYSTER_GATEWAY"], "--exit-with-stdin"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        ready = json.loads(self._process.stdout.readline())
        self.api: str = ready["api"]
        self._control: str = ready["control"]
        self.post("/settings", FAST)

    def request(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """Call the control port."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self._control + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            result: dict[str, Any] = json.load(answer)
        return result

    def post(self, path: str, body: Any) -> dict[str, Any]:
        """Post to the control port."""
        return self.request("POST", path, body)

    def credentials(self, mode: str) -> dict[str, Any]:
        """Get what a client needs for one travel."""
        return self.post("/credentials", {"mode": mode})

    def travels(self) -> list[dict[str, Any]]:
        """List the travels that the gateway knows."""
        travels: list[dict[str, Any]] = self.request("GET", "/travels")["travels"]
        return travels

    def requests(self, route: str) -> list[dict[str, Any]]:
        """List the requests of a route, such as ``travels/end``."""
        requests: list[dict[str, Any]] = self.request("GET", "/requests")["requests"]
        return [request for request in requests if str(request).count(route)]

    def close(self) -> None:
        """Stop the gateway."""
        self._process.communicate(timeout=20)

    def __enter__(self) -> Gateway:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        failure: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def initialize(engine: ho.Engine | aio.Engine, credentials: dict[str, Any]) -> None:
    """Give an engine what the credentials say, with a poll and a stream that suit tests."""
    engine.initialize(
        api_host=credentials["apiHost"],
        model=credentials["model"],
        poll_interval_ms=100,
        stream_engine="loopback",
    )
    engine.update_token(credentials["token"])


class LiveTest(unittest.TestCase):
    """A test with a gateway per class and an engine per test."""

    gateway: Gateway

    @classmethod
    def setUpClass(cls) -> None:
        cls.gateway = Gateway()
        cls.addClassCleanup(cls.gateway.close)

    def setUp(self) -> None:
        self.engine = ho.Engine()
        self.addCleanup(self.engine.close)

    def travel(self, mode: str) -> ho.Travel:
        """Create a travel with fresh credentials; it is closed after the test."""
        credentials = self.gateway.credentials(mode)
        initialize(self.engine, credentials)
        travel = self.engine.create_travel(credentials["ticket"])
        self.addCleanup(travel.close)
        return travel
