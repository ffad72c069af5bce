# SPDX-License-Identifier: Apache-2.0
"""The picture of an asyncio travel, looked for by the loop's clock."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from . import _callbacks
from .enums import PixelFormat
from .errors import LimitReached
from .frame import Frame
from .video import POLL_INTERVAL, Patience, VideoViewCore


class VideoView(VideoViewCore):
    """The picture of an asyncio travel: the same object before and after start."""

    _delivery: _Delivery | None = None

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
                patience.check()
                await asyncio.sleep(POLL_INTERVAL)
                continue
            sequence = frame.sequence
            yield frame
            patience = Patience(timeout)


class _Delivery:
    """Calls a handler with each new frame until the travel ends."""

    def __init__(
        self, view: VideoView, handler: Callable[[Frame], None], format: PixelFormat
    ) -> None:
        self._view = view
        self._handler = handler
        self._format = format
        self._sequence = 0
        self._loop = asyncio.get_running_loop()
        self._next: asyncio.Handle = self._loop.call_soon(self._look)

    def stop(self) -> None:
        """Call the handler no more."""
        self._next.cancel()

    def _look(self) -> None:
        if self._view._is_over():
            return
        self._next = self._loop.call_later(POLL_INTERVAL, self._look)
        with contextlib.suppress(LimitReached):
            frame = self._view._newer(self._format, self._sequence)
            if frame is not None:
                self._sequence = frame.sequence
                self._call(frame)

    def _call(self, frame: Frame) -> None:
        try:
            self._handler(frame)
        except Exception as error:
            _callbacks.reports.report("frame", error)
