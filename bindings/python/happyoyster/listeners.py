# SPDX-License-Identifier: Apache-2.0
"""Listeners of events, and the blocking stream of events."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from ctypes import byref, c_uint64
from typing import Any

from . import _callbacks
from ._operations import refuse_inside_callback
from ._raw import event as raw
from ._raw.travel import oyster_travel_is_ended
from .errors import check
from .events import Event, StatusChanged, decode

CAPACITY = 1024
"""Number of events that a stream buffers. When it is full, only status changes are added."""


class Listener:
    """A handler that receives events until this is closed or the travel is released."""

    def __init__(
        self, travel: int, handler: Callable[[Event], None], operation: str = "events"
    ) -> None:
        def receive(event: raw.oyster_event) -> None:
            handler(decode(event))

        self._travel = travel
        self._id = _add(travel, receive, operation)

    def close(self) -> None:
        """Remove the listener; closing again does nothing. A call that runs continues."""
        listener, self._id = self._id, 0
        if listener:
            # Refused only after the release of the travel, which removed the listener.
            raw.oyster_travel_remove_listener(self._travel, listener, None)

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _add(travel: int, receive: Callable[[raw.oyster_event], None], operation: str) -> int:
    """Add a listener that receives borrowed events, and return its id."""
    listener = c_uint64()
    context = _callbacks.register(receive)
    code = raw.oyster_travel_add_listener(
        travel, _callbacks.on_event, context, _callbacks.on_release, byref(listener)
    )
    if code:
        _callbacks.forget(context)
    check(code, operation, "this travel has 64 listeners")
    return listener.value


class Feed:
    """Passes events to a stream, and None as the last item when C releases the listener."""

    def __init__(self, put: Callable[[Event | None], Any], size: Callable[[], int]) -> None:
        self._put = put
        self._size = size

    def __call__(self, event: Event) -> None:
        if self._size() < CAPACITY or isinstance(event, StatusChanged):
            self._put(event)

    def __del__(self) -> None:
        self._put(None)


class EventStream(Iterator[Event]):
    """Events of a travel in order, from the creation of the stream to the terminal status.

    A stream that is garbage-collected removes its listener.
    """

    _listener: Listener | None = None

    def __init__(self, travel: int) -> None:
        self._queue: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
        self._is_over = bool(oyster_travel_is_ended(travel))
        if not self._is_over:
            feed = Feed(self._queue.put, self._queue.qsize)
            self._listener = Listener(travel, feed)

    def get(self, timeout: float | None = None) -> Event | None:
        """Wait for the next event; ``None`` after the last one. Raises ``TimeoutError``."""
        if self._is_over:
            return None
        refuse_inside_callback("events")
        try:
            event = self._queue.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError(f"no event within {timeout} s") from None
        self._is_over = event is None or is_last(event)
        return event

    def __next__(self) -> Event:
        event = self.get()
        if event is None:
            raise StopIteration
        return event

    def close(self) -> None:
        """Stop receiving. Events that were received can still be read."""
        if self._listener is not None:
            self._listener.close()

    def __enter__(self) -> EventStream:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


def is_last(event: Event) -> bool:
    """Whether this is the last event of its travel."""
    return isinstance(event, StatusChanged) and event.status.is_terminal
