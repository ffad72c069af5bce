# SPDX-License-Identifier: Apache-2.0
"""aiortc, which shares no code with GStreamer, sends to the stream engine."""

from __future__ import annotations

import itertools
import os
import resource
import threading
import unittest

import happyoyster as ho

import network_namespace
from aiortc_test import AiortcTest, needs_h264
from webrtc_test import TIMEOUT, wait_for
from whep import HEIGHT, LUMAS, QUADRANTS, TONE, WIDTH

NEAR = 8
"""How much a codec may change a plain colour."""


def setUpModule() -> None:
    network_namespace.enter()


def middles(frame: ho.Frame) -> list[tuple[int, int, int]]:
    """Y, U and V in the middles of the four quarters."""
    places = [(x, y) for y in (HEIGHT // 4, HEIGHT * 3 // 4) for x in (WIDTH // 4, WIDTH * 3 // 4)]
    return [
        (
            frame.planes[0][y * frame.strides[0] + x],
            frame.planes[1][y // 2 * frame.strides[1] + x // 2],
            frame.planes[2][y // 2 * frame.strides[2] + x // 2],
        )
        for x, y in places
    ]


def count_threads() -> int:
    """Count the threads of this process."""
    return len(os.listdir("/proc/self/task"))


def peak_memory() -> int:
    """Return the most memory that this process ever had, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


class Aiortc(AiortcTest):
    def check_picture(self, travel: ho.Travel) -> None:
        """Check the three plain colours, and that the fourth quarter changes."""
        lumas: set[int] = set()
        for frame in travel.frames(ho.PixelFormat.I420, timeout=TIMEOUT):
            self.assertEqual((frame.width, frame.height), (WIDTH, HEIGHT))
            changing, *plain = middles(frame)
            for seen, sent in zip(plain, QUADRANTS[1:], strict=True):
                for value, expected in zip(seen, sent, strict=True):
                    self.assertAlmostEqual(value, expected or 0, delta=NEAR)
            lumas.update(luma for luma in LUMAS if abs(luma - changing[0]) <= NEAR)
            if len(lumas) == len(LUMAS):
                return
        self.fail(f"the travel ended; luma values: {lumas}")

    def test_vp8_frames_are_received_as_sent(self) -> None:
        travel, server = self.connect()
        self.check_picture(travel)
        self.assertEqual(travel.stats()["stream"]["codec"], "VP8")
        travel.end()
        wait_for(lambda: server.requests[-1][0] == "DELETE", "the DELETE")
        self.assertEqual(len(server.clients), 1)

    @needs_h264
    def test_h264_frames_are_received_as_sent(self) -> None:
        travel, _ = self.connect("H264")
        self.check_picture(travel)
        self.assertEqual(travel.stats()["stream"]["codec"], "H264")

    def test_signalling_requests_are_as_docs_webrtc_md_says(self) -> None:
        travel, server = self.connect()
        travel.end()
        wait_for(lambda: len(server.requests) > 1, "the DELETE")
        (method, path, headers, offer), (end_method, resource, end_headers, _) = server.requests
        self.assertEqual(
            (method, path, end_method, resource), ("POST", "/channel", "DELETE", "/resources/1")
        )
        self.assertEqual(headers["content-type"], "application/sdp")
        token = headers["authorization"]
        self.assertRegex(token, "^Bearer rtc-[0-9a-f]+$")
        self.assertEqual(end_headers["authorization"], token)
        self.assertEqual(offer.count("\r\nm="), 3)
        for line in ("a=group:BUNDLE", "a=rtcp-mux", "a=candidate:", "VP8/90000", "opus/48000/2"):
            self.assertIn(line.lower(), offer.lower())

    def test_commands_arrive_and_their_latency_is_measured(self) -> None:
        travel, server = self.connect()
        next(travel.frames(timeout=TIMEOUT))
        [client] = server.clients
        wait_for(lambda: len(client.channels) == 2, "both data channels")
        commands, actions = (client.channels[f"oyster-{kind}"] for kind in ("commands", "actions"))
        self.assertEqual((commands.ordered, commands.maxRetransmits), (False, 0))
        self.assertEqual((actions.ordered, actions.maxRetransmits), (True, None))
        travel.send_command(ho.Translation.FRONT_LEFT, ho.Rotation.MOUSE_UP_RIGHT)
        wait_for(lambda: len(client.messages) == 1, "the movement")
        # Of two commands in one frame only the last is measured.
        wait_for(lambda: "commandToFrameMs" in travel.stats()["stream"], "the first latency")
        travel.send_command(ho.Translation.FRONT, interaction=ho.Interaction.JUMP)
        wait_for(lambda: len(client.messages) == 2, "the jump")
        (channel, first), (action_channel, second) = client.messages
        self.assertEqual((channel, action_channel), ("oyster-commands", "oyster-actions"))
        self.assertEqual(
            set(first), {"translation", "rotation", "interaction", "sequence", "timeUs"}
        )
        self.assertEqual(
            (first["translation"], first["rotation"], first["interaction"], first["sequence"]),
            ("Front_Left", "Mouse_Up_Right", "None", 1),
        )
        self.assertEqual((second["interaction"], second["sequence"]), ("Jump", 2))
        self.assertGreater(second["timeUs"], first["timeUs"])
        latency = wait_for(
            lambda: (
                (found := travel.stats()["stream"].get("commandToFrameMs"))
                and found["count"] == 2
                and found
            ),
            "the latency of both",
        )
        self.assertTrue(0 < latency["p50"] < 2000, latency)

    def test_audio_is_received_as_sent(self) -> None:
        travel, _ = self.connect()
        chunks: list[ho.AudioChunk] = []
        enough = threading.Event()

        def receive(chunk: ho.AudioChunk) -> None:
            chunks.append(chunk)
            if sum(one.duration for one in chunks) > 1.5:
                enough.set()

        travel.on_audio(receive)
        self.assertTrue(enough.wait(TIMEOUT))
        travel.on_audio(None)
        self.assertEqual({(one.sample_rate, one.channels) for one in chunks}, {(48000, 2)})
        samples = [row[0] for one in chunks for row in one.samples.tolist()][24000:]
        crossings = sum(a < 0 <= b for a, b in itertools.pairwise(samples))
        self.assertAlmostEqual(crossings * 48000 / len(samples), TONE, delta=15)
        self.assertGreater(max(samples), 3000)

    def test_frames_with_odd_sides_are_cropped_to_even_sides(self) -> None:
        travel, server = self.connect(size=(WIDTH + 1, HEIGHT + 1))
        self.check_picture(travel)
        shown = travel.stats()["stream"]
        self.assertEqual((shown["width"], shown["height"]), (WIDTH, HEIGHT))
        server.show(321, 240)
        for frame in travel.frames(timeout=TIMEOUT):
            if frame.width != WIDTH:
                self.assertEqual((frame.width, frame.height), (320, 240))
                break
        travel.end()

    def test_counters_do_not_decrease_when_the_server_changes_its_ssrc(self) -> None:
        travel, server = self.connect(names_sources=False)
        next(travel.frames(timeout=TIMEOUT))
        counted = ("packetsReceived", "packetsLost", "bytesReceived", "framesReceived")
        newest = dict.fromkeys(counted, 0)

        def count(packets: int) -> bool:
            stats = travel.stats()["stream"]
            for key in counted:
                self.assertGreaterEqual(stats[key], newest[key], key)
                newest[key] = stats[key]
            return stats["packetsReceived"] >= packets

        wait_for(lambda: count(20), "packets")
        server.change_video_source()
        wait_for(lambda goal=newest["packetsReceived"] + 60: count(goal), "packets of the new SSRC")
        travel.end()

    def test_a_server_that_opens_200_data_channels_is_disconnected(self) -> None:
        travel, server = self.connect()
        next(travel.frames(timeout=TIMEOUT))
        wait_for(lambda: len(server.clients[0].channels) == 2, "both data channels")
        server.open_channels(200)
        wait_for(lambda: len(server.clients) == 2, "another connection")
        wait_for(lambda: count_threads() < 60, "the end of the channels' threads")
        travel.end()

    def test_a_frame_that_claims_268_million_pixels_takes_no_memory(self) -> None:
        travel, server = self.connect()
        next(travel.frames(timeout=TIMEOUT))
        before = peak_memory()
        server.claim_size(16380, 16380)
        wait_for(lambda: travel.stats()["stream"]["framesDropped"] > 0, "dropped frames")
        self.assertLess(peak_memory() - before, 100_000)
        travel.end()


if __name__ == "__main__":
    unittest.main()
