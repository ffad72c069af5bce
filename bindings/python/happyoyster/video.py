# SPDX-License-Identifier: Apache-2.0
"""The picture of a travel.

Newest wins: a slow host costs no memory, gets the newest frame next, and what it missed is
counted in :meth:`Travel.stats`.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from ctypes import byref, c_int, c_void_p

from . import _callbacks
from ._raw import video as raw
from ._raw.base import oyster_release_fn
from ._raw.travel import oyster_travel_is_ended
from .enums import PixelFormat
from .errors import InvalidHandle, LimitReached, NoFrame, ShutDown, TimedOut, check
from .frame import Frame, copied_frame, leased_frame

LONGEST_WAIT = 60.0
"""Seconds that one call of C waits at most."""

SIGNAL_INTERVAL = 0.1
"""Seconds after which a wait on the main thread lets Python handle signals, so Ctrl-C."""


HELD = "64 frames of this view are held"


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
        code = raw.oyster_video_view_acquire_frame(self._view, format, byref(handle))
        check(code, "acquire", HELD)
        return leased_frame(handle.value or 0)

    def fileno(self) -> int:
        """Return a descriptor for ``select`` and event loops, readable while a new frame waits.

        It belongs to the library: never read or close it, and take it out of the loop before the
        travel is closed. :meth:`acquire` takes the frame; it may raise :class:`NoFrame` all the
        same when none was taken for 2 s.
        """
        descriptor = c_int()
        check(raw.oyster_video_view_frame_fd(self._view, byref(descriptor)), "fileno")
        return descriptor.value

    def _take(self, format: PixelFormat, sequence: int, seconds: float) -> Frame:
        """Take the newest frame after a number, waiting in C; raises what C refuses with."""
        handle, milliseconds = c_void_p(), math.ceil(seconds * 1000)
        code = raw.oyster_video_view_wait_frame(
            self._view, format, sequence, milliseconds, byref(handle)
        )
        check(code, "acquire", HELD)
        return leased_frame(handle.value or 0)

    def _newer(self, format: PixelFormat, sequence: int) -> Frame | None:
        """Take the newest frame after a number, if there is one."""
        try:
            return self._take(format, sequence, 0)
        except (TimedOut, NoFrame, InvalidHandle, ShutDown):
            return None

    def _is_over(self) -> bool:
        return bool(oyster_travel_is_ended(self._travel))


class Patience:
    """Counts how long a consumer has waited for one frame."""

    def __init__(self, timeout: float | None) -> None:
        self._timeout = timeout
        self._start = time.monotonic()

    def left(self) -> float | None:
        """Return how many seconds are left; raise ``TimeoutError`` when the wait is over."""
        if self._timeout is None:
            return None
        left = self._timeout - (time.monotonic() - self._start)
        if left < 0:
            raise TimeoutError(f"no frame within {self._timeout} s")
        return left

    def slice(self) -> float:
        """Return how long the next call of C may wait."""
        is_main = threading.current_thread() is threading.main_thread()
        longest, left = SIGNAL_INTERVAL if is_main else LONGEST_WAIT, self.left()
        return longest if left is None else min(left, longest)


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
        if frame is not None:
            self._sequence = frame.sequence
            self._handler(frame)

    def _own(self, info: raw.oyster_frame_info) -> Frame | None:
        """Take the frame, or a newer one; copy it when no more can be held.

        None when a resume, a rewind or the end took the frame back meanwhile.
        """
        try:
            return self._view.acquire(PixelFormat(info.format))
        except LimitReached:
            return copied_frame(info)
        except (NoFrame, InvalidHandle, ShutDown):
            return None


class VideoView(VideoViewCore):
    """The picture of a blocking travel: the same object before and after start."""

    def acquire(
        self, format: PixelFormat = PixelFormat.I420, *, timeout: float | None = None
    ) -> Frame:
        """Take the newest frame, without a copy for I420.

        Raises :class:`NoFrame` when none is there yet, as may be right after the start, a resume or
        a rewind: the first call asks the stream for frames. With ``timeout`` it waits up to that
        many seconds for one and raises ``TimeoutError`` then; a travel that is over raises
        :class:`NoFrame` at once.
        """
        if timeout is None:
            return super().acquire(format)
        patience = Patience(timeout)
        while True:
            try:
                return self._take(format, 0, patience.slice())
            except TimedOut:
                patience.left()

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
            try:
                frame = self._take(format, sequence, patience.slice())
            except TimedOut:
                patience.left()
                continue
            except (NoFrame, InvalidHandle, ShutDown):
                return
            sequence = frame.sequence
            yield frame
            del frame
            patience = Patience(timeout)
