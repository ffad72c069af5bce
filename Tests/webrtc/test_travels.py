# SPDX-License-Identifier: Apache-2.0
"""Travels with the gateway's real pictures, read by their strips."""

from __future__ import annotations

import contextlib
import os
import time
import unittest

import happyoyster as ho

import strip
from webrtc_test import PATIENCE, WebRTCTest, wait_for, wait_for_strip

TURNS = 10
SETTLED = 2
"""Turns after which nothing may grow any more."""


def count(folder: str) -> int:
    """Count the threads (``task``) or descriptors (``fd``) of this process."""
    return len(os.listdir(f"/proc/self/{folder}"))


class Travels(WebRTCTest):
    def test_a_step_forward_moves_the_picture_and_shows_its_number(self) -> None:
        travel = self.travel("adventure")
        travel.start(timeout=PATIENCE)
        before, frame = wait_for_strip(travel, lambda shown: True, "a strip")
        self.assertEqual((frame.width, frame.height), (864, 480))
        self.assertEqual(before.sequence, 0)
        travel.send_command(ho.Translation.FRONT)
        wait_for_strip(travel, lambda shown: shown.sequence == 1, "the first command")
        moved, _ = wait_for_strip(
            travel, lambda shown: (shown.x, shown.y) != (before.x, before.y), "the step"
        )
        self.assertGreater(moved.tenths, 0)
        travel.send_command(rotation=ho.Rotation.MOUSE_RIGHT)
        wait_for_strip(
            travel,
            lambda shown: shown.sequence == 2 and shown.heading != before.heading,
            "the turn",
        )
        stats = travel.stats()["stream"]
        self.assertEqual((stats["engine"], stats["codec"]), ("webrtc", "VP8"))

    def test_ten_pauses_leave_nothing_behind(self) -> None:
        self.gateway.settings(clientVanishedMs=None)  # Of a clock that leaps, nobody is gone.
        travel = self.travel("directing")
        travel.start(timeout=PATIENCE)
        wait_for_strip(travel, lambda shown: True, "a strip")
        self.gateway.advance(40)
        shown, _ = wait_for_strip(travel, lambda shown: shown.tenths > 400, "40 s later")
        usual: dict[str, int] = {}
        for turn in range(TURNS):
            travel.pause(timeout=PATIENCE)
            self.assertEqual(travel.status, ho.Status.PAUSED)
            last, _ = wait_for_strip(travel, lambda shown: True, "the last picture")
            if turn % 2 == 0:
                travel.resume(timeout=PATIENCE)
                # The three seconds that it stood still do not count.
                least, most = last.tenths, last.tenths + 20
            else:
                target = 4 * (TURNS - turn)
                self.assertEqual(travel.rewind(target, timeout=PATIENCE).resumed_at_sec, target)
                least, most = target * 10, target * 10 + 20
            self.assertEqual(travel.status, ho.Status.RUNNING)
            shown, _ = wait_for_strip(travel, lambda shown: True, "a new picture")
            self.assertTrue(least <= shown.tenths <= most, (least, shown, most))
            if turn < SETTLED:
                usual = {kind: max(count(kind), usual.get(kind, 0)) for kind in ("task", "fd")}
        for kind, number in usual.items():
            wait_for(
                lambda kind=kind, number=number: count(kind) <= number, f"no more than {usual}"
            )
        self.assertEqual(travel.stats()["stream"]["reconnects"], 0)

    def test_the_first_picture_after_a_rewind_is_of_the_new_stretch(self) -> None:
        self.gateway.settings(clientVanishedMs=None)
        travel = self.travel("directing")
        travel.video.on_frame(lambda frame: None)  # So that pictures are decoded all the time.
        sounds = travel.audio()
        travel.start(timeout=PATIENCE)
        self.gateway.advance(40)
        wait_for_strip(travel, lambda shown: shown.tenths > 400, "40 s later")
        for _ in range(4):
            kept = travel.video.acquire(timeout=PATIENCE)
            travel.pause(timeout=PATIENCE)
            begin = time.monotonic()
            travel.rewind(0, timeout=PATIENCE)
            with contextlib.suppress(ho.NoFrame):
                self.assertGreater(travel.video.acquire().time, begin)
            frame = travel.video.acquire(timeout=PATIENCE)
            self.assertGreater(frame.time, begin)
            self.assertGreater(frame.sequence, kept.sequence)
            shown = strip.of_frame(frame)
            if shown is not None:
                self.assertLess(shown.tenths, 100)
            sound = sounds.get(timeout=PATIENCE)
            self.assertGreater(sound.time if sound else 0, begin)


if __name__ == "__main__":
    unittest.main()
