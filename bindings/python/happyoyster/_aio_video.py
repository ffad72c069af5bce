# SPDX-License-Identifier: Apache-2.0
"""The picture of an asyncio travel, whose descriptor the loop watches."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from . import _callbacks
from ._aio_readiness import Readiness
from .enums import PixelFormat
from .errors import LimitReached
from .frame import Frame
from .video import Patience, VideoViewCore


class VideoView(VideoViewCore):
    """The picture of an asyncio travel: the same object before and after start."""

    _delivery: _Delivery | None = None

    def __init__(self, travel: int, view: int) -> None:
        super().__init__(travel, view)
        self.readiness = Readiness(travel, self.fileno)

    def on_frame(
        self,
        handler: Callable[[Frame], None] | None,
        format: PixelFormat = PixelFormat.I420,
    ) -> None:
        """Call a handler with each frame, in the running event loop; ``None`` stops.

        The frame is the handler's to keep, and no copy; while 64 are held, it gets no further
        ones. One handler per view; a slow one holds up the loop. What it raises is logged.
        """
        if self._delivery is not None:
            self._delivery.stop()
        self._delivery = None if handler is None else _Delivery(self, handler, format)

    async def frames(
        self, format: PixelFormat = PixelFormat.I420, timeout: float | None = None
    ) -> AsyncIterator[Frame]:
        """Iterate over new frames, newest wins, until the travel ends.

        ``timeout`` bounds the wait for each frame in seconds and raises ``TimeoutError``.
        """
        sequence, patience = 0, Patience(timeout)
        while not self._is_over():
            frame = self._newer(format, sequence)
            if frame is None:
                await self._arrival(patience.left())
                continue
            sequence = frame.sequence
            yield frame
            del frame
            patience = Patience(timeout)

    async def _arrival(self, timeout: float | None) -> None:
        """Wait until the descriptor is readable, the travel over, or the time has passed."""
        future = self.readiness.wait()
        try:
            await asyncio.wait({future}, timeout=timeout)
        finally:
            future.cancel()

    def close(self) -> None:
        """Call the handler no more, and end all iterators: the travel is given back."""
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
        self._next = asyncio.get_running_loop().call_soon(self._look)

    def stop(self) -> None:
        """Call the handler no more."""
        self._is_stopped = True
        self._next.cancel()

    def _look(self, _: object = None) -> None:
        if self._is_stopped or self._view.readiness.is_over():
            return
        with contextlib.suppress(LimitReached):
            frame = self._view._newer(self._format, self._sequence)
            if frame is not None:
                self._sequence = frame.sequence
                self._call(frame)
        if not self._is_stopped:
            self._next = self._view.readiness.wait()
            self._next.add_done_callback(self._look)

    def _call(self, frame: Frame) -> None:
        try:
            self._handler(frame)
        except Exception as error:
            _callbacks.reports.report("frame", error)
