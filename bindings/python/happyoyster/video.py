# SPDX-License-Identifier: Apache-2.0
"""The picture of a travel.

Newest wins: a slow host costs no memory, gets the newest frame next, and what it missed is
counted in :meth:`Travel.stats`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from ctypes import byref, c_uint8, c_void_p, sizeof, string_at

from . import _callbacks
from ._raw import video as raw
from ._raw.base import oyster_release_fn
from ._raw.travel import oyster_travel_is_ended
from .enums import PixelFormat
from .errors import NoFrame, check

POLL_INTERVAL = 0.004
"""Seconds between two looks for a newer frame, a tenth of a frame's duration."""

_BYTES_PER_PIXEL = {PixelFormat.RGBA: 4, PixelFormat.BGRA: 4, PixelFormat.RGB24: 3}


def _plane_sizes(pixel_format: PixelFormat, width: int, height: int) -> list[tuple[int, int]]:
    """Return bytes per row without padding, and rows, of each plane."""
    if pixel_format == PixelFormat.I420:
        return [(width, height), (width // 2, height // 2), (width // 2, height // 2)]
    if pixel_format == PixelFormat.NV12:
        return [(width, height), (width, height // 2)]
    return [(width * _BYTES_PER_PIXEL[pixel_format], height)]


class _Lease:
    """Gives a frame back when the last plane that refers to it is gone."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __del__(self) -> None:
        raw.oyster_frame_release(self._handle)


class Frame:
    """One decoded picture.

    ``planes`` are read-only memoryviews of rows of ``strides[i]`` bytes (the last row without
    padding). A view that the host derived from them, a NumPy array say, keeps the picture alive;
    otherwise it is given back when the frame is closed or collected. Up to 64 frames of a travel
    can be held.
    """

    def __init__(self, info: raw.oyster_frame_info, planes: list[memoryview]) -> None:
        self.format = PixelFormat(info.format)
        """Pixel format."""
        self.width: int = info.width
        """Pixels, even."""
        self.height: int = info.height
        """Pixels, even."""
        self.strides: tuple[int, ...] = tuple(info.strides[: len(planes)])
        """Bytes per row of each plane."""
        self.planes: tuple[memoryview, ...] = tuple(planes)
        """The pixels."""
        self.sequence: int = info.sequence
        """1, 2, 3 … per travel; a gap means frames not delivered."""
        self.pts: float = info.pts_us / 1e6
        """Presentation time in seconds since the first frame."""
        self.time: float = info.time_us / 1e6
        """When it reached the library, on the clock of :func:`time.monotonic`."""

    def packed(self) -> bytes:
        """Copy all planes one after the other, rows without padding."""
        parts = []
        sizes = _plane_sizes(self.format, self.width, self.height)
        for plane, stride, (row, rows) in zip(self.planes, self.strides, sizes, strict=True):
            if stride == row:
                parts.append(plane)
            else:
                parts.extend(plane[y * stride : y * stride + row] for y in range(rows))
        return b"".join(parts)

    def close(self) -> None:
        """Let go of the pixels; closing again does nothing."""
        for plane in self.planes:
            plane.release()

    def __enter__(self) -> Frame:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Frame {self.sequence} {self.format._name_} {self.width}x{self.height}>"


def _plane_lengths(info: raw.oyster_frame_info) -> list[int]:
    """Return how many bytes of each plane belong to the picture."""
    sizes = _plane_sizes(PixelFormat(info.format), info.width, info.height)
    return [info.strides[i] * (rows - 1) + row for i, (row, rows) in enumerate(sizes)]


def _leased_frame(handle: int) -> Frame:
    """Wrap a frame that we own; its memory lives as long as any view of it."""
    lease = _Lease(handle)
    info = raw.oyster_frame_info(size=sizeof(raw.oyster_frame_info))
    check(raw.oyster_frame_get_info(handle, byref(info)), "acquire")
    planes = []
    for i, length in enumerate(_plane_lengths(info)):
        memory = (c_uint8 * length).from_address(info.planes[i] or 0)
        memory.lease = lease  # type: ignore[attr-defined]
        planes.append(memoryview(memory).cast("B").toreadonly())
    return Frame(info, planes)


def _copied_frame(info: raw.oyster_frame_info) -> Frame:
    """Copy a frame that is only borrowed for a callback."""
    lengths = enumerate(_plane_lengths(info))
    copies = [string_at(info.planes[i] or 0, length) for i, length in lengths]
    return Frame(info, [memoryview(copy) for copy in copies])


class VideoViewCore:
    """What the blocking and the asyncio view have in common."""

    def __init__(self, travel: int, view: int) -> None:
        self._travel = travel
        self._view = view

    def acquire(self, format: PixelFormat = PixelFormat.I420) -> Frame:
        """Take the newest frame, without a copy for I420.

        Raises :class:`NoFrame` when none has arrived yet; the first call asks the stream for
        frames, so that one may be there soon.
        """
        handle = c_void_p()
        check(raw.oyster_video_view_acquire_frame(self._view, format, byref(handle)), "acquire")
        return _leased_frame(handle.value or 0)

    def on_frame(
        self,
        handler: Callable[[Frame], None] | None,
        format: PixelFormat = PixelFormat.I420,
    ) -> None:
        """Call a handler with each frame, on a thread of the library; ``None`` stops.

        The frame is a copy that the handler may keep. One handler per view; a slow one misses
        frames and delays nothing else. What it raises is logged.
        """
        name = "on_frame"
        if handler is None:
            stop = raw.oyster_frame_fn(), None, oyster_release_fn(), None
            check(raw.oyster_video_view_set_frame_callback(self._view, format, *stop), name)
            return
        wanted = handler

        def receive(info: raw.oyster_frame_info) -> None:
            wanted(_copied_frame(info))

        context = _callbacks.register(receive)
        code = raw.oyster_video_view_set_frame_callback(
            self._view, format, _callbacks.on_frame, context, _callbacks.on_release, None
        )
        if code:
            _callbacks.forget(context)
        check(code, name)

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
            raise TimeoutError(f"no new frame within {self._timeout} s")


class VideoView(VideoViewCore):
    """The picture of a blocking travel: the same object before and after start."""

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
