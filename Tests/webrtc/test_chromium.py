# SPDX-License-Identifier: Apache-2.0
"""Chromium plays and controls a travel of the gateway through the watch page."""

from __future__ import annotations

import unittest

import network_namespace
from watch_page_test import WatchingTest
from webrtc_test import wait_for


def setUpModule() -> None:
    network_namespace.enter()


class Chromium(WatchingTest):
    def test_the_page_plays_the_frames_of_the_world(self) -> None:
        self.watch("adventure")
        first = wait_for(self.look, "a strip")
        self.assertEqual(self.browser.evaluate("document.querySelector('video').paused"), False)
        later = wait_for(
            lambda: (now := self.look()) and now.frame >= first.frame + 24 and now,
            "frames of one second",
        )
        self.assertGreater(later.tenths, first.tenths)
        self.assertEqual(self.browser.logged, [])

    def test_the_keyboard_moves_the_camera_and_the_strip_shows_its_commands(self) -> None:
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

    def test_the_page_joins_again_when_its_peer_connection_is_closed(self) -> None:
        self.watch("directing")
        wait_for(self.look, "a strip")
        self.browser.evaluate("oyster.peer.close(), again('as after a loss'), true")
        wait_for(lambda: self.browser.evaluate("oyster.joins") == 2, "another join")
        wait_for(lambda: self.browser.evaluate("oyster.state") == "playing", "it plays again")
        wait_for(self.look, "a strip")


if __name__ == "__main__":
    unittest.main()
