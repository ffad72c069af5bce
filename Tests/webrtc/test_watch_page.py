# SPDX-License-Identifier: Apache-2.0
"""The controls of the gateway's watch page, in Chromium."""

from __future__ import annotations

import os
import unittest
from pathlib import Path
from typing import Any

import network_namespace
from watch_page_test import WatchingTest
from webrtc_test import wait_for

PAD = """navigator.getGamepads = () => [{
    connected: true,
    axes: AXES,
    buttons: Array.from({ length: 16 }, (_, index) => ({ pressed: index === BUTTON })),
}]"""
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "small": (320, 568)}


def setUpModule() -> None:
    network_namespace.enter()


class WatchPage(WatchingTest):
    def setUp(self) -> None:
        self.gateway.reset()
        self.browser.resize(*SIZES["desktop"])

    def wait_for_state(self, state: str) -> None:
        """Wait until the page is in a state, such as ``paused``."""
        wait_for(lambda: self.browser.evaluate("oyster.state") == state, f"the state {state}")

    def text(self, element: str) -> str:
        """Return the text that an element shows; "" when it is hidden."""
        shown: str = self.browser.evaluate(
            f"by('{element}').checkVisibility() ? by('{element}').innerText : ''"
        )
        return shown

    def choices(self) -> list[str]:
        """Return the texts of the buttons in front of the video."""
        shown: list[str] = self.browser.evaluate(
            "[...document.querySelectorAll('#choices button')].map((one) => one.innerText)"
        )
        return shown

    def keep(self, name: str) -> None:
        """Save an image of the page if OYSTER_SCREENSHOTS names a directory."""
        folder = os.environ.get("OYSTER_SCREENSHOTS")
        if folder:
            Path(folder, f"{name}.png").write_bytes(self.browser.screenshot())

    def open(self, channel: str, token: str) -> None:
        self.browser.open(f"{self.gateway.api_url}/watch?channel={channel}&token={token}")
        wait_for(lambda: self.browser.evaluate("typeof poll === 'function'"), "the page")

    def test_the_mouse_turns_the_camera_while_it_is_locked(self) -> None:
        self.watch("adventure")
        before = wait_for(self.look, "a strip")
        wait_for(lambda: self.text("hint").startswith("Click to look"), "the hint")
        self.browser.click("#screen")
        wait_for(lambda: self.browser.evaluate("isLocked()"), "the lock")
        wait_for(lambda: self.text("hint").startswith("Esc"), "the hint how to release the mouse")
        x = 400.0

        def turned() -> Any:
            nonlocal x
            x += 30
            self.browser.mouse("mouseMoved", x % 900 + 100, 300)
            now = self.look()
            return now and now.heading != before.heading and now

        wait_for(turned, "the camera turns")
        self.browser.evaluate("document.exitPointerLock()")
        wait_for(lambda: not self.browser.evaluate("isLocked()"), "the release")
        self.assertEqual(self.browser.logged, [])

    def test_a_gamepad_walks_turns_and_jumps(self) -> None:
        self.watch("adventure")
        before = wait_for(self.look, "a strip")
        self.browser.evaluate(PAD.replace("AXES", "[0, -1, 0, 0]").replace("BUTTON", "0") + ", 1")
        moved = wait_for(
            lambda: (now := self.look()) and (now.x, now.y) != (before.x, before.y) and now,
            "the left stick walks",
        )
        self.assertEqual(moved.heading, before.heading)
        self.browser.evaluate(PAD.replace("AXES", "[0, 0, 1, 0]").replace("BUTTON", "-1") + ", 1")
        wait_for(
            lambda: (now := self.look()) and now.heading != before.heading,
            "the right stick turns",
        )
        self.assertEqual(self.text("pad"), "Gamepad connected")
        commands = self.gateway.request("GET", "/commands")["commands"]
        self.assertIn("Jump", [one["interaction"] for one in commands])
        # A button that is held down sends one action.
        self.assertEqual([one["interaction"] for one in commands].count("Jump"), 1)

    def test_a_directing_travel_pauses_resumes_and_rewinds(self) -> None:
        self.watch("directing")
        self.gateway.advance(20)
        wait_for(lambda: (now := self.look()) and now.tenths > 200, "20 s later")
        self.assertEqual(self.text("length"), " / 3:00")
        self.browser.click("#pause")
        wait_for(lambda: self.choices() == ["Resume"], "the pause")
        self.assertEqual(self.text("headline"), "Paused")
        self.keep("paused")
        self.browser.click("#choices button")
        self.wait_for_state("playing")
        wait_for(lambda: (now := self.look()) and 200 < now.tenths < 400, "it continues")
        self.browser.click("#pause")
        wait_for(lambda: self.choices() == ["Resume"], "the second pause")
        self.browser.evaluate(
            "by('seek').value = 8, by('seek').dispatchEvent(new Event('input')), 1"
        )
        self.assertEqual(self.choices(), ["Play from 0:08"])
        self.browser.click("#choices button")
        self.wait_for_state("playing")
        wait_for(lambda: (now := self.look()) and 80 <= now.tenths < 200, "it plays from there")

    def test_an_acting_travel_pauses_and_takes_instructions(self) -> None:
        self.watch("acting")
        self.assertEqual(self.text("seek"), "")
        self.browser.key("Space", is_down=True)
        self.browser.key("Space", is_down=False)
        wait_for(lambda: self.choices() == ["Resume"], "the pause")
        self.browser.click("#pause")
        self.wait_for_state("playing")
        self.browser.evaluate("by('content').value = 'It begins to rain', 1")
        self.browser.click("#instruct button")
        wait_for(lambda: self.text("message") == "Sent: It begins to rain", "the instruction")
        self.keep("acting")

    def test_after_the_end_a_new_world_is_one_click_away(self) -> None:
        world = self.watch("adventure")
        self.gateway.end_travel(world["encryptedTravelId"])
        self.wait_for_state("over")
        self.assertEqual(self.text("headline"), "The travel is over")
        self.assertEqual(self.choices(), ["New world", "All travels"])
        self.keep("over")
        self.browser.click("#choices button")
        wait_for(
            lambda: self.browser.evaluate("location.href") != world["watchUrl"], "another page"
        )
        wait_for(
            lambda: (
                self.browser.evaluate("typeof oyster === 'object' && oyster.state") == "playing"
            ),
            "another world",
        )

    def test_the_page_of_an_unknown_channel_offers_other_travels(self) -> None:
        world = self.watch("adventure")
        channel, token = (part.split("=")[1] for part in world["watchUrl"].split("?")[1].split("&"))
        for wrong, headline in (
            (("nowhere", token), "This travel is not known here"),
            ((channel, "wrong"), "This travel is not known here"),
            (("", ""), "This address is incomplete"),
        ):
            self.open(*wrong)
            self.wait_for_state("refused")
            self.assertEqual(self.text("headline"), headline)
            self.assertEqual(self.choices(), ["New world", "All travels"])
        self.keep("refused")
        self.gateway.end_travel(world["encryptedTravelId"])
        self.open(channel, token)
        self.wait_for_state("over")

    def test_a_full_channel_is_joined_once_it_accepts_viewers(self) -> None:
        body = {"code": "ChannelFull", "message": "The channel has as many viewers as it may have."}
        self.gateway.fault("rtc", status=503, body=body, effect=False)
        world = self.gateway.request("POST", "/credentials", {"mode": "acting", "watch": True})
        self.browser.open(world["watchUrl"])
        wait_for(
            lambda: (
                self.browser.evaluate("typeof oyster === 'object' && oyster.state")
                == "reconnecting"
            ),
            "the refusal",
        )
        self.assertIn("all the viewers", self.text("headline"))
        self.assertIn("Close another page", self.text("explanation"))
        self.gateway.clear_faults()
        self.wait_for_state("playing")

    def test_the_video_fills_the_screen_in_fullscreen(self) -> None:
        self.watch("adventure")
        self.browser.click("#fullscreen")
        wait_for(
            lambda: self.browser.evaluate("document.fullscreenElement === by('player')"),
            "fullscreen",
        )
        width, inner = self.browser.evaluate("[by('screen').clientWidth, innerWidth]")
        self.assertGreater(width, inner * 0.9)
        self.keep("fullscreen")
        self.browser.evaluate("document.exitFullscreen()")

    def test_pages_fit_their_window(self) -> None:
        for mode in ("adventure", "directing", "acting"):
            self.watch(mode)
            for name, (width, height) in SIZES.items():
                self.browser.resize(width, height, is_phone=name != "desktop")
                wait_for(
                    lambda width=width: self.browser.evaluate("innerWidth") <= width, "the size"
                )
                self.assertLessEqual(
                    self.browser.evaluate("document.documentElement.scrollWidth"), width
                )
                self.keep(f"{mode}-{name}")
            self.browser.resize(*SIZES["desktop"])
        self.browser.open(self.gateway.api_url + "/")
        wait_for(
            lambda: self.browser.evaluate("document.querySelectorAll('.card').length") >= 1,
            "the list",
        )
        for name, (width, height) in SIZES.items():
            self.browser.resize(width, height, is_phone=name != "desktop")
            self.assertLessEqual(
                self.browser.evaluate("document.documentElement.scrollWidth"), width
            )
            self.keep(f"landing-{name}")


if __name__ == "__main__":
    unittest.main()
