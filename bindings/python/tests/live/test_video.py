# SPDX-License-Identifier: Apache-2.0
"""Frames of the loopback stream."""

from __future__ import annotations

import contextlib
import select
import threading
import time
import unittest

from live import LiveTest

import happyoyster as ho

WIDTH, HEIGHT = 864, 480
AREA = WIDTH * HEIGHT
SIZES = {
    ho.PixelFormat.I420: [AREA, AREA // 4, AREA // 4],
    ho.PixelFormat.NV12: [AREA, AREA // 2],
    ho.PixelFormat.RGBA: [AREA * 4],
    ho.PixelFormat.BGRA: [AREA * 4],
    ho.PixelFormat.RGB24: [AREA * 3],
    ho.PixelFormat.BGR24: [AREA * 3],
}


class Video(LiveTest):
    def test_there_is_no_frame_before_start(self) -> None:
        travel = self.travel("adventure")
        with self.assertRaises(ho.NoFrame):
            travel.video.acquire()
        self.assertIs(travel.video, travel.video)

    def test_frames_have_the_size_of_each_format(self) -> None:
        travel = self.travel("adventure")
        travel.start()
        for pixel_format, sizes in SIZES.items():
            frame = next(travel.video.frames(pixel_format, timeout=10))
            with self.subTest(pixel_format), frame:
                self.assertEqual((frame.width, frame.height), (WIDTH, HEIGHT))
                self.assertEqual([len(frame.packed())], [sum(sizes)])
                for plane, size in zip(frame.planes, sizes, strict=True):
                    self.assertIsInstance(plane, memoryview)
                    self.assertTrue(plane.readonly)
                    self.assertGreaterEqual(plane.nbytes, size)
                self.assertGreater(len(set(frame.packed()[:: AREA // 64])), 2)

    def test_bgr24_is_rgb24_with_reversed_bytes(self) -> None:
        travel = self.travel("adventure")
        travel.start()
        while True:
            rgb = travel.video.acquire(ho.PixelFormat.RGB24, timeout=10)
            bgr = travel.video.acquire(ho.PixelFormat.BGR24)
            if rgb.sequence == bgr.sequence:
                break
        ones, others = rgb.packed(), bgr.packed()
        for channel in range(3):
            self.assertEqual(ones[channel::3], others[2 - channel :: 3])

    def test_after_a_rewind_or_resume_no_earlier_frame_or_audio_is_returned(self) -> None:
        travel = self.travel("directing")
        chunks = travel.audio()
        travel.start()
        for reopen in (lambda: travel.rewind(0), travel.resume):
            kept = travel.video.acquire(timeout=10)
            travel.pause()
            begin = time.monotonic()
            reopen()
            with contextlib.suppress(ho.NoFrame), travel.video.acquire() as frame:
                self.assertGreater(frame.monotonic_time, begin)
            with travel.video.acquire(timeout=10) as frame:
                self.assertGreater(frame.monotonic_time, begin)
                self.assertGreater(frame.sequence, kept.sequence)
            chunk = chunks.get(timeout=10)
            self.assertGreater(chunk.monotonic_time if chunk else 0, begin)

    def test_select_wakes_for_each_frame(self) -> None:
        travel = self.travel("adventure")
        travel.start()
        last = 0
        for _ in range(10):
            self.assertEqual(select.select([travel.video], [], [], 10)[0], [travel.video])
            with travel.video.acquire() as frame:
                self.assertGreater(frame.sequence, last)
                last = frame.sequence

    def test_consecutive_frames_differ(self) -> None:
        travel = self.travel("adventure")
        travel.start()
        images, sequences = set(), []
        for frame in travel.video.frames(timeout=10):
            images.add(bytes(frame.planes[0]))
            sequences.append(frame.sequence)
            if len(images) == 5:
                travel.end()
        self.assertEqual(sequences, sorted(set(sequences)))

    def test_a_held_frame_outlives_travel_and_engine(self) -> None:
        travel = self.travel("adventure")
        travel.start()
        frame = next(travel.video.frames(timeout=10))
        before = bytes(frame.planes[0])
        travel.close()
        self.engine.close()
        self.assertEqual(bytes(frame.planes[0]), before)

    def test_garbage_collected_frames_are_given_back(self) -> None:
        travel = self.travel("adventure")
        travel.start()
        first = next(travel.video.frames(timeout=10))
        for _ in range(200):
            travel.video.acquire()
        held = [first]
        with self.assertRaises(ho.LimitReached):
            for _ in range(64):
                held.append(travel.video.acquire())
        self.assertEqual(len(held), 64)

    def test_a_frame_handler_receives_frames_and_its_exceptions_are_logged(self) -> None:
        travel = self.travel("adventure")
        got = threading.Semaphore(0)
        frames: list[ho.Frame] = []

        def handler(frame: ho.Frame) -> None:
            frames.append(frame)
            got.release()
            raise RuntimeError("a bug of the host")

        with self.assertLogs("happyoyster", "ERROR") as logs:
            travel.video.on_frame(handler, ho.PixelFormat.RGB24)
            travel.start()
            for _ in range(3):
                self.assertTrue(got.acquire(timeout=10))
            travel.video.on_frame(None)
        self.assertIn("a bug of the host", logs.output[0])
        self.assertEqual(len(frames[0].packed()), AREA * 3)

    def test_a_handler_that_always_raises_is_reported_once_a_second(self) -> None:
        travel = self.travel("adventure")
        got = threading.Semaphore(0)
        calls = 0

        def handler(frame: ho.Frame) -> None:
            nonlocal calls
            calls += 1
            got.release()
            raise RuntimeError("a bug of the host")

        begin = time.monotonic()
        with self.assertLogs("happyoyster", "ERROR") as logs:
            travel.video.on_frame(handler)
            travel.start()
            for _ in range(40):
                self.assertTrue(got.acquire(timeout=10))
            # Waits for a call that runs, so that it is counted before the travel is given back.
            travel.video.on_frame(None)
            travel.close()
        seconds = time.monotonic() - begin
        counts = [
            0 if "once" in line else int(line.split(", ")[1].split()[0]) for line in logs.output[1:]
        ]
        singles = sum("once more" in line for line in logs.output)
        self.assertIn("Traceback", logs.output[0])
        self.assertEqual(1 + singles + sum(counts), calls)
        self.assertLessEqual(len(logs.output), 2 + seconds)


if __name__ == "__main__":
    unittest.main()
