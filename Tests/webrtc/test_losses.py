# SPDX-License-Identifier: Apache-2.0
"""Video packets get lost between aiortc and the stream engine."""

from __future__ import annotations

import statistics
import unittest

import happyoyster as ho

import network_namespace
from lossy import Loss
from redirecting_service import Service
from webrtc_test import PATIENCE, WebRTCTest, wait_for
from whep import WhepServer

SHARE = 0.1
"""Of the video packets."""
TURNS = 3
ENOUGH = 20
"""Losses to look at."""
PROMPT_MS = 50


def setUpModule() -> None:
    network_namespace.enter()


class Losses(WebRTCTest):
    def connect(self) -> tuple[ho.Travel, WhepServer]:
        server = WhepServer()
        self.addCleanup(server.close)
        service = Service(self.gateway.api_url, server.url)
        self.addCleanup(service.close)
        travel = self.travel("adventure", api_host=service.url)
        travel.start(timeout=PATIENCE)
        next(travel.frames(timeout=PATIENCE))
        return travel, server

    def test_a_missing_packet_is_asked_for_at_once(self) -> None:
        _, server = self.connect()
        lossy = server.lose_video(SHARE, seed=1)

        def asked() -> list[Loss]:
            return [loss for loss in lossy.losses if loss.asked_at is not None]

        wait_for(lambda: len(asked()) >= ENOUGH, f"{ENOUGH} NACKs", 2 * PATIENCE)
        losses = lossy.settled()[:ENOUGH]
        seen = [(loss.sequence, f"{loss.delay_ms:.0f} ms", loss.packets_since) for loss in losses]
        self.assertLess(statistics.median(loss.delay_ms for loss in losses), PROMPT_MS, seen)
        # At 30 packets a second the second one behind the gap comes after 33 ms. A busy machine
        # holds some up; of requests that wait for the next regular report nearly all are late.
        prompt = [loss for loss in losses if loss.asked_at is not None and loss.packets_since <= 1]
        self.assertGreaterEqual(len(prompt), ENOUGH // 2, seen)

    def test_without_the_repeat_a_key_frame_is_asked_for(self) -> None:
        travel, server = self.connect()
        lossy = server.lose_video(0, seed=1)

        def count_key_frames() -> int:
            return int(travel.stats()["stream"]["keyFrames"])

        for turn in range(TURNS):
            before = count_key_frames()
            lossy.lose_one_for_good()
            wait_for(
                lambda turn=turn: lossy.key_frame_requests == turn + 1,
                f"request {turn + 1} for a key frame",
            )
            # Whether the packet itself was asked for first depends on how busy the machine is.
            self.assertEqual(len(lossy.losses), turn + 1)
            wait_for(lambda before=before: count_key_frames() > before, f"key frame {turn + 1}")
        next(travel.frames(timeout=PATIENCE))

    def test_requests_for_a_key_frame_that_does_not_come_are_spaced(self) -> None:
        travel, server = self.connect()
        lossy = server.lose_video(0, seed=1)
        lossy.ignores_plis = True
        lossy.lose_one_for_good()
        wait_for(lambda: lossy.plis > 0, "the first request")
        # For 2 s at 30 packets a second; each of them would be a reason to ask again.
        wait_for(lambda goal=lossy.packets + 60: lossy.packets >= goal, "60 packets")
        self.assertGreater(lossy.plis, 1)
        self.assertLess(lossy.plis, 30)
        before = int(travel.stats()["stream"]["keyFrames"])
        lossy.ignores_plis = False
        wait_for(lambda: travel.stats()["stream"]["keyFrames"] > before, "the key frame")


if __name__ == "__main__":
    unittest.main()
