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
from collections.abc import AsyncIterator, Callable, Sequence
from functools import cached_property

from . import _callbacks
from ._aio_audio import AudioStream, LoopAudioDispatcher
from ._aio_engine import LoopEngine
from ._aio_events import EventStream, complete
from ._aio_session import Session, SessionEventStream
from ._aio_video import VideoView
from ._travel_core import Act, TravelCore
from .audio import AudioChunk
from .enums import PixelFormat
from .errors import OysterError
from .frame import Frame
from .results import (
    EndResult,
    InstructResult,
    RewindResult,
    ScriptResult,
    StartResult,
    StateResult,
)
from .travel import END_TIMEOUT

__all__ = [
    "AudioStream",
    "Engine",
    "EventStream",
    "Session",
    "SessionEventStream",
    "Travel",
    "VideoView",
]


class Engine(LoopEngine):
    """Configuration, token and the travel in flight, in the running event loop."""

    def create_travel(self, ticket: str) -> Travel:
        """Create a travel from a one-time ticket; nothing is sent until it starts."""
        travel = Travel(self, self._create_travel_handle(ticket))
        self._watching.add(travel)
        return travel

    def create_session(
        self,
        server_url: str,
        key: str,
        session_id: str,
        *,
        suppress_connection_events: bool = False,
        ca_file: str | None = None,
        user_agent: str | None = None,
        timeout_ms: int = 0,
    ) -> Session:
        """Create a session of this engine; :class:`Session` describes the arguments.

        An engine has any number of sessions, also without a configuration.
        """
        return Session(
            server_url,
            key,
            session_id,
            engine=self,
            suppress_connection_events=suppress_connection_events,
            ca_file=ca_file,
            user_agent=user_agent,
            timeout_ms=timeout_ms,
        )

    async def cleanup(self) -> None:
        """End the travel in flight and forget configuration and token."""
        await complete(self._cleanup_operation(), self._loop)

    async def __aenter__(self) -> Engine:
        return self

    async def __aexit__(self, *exception: object) -> None:
        self.close()


class Travel(TravelCore):
    """One real-time experience; :class:`happyoyster.Travel` describes the methods."""

    _audio: LoopAudioDispatcher

    def __init__(self, engine: Engine, handle: int) -> None:
        super().__init__(engine, handle)
        self._loop = engine._loop
        self._audio = LoopAudioDispatcher(handle)

    async def start(self, max_experience_time_sec: int | None = None) -> StartResult:
        """Exchange the ticket, connect and play; completes at the first frame."""
        return await complete(self._start(max_experience_time_sec), self._loop)

    async def pause(self) -> StateResult:
        """Pause; completes when the server has confirmed it."""
        return await complete(self._pause(), self._loop)

    async def resume(self) -> StateResult:
        """Resume; completes at the first frame."""
        return await complete(self._resume(), self._loop)

    async def rewind(self, to_sec: float) -> RewindResult:
        """Continue from an earlier second of the storyline."""
        return await complete(self._rewind(to_sec), self._loop)

    async def send_instruct(self, content: str) -> InstructResult:
        """Send a text instruction; kept while paused."""
        return await complete(self._send_instruct(content), self._loop)

    async def update_script(self, acts: Sequence[Act]) -> ScriptResult:
        """Replace the 45 acts of a scriptlist travel; see :class:`happyoyster.Travel`."""
        return await complete(self._update_script(acts), self._loop)

    async def end(self) -> EndResult:
        """End the travel, in every status. A later call asks again for an unconfirmed end."""
        return await complete(self._end(), self._loop)

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
