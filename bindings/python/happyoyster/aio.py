# SPDX-License-Identifier: Apache-2.0
"""The same engine and travel for asyncio.

Callbacks run in the event loop that created the engine. The loop watches descriptors of the library
for events, frames and audio. No thread of the library runs Python code, unless
:func:`happyoyster.log.forward` is used. Use an engine only in the loop that created it::

    async with aio.Engine() as engine:
        engine.initialize(api_host="…", model="happyoyster-1.0-adventure")
        engine.update_token(token)
        async with engine.create_travel(ticket) as travel:
            events = travel.events()  # before start, to miss none
            await travel.start()
            async for frame in travel.frames():
                ...

Use :func:`asyncio.wait_for` to limit the time of a call. Cancelling a call does not stop the
operation in the library.
"""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections.abc import AsyncIterator, Callable, Sequence
from functools import cached_property
from typing import Any

from . import _callbacks, _process
from ._aio_audio import AudioStream, LoopAudioDispatcher
from ._aio_video import VideoView
from ._engine_core import EngineCore
from ._operations import Operation, T
from ._raw import engine as raw
from ._raw.travel import oyster_travel_is_ended
from ._travel_core import Act, TravelCore
from .audio import AudioChunk
from .enums import PixelFormat
from .errors import OysterError
from .events import Event
from .frame import Frame
from .listeners import Feed, Listener, is_last
from .results import (
    EndResult,
    InstructResult,
    RewindResult,
    ScriptResult,
    StartResult,
    StateResult,
)
from .travel import END_TIMEOUT

__all__ = ["AudioStream", "Engine", "EventStream", "Travel", "VideoView"]


async def _complete(operation: Operation[T], loop: asyncio.AbstractEventLoop) -> T:
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


class Engine(EngineCore):
    """Configuration, token and the travel in flight, in the running event loop."""

    _loop: asyncio.AbstractEventLoop
    _fd: int = -1
    _travels: weakref.WeakSet[Travel]

    def _open(self, handle: int, *, is_shared: bool) -> None:
        super()._open(handle, is_shared=is_shared)
        self._travels = weakref.WeakSet()
        try:
            self._loop = asyncio.get_running_loop()
            self._set_delivery(raw.oyster_delivery.OYSTER_DELIVERY_HOST)
            self._fd = self._event_fd()
            self._loop.add_reader(self._fd, _dispatch, handle)
        except BaseException:
            self.close()
            raise

    def _is_stale(self) -> bool:
        return self._loop.is_closed()

    def create_travel(self, ticket: str) -> Travel:
        """Create a travel from a one-time ticket; nothing is sent until it starts."""
        travel = Travel(self, self._create_travel_handle(ticket))
        self._travels.add(travel)
        return travel

    async def cleanup(self) -> None:
        """End the travel in flight and forget configuration and token."""
        await _complete(self._cleanup_operation(), self._loop)

    def close(self) -> None:
        """Give the engine back; closing again does nothing."""
        if not self._is_shared:
            # The library closes the descriptors of the travels together with the engine.
            for travel in list(self._travels):
                travel._unwatch()
        if self._fd >= 0 and not self._loop.is_closed():
            self._loop.remove_reader(self._fd)
        self._fd = -1
        if self._handle and self._is_shared:
            with contextlib.suppress(OysterError):
                self._set_delivery(raw.oyster_delivery.OYSTER_DELIVERY_THREAD)
        super().close()

    async def __aenter__(self) -> Engine:
        return self

    async def __aexit__(self, *exception: object) -> None:
        self.close()


def _dispatch(engine: int) -> None:
    """Run the callbacks that wait, without waiting for more."""
    raw.oyster_engine_dispatch(engine, 0, None)
    _callbacks.raise_pending_stop()


class Travel(TravelCore):
    """One real-time experience; :class:`happyoyster.Travel` describes the methods."""

    _audio: LoopAudioDispatcher

    def __init__(self, engine: Engine, handle: int) -> None:
        super().__init__(engine, handle)
        self._loop = engine._loop
        self._audio = LoopAudioDispatcher(handle)

    async def start(self, max_experience_time_sec: int | None = None) -> StartResult:
        """Exchange the ticket, connect and play; completes at the first frame."""
        return await _complete(self._start(max_experience_time_sec), self._loop)

    async def pause(self) -> StateResult:
        """Pause; completes when the server has confirmed it."""
        return await _complete(self._pause(), self._loop)

    async def resume(self) -> StateResult:
        """Resume; completes at the first frame."""
        return await _complete(self._resume(), self._loop)

    async def rewind(self, to_sec: float) -> RewindResult:
        """Continue from an earlier second of the storyline."""
        return await _complete(self._rewind(to_sec), self._loop)

    async def send_instruct(self, content: str) -> InstructResult:
        """Send a text instruction; kept while paused."""
        return await _complete(self._send_instruct(content), self._loop)

    async def update_script(self, acts: Sequence[Act]) -> ScriptResult:
        """Replace the 45 acts of a scriptlist travel; see :class:`happyoyster.Travel`."""
        return await _complete(self._update_script(acts), self._loop)

    async def end(self) -> EndResult:
        """End the travel, in every status. A later call asks again for an unconfirmed end."""
        return await _complete(self._end(), self._loop)

    def events(self) -> EventStream:
        """Return a stream of events for ``async for``.

        The stream has all events after this call: call it before ``start`` to receive all.
        """
        return EventStream(self._handle)

    @cached_property
    def video(self) -> VideoView:
        """The received video, before and after start, until the travel is closed."""
        return VideoView(self._handle, self._video_handle())

    def frames(
        self, format: PixelFormat = PixelFormat.RGB24, timeout: float | None = None
    ) -> AsyncIterator[Frame]:
        """Iterate over new frames: :meth:`VideoView.frames` of ``video``."""
        return self.video.frames(format, timeout)

    def audio(self) -> AudioStream:
        """Return a stream of audio for ``async for``; see :meth:`happyoyster.Travel.audio`."""
        return AudioStream(self._handle, self._audio)

    def on_audio(self, handler: Callable[[AudioChunk], None] | None) -> None:
        """Call a handler with each chunk of audio, in the running event loop; ``None`` stops."""
        self._audio.set_handler(handler)

    def release(self) -> None:
        """Give the handle back at once; see :meth:`happyoyster.Travel.release`."""
        self._unwatch()
        super().release()

    def _unwatch(self) -> None:
        """Remove the descriptors from the event loop."""
        if "video" in self.__dict__:
            self.video.close()
        self._audio.close()

    async def close(self) -> None:
        """End the travel if it is not over, and release it; closing again does nothing."""
        try:
            if not self.is_ended:
                await asyncio.wait_for(self.end(), END_TIMEOUT)
        except (OysterError, asyncio.TimeoutError) as failure:
            _callbacks.logger.warning("closing a travel: %s", failure)
        finally:
            self.release()

    async def __aenter__(self) -> Travel:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()


class EventStream(AsyncIterator[Event]):
    """Events of a travel in order, from the creation of the stream to the terminal status."""

    _listener: Listener | None = None

    def __init__(self, travel: int) -> None:
        received: asyncio.Queue[Event | None] = asyncio.Queue()
        self._queue = received
        self._is_over = bool(oyster_travel_is_ended(travel))
        if not self._is_over:

            def put(event: Event | None) -> None:
                if not _process.is_draining():
                    received.put_nowait(event)

            self._listener = Listener(travel, Feed(put, received.qsize))

    async def __anext__(self) -> Event:
        event = None if self._is_over else await self._queue.get()
        self._is_over = event is None or is_last(event)
        if event is None:
            raise StopAsyncIteration
        return event

    def close(self) -> None:
        """Stop receiving. Events that were received can still be read."""
        if self._listener is not None:
            self._listener.close()

    def __del__(self) -> None:
        self.close()
