# SPDX-License-Identifier: Apache-2.0
"""Waiting in an event loop for a descriptor of a travel, or for the travel's end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from . import _process
from ._raw.travel import oyster_travel_is_ended
from .errors import OysterError
from .events import Event
from .listeners import TRAVEL, Feed, Listener, is_last


class Readiness:
    """Wakes tasks when a descriptor is readable. The loop watches it only while a task waits."""

    def __init__(self, travel: int, open_descriptor: Callable[[], int]) -> None:
        self._travel = travel
        self._open_descriptor = open_descriptor
        self._loop: asyncio.AbstractEventLoop | None = None
        self._descriptor = -1
        self._waiting: set[asyncio.Future[None]] = set()
        self._end: Listener | None = None
        self._is_closed = False

    def is_over(self) -> bool:
        """Whether the travel is over or closed, so that no data will arrive."""
        return self._is_closed or bool(oyster_travel_is_ended(self._travel))

    def wait(self) -> asyncio.Future[None]:
        """Return a future that completes when the descriptor is readable or the travel is over."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self.is_over() or not self._watch():
            future.set_result(None)
            return future
        self._waiting.add(future)
        future.add_done_callback(self._leave)
        return future

    def wake(self) -> None:
        """Complete all futures that wait."""
        waiting, self._waiting = self._waiting, set()
        loop = self._loop
        self._unwatch()
        if loop is None or loop.is_closed():
            return
        for future in waiting:
            if not future.done():
                future.set_result(None)

    def close(self) -> None:
        """Stop watching, before the travel is released."""
        self._is_closed = True
        self.wake()
        end, self._end = self._end, None
        if end is not None:
            end.close()

    def _watch(self) -> bool:
        """Watch the descriptor; false when the travel is released."""
        if self._waiting:
            return True
        try:
            if self._end is None:
                feed = Feed(TRAVEL, self._on_event, lambda: 0)
                self._end = Listener(TRAVEL, self._travel, feed, "wait")
            self._descriptor = self._open_descriptor()
        except OysterError:
            if oyster_travel_is_ended(self._travel):
                return False
            raise
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._descriptor, self.wake)
        return True

    def _unwatch(self) -> None:
        loop, self._loop = self._loop, None
        if loop is not None and not loop.is_closed():
            loop.remove_reader(self._descriptor)

    def _leave(self, future: asyncio.Future[None]) -> None:
        self._waiting.discard(future)
        if not self._waiting:
            self._unwatch()

    def _on_event(self, event: Event | None) -> None:
        """Receive an event, or None when C releases the listener."""
        if (event is None or is_last(event)) and not _process.is_draining():
            self.wake()
