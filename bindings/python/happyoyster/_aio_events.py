# SPDX-License-Identifier: Apache-2.0
"""Completions and streams of events in an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, TypeVar

from . import _process
from ._operations import Operation, T
from .events import Event
from .listeners import TRAVEL, Feed, Listener, Source

E = TypeVar("E")


async def complete(operation: Operation[T], loop: asyncio.AbstractEventLoop) -> T:
    """Make a call and await its completion, in the event loop of the engine."""
    if asyncio.get_running_loop() is not loop:
        # The engine's loop cannot complete a future of another loop: the call would never return.
        raise RuntimeError(f"{operation.name}: the engine belongs to another event loop")
    future: asyncio.Future[tuple[int, dict[str, Any]]] = loop.create_future()

    def finish(code: int, data: dict[str, Any]) -> None:
        if not future.done():
            future.set_result((code, data))

    operation.begin(finish)
    return operation.conclude(*await future)


class LoopEventStream(AsyncIterator[E]):
    """Events in order, from the creation of the stream on."""

    _listener: Listener | None = None

    def __init__(self, source: Source[E], handle: int) -> None:
        received: asyncio.Queue[E | None] = asyncio.Queue()
        self._queue = received
        self._is_last = source.is_last
        self._is_over = source.is_over(handle)
        if not self._is_over:

            def put(event: E | None) -> None:
                if not _process.is_draining():
                    received.put_nowait(event)

            self._listener = Listener(source, handle, Feed(source, put, received.qsize))

    async def __anext__(self) -> E:
        event = None if self._is_over else await self._queue.get()
        self._is_over = event is None or self._is_last(event)
        if self._is_over:
            self.close()
        if event is None:
            raise StopAsyncIteration
        return event

    def close(self) -> None:
        """Stop receiving. Events that were received can still be read."""
        if self._listener is not None:
            self._listener.close()

    def __del__(self) -> None:
        self.close()


class EventStream(LoopEventStream[Event]):
    """Events of a travel in order, from the creation of the stream to the terminal status."""

    def __init__(self, travel: int) -> None:
        super().__init__(TRAVEL, travel)
