# SPDX-License-Identifier: Apache-2.0
"""A base class for tests of the gateway's watch page in Chromium."""

from __future__ import annotations

import base64
import unittest
from typing import Any

from happyoyster.testing import Gateway

import strip
from browser import Browser
from webrtc_test import wait_for

STRIP_ROWS = 64
"""How many rows at the bottom are read; the strip has fewer."""
LOOK = f"""(() => {{
    const video = document.querySelector("video");
    const [width, height, rows] = [video.videoWidth, video.videoHeight, {STRIP_ROWS}];
    if (width === 0) return null;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, rows];
    const context = canvas.getContext("2d");
    context.drawImage(video, 0, rows - height);
    const pixels = context.getImageData(0, 0, width, rows).data;
    let text = "";
    for (let i = 1; i < pixels.length; i += 4) text += String.fromCharCode(pixels[i]);
    return {{ width, height, luma: btoa(text) }};
}})()"""
"""Returns the green channel of the lowest rows of the frame."""


class WatchingTest(unittest.TestCase):
    """One browser and one gateway for all tests, a demo world for each."""

    gateway: Gateway
    browser: Browser

    @classmethod
    def setUpClass(cls) -> None:
        cls.gateway = Gateway()
        cls.addClassCleanup(cls.gateway.close)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def watch(self, mode: str) -> dict[str, Any]:
        """Start a demo world, and open its page."""
        world = self.gateway.request("POST", "/credentials", {"mode": mode, "watch": True})
        self.browser.open(world["watchUrl"])
        wait_for(
            lambda: (
                self.browser.evaluate("typeof oyster === 'object' && oyster.state") == "playing"
            ),
            "the page plays",
        )
        return world

    def look(self) -> strip.Strip | None:
        """Read the strip of the frame that the browser shows."""
        picture = self.browser.evaluate(LOOK)
        if picture is None:
            return None
        width, height = picture["width"], picture["height"]
        luma = base64.b64decode(picture["luma"])
        offset = height - STRIP_ROWS
        return strip.read(width, height, lambda x, y: luma[(y - offset) * width + x])
