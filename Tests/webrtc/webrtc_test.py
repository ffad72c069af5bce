# SPDX-License-Identifier: Apache-2.0
"""A base class for tests with the library and the gateway, and functions that wait."""

from __future__ import annotations

import os
import time
import unittest
from collections.abc import Callable
from typing import TypeVar

import happyoyster as ho
from happyoyster.testing import Gateway

import strip

T = TypeVar("T")

TIMEOUT = 15.0
"""How long a test waits for a condition, in seconds."""
LOOK_EVERY = 0.02


def wait_for(look: Callable[[], T | None], what: str, timeout: float = TIMEOUT) -> T:
    """Call ``look`` until it returns something other than None and False; return that."""
    until = time.monotonic() + timeout
    while True:
        found = look()
        if found is not None and found is not False:
            return found
        if time.monotonic() > until:
            raise AssertionError(f"not within {timeout} s: {what}")
        time.sleep(LOOK_EVERY)


def wait_for_strip(
    travel: ho.Travel, wanted: Callable[[strip.Strip], bool], what: str
) -> tuple[strip.Strip, ho.Frame]:
    """Read frames until the strip of one satisfies ``wanted``."""
    until = time.monotonic() + TIMEOUT
    newest = None
    for frame in travel.frames(ho.PixelFormat.I420, timeout=TIMEOUT):
        shown = strip.of_frame(frame)
        newest = shown or newest
        if shown is not None and wanted(shown):
            return shown, frame
        if time.monotonic() > until:
            break
    raise AssertionError(f"not within {TIMEOUT} s: {what}; the newest was {newest}")


class WebRTCTest(unittest.TestCase):
    """A test with a gateway per class and an engine per test."""

    gateway: Gateway

    @classmethod
    def setUpClass(cls) -> None:
        level = os.environ.get("OYSTER_LOG", "ERROR")
        ho.log.set_level(ho.LogLevel[level] if level in dir(ho.LogLevel) else ho.LogLevel.ERROR)
        cls.gateway = Gateway()
        cls.addClassCleanup(cls.gateway.close)

    def setUp(self) -> None:
        self.gateway.reset()
        self.engine = ho.Engine()
        self.addCleanup(self.engine.close)

    def travel(self, mode: str, api_host: str | None = None, **options: object) -> ho.Travel:
        """Create a travel over WebRTC; it is closed after the test."""
        credentials = self.gateway.credentials(mode)
        self.engine.initialize(
            api_host=api_host or credentials.api_host,
            model=credentials.model,
            poll_interval_ms=100,
            stream_engine="webrtc",
            **options,  # type: ignore[arg-type]
        )
        self.engine.update_token(credentials.token)
        travel = self.engine.create_travel(credentials.ticket)
        self.addCleanup(travel.close)
        return travel
