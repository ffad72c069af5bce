# SPDX-License-Identifier: Apache-2.0
"""One frame and its memory."""

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
    """One decoded frame.

    ``planes`` and ``pixels`` are read-only memoryviews, and ``numpy.asarray(frame)`` is a
    read-only array; each of them keeps the memory of the frame alive. The memory is given back when
    the frame is closed or garbage-collected and none of them is left. A host can hold up to 64
    frames of a travel; :meth:`copy` makes one that does not count and that is writable.
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
        """Presentation time in seconds, on the same clock as that of audio."""
        self.monotonic_time: float = info.monotonic_time_us / 1e6
        """When the frame reached the library, in seconds of :func:`time.monotonic`."""
        self._whole = whole
        """All planes as one memoryview, when they are contiguous in memory."""

    @cached_property
    def pixels(self) -> memoryview:
        """The whole frame as a shaped memoryview.

        The shape is (height, width, channels) for RGBA, BGRA, RGB24 and BGR24, and
        (height · 3 / 2, width) for I420 and NV12. OpenCV uses BGR24 and the last two. It is a copy
        only when rows or planes are not contiguous in memory; frames of the library's own pool are.
        """
        flat = memoryview(self.packed()) if self._whole is None else self._whole
        if self.format in _CHANNELS:
            return flat.cast("B", (self.height, self.width, _CHANNELS[self.format]))
        return flat.cast("B", (self.height * 3 // 2, self.width))

    def array(self, plane: int | None = None) -> Any:
        """Return a NumPy array of one plane, without a copy, or of the whole frame.

        A plane is (rows, columns) or, with several channels, (rows, columns, channels).
        """
        numpy = importlib.import_module("numpy")
        if plane is None:
            return numpy.asarray(self.pixels)
        shape = _plane_shapes(self.format, self.width, self.height)[plane]
        strides = self.strides[plane], *((shape[2], 1) if len(shape) == 3 else (1,))
        return numpy.ndarray(shape, "u1", self.planes[plane], strides=strides)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return ``pixels`` for ``numpy.asarray(frame)``."""
        return importlib.import_module("numpy").array(self.pixels, dtype=dtype, copy=copy)

    def __buffer__(self, flags: int) -> memoryview:
        """Return ``pixels`` for ``memoryview(frame)``, from Python 3.12 on."""
        return self.pixels

    def packed(self) -> bytes:
        """Copy all planes one after the other, rows without padding."""
        parts = []
        shapes = _plane_shapes(self.format, self.width, self.height)
        for plane, stride, shape in zip(self.planes, self.strides, shapes, strict=True):
            row = _row_bytes(shape)
            if stride == row:
                parts.append(plane[:])  # raises ValueError when the frame is closed
            else:
                parts.extend(plane[y * stride : y * stride + row] for y in range(shape[0]))
        return b"".join(parts)

    def copy(self) -> Frame:
        """Return a frame with a writable copy of the pixels, rows and planes contiguous.

        The copy does not count as one of the 64 frames that a host can hold.
        """
        whole = memoryview(bytearray(self.packed()))
        shapes = _plane_shapes(self.format, self.width, self.height)
        planes, begin = [], 0
        for shape in shapes:
            end = begin + shape[0] * _row_bytes(shape)
            planes.append(whole[begin:end])
            begin = end
        copy = object.__new__(type(self))
        copy.__dict__.update({key: value for key, value in vars(self).items() if key != "pixels"})
        copy.strides = tuple(_row_bytes(shape) for shape in shapes)
        copy.planes = tuple(planes)
        copy._whole = whole
        return copy

    def close(self) -> None:
        """Give the memory back; closing again does nothing."""
        for view in (*self.planes, self._whole):
            # A memoryview that another object still uses stays, and keeps the memory.
            with contextlib.suppress(BufferError):
                if view is not None:
                    view.release()
        with contextlib.suppress(BufferError, KeyError):
            self.__dict__["pixels"].release()
            # Without the released view, a later use of ``pixels`` raises ValueError.
            del self.__dict__["pixels"]

    def __enter__(self) -> Frame:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Frame {self.sequence} {self.format._name_} {self.width}x{self.height}>"


class _Lease:
    """Gives a frame back when no plane refers to it any more."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __del__(self) -> None:
        raw.oyster_frame_release(self._handle)


def _lengths(info: raw.oyster_frame_info) -> list[int]:
    """Return how many bytes of each plane belong to the frame."""
    shapes = _plane_shapes(PixelFormat(info.format), info.width, info.height)
    return [info.strides[i] * (shape[0] - 1) + _row_bytes(shape) for i, shape in enumerate(shapes)]


def _is_in_one_piece(info: raw.oyster_frame_info, lengths: list[int]) -> bool:
    """Whether rows and planes follow each other without gaps."""
    shapes = _plane_shapes(PixelFormat(info.format), info.width, info.height)
    if any(info.strides[i] != _row_bytes(shape) for i, shape in enumerate(shapes)):
        return False
    begin = info.planes[0] or 0
    return all((info.planes[i] or 0) == begin + sum(lengths[:i]) for i in range(len(lengths)))


def leased_frame(handle: int) -> Frame:
    """Wrap a frame handle; the memory lives as long as any memoryview of it."""
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
    """Copy a frame that is borrowed for a callback."""
    lengths = _lengths(info)
    copies = [string_at(info.planes[i] or 0, length) for i, length in enumerate(lengths)]
    return Frame(info, [memoryview(copy) for copy in copies])
