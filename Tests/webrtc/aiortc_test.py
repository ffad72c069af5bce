# SPDX-License-Identifier: Apache-2.0
"""A base class for tests in which aiortc is the server."""

from __future__ import annotations

import unittest
from pathlib import Path
from typing import Any

import happyoyster as ho

from redirecting_service import Service
from webrtc_test import TIMEOUT, WebRTCTest
from whep import WhepServer

needs_h264 = unittest.skipUnless(
    any(Path("/usr/lib").glob("*/gstreamer-1.0/libgstlibav.so")), "no decoder for H.264"
)


class AiortcTest(WebRTCTest):
    """A test in which aiortc sends the media."""

    def connect(self, codec: str = "VP8", **options: Any) -> tuple[ho.Travel, WhepServer]:
        """Start a travel with a server of its own; the options are the server's."""
        server = WhepServer(codec, **options)
        self.addCleanup(server.close)
        service = Service(self.gateway.api_url, server.url)
        self.addCleanup(service.close)
        travel = self.travel("adventure", api_host=service.url)
        travel.start(timeout=TIMEOUT)
        return travel, server
