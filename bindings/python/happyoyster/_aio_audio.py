# SPDX-License-Identifier: Apache-2.0
"""The sound of an asyncio travel, handed over to its loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Callable

from . import _callbacks, _process
from ._raw.travel import oyster_travel_is_ended
from .audio import CAPACITY, AudioChunk, AudioLine

POLL_INTERVAL = 0.1
"""Seconds between two looks whether the travel has ended."""


def in_loop(handler: Callable[[AudioChunk], None]) -> Callable[[AudioChunk], None]:
    """Wrap a handler so that it runs in the running loop, whatever thread brings the sound."""
    loop = asyncio.get_running_loop()

    def call(chunk: AudioChunk) -> None:
        try:
            handler(chunk)
        except Exception as error:
            _callbacks.reports.report("audio", error)

    def pass_on(chunk: AudioChunk) -> None:
        # A loop that is closed by now has nobody who listens.
        with contextlib.suppress(RuntimeError):
            if not _process.is_draining():
                loop.call_soon_threadsafe(call, chunk)

    return pass_on


class AudioStream(AsyncIterator[AudioChunk]):
    """Sound of a travel in order, from its making on, until the travel ends."""

    def __init__(self, travel: int, line: AudioLine) -> None:
        waiting: deque[AudioChunk] = deque(maxlen=CAPACITY)
        bell = asyncio.Event()

        def put(chunk: AudioChunk) -> None:
            waiting.append(chunk)
            bell.set()

        self._travel = travel
        self._line = line
        self._waiting = waiting
        self._bell = bell
        self._receiver = in_loop(put)
        line.add(self._receiver)

    async def __anext__(self) -> AudioChunk:
        while not self._waiting:
            if oyster_travel_is_ended(self._travel):
                raise StopAsyncIteration
            self._bell.clear()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._bell.wait(), POLL_INTERVAL)
        return self._waiting.popleft()

    def close(self) -> None:
        """Receive no more. What was received can still be read."""
        self._line.remove(self._receiver)

    def __del__(self) -> None:
        if hasattr(self, "_receiver"):
            self.close()
