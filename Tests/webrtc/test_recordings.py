# SPDX-License-Identifier: Apache-2.0
"""Recordings are WebM files that FFmpeg can play, here through PyAV."""

from __future__ import annotations

import tempfile
import unittest
from dataclasses import dataclass, field
from pathlib import Path

import av

from test_programs import PROGRAMS, run


@dataclass
class Track:
    """The packets of one track of a file."""

    codec: str
    times: list[float] = field(default_factory=list)
    keys: list[bool] = field(default_factory=list)

    @property
    def largest_gap(self) -> float:
        return max(
            after - before for before, after in zip(self.times, self.times[1:], strict=False)
        )


def tracks(path: Path) -> dict[str, Track]:
    """Read and decode a whole file."""
    found: dict[str, Track] = {}
    with av.open(str(path)) as file:
        for packet in file.demux():
            stream = packet.stream
            track = found.setdefault(stream.type, Track(stream.codec_context.name))
            if packet.pts is not None:
                track.times.append(float(packet.pts * packet.time_base))
                track.keys.append(packet.is_keyframe)
            for frame in packet.decode():
                assert stream.type != "video" or (frame.width, frame.height) == (320, 240)
    return found


class Recordings(unittest.TestCase):
    """The files that the program recordings.c writes."""

    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        run("recordings", folder.name)

    def check(self, name: str, least: float, most: float, gap: float) -> None:
        found = tracks(self.folder / name)
        self.assertEqual(set(found), {"video", "audio"})
        video, audio = found["video"], found["audio"]
        self.assertEqual((video.codec, audio.codec), ("vp8", "opus"))
        self.assertTrue(video.keys[0])
        self.assertEqual(video.times[0], 0)
        self.assertLess(audio.times[0], 0.4)
        for track in video, audio:
            self.assertEqual(track.times, sorted(track.times))
            self.assertGreater(track.times[-1], least)
            self.assertLess(track.times[-1], most)
            self.assertLess(track.largest_gap, gap)

    def test_a_recording_starts_with_a_key_frame_at_0_s(self) -> None:
        self.check("first.webm", 0.8, 3.5, 0.5)

    def test_a_recording_that_replaces_another_is_complete(self) -> None:
        self.check("second.webm", 0.8, 3.5, 0.5)

    def test_a_recording_continues_after_a_reconnect(self) -> None:
        self.check("third.webm", 3, 9, 6)

    def test_a_recording_is_completed_when_the_stream_ends(self) -> None:
        self.check("fourth.webm", 0.8, 3.5, 0.5)

    def test_a_full_disk_is_reported_once(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run("disk_full", folder, LD_PRELOAD=str(PROGRAMS / "small_disk.so"))


if __name__ == "__main__":
    unittest.main()
