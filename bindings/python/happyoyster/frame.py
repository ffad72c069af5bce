# SPDX-License-Identifier: Apache-2.0
"""One picture and the memory behind it."""

from __future__ import annotations

import contextlib
import importlib
from ctypes import byref, c_uint8, sizeof, string_at
from functools import cached_property
from typing import Any

from ._raw import video as raw
from .enums import PixelFormat
from .errors import check

_CHANNELS = {
    PixelFormat.RGBA: 4,
    PixelFormat.BGRA: 4,
    PixelFormat.RGB24: 3,
    PixelFormat.BGR24: 3,
}


def _plane_shapes(pixel_format: PixelFormat, width: int, height: int) -> list[tuple[int, ...]]:
    """Return rows, columns and, where there are several, channels of each plane."""
    half = height // 2, width // 2
    if pixel_format == PixelFormat.I420:
        return [(height, width), half, half]
    if pixel_format == PixelFormat.NV12:
        return [(height, width), (*half, 2)]
    return [(height, width, _CHANNELS[pixel_format])]


def _row_bytes(shape: tuple[int, ...]) -> int:
    """Return the bytes of a row without padding."""
    return shape[1] * (shape[2] if len(shape) == 3 else 1)


class Frame:
    """One decoded picture.

    ``planes`` and ``pixels`` are read-only memoryviews, and ``numpy.asarray(frame)`` is a
    read-only array; what the host derives from them keeps the picture alive. Otherwise it is
    given back when the frame is closed or collected. Up to 64 frames of a travel can be held.
    """

    def __init__(
        self, info: raw.oyster_frame_info, planes: list[memoryview], whole: memoryview | None = None
    ) -> None:
        self.format = PixelFormat(info.format)
        """Pixel format."""
        self.width: int = info.width
        """Pixels, even."""
        self.height: int = info.height
        """Pixels, even."""
        self.strides: tuple[int, ...] = tuple(info.strides[: len(planes)])
        """Bytes per row of each plane."""
        self.planes: tuple[memoryview, ...] = tuple(planes)
        """Rows of ``strides[i]`` bytes each, the last one without padding."""
        self.sequence: int = info.sequence
        """1, 2, 3 … per travel; a gap means frames not delivered."""
        self.pts: float = info.pts_us / 1e6
        """Presentation time in seconds since the first frame."""
        self.monotonic_time: float = info.monotonic_time_us / 1e6
        """When it reached the library, on the clock of :func:`time.monotonic`."""
        self._whole = whole
        """All planes in one piece, when they lie so in memory."""

    @cached_property
    def pixels(self) -> memoryview:
        """The whole picture as a shaped memoryview.

        (height, width, channels) for RGBA, BGRA, RGB24 and BGR24, and (height · 3 / 2, width) for
        I420 and NV12; BGR24 and the last two are what OpenCV wants. It is a copy only where rows
        or planes lie apart in memory, which frames from this library's own pool never do.
        """
        flat = memoryview(self.packed()) if self._whole is None else self._whole
        if self.format in _CHANNELS:
            return flat.cast("B", (self.height, self.width, _CHANNELS[self.format]))
        return flat.cast("B", (self.height * 3 // 2, self.width))

    def array(self, plane: int | None = None) -> Any:
        """Return a NumPy array of one plane, never a copy, or of the whole picture.

        A plane is (rows, columns) or, with several channels, (rows, columns, channels).
        """
        numpy = importlib.import_module("numpy")
        if plane is None:
            return numpy.asarray(self.pixels)
        shape = _plane_shapes(self.format, self.width, self.height)[plane]
        strides = self.strides[plane], *((shape[2], 1) if len(shape) == 3 else (1,))
        return numpy.ndarray(shape, "u1", self.planes[plane], strides=strides)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Let ``numpy.asarray(frame)`` see ``pixels``."""
        return importlib.import_module("numpy").array(self.pixels, dtype=dtype, copy=copy)

    def __buffer__(self, flags: int) -> memoryview:
        """Let ``memoryview(frame)`` see ``pixels``, from Python 3.12 on."""
        return self.pixels

    def packed(self) -> bytes:
        """Copy all planes one after the other, rows without padding."""
        parts = []
        shapes = _plane_shapes(self.format, self.width, self.height)
        for plane, stride, shape in zip(self.planes, self.strides, shapes, strict=True):
            row = _row_bytes(shape)
            if stride == row:
                parts.append(plane)
            else:
                parts.extend(plane[y * stride : y * stride + row] for y in range(shape[0]))
        return b"".join(parts)

    def close(self) -> None:
        """Let go of the pixels; closing again does nothing."""
        views = [*self.planes, self._whole, self.__dict__.get("pixels")]
        for view in views:
            # A view that something else exports stays, and the picture with it.
            with contextlib.suppress(BufferError):
                if view is not None:
                    view.release()

    def __enter__(self) -> Frame:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Frame {self.sequence} {self.format._name_} {self.width}x{self.height}>"


class _Lease:
    """Gives a frame back when the last plane that refers to it is gone."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __del__(self) -> None:
        raw.oyster_frame_release(self._handle)


def _lengths(info: raw.oyster_frame_info) -> list[int]:
    """Return how many bytes of each plane belong to the picture."""
    shapes = _plane_shapes(PixelFormat(info.format), info.width, info.height)
    return [info.strides[i] * (shape[0] - 1) + _row_bytes(shape) for i, shape in enumerate(shapes)]


def _is_in_one_piece(info: raw.oyster_frame_info, lengths: list[int]) -> bool:
    """Whether rows follow rows and planes follow planes without gaps."""
    shapes = _plane_shapes(PixelFormat(info.format), info.width, info.height)
    if any(info.strides[i] != _row_bytes(shape) for i, shape in enumerate(shapes)):
        return False
    begin = info.planes[0] or 0
    return all((info.planes[i] or 0) == begin + sum(lengths[:i]) for i in range(len(lengths)))


def leased_frame(handle: int) -> Frame:
    """Wrap a frame that we own; its memory lives as long as any view of it."""
    lease = _Lease(handle)
    info = raw.oyster_frame_info(size=sizeof(raw.oyster_frame_info))
    check(raw.oyster_frame_get_info(handle, byref(info)), "acquire")

    def view(address: int | None, length: int) -> memoryview:
        memory = (c_uint8 * length).from_address(address or 0)
        memory.lease = lease  # type: ignore[attr-defined]
        return memoryview(memory).cast("B").toreadonly()

    lengths = _lengths(info)
    planes = [view(info.planes[i], length) for i, length in enumerate(lengths)]
    is_whole = _is_in_one_piece(info, lengths)
    return Frame(info, planes, view(info.planes[0], sum(lengths)) if is_whole else None)


def copied_frame(info: raw.oyster_frame_info) -> Frame:
    """Copy a frame that is only borrowed for a callback."""
    lengths = _lengths(info)
    copies = [string_at(info.planes[i] or 0, length) for i, length in enumerate(lengths)]
    return Frame(info, [memoryview(copy) for copy in copies])
