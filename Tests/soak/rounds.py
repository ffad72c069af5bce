# SPDX-License-Identifier: Apache-2.0
"""One round of a soak run: a travel of each mode at the same time, over WebRTC."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import happyoyster as ho
from happyoyster.testing import Gateway

TIME_LIMIT = 60.0
"""Time limit in seconds of each step on a busy machine."""
MODES = ("adventure", "directing", "acting")
ENDS = ("host", "service", "release")


class Failure(Exception):
    """A travel did not behave as expected."""


class Round:
    """Plays one travel per mode, each on its own thread with its own engine."""

    def __init__(self, gateway: Gateway, folder: Path, number: int, seconds: float) -> None:
        self._gateway = gateway
        self._folder = folder
        self._number = number
        self._seconds = seconds
        self._failures: list[str] = []
        self.counts: Counter[str] = Counter()

    def run(self) -> None:
        """Play the travels and wait for all. Raises :class:`Failure`."""
        threads = [threading.Thread(target=self._guard, args=(mode,)) for mode in MODES]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self._failures:
            raise Failure("; ".join(self._failures))

    def _guard(self, mode: str) -> None:
        try:
            self._play(mode)
        except Exception as failure:
            self._failures.append(f"{mode}: {type(failure).__name__}: {failure}")

    def _play(self, mode: str) -> None:
        credentials = self._gateway.credentials(mode)
        with ho.Engine() as engine:
            credentials.apply(engine, stream_engine="webrtc")
            with engine.create_travel(credentials.ticket) as travel:
                travel.on_audio(lambda chunk: None)
                travel.start(timeout=TIME_LIMIT)
                self._act(mode, travel)
                self._end(mode, travel)
        self.counts["travels"] += 1

    def _act(self, mode: str, travel: ho.Travel) -> None:
        recording = self._folder / f"{mode}.webm"
        travel.record(recording)
        self._watch(mode, travel)
        travel.record(None)
        if recording.stat().st_size == 0:
            raise Failure("the recording is empty")
        self.counts["recordings"] += 1
        recording.unlink()
        if mode == "adventure":
            return self._watch(mode, travel)
        travel.send_instruct("It begins to rain.", timeout=TIME_LIMIT)
        self._pause(travel, lambda: travel.resume(timeout=TIME_LIMIT), "resumes")
        self._watch(mode, travel)
        if mode == "directing":
            self._pause(travel, lambda: travel.rewind(0, timeout=TIME_LIMIT), "rewinds")
            self._watch(mode, travel)

    def _pause(self, travel: ho.Travel, go_on: Callable[[], object], name: str) -> None:
        travel.pause(timeout=TIME_LIMIT)
        go_on()
        self.counts["pauses"] += 1
        self.counts[name] += 1

    def _watch(self, mode: str, travel: ho.Travel) -> None:
        """Take frames for some seconds, and send commands in adventures."""
        until = time.monotonic() + self._seconds
        for frame in travel.frames(ho.PixelFormat.RGB24, timeout=TIME_LIMIT):
            with frame:
                self.counts["frames"] += 1
            if mode == "adventure":
                travel.send_command(ho.Translation.FRONT)
                self.counts["commands"] += 1
            if time.monotonic() > until:
                break

    def _end(self, mode: str, travel: ho.Travel) -> None:
        """End the travel in one of three ways, which alternate from round to round."""
        way = ENDS[(self._number + MODES.index(mode)) % len(ENDS)]
        if way == "host":
            travel.end(timeout=TIME_LIMIT)
        elif way == "service":
            running = next(
                one
                for one in self._gateway.travels()
                if one["mode"] == mode and one["status"] == "running"
            )
            self._gateway.end_travel(running["encryptedTravelId"])
            until = time.monotonic() + TIME_LIMIT
            while travel.status is not ho.Status.ENDED:
                if time.monotonic() > until:
                    raise Failure(f"no end by the service: {travel.status}")
                time.sleep(0.05)
        self.counts[f"ended by {way}"] += 1
