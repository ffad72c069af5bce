# SPDX-License-Identifier: Apache-2.0
"""Travels with the gateway's rendered frames, which are read by their block strips."""

from __future__ import annotations

import contextlib
import os
import pathlib
import time
import unittest

import happyoyster as ho

import strip
from webrtc_test import TIMEOUT, WebRTCTest, wait_for, wait_for_strip

TURNS = 10
SETTLED = 2
"""Turns after which the counts must not grow any more."""
IDLE = 60.0
"""How long pools may keep threads without work, in seconds: GLib's keep them for 15 s."""


def count(folder: str) -> int:
    """Count the threads (``task``) or descriptors (``fd``) of this process."""
    return len(os.listdir(f"/proc/self/{folder}"))


def thread_names() -> list[str]:
    """Return the names of this process's threads, sorted."""
    names = []
    for task in pathlib.Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):  # The thread has ended.
            names.append((task / "comm").read_text().strip())
    return sorted(names)


class Travels(WebRTCTest):
    def test_a_step_forward_moves_the_camera_and_the_strip_shows_its_command(self) -> None:
        travel = self.travel("adventure")
        travel.start(timeout=TIMEOUT)
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

    def test_ten_pauses_leave_no_thread_and_no_descriptor(self) -> None:
        self.gateway.settings(clientVanishedMs=None)  # A clock that leaps must not end clients.
        travel = self.travel("directing")
        travel.start(timeout=TIMEOUT)
        wait_for_strip(travel, lambda shown: True, "a strip")
        self.gateway.advance(40)
        shown, _ = wait_for_strip(travel, lambda shown: shown.tenths > 400, "40 s later")
        usual: dict[str, int] = {}
        for turn in range(TURNS):
            travel.pause(timeout=TIMEOUT)
            self.assertEqual(travel.status, ho.Status.PAUSED)
            last, _ = wait_for_strip(travel, lambda shown: True, "the last frame")
            if turn % 2 == 0:
                travel.resume(timeout=TIMEOUT)
                # The three seconds of the pause do not count.
                least, most = last.tenths, last.tenths + 20
            else:
                target = 4 * (TURNS - turn)
                self.assertEqual(travel.rewind(target, timeout=TIMEOUT).resumed_at_sec, target)
                least, most = target * 10, target * 10 + 20
            self.assertEqual(travel.status, ho.Status.RUNNING)
            shown, _ = wait_for_strip(travel, lambda shown: True, "a new frame")
            self.assertTrue(least <= shown.tenths <= most, (least, shown, most))
            if turn < SETTLED:
                usual = {kind: max(count(kind), usual.get(kind, 0)) for kind in ("task", "fd")}
        # A pool may add a thread or a descriptor on a busy machine. A leak adds one per turn.
        for kind, number in usual.items():
            most = number + (TURNS - SETTLED) // 2
            what = f"fewer than {most} of {kind}, {usual} before: {thread_names()}"
            wait_for(lambda kind=kind, most=most: count(kind) < most, what, IDLE)
        self.assertEqual(travel.stats()["stream"]["reconnects"], 0)

    def test_the_first_frame_after_a_rewind_is_later_than_the_rewind(self) -> None:
        self.gateway.settings(clientVanishedMs=None)
        travel = self.travel("directing")
        travel.video.on_frame(lambda frame: None)  # Keeps the decoder running.
        audio = travel.audio()
        travel.start(timeout=TIMEOUT)
        self.gateway.advance(40)
        wait_for_strip(travel, lambda shown: shown.tenths > 400, "40 s later")
        for _ in range(4):
            kept = travel.video.acquire(timeout=TIMEOUT)
            travel.pause(timeout=TIMEOUT)
            begin = time.monotonic()
            travel.rewind(0, timeout=TIMEOUT)
            with contextlib.suppress(ho.NoFrame):
                self.assertGreater(travel.video.acquire().monotonic_time, begin)
            frame = travel.video.acquire(ho.PixelFormat.I420, timeout=TIMEOUT)
            self.assertGreater(frame.monotonic_time, begin)
            self.assertGreater(frame.sequence, kept.sequence)
            shown = strip.of_frame(frame)
            if shown is not None:
                self.assertLess(shown.tenths, 100)
            chunk = audio.get(timeout=TIMEOUT)
            self.assertGreater(chunk.monotonic_time if chunk else 0, begin)


if __name__ == "__main__":
    unittest.main()
