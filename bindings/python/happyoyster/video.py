# SPDX-License-Identifier: Apache-2.0
"""The received video of a travel.

The library keeps the newest frame only. A slow host costs no memory and receives the newest frame
next; :meth:`Travel.stats` counts the frames that it missed.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from ctypes import byref, c_int, c_void_p

from . import _callbacks
from ._native import enumeration
from ._raw import video as raw
from ._raw.base import oyster_release_fn
from ._raw.travel import oyster_travel_is_ended
from .enums import PixelFormat
from .errors import InvalidHandle, LimitReached, NoFrame, ShutDown, TimedOut, check
from .frame import Frame, copied_frame, leased_frame

LONGEST_WAIT = 60.0
"""Longest wait of one C call, in seconds."""

SIGNAL_INTERVAL = 0.1
"""A wait on the main thread is divided into C calls of this many seconds, so that Python can handle
signals such as Ctrl-C between them."""

HELD = "64 frames of this view are held"


class VideoViewCore:
    """The common part of the blocking and the asyncio view."""

    def __init__(self, travel: int, view: int) -> None:
        self._travel = travel
        self._view = view

    def acquire(self, format: PixelFormat = PixelFormat.RGB24) -> Frame:
        """Take the newest frame. I420 needs no conversion; RGB24 is the default.

        Raises :class:`NoFrame` when no frame has arrived yet: the first call makes the stream
        engine decode. ``await anext(view.frames(timeout=5))`` waits for a frame.
        """
        name, handle = "acquire", c_void_p()
        number = enumeration(format, PixelFormat, name, "format")
        check(raw.oyster_video_view_acquire_frame(self._view, number, byref(handle)), name, HELD)
        return leased_frame(handle.value or 0)

    def fileno(self) -> int:
        """Return a file descriptor for event loops, readable while a new frame waits.

        The descriptor belongs to the library: never read or close it, and remove it from the loop
        before the travel is closed. :meth:`acquire` takes the frame. When no frame was taken for
        2 s, the library drops the old one, and :meth:`acquire` raises :class:`NoFrame`.
        """
        descriptor = c_int()
        check(raw.oyster_video_view_frame_fd(self._view, byref(descriptor)), "fileno")
        return descriptor.value

    def _take(self, format: PixelFormat, sequence: int, seconds: float) -> Frame:
        """Wait in C for a frame with a greater sequence number; raise C's code as exception."""
        name, handle, milliseconds = "acquire", c_void_p(), math.ceil(seconds * 1000)
        number = enumeration(format, PixelFormat, name, "format")
        code = raw.oyster_video_view_wait_frame(
            self._view, number, sequence, milliseconds, byref(handle)
        )
        check(code, name, HELD)
        return leased_frame(handle.value or 0)

    def _newer(self, format: PixelFormat, sequence: int) -> Frame | None:
        """Take the newest frame with a greater sequence number, or None."""
        try:
            return self._take(format, sequence, 0)
        except (TimedOut, NoFrame, InvalidHandle, ShutDown):
            return None

    def _is_over(self) -> bool:
        return bool(oyster_travel_is_ended(self._travel))


class FrameDeadline:
    """The time until which a consumer waits for its next frame."""

    def __init__(self, timeout: float | None) -> None:
        self._timeout = timeout
        self._start = time.monotonic()

    def left(self) -> float | None:
        """Return the remaining seconds, None without a limit. Raise ``TimeoutError`` after it."""
        if self._timeout is None:
            return None
        left = self._timeout - (time.monotonic() - self._start)
        if left < 0:
            raise TimeoutError(f"no frame within {self._timeout} s")
        return left

    def slice(self) -> float:
        """Return how long the next C call waits, in seconds."""
        is_main = threading.current_thread() is threading.main_thread()
        longest, left = SIGNAL_INTERVAL if is_main else LONGEST_WAIT, self.left()
        return longest if left is None else min(left, longest)


class _Delivery:
    """Calls a handler with the newest frame, for each frame callback of C."""

    def __init__(self, view: VideoViewCore, handler: Callable[[Frame], None]) -> None:
        self._view = view
        self._handler = handler
        self._sequence = 0

    def __call__(self, info: raw.oyster_frame_info) -> None:
        if info.sequence <= self._sequence:
            return  # The previous call already passed on this frame or a newer one.
        frame = self._own(info)
        if frame is not None:
            self._sequence = frame.sequence
            self._handler(frame)

    def _own(self, info: raw.oyster_frame_info) -> Frame | None:
        """Take the frame, or a newer one. Copy it when the host holds 64 frames.

        None when a resume, a rewind or the end of the travel dropped the frame in the meantime.
        """
        try:
            return self._view.acquire(PixelFormat(info.format))
        except LimitReached:
            return copied_frame(info)
        except (NoFrame, InvalidHandle, ShutDown):
            return None


class VideoView(VideoViewCore):
    """The received video of a blocking travel: the same object before and after start."""

    def acquire(
        self, format: PixelFormat = PixelFormat.RGB24, *, timeout: float | None = None
    ) -> Frame:
        """Take the newest frame. I420 needs no conversion; RGB24 is the default.

        Raises :class:`NoFrame` when no frame has arrived since the start, a resume or a rewind; the
        first call makes the stream engine decode. With ``timeout`` the call waits up to that many
        seconds and then raises ``TimeoutError``. A travel that is over raises :class:`NoFrame` at
        once.
        """
        if timeout is None:
            return super().acquire(format)
        deadline = FrameDeadline(timeout)
        while True:
            try:
                return self._take(format, 0, deadline.slice())
            except TimedOut:
                deadline.left()

    def on_frame(
        self,
        handler: Callable[[Frame], None] | None,
        format: PixelFormat = PixelFormat.RGB24,
    ) -> None:
        """Call a handler with each frame, on a thread of the library; ``None`` stops.

        The handler may keep the frame; the frame is a copy only while the host holds 64 others. A
        view has one handler. A slow handler misses frames and delays nothing else. Exceptions that
        leave it are logged.
        """
        name = "on_frame"
        if handler is None:
            stop = raw.oyster_frame_fn(), None, oyster_release_fn(), None
            number = int(PixelFormat.I420)
            check(raw.oyster_video_view_set_frame_callback(self._view, number, *stop), name)
            return
        number = enumeration(format, PixelFormat, name, "format")
        context = _callbacks.register(_Delivery(self, handler))
        code = raw.oyster_video_view_set_frame_callback(
            self._view, number, _callbacks.on_frame, context, _callbacks.on_release, None
        )
        if code:
            _callbacks.forget(context)
        check(code, name)

    def frames(
        self, format: PixelFormat = PixelFormat.RGB24, timeout: float | None = None
    ) -> Iterator[Frame]:
        """Iterate over new frames until the travel ends. A slow loop skips frames.

        When no frame arrives within ``timeout`` seconds, the iterator raises ``TimeoutError``. A
        paused travel has no new frames.
        """
        sequence, deadline = 0, FrameDeadline(timeout)
        while not self._is_over():
            try:
                frame = self._take(format, sequence, deadline.slice())
            except TimedOut:
                deadline.left()
                continue
            except (NoFrame, InvalidHandle, ShutDown):
                return
            sequence = frame.sequence
            yield frame
            del frame
            deadline = FrameDeadline(timeout)
