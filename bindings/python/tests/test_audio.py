# SPDX-License-Identifier: Apache-2.0
"""Audio and recordings of the fake library."""

from __future__ import annotations

import ctypes
import sys
import threading
import unittest
from pathlib import Path
from unittest import mock

from fixture import WithEngine, fake

import happyoyster as ho

fake.fake_play.restype = ctypes.c_bool
fake.fake_plays_audio.restype = ctypes.c_bool
fake.fake_recording.restype = ctypes.c_char_p


class Audio(WithEngine):
    def test_a_stream_receives_all_audio_in_order(self) -> None:
        stream = self.travel().audio()
        for first in (1, 2, 3):
            self.assertTrue(fake.fake_play(first))
        chunks = [stream.get(timeout=5) for _ in range(3)]
        self.assertEqual([c.samples[0, 0] if c else None for c in chunks], [1, 2, 3])
        with self.assertRaises(TimeoutError):
            stream.get(timeout=0.01)
        stream.close()
        self.assertFalse(fake.fake_play(4))

    def test_a_chunk_has_rate_channels_and_times(self) -> None:
        stream = self.travel().audio()
        fake.fake_play(7)
        chunk = next(stream)
        self.assertEqual((chunk.sample_rate, chunk.channels, chunk.frame_count), (48000, 2, 3))
        self.assertEqual((chunk.pts, chunk.monotonic_time), (0.02, 1.5))
        self.assertAlmostEqual(chunk.duration, 3 / 48000)
        self.assertEqual(chunk.samples.tolist(), [[7, -1], [2, -2], [3, -3]])
        self.assertTrue(chunk.samples.readonly)
        self.assertEqual(chunk.tobytes(), chunk.samples.tobytes())
        view = memoryview(chunk) if sys.version_info >= (3, 12) else chunk.__buffer__(0)
        self.assertEqual((view.shape, view.format), ((3, 2), "h"))
        self.assertEqual(repr(chunk), "<AudioChunk 3x2 at 48000 Hz>")

    def test_a_slow_stream_drops_the_oldest_chunks(self) -> None:
        stream = self.travel().audio()
        for first in range(70):
            fake.fake_play(first)
        chunk = stream.get(timeout=5)
        self.assertEqual(chunk.samples[0, 0] if chunk else None, 6)

    def test_a_stream_ends_with_the_travel(self) -> None:
        travel = self.travel()
        travel.start()
        stream = travel.audio()
        fake.fake_play(1)
        travel.end()
        self.assertEqual(len(list(stream)), 1)

    def test_a_garbage_collected_stream_stops_receiving(self) -> None:
        travel = self.travel()
        streams = [travel.audio(), travel.audio()]
        self.assertTrue(fake.fake_play(1))
        del streams[0]
        self.assertTrue(fake.fake_play(1))
        del streams[0]
        self.assertFalse(fake.fake_play(1))

    def test_a_handler_is_replaced_and_removed(self) -> None:
        travel = self.travel()
        first: list[ho.AudioChunk] = []
        second: list[ho.AudioChunk] = []
        travel.on_audio(first.append)
        fake.fake_play(1)
        travel.on_audio(second.append)
        fake.fake_play(2)
        travel.on_audio(None)
        self.assertFalse(fake.fake_play(3))
        self.assertEqual((len(first), len(second)), (1, 1))

    def test_an_exception_of_a_handler_is_logged_and_streams_continue(self) -> None:
        travel = self.travel()
        stream = travel.audio()

        def handler(chunk: ho.AudioChunk) -> None:
            raise RuntimeError("a bug of the host")

        travel.on_audio(handler)
        with self.assertLogs("happyoyster", "ERROR") as logs:
            fake.fake_play(1)
        self.assertIn("exception in audio callback", logs.output[0])
        self.assertIsNotNone(stream.get(timeout=5))

    def test_a_wait_ends_when_audio_arrives_on_another_thread(self) -> None:
        stream = self.travel().audio()
        thread = threading.Timer(0.01, fake.fake_play, [5])
        thread.start()
        chunk = stream.get(timeout=5)
        thread.join()
        self.assertEqual(chunk.samples[0, 0] if chunk else None, 5)

    def test_audio_of_a_released_travel_is_refused(self) -> None:
        travel = self.travel()
        travel.release()
        self.assertRaises(ho.InvalidHandle, travel.audio)
        with self.assertRaises(ho.InvalidHandle):
            travel.on_audio(print)

    def test_without_numpy_only_arrays_fail(self) -> None:
        stream = self.travel().audio()
        fake.fake_play(1)
        chunk = next(stream)
        with mock.patch.dict(sys.modules, {"numpy": None}):
            self.assertRaises(ImportError, chunk.__array__)

    def test_audio_is_played_only_with_play_audio(self) -> None:
        for play_audio in (True, False):
            self.engine.initialize(api_host="127.0.0.1", model="fake", play_audio=play_audio)
            self.assertEqual(fake.fake_plays_audio(), play_audio)


class Recording(WithEngine):
    def test_paths_are_texts_or_path_objects_and_none_stops(self) -> None:
        travel = self.travel()
        travel.record("a é.webm")
        self.assertEqual(fake.fake_recording().decode(), "a é.webm")
        travel.record(Path("b.webm"))
        self.assertEqual(fake.fake_recording(), b"b.webm")
        travel.record(None)
        self.assertEqual(fake.fake_recording(), b"")

    def test_a_path_of_another_type_is_refused(self) -> None:
        travel = self.travel()
        for path in ("", "a\0b", "\udc80"):
            self.assertRaises(ho.InvalidArgument, travel.record, path)
        self.assertRaises(TypeError, travel.record, 7)
        travel.end()
        self.assertRaises(ho.NoActiveTravel, travel.record, "a.webm")


if __name__ == "__main__":
    unittest.main()
