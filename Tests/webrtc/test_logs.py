# SPDX-License-Identifier: Apache-2.0
"""What a host without a log handler writes to stderr about a travel over WebRTC."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from webrtc_test import WebRTCTest

HOST = """
import json, sys
import happyoyster as ho

facts = json.loads(sys.argv[1])
with ho.Engine() as engine:
    engine.initialize(poll_interval_ms=100, stream_engine="webrtc", **facts["config"])
    engine.update_token(facts["token"])
    with engine.create_travel(facts["ticket"]) as travel:
        travel.start(timeout=30)
        next(iter(travel.frames(timeout=15)))
        travel.pause(timeout=30)
        travel.resume(timeout=30)
        travel.end(timeout=30)
"""

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \[oyster\]\[(debug|info)\]\[[a-z]+\] .+")


class Logs(WebRTCTest):
    def host(self, **environment: str) -> str:
        """Run a travel in a process of its own; return what it wrote to stderr."""
        credentials = self.gateway.credentials("directing")
        facts = {
            "config": {"api_host": credentials.api_host, "model": credentials.model},
            "token": credentials.token,
            "ticket": credentials.ticket,
        }
        done = subprocess.run(
            [sys.executable, "-c", HOST, json.dumps(facts)],
            env={**os.environ, **environment},
            check=False,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def test_a_travel_without_errors_prints_nothing(self) -> None:
        self.assertEqual(self.host(), "")

    def test_two_environment_variables_write_the_debug_log_to_a_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "oyster.log")
            printed = self.host(HAPPYOYSTER_LOG="debug", HAPPYOYSTER_LOG_FILE=str(path))
            self.assertEqual(printed, "")
            text = path.read_text("utf-8")
        for line in text.splitlines():
            self.assertRegex(line, LINE)
        for part in (
            "travel 1: the status is running",
            "DTLS is connected",
            "the server sends video as VP8",
            "the request travels/pause succeeded",
            "the stream engine's POST request was answered with HTTP 201",
        ):
            self.assertIn(part, text)
