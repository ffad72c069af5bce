# SPDX-License-Identifier: Apache-2.0
"""The audio of an asyncio travel, read by the event loop, which watches its descriptor."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from ctypes import byref, c_int, c_int16, sizeof

from ._aio_readiness import Readiness
from ._raw import audio as raw
from .audio import CAPACITY, AudioChunk, AudioDispatcher
from .errors import check

LONGEST_READ = 1 << 16
"""Samples of all channels that one read takes; a longer chunk is read in parts."""


class LoopAudioDispatcher(AudioDispatcher):
    """Reads the audio in the event loop, for a handler and any number of streams."""

    def __init__(self, travel: int) -> None:
        super().__init__(travel)
        self.readiness = Readiness(travel, self.fileno)
        self._next: asyncio.Future[None] | None = None
        self._is_reading = False
        self._samples = (c_int16 * LONGEST_READ)()

    def fileno(self) -> int:
        """Return the descriptor, which belongs to the library."""
        descriptor = c_int()
        check(raw.oyster_travel_audio_fd(self._travel, byref(descriptor)), "audio")
        return descriptor.value

    def pump(self) -> None:
        """Read all audio that waits, pass it to the receivers, and wake the tasks that wait."""
        info = raw.oyster_audio_info(size=sizeof(raw.oyster_audio_info))
        count = 0
        while not raw.oyster_travel_read_audio(
            self._travel, self._samples, LONGEST_READ, 0, byref(info)
        ):
            count += 1
            self._take(info)
        if count:
            self.readiness.wake()

    def close(self) -> None:
        """Stop reading, before the travel is released."""
        self._end()
        self.readiness.close()

    def _begin(self) -> None:
        self.fileno()
        # There is no receiver yet: drop the audio that waited.
        self.pump()
        self._is_reading = True
        self._arm()

    def _end(self) -> None:
        self._is_reading = False
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _arm(self) -> None:
        if self._is_reading and not self.readiness.is_over():
            self._next = self.readiness.wait()
            self._next.add_done_callback(self._read)

    def _read(self, _: object) -> None:
        if self._is_reading:
            self.pump()
            self._arm()


class AudioStream(AsyncIterator[AudioChunk]):
    """Audio of a travel in order, from the creation of the stream to the end of the travel."""

    def __init__(self, travel: int, dispatcher: LoopAudioDispatcher) -> None:
        waiting: deque[AudioChunk] = deque(maxlen=CAPACITY)
        self._dispatcher = dispatcher
        self._waiting = waiting
        self._receiver = waiting.append
        dispatcher.add(self._receiver, waiting)

    async def __anext__(self) -> AudioChunk:
        while not self._waiting:
            self._dispatcher.pump()
            if self._waiting:
                break
            if self._dispatcher.readiness.is_over():
                raise StopAsyncIteration
            future = self._dispatcher.readiness.wait()
            try:
                await asyncio.wait({future})
            finally:
                future.cancel()
        return self._waiting.popleft()

    def close(self) -> None:
        """Stop receiving. Audio that was received can still be read."""
        self._dispatcher.remove(self._receiver)

    def __del__(self) -> None:
        if hasattr(self, "_receiver"):
            self.close()
