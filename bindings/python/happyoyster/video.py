# SPDX-License-Identifier: Apache-2.0
"""The picture of a travel.

Newest wins: a slow host costs no memory, gets the newest frame next, and what it missed is
counted in :meth:`Travel.stats`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from ctypes import byref, c_void_p

from . import _callbacks
from ._raw import video as raw
from ._raw.base import oyster_release_fn
from ._raw.travel import oyster_travel_is_ended
from .enums import PixelFormat
from .errors import NoFrame, OysterError, check
from .frame import Frame, copied_frame, leased_frame

POLL_INTERVAL = 0.004
"""Seconds between two looks for a newer frame, a tenth of a frame's duration."""


class VideoViewCore:
    """What the blocking and the asyncio view have in common."""

    def __init__(self, travel: int, view: int) -> None:
        self._travel = travel
        self._view = view

    def acquire(self, format: PixelFormat = PixelFormat.I420) -> Frame:
        """Take the newest frame, without a copy for I420.

        Raises :class:`NoFrame` when none is there yet, as may be right after the start: the first
        call asks the stream for frames. ``await anext(view.frames(timeout=5))`` waits for one.
        """
        handle = c_void_p()
        check(raw.oyster_video_view_acquire_frame(self._view, format, byref(handle)), "acquire")
        return leased_frame(handle.value or 0)

    def _newer(self, format: PixelFormat, sequence: int) -> Frame | None:
        """Take the newest frame if it is another one than that; looking costs no conversion."""
        try:
            newest = self.acquire(PixelFormat.I420)
            if newest.sequence == sequence:
                return None
            return newest if format == PixelFormat.I420 else self.acquire(format)
        except NoFrame:
            return None

    def _is_over(self) -> bool:
        return bool(oyster_travel_is_ended(self._travel))


class Patience:
    """Counts how long a consumer has waited for one frame."""

    def __init__(self, timeout: float | None) -> None:
        self._timeout = timeout
        self._start = time.monotonic()

    def check(self) -> None:
        """Raise ``TimeoutError`` when the wait is over."""
        if self._timeout is not None and time.monotonic() - self._start > self._timeout:
            raise TimeoutError(f"no frame within {self._timeout} s")


class _Delivery:
    """Passes the newest frame on whenever C lends one."""

    def __init__(self, view: VideoViewCore, handler: Callable[[Frame], None]) -> None:
        self._view = view
        self._handler = handler
        self._sequence = 0

    def __call__(self, info: raw.oyster_frame_info) -> None:
        if info.sequence <= self._sequence:
            return  # The one before was newer than the one that was lent then.
        frame = self._own(info)
        self._sequence = frame.sequence
        self._handler(frame)

    def _own(self, info: raw.oyster_frame_info) -> Frame:
        """Take the frame, or a newer one; copy it when no more can be held."""
        try:
            return self._view.acquire(PixelFormat(info.format))
        except OysterError:
            return copied_frame(info)


class VideoView(VideoViewCore):
    """The picture of a blocking travel: the same object before and after start."""

    def acquire(
        self, format: PixelFormat = PixelFormat.I420, *, timeout: float | None = None
    ) -> Frame:
        """Take the newest frame, without a copy for I420.

        Raises :class:`NoFrame` when none is there yet, as may be right after the start: the first
        call asks the stream for frames. With ``timeout`` it waits up to that many seconds for one
        and raises ``TimeoutError`` then; a travel that is over raises :class:`NoFrame` at once.
        """
        patience = Patience(timeout)
        while True:
            try:
                return super().acquire(format)
            except NoFrame:
                if timeout is None or self._is_over():
                    raise
            patience.check()
            time.sleep(POLL_INTERVAL)

    def on_frame(
        self,
        handler: Callable[[Frame], None] | None,
        format: PixelFormat = PixelFormat.I420,
    ) -> None:
        """Call a handler with each frame, on a thread of the library; ``None`` stops.

        The frame is the handler's to keep; it is a copy only while 64 others are held. One
        handler per view; a slow one misses frames and delays nothing else. What it raises is
        logged.
        """
        name = "on_frame"
        if handler is None:
            stop = raw.oyster_frame_fn(), None, oyster_release_fn(), None
            check(raw.oyster_video_view_set_frame_callback(self._view, format, *stop), name)
            return
        context = _callbacks.register(_Delivery(self, handler))
        code = raw.oyster_video_view_set_frame_callback(
            self._view, format, _callbacks.on_frame, context, _callbacks.on_release, None
        )
        if code:
            _callbacks.forget(context)
        check(code, name)

    def frames(
        self, format: PixelFormat = PixelFormat.I420, timeout: float | None = None
    ) -> Iterator[Frame]:
        """Iterate over new frames, newest wins, until the travel ends.

        ``timeout`` bounds the wait for each frame in seconds and raises ``TimeoutError``; a
        paused travel has no new frames.
        """
        sequence, patience = 0, Patience(timeout)
        while not self._is_over():
            frame = self._newer(format, sequence)
            if frame is None:
                patience.check()
                time.sleep(POLL_INTERVAL)
                continue
            sequence = frame.sequence
            yield frame
            patience = Patience(timeout)
