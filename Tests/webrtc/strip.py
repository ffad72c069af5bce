# SPDX-License-Identifier: Apache-2.0
"""Reads the block strip: bits in black and white blocks along the bottom edge of a frame.

This reader is independent of the library's, which it tests. Bits are sent highest first:
marker (8), frame number (32), tenths of a second (24), x, y and heading (12 each), command
sequence (32), CRC-16/CCITT-FALSE of all before it (16). They fill the strip row by row, from the
left; what remains of the last row alternates white and black.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from happyoyster import Frame

SIDE = 16
"""Pixels along the edge of a block."""
WIDTHS = (8, 32, 24, 12, 12, 12, 32, 16)
BITS = sum(WIDTHS)
MARKER = 0xB5
LEAST_CONTRAST = 64


class Strip(NamedTuple):
    """The values in the strip of a frame."""

    frame: int
    tenths: int
    x: int
    y: int
    heading: int
    sequence: int


def read(width: int, height: int, luma: Callable[[int, int], int]) -> Strip | None:
    """Read the strip of a frame by its luma at (x, y); None when there is none."""
    columns = width // SIDE
    rows = -(-BITS // columns)
    top = height - rows * SIDE
    levels = [
        _level(luma, index % columns * SIDE, top + index // columns * SIDE)
        for index in range(columns * rows)
    ]
    darkest, lightest = min(levels), max(levels)
    if lightest - darkest < LEAST_CONTRAST:
        return None
    blocks = [2 * level > darkest + lightest for level in levels]
    if any(blocks[i] != (i % 2 == 0) for i in range(BITS, len(blocks))):
        return None
    return _decode(blocks[:BITS])


def of_frame(frame: Frame) -> Strip | None:
    """Read the strip of an I420 frame."""
    plane, stride = frame.planes[0], frame.strides[0]
    return read(frame.width, frame.height, lambda x, y: plane[y * stride + x])


def of_rgba(width: int, height: int, pixels: bytes) -> Strip | None:
    """Read the strip of an RGBA image by its green channel."""
    return read(width, height, lambda x, y: pixels[(y * width + x) * 4 + 1])


def _level(luma: Callable[[int, int], int], left: int, top: int) -> int:
    """Return the mean around the centre, which neighbours and the codec's filters do not change."""
    places = range(SIDE // 4, SIDE - SIDE // 4, 2)
    return sum(luma(left + x, top + y) for y in places for x in places) // len(places) ** 2


def _decode(bits: list[bool]) -> Strip | None:
    values, position = [], 0
    for width in WIDTHS:
        values.append(int("".join("01"[bit] for bit in bits[position : position + width]), 2))
        position += width
    marker, *content, checksum = values
    if marker != MARKER or checksum != _checksum(bits[:-16]):
        return None
    return Strip(*content)


def _checksum(bits: list[bool]) -> int:
    register = 0xFFFF
    for bit in bits:
        carry = (register >> 15) ^ bit
        register = (register << 1) & 0xFFFF ^ (0x1021 if carry else 0)
    return register
