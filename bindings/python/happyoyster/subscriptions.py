# SPDX-License-Identifier: Apache-2.0
"""Subscriptions to events, and the blocking stream of them."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from ctypes import byref, c_uint64
from typing import Any

from . import _callbacks
from ._operations import refuse_inside_callback
from ._raw import travel as raw
from ._raw.event import oyster_event
from .errors import check
from .events import Event, StatusChanged, decode

CAPACITY = 1024
"""How many undelivered events a stream keeps before it drops others than status changes."""


class Subscription:
    """A handler that is subscribed until this is closed or the travel is released."""

    def __init__(
        self, travel: int, handler: Callable[[Event], None], operation: str = "events"
    ) -> None:
        def receive(event: oyster_event) -> None:
            handler(decode(event))

        self._travel = travel
        self._id = _subscribe(travel, receive, operation)

    def close(self) -> None:
        """Stop; closing again does nothing. A call that already runs comes to its end."""
        subscription, self._id = self._id, 0
        if subscription:
            # Refused only when the travel is released, which ended the subscription before.
            raw.oyster_travel_unsubscribe(self._travel, subscription, None)

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _subscribe(travel: int, receive: Callable[[oyster_event], None], operation: str) -> int:
    """Subscribe a receiver of borrowed events and return the subscription's id."""
    subscription = c_uint64()
    context = _callbacks.register(receive)
    code = raw.oyster_travel_subscribe(
        travel, _callbacks.on_event, context, _callbacks.on_release, byref(subscription)
    )
    if code:
        _callbacks.forget(context)
    check(code, operation, "this travel has 64 subscriptions")
    return subscription.value


class Feed:
    """Receives events for a stream, and tells it the end when C lets go of the subscription."""

    def __init__(self, put: Callable[[Event | None], Any], size: Callable[[], int]) -> None:
        self._put = put
        self._size = size

    def __call__(self, event: Event) -> None:
        if self._size() < CAPACITY or isinstance(event, StatusChanged):
            self._put(event)

    def __del__(self) -> None:
        self._put(None)


class EventStream(Iterator[Event]):
    """Events of a travel in order, from the subscription on; ends after the terminal status.

    Abandoning a stream is fine: it unsubscribes when it is collected.
    """

    _subscription: Subscription | None = None

    def __init__(self, travel: int) -> None:
        self._queue: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
        self._is_over = bool(raw.oyster_travel_is_ended(travel))
        if not self._is_over:
            feed = Feed(self._queue.put, self._queue.qsize)
            self._subscription = Subscription(travel, feed)

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
        """Unsubscribe. What was received can still be read."""
        if self._subscription is not None:
            self._subscription.close()

    def __enter__(self) -> EventStream:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


def is_last(event: Event) -> bool:
    """Whether nothing follows this event."""
    return isinstance(event, StatusChanged) and event.status.is_terminal
