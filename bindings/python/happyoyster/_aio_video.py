# SPDX-License-Identifier: Apache-2.0
"""The received video of an asyncio travel, whose descriptor the event loop watches."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from . import _callbacks
from ._aio_readiness import Readiness
from .enums import PixelFormat
from .errors import LimitReached
from .frame import Frame
from .video import FrameDeadline, VideoViewCore


class VideoView(VideoViewCore):
    """The received video of an asyncio travel: the same object before and after start."""

    _delivery: _Delivery | None = None

    def __init__(self, travel: int, view: int) -> None:
        super().__init__(travel, view)
        self.readiness = Readiness(travel, self.fileno)

    def on_frame(
        self,
        handler: Callable[[Frame], None] | None,
        format: PixelFormat = PixelFormat.RGB24,
    ) -> None:
        """Call a handler with each frame, in the running event loop; ``None`` stops.

        The handler may keep the frame, which is not a copy; while the host holds 64 frames, the
        handler receives no more. A view has one handler. A slow handler delays the event loop.
        Exceptions that leave it are logged.
        """
        if self._delivery is not None:
            self._delivery.stop()
        self._delivery = None if handler is None else _Delivery(self, handler, format)

    async def frames(
        self, format: PixelFormat = PixelFormat.RGB24, timeout: float | None = None
    ) -> AsyncIterator[Frame]:
        """Iterate over new frames until the travel ends. A slow loop skips frames.

        When no frame arrives within ``timeout`` seconds, the iterator raises ``TimeoutError``.
        """
        sequence, deadline = 0, FrameDeadline(timeout)
        while not self._is_over():
            frame = self._newer(format, sequence)
            if frame is None:
                await self._arrival(deadline.left())
                continue
            sequence = frame.sequence
            yield frame
            del frame
            deadline = FrameDeadline(timeout)

    async def _arrival(self, timeout: float | None) -> None:
        """Wait until the descriptor is readable, the travel is over, or the time has passed."""
        future = self.readiness.wait()
        try:
            await asyncio.wait({future}, timeout=timeout)
        finally:
            future.cancel()

    def close(self) -> None:
        """Remove the handler and end all iterators, before the travel is released."""
        self.on_frame(None)
        self.readiness.close()


class _Delivery:
    """Calls a handler with each new frame until the travel ends."""

    def __init__(
        self, view: VideoView, handler: Callable[[Frame], None], format: PixelFormat
    ) -> None:
        self._view = view
        self._handler = handler
        self._format = format
        self._sequence = 0
        self._is_stopped = False
        self._next: asyncio.Handle | asyncio.Future[None]
        self._next = asyncio.get_running_loop().call_soon(self._deliver)

    def stop(self) -> None:
        """Stop calling the handler."""
        self._is_stopped = True
        self._next.cancel()

    def _deliver(self, _: object = None) -> None:
        if self._is_stopped or self._view.readiness.is_over():
            return
        with contextlib.suppress(LimitReached):
            frame = self._view._newer(self._format, self._sequence)
            if frame is not None:
                self._sequence = frame.sequence
                self._call(frame)
        if not self._is_stopped:
            self._next = self._view.readiness.wait()
            self._next.add_done_callback(self._deliver)

    def _call(self, frame: Frame) -> None:
        try:
            self._handler(frame)
        except Exception as error:
            _callbacks.reports.report("frame", error)
