# SPDX-License-Identifier: Apache-2.0
"""A browser watches and steers a travel of the gateway through its page."""

from __future__ import annotations

import base64
import unittest
from typing import Any

from happyoyster.testing import Gateway

import namespace
import strip
from browser import Browser
from hosts import wait_for

STRIP_ROWS = 64
"""More rows at the bottom than the strip has."""
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
"""Takes the brightness of the lowest rows of the picture: its green will do."""


def setUpModule() -> None:
    namespace.enter()


class Chromium(unittest.TestCase):
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
        """Begin a demo world, and open its page."""
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
        """Read the strip of the picture that the browser shows."""
        picture = self.browser.evaluate(LOOK)
        if picture is None:
            return None
        width, height = picture["width"], picture["height"]
        luma = base64.b64decode(picture["luma"])
        offset = height - STRIP_ROWS
        return strip.read(width, height, lambda x, y: luma[(y - offset) * width + x])

    def test_the_picture_is_the_worlds_and_goes_on(self) -> None:
        self.watch("adventure")
        first = wait_for(self.look, "a strip")
        self.assertEqual(self.browser.evaluate("document.querySelector('video').paused"), False)
        later = wait_for(
            lambda: (now := self.look()) and now.frame >= first.frame + 24 and now,
            "a second of pictures",
        )
        self.assertGreater(later.tenths, first.tenths)
        self.assertEqual(self.browser.logged, [])

    def test_the_keyboard_moves_the_camera_and_the_strip_proves_it(self) -> None:
        self.watch("adventure")
        before = wait_for(self.look, "a strip")
        self.assertEqual(before.sequence, 0)
        self.browser.key("KeyW", is_down=True)
        moved = wait_for(
            lambda: (
                (now := self.look())
                and now.sequence > 3
                and (now.x, now.y) != (before.x, before.y)
                and now
            ),
            "the camera moves",
        )
        self.browser.key("KeyW", is_down=False)
        sent = self.browser.evaluate("sequence")
        self.assertLessEqual(moved.sequence, sent)
        wait_for(
            lambda: (now := self.look()) and now.sequence == self.browser.evaluate("sequence"),
            "the strip shows the last command",
        )
        applied = wait_for(lambda: self.browser.evaluate("oyster.applied"), "the echo")
        self.assertGreater(applied, 3)
        wait_for(lambda: self.browser.evaluate("oyster.latencyMs"), "the latency")

    def test_a_page_joins_again_when_its_session_is_ended(self) -> None:
        self.watch("directing")
        wait_for(self.look, "a strip")
        self.browser.evaluate("oyster.peer.close(), again('as after a loss'), true")
        wait_for(lambda: self.browser.evaluate("oyster.joins") == 2, "another join")
        wait_for(lambda: self.browser.evaluate("oyster.state") == "playing", "it plays again")
        wait_for(self.look, "a strip")


if __name__ == "__main__":
    unittest.main()
