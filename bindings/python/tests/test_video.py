# SPDX-License-Identifier: Apache-2.0
"""Frames of the fake library: memory, shapes, handlers."""

from __future__ import annotations

import select
import sys
import threading
import unittest
from unittest import mock

from fixture import WithEngine, fake

import happyoyster as ho


class Video(WithEngine):
    def running(self) -> ho.Travel:
        travel = self.travel("adventure")
        travel.start()
        return travel

    def test_acquire_without_a_frame_raises_no_frame(self) -> None:
        with self.assertRaises(ho.NoFrame):
            self.travel().video.acquire()

    def test_a_wait_for_a_frame_with_timeout_raises_timeout_error(self) -> None:
        with self.assertRaises(TimeoutError):
            next(self.travel().video.frames(timeout=0.01))

    def test_acquire_with_timeout_waits_for_the_first_frame(self) -> None:
        travel = self.travel("adventure")
        with self.assertRaises(TimeoutError):
            travel.video.acquire(timeout=0.01)
        start = threading.Timer(0.05, travel.start)
        start.start()
        self.addCleanup(start.join)
        with travel.video.acquire(ho.PixelFormat.RGB24, timeout=10) as frame:
            self.assertEqual(frame.format, ho.PixelFormat.RGB24)

    def test_acquire_does_not_wait_when_the_travel_is_over(self) -> None:
        travel = self.travel()
        travel.end()
        with self.assertRaises(ho.NoFrame):
            travel.video.acquire(timeout=10)

    def test_planes_have_the_size_of_their_format(self) -> None:
        view = self.running().video
        sizes = {
            ho.PixelFormat.I420: [2048, 512, 512],
            ho.PixelFormat.NV12: [2048, 1024],
            ho.PixelFormat.RGBA: [8192],
            ho.PixelFormat.BGRA: [8192],
            ho.PixelFormat.RGB24: [200 * 31 + 192],
            ho.PixelFormat.BGR24: [6144],
        }
        for pixel_format, expected in sizes.items():
            with self.subTest(pixel_format), view.acquire(pixel_format) as frame:
                self.assertEqual([plane.nbytes for plane in frame.planes], expected)
                self.assertTrue(all(plane.readonly for plane in frame.planes))
                self.assertEqual(frame.format, pixel_format)
        with view.acquire(ho.PixelFormat.RGB24) as frame:
            self.assertEqual(len(frame.packed()), 64 * 32 * 3)

    def test_a_frame_lives_as_long_as_a_view_of_it(self) -> None:
        frame = self.running().video.acquire()
        part = frame.planes[0][:10]
        frame.close()
        frame.close()
        with self.assertRaises(ValueError):
            len(frame.planes[0])
        del frame
        self.assertEqual(fake.fake_frames_held(), 1)
        self.assertEqual(bytes(part), bytes(10))
        del part
        self.assertEqual(fake.fake_frames_held(), 0)

    def test_frames_iterates_until_the_travel_ends(self) -> None:
        travel = self.running()
        sequences = []
        for frame in travel.video.frames(ho.PixelFormat.RGBA):
            sequences.append(frame.sequence)
            if len(sequences) == 3:
                travel.end()
            del frame
        self.assertEqual(len(sequences), 3)
        self.assertEqual(sequences, sorted(set(sequences)))

    def test_pixels_have_the_shape_of_the_whole_frame(self) -> None:
        view = self.running().video
        shapes = {
            ho.PixelFormat.I420: (48, 64),
            ho.PixelFormat.NV12: (48, 64),
            ho.PixelFormat.RGBA: (32, 64, 4),
            ho.PixelFormat.BGRA: (32, 64, 4),
            ho.PixelFormat.RGB24: (32, 64, 3),
            ho.PixelFormat.BGR24: (32, 64, 3),
        }
        for pixel_format, shape in shapes.items():
            with self.subTest(pixel_format), view.acquire(pixel_format) as frame:
                self.assertEqual(frame.pixels.shape, shape)
                self.assertTrue(frame.pixels.c_contiguous)
                self.assertTrue(frame.pixels.readonly)
                self.assertEqual(frame.pixels.tobytes(), frame.packed())

    def test_pixels_are_a_copy_only_where_memory_has_gaps(self) -> None:
        view = self.running().video
        frames = {pixel_format: view.acquire(pixel_format) for pixel_format in ho.PixelFormat}
        copied = {name for name, frame in frames.items() if isinstance(frame.pixels.obj, bytes)}
        self.assertEqual(copied, {ho.PixelFormat.I420, ho.PixelFormat.RGB24})

    def test_the_default_format_is_rgb24(self) -> None:
        travel = self.running()
        frames = [travel.video.acquire(), next(travel.frames(timeout=5))]
        travel.video.on_frame(frames.append)
        travel.video.on_frame(None)
        self.assertEqual({frame.format for frame in frames}, {ho.PixelFormat.RGB24})
        self.assertEqual(frames[0].pixels.shape, (32, 64, 3))

    def test_a_copy_of_a_frame_is_writable_and_holds_no_frame(self) -> None:
        view = self.running().video
        for pixel_format in ho.PixelFormat:
            with self.subTest(pixel_format):
                frame = view.acquire(pixel_format)
                before = frame.packed()
                copy = frame.copy()
                frame.close()
                del frame
                self.assertEqual(fake.fake_frames_held(), 0)
                self.assertEqual(copy.packed(), before)
                copy.planes[0][0] = 77
                self.assertEqual(copy.pixels.tobytes()[0], 77)
                self.assertEqual(copy.pixels.tobytes(), copy.packed())
                self.assertFalse(copy.pixels.readonly)

    def test_a_format_of_another_type_is_a_type_error(self) -> None:
        view = self.running().video
        for call in (view.acquire, lambda value: view.on_frame(print, value)):
            with self.assertRaisesRegex(TypeError, "must be a PixelFormat, such as"):
                call(ho.Status.RUNNING)  # type: ignore[arg-type]

    def test_a_frame_is_a_buffer(self) -> None:
        with self.running().video.acquire(ho.PixelFormat.RGBA) as frame:
            # Python calls it by itself from 3.12 on.
            view = memoryview(frame) if sys.version_info >= (3, 12) else frame.__buffer__(0)
            self.assertEqual((view.shape, view.readonly), ((32, 64, 4), True))
            del view

    def test_close_gives_the_memory_back_unless_a_memoryview_uses_it(self) -> None:
        frame = self.running().video.acquire(ho.PixelFormat.RGBA)
        export = memoryview(frame.pixels)
        frame.close()
        self.assertEqual(export.shape, (32, 64, 4))
        del frame
        self.assertEqual(fake.fake_frames_held(), 1)
        del export
        self.assertEqual(fake.fake_frames_held(), 0)

    def test_pixels_of_a_closed_frame_are_a_value_error(self) -> None:
        frame = self.running().video.acquire()
        self.assertEqual(frame.pixels.shape, (32, 64, 3))
        frame.close()
        for use in (lambda: frame.pixels, frame.packed, frame.copy):
            self.assertRaisesRegex(ValueError, "released memoryview", use)

    def test_without_numpy_only_arrays_fail(self) -> None:
        frame = self.running().video.acquire()
        with mock.patch.dict(sys.modules, {"numpy": None}):
            self.assertRaises(ImportError, frame.array)
            self.assertRaises(ImportError, frame.array, 0)
        self.assertEqual(len(frame.packed()), 64 * 32 * 3)

    def test_frames_of_a_travel_are_those_of_its_view(self) -> None:
        frame = next(self.running().frames(ho.PixelFormat.NV12, timeout=5))
        self.assertEqual(frame.format, ho.PixelFormat.NV12)

    def test_a_frame_handler_receives_frames_without_a_copy_and_its_exceptions_are_logged(
        self,
    ) -> None:
        view = self.running().video
        frames: list[ho.Frame] = []

        def handler(frame: ho.Frame) -> None:
            frames.append(frame)
            raise RuntimeError("a bug of the host")

        with self.assertLogs("happyoyster", "ERROR") as logs:
            view.on_frame(handler, ho.PixelFormat.NV12)
        view.on_frame(None)
        self.assertIn("exception in frame callback", logs.output[0])
        self.assertEqual([plane.nbytes for plane in frames[0].planes], [2048, 1024])
        self.assertEqual(fake.fake_frames_held(), 1)

    def test_a_frame_handler_receives_copies_while_64_frames_are_held(self) -> None:
        view = self.running().video
        held = [view.acquire() for _ in range(64)]
        frames: list[ho.Frame] = []
        view.on_frame(frames.append, ho.PixelFormat.RGB24)
        view.on_frame(None)
        self.assertEqual(fake.fake_frames_held(), len(held))
        self.assertEqual(frames[0].pixels.shape, (32, 64, 3))

    def test_a_frame_that_was_dropped_in_the_meantime_reaches_no_handler(self) -> None:
        # The fake lends a frame at once, and has none to take before start.
        frames: list[ho.Frame] = []
        view = self.travel("adventure").video
        view.on_frame(frames.append)
        view.on_frame(None)
        self.assertEqual(frames, [])

    def test_the_descriptor_is_readable_while_there_are_frames(self) -> None:
        travel = self.travel("adventure")
        self.assertEqual(select.select([travel.video], [], [], 0)[0], [])
        travel.start()
        self.assertEqual(select.select([travel.video], [], [], 10)[0], [travel.video])
        travel.release()
        self.assertRaises(ho.InvalidHandle, travel.video.fileno)

    def test_on_frame_refuses_an_unknown_format(self) -> None:
        with self.assertRaises(ho.InvalidArgument):
            self.running().video.on_frame(print, ho.PixelFormat(77))


if __name__ == "__main__":
    unittest.main()
