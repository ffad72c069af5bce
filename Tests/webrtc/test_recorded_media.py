# SPDX-License-Identifier: Apache-2.0
"""Recordings of media that aiortc sends: audio with gaps, each codec in its containers."""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
import unittest
from array import array
from pathlib import Path

import av
import happyoyster as ho

import network_namespace
from aiortc_test import AiortcTest, needs_h264
from webrtc_test import TIMEOUT, WebRTCTest, wait_for
from whep import HEIGHT, WIDTH

LOUD = 1000
"""A peak above that of silence and below that of the tone."""


def setUpModule() -> None:
    network_namespace.enter()


def peaks(path: Path) -> list[tuple[float, int]]:
    """Return the time and the peak of each piece of audio in a file."""
    found: list[tuple[float, int]] = []
    with av.open(str(path)) as file:
        resampler = av.AudioResampler(format="s16", layout="mono", rate=48000)
        for frame in file.decode(audio=0):
            time = float(frame.time or 0)
            for piece in resampler.resample(frame):
                samples = array("h", bytes(piece.planes[0])[: piece.samples * 2])
                found.append((time, max(map(abs, samples))))
    return found


def video_times(path: Path) -> list[float]:
    """Decode the video of a file."""
    with av.open(str(path)) as file:
        frames = list(file.decode(video=0))
    assert all((frame.width, frame.height) == (WIDTH, HEIGHT) for frame in frames)
    return [float(frame.time or 0) for frame in frames]


class RecordedMedia(AiortcTest):
    def setUp(self) -> None:
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.errors: list[ho.OysterError] = []

    def started(self, codec: str = "VP8") -> ho.Travel:
        travel, self.server = self.connect(codec)
        travel.add_listener(
            lambda event: (
                self.errors.append(event.error) if isinstance(event, ho.ErrorEvent) else None
            )
        )
        return travel

    def watch(self, travel: ho.Travel, seconds: float) -> None:
        """Wait for the frames of this number of seconds; aiortc sends 30 per second."""

        def received() -> int:
            return int(travel.stats()["stream"]["framesReceived"])

        goal = received() + int(seconds * 30)
        wait_for(lambda: received() >= goal, "frames", timeout=15 + 3 * seconds)

    def recorded(self, travel: ho.Travel) -> int:
        """Return the size of the file that is being written, 0 without one."""
        return int(travel.stats()["stream"].get("recording", {}).get("bytes", 0))

    def check_audio(self, path: Path, silence: float) -> None:
        """Check for the tone, silence of this length in seconds, and the tone again."""
        pieces, frames = peaks(path), video_times(path)
        loud = [time for time, peak in pieces if peak > LOUD]
        self.assertLess(pieces[0][0], 0.15)
        gap, start = max(
            (after - before, before) for before, after in zip([0.0, *loud], loud, strict=False)
        )
        self.assertGreater(gap, silence - 0.7)
        self.assertLess(gap, silence + 4)
        self.assertGreater(loud[-1], start + gap + 0.5, "the tone continues after the silence")
        self.assertLess(abs(loud[-1] - frames[-1]), 2)
        # The track has no gap: silence takes the place of missing audio.
        times = [time for time, _ in pieces]
        self.assertEqual(times, sorted(times))
        self.assertLess(max(b - a for a, b in itertools.pairwise(times)), 0.3)

    def test_a_gap_in_the_audio_is_silence_in_the_file(self) -> None:
        travel, path = self.started(), self.folder / "film.webm"
        travel.record(path)
        self.watch(travel, 2)
        [client] = self.server.clients
        client.tone.is_muted = True
        self.watch(travel, 4)
        client.tone.is_muted = False
        self.watch(travel, 2)
        travel.end()
        self.check_audio(path, silence=4)
        self.assertEqual(self.errors, [])

    def test_audio_that_starts_late_is_in_the_file(self) -> None:
        travel, path = self.started(), self.folder / "film.webm"
        [client] = self.server.clients
        client.tone.is_muted = True
        self.watch(travel, 1)
        travel.record(path)
        self.watch(travel, 2)
        client.tone.is_muted = False
        self.watch(travel, 2)
        travel.end()
        self.check_audio(path, silence=2)
        self.assertEqual(self.errors, [])

    def check_h264(self, ending: str) -> Path:
        travel, path = self.started("H264"), self.folder / f"film{ending}"
        travel.record(path)
        self.watch(travel, 3)
        wait_for(lambda: self.recorded(travel) > 4096, "a part of the film")
        # The file as it is when the process dies.
        torn = self.folder / f"torn{ending}"
        shutil.copyfile(path, torn)
        travel.end()
        for name in path, torn:
            with av.open(str(name)) as file:
                video, audio = file.streams.video[0], file.streams.audio[0]
                self.assertEqual(video.codec_context.name, "h264")
                self.assertEqual(audio.codec_context.name, "opus")
        self.assertGreater(len(video_times(torn)), 20)
        times = video_times(path)
        self.assertLess(times[0], 0.1)
        self.assertGreater(times[-1], 2)
        self.assertLess(max(b - a for a, b in itertools.pairwise(times)), 3)
        self.assertLess(abs(peaks(path)[-1][0] - times[-1]), 2)
        self.assertEqual(self.errors, [])
        return path

    @needs_h264
    def test_h264_is_recorded_as_mp4(self) -> None:
        path = self.check_h264(".mp4")
        content = path.read_bytes()
        self.assertEqual(content[4:8], b"ftyp")
        self.assertGreaterEqual(content.count(b"moof"), 2, "fragments")

    @needs_h264
    def test_h264_is_recorded_as_matroska(self) -> None:
        self.check_h264(".mkv")

    def check_refusal(self, codec: str, ending: str, reason: str) -> None:
        travel, path = self.started(codec), self.folder / f"film{ending}"
        travel.record(path)
        wait_for(lambda: bool(self.errors), "the error event")
        self.watch(travel, 0.5)
        [error] = self.errors
        self.assertEqual((error.code, error.operation), (109005, "record"))
        self.assertIn(reason, error.message)
        self.assertIn(str(path), error.message)
        self.assertNotIn("recording", travel.stats()["stream"])

    @needs_h264
    def test_h264_in_webm_is_an_error_event(self) -> None:
        self.check_refusal("H264", ".webm", "a .webm file cannot hold H.264: use .mkv or .mp4")

    def test_vp8_in_mp4_is_an_error_event(self) -> None:
        self.check_refusal("VP8", ".mp4", "a .mp4 file cannot hold VP8: use .webm or .mkv")

    def test_vp8_is_recorded_as_matroska(self) -> None:
        travel, path = self.started(), self.folder / "film.mkv"
        travel.record(path)
        self.watch(travel, 2)
        travel.end()
        self.assertGreater(video_times(path)[-1], 1)


class RecordedParts(WebRTCTest):
    """A travel of the gateway that is paused, resumed and rewound while it is recorded."""

    def play(self, travel: ho.Travel, frames: int) -> None:
        """Wait for this number of further frames."""

        def received() -> int:
            return int(travel.stats()["stream"]["framesReceived"])

        goal = received() + frames
        wait_for(lambda: received() >= goal, "frames")

    def test_all_parts_are_in_the_first_directory_when_the_host_changes_directory(self) -> None:
        before = Path.cwd()
        self.addCleanup(os.chdir, before)
        with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
            travel = self.travel("directing")
            os.chdir(first)
            travel.record("film.webm")
            os.chdir(second)
            travel.start(timeout=TIMEOUT)
            self.play(travel, 48)
            travel.pause(timeout=TIMEOUT)
            travel.resume(timeout=TIMEOUT)
            self.play(travel, 48)
            travel.pause(timeout=TIMEOUT)
            travel.rewind(0, timeout=TIMEOUT)
            self.play(travel, 48)
            path = travel.stats()["stream"]["recording"]["path"]
            travel.end(timeout=TIMEOUT)
            os.chdir(before)
            names = sorted(os.listdir(first))
            self.assertEqual(names, ["film-2.webm", "film-3.webm", "film.webm"])
            self.assertEqual(os.listdir(second), [])
            self.assertEqual(os.path.realpath(path), os.path.realpath(f"{first}/film-3.webm"))
            for name in names:
                with av.open(f"{first}/{name}") as file:
                    self.assertGreater(len(list(file.decode(video=0))), 20, name)

    def test_a_name_without_a_container_extension_is_refused_at_once(self) -> None:
        travel = self.travel("directing")
        for name in "film", "film.avi", ".webm", "film.webm/":
            with self.subTest(name), self.assertRaises(ho.InvalidArgument):
                travel.record(name)


if __name__ == "__main__":
    unittest.main()
