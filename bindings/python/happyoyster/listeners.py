# SPDX-License-Identifier: Apache-2.0
"""Listeners of events, and the blocking streams of events."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from ctypes import byref, c_uint64
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from . import _callbacks
from ._operations import refuse_inside_callback
from ._raw import event as raw
from ._raw.travel import oyster_travel_is_ended
from .errors import check
from .events import Event, StatusChanged, decode

E = TypeVar("E")


@dataclass(frozen=True)
class Source(Generic[E]):
    """What has events: the functions of a travel or of a session."""

    name: str
    add: Callable[..., int]
    remove: Callable[..., int]
    trampoline: Any
    decode: Callable[[Any], E]
    is_over: Callable[[int], bool]
    """Whether a handle will have no more events."""
    is_last: Callable[[E], bool]
    """Whether a stream ends with this event."""
    is_essential: Callable[[E], bool]
    """Whether a stream takes this event also when it is full."""
    capacity: int
    """Number of events that a stream buffers. When it is full, only essential ones are added."""


class Listener:
    """A handler that receives events until this is closed, or its travel or session is released."""

    def __init__(
        self,
        source: Source[E],
        handle: int,
        handler: Callable[[E], None],
        operation: str = "events",
    ) -> None:
        self._remove = source.remove
        self._handle = handle
        self._id = _add(source, handle, handler, operation)

    def close(self) -> None:
        """Remove the listener; closing again does nothing. A call that runs continues."""
        listener, self._id = self._id, 0
        if listener:
            # Refused only after the release of the handle, which removed the listener.
            self._remove(self._handle, listener, None)

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _add(source: Source[E], handle: int, handler: Callable[[E], None], operation: str) -> int:
    """Add a listener and return its id."""

    def receive(event: Any) -> None:
        handler(source.decode(event))

    listener = c_uint64()
    context = _callbacks.register(receive)
    code = source.add(handle, source.trampoline, context, _callbacks.on_release, byref(listener))
    if code:
        _callbacks.forget(context)
    check(code, operation, f"this {source.name} has 64 listeners")
    return listener.value


class Feed(Generic[E]):
    """Passes events to a stream, and None as the last item when C releases the listener."""

    def __init__(
        self, source: Source[E], put: Callable[[E | None], Any], size: Callable[[], int]
    ) -> None:
        self._source = source
        self._put = put
        self._size = size

    def __call__(self, event: E) -> None:
        if self._size() < self._source.capacity or self._source.is_essential(event):
            self._put(event)

    def __del__(self) -> None:
        self._put(None)


class BaseEventStream(Iterator[E]):
    """Events in order, from the creation of the stream on, in a ``for`` statement or by ``get``.

    A stream that is garbage-collected removes its listener.
    """

    _listener: Listener | None = None

    def __init__(self, source: Source[E], handle: int) -> None:
        self._queue: queue.SimpleQueue[E | None] = queue.SimpleQueue()
        self._is_last = source.is_last
        self._is_over = source.is_over(handle)
        if not self._is_over:
            feed = Feed(source, self._queue.put, self._queue.qsize)
            self._listener = Listener(source, handle, feed)

    def get(self, timeout: float | None = None) -> E | None:
        """Wait for the next event; ``None`` after the last one. Raises ``TimeoutError``."""
        if self._is_over:
            return None
        refuse_inside_callback("events")
        try:
            event = self._queue.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError(f"no event within {timeout} s") from None
        self._is_over = event is None or self._is_last(event)
        if self._is_over:
            self.close()
        return event

    def __next__(self) -> E:
        event = self.get()
        if event is None:
            raise StopIteration
        return event

    def close(self) -> None:
        """Stop receiving. Events that were received can still be read."""
        if self._listener is not None:
            self._listener.close()

    def __enter__(self: _S) -> _S:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


_S = TypeVar("_S", bound="BaseEventStream[Any]")


class EventStream(BaseEventStream[Event]):
    """Events of a travel in order, from the creation of the stream to the terminal status."""

    def __init__(self, travel: int) -> None:
        super().__init__(TRAVEL, travel)


def is_last(event: Event) -> bool:
    """Whether this is the last event of its travel."""
    return isinstance(event, StatusChanged) and event.status.is_terminal


TRAVEL = Source(
    name="travel",
    add=raw.oyster_travel_add_listener,
    remove=raw.oyster_travel_remove_listener,
    trampoline=_callbacks.on_event,
    decode=decode,
    is_over=lambda travel: bool(oyster_travel_is_ended(travel)),
    is_last=is_last,
    is_essential=lambda event: isinstance(event, StatusChanged),
    capacity=1024,
)
"""The events of a travel."""
