# SPDX-License-Identifier: Apache-2.0
"""Frames as NumPy arrays; run with pytest, where NumPy is installed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import happyoyster as ho
from happyoyster.testing import Gateway

W, H = 864, 480


@pytest.fixture(scope="module")
def travel() -> Iterator[ho.Travel]:
    with Gateway() as gateway, ho.Engine() as engine:
        credentials = gateway.credentials("adventure")
        credentials.apply(engine)
        with engine.create_travel(credentials.ticket) as travel:
            travel.start()
            yield travel


def address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


@pytest.mark.parametrize(
    ("pixel_format", "shape"),
    [
        (ho.PixelFormat.I420, (H * 3 // 2, W)),
        (ho.PixelFormat.NV12, (H * 3 // 2, W)),
        (ho.PixelFormat.RGBA, (H, W, 4)),
        (ho.PixelFormat.BGRA, (H, W, 4)),
        (ho.PixelFormat.RGB24, (H, W, 3)),
    ],
)
def test_asarray_shows_the_frame_without_a_copy(
    travel: ho.Travel, pixel_format: ho.PixelFormat, shape: tuple[int, ...]
) -> None:
    frame = next(travel.frames(pixel_format, timeout=10))
    array = np.asarray(frame)
    assert (array.shape, array.dtype) == (shape, np.uint8)
    assert address(array) == address(np.asarray(frame.planes[0]))
    assert address(frame.array()) == address(array)
    assert not array.flags.writeable
    assert array.tobytes() == frame.packed()


@pytest.mark.parametrize(
    ("pixel_format", "shapes"),
    [
        (ho.PixelFormat.I420, [(H, W), (H // 2, W // 2), (H // 2, W // 2)]),
        (ho.PixelFormat.NV12, [(H, W), (H // 2, W // 2, 2)]),
        (ho.PixelFormat.RGB24, [(H, W, 3)]),
    ],
)
def test_planes_are_arrays_in_their_shape(
    travel: ho.Travel, pixel_format: ho.PixelFormat, shapes: list[tuple[int, ...]]
) -> None:
    frame = next(travel.frames(pixel_format, timeout=10))
    arrays = [frame.array(plane) for plane in range(len(frame.planes))]
    assert [array.shape for array in arrays] == shapes
    assert b"".join(array.tobytes() for array in arrays) == frame.packed()
    with pytest.raises(IndexError):
        frame.array(len(shapes))


def test_an_array_outlives_frame_travel_and_engine() -> None:
    with Gateway() as gateway, ho.Engine() as engine:
        credentials = gateway.credentials("adventure")
        credentials.apply(engine)
        with engine.create_travel(credentials.ticket) as travel:
            travel.start()
            with next(travel.frames(ho.PixelFormat.RGB24, timeout=10)) as frame:
                arrays = [np.asarray(frame), frame.array(0), frame.array()]
                before = frame.packed()
    del frame
    assert {array.tobytes() for array in arrays} == {before}


def test_asarray_converts_to_a_requested_dtype(travel: ho.Travel) -> None:
    frame = next(travel.frames(ho.PixelFormat.RGB24, timeout=10))
    assert np.asarray(frame, dtype=np.float32).dtype == np.float32
    assert np.array(frame, copy=True).flags.writeable


def test_a_frame_is_rgb_by_default_and_its_copy_is_writable(travel: ho.Travel) -> None:
    frame = next(travel.frames(timeout=10))
    array = np.asarray(frame)
    assert array.shape == (H, W, 3)
    copy = np.asarray(frame.copy())
    assert copy.flags.writeable
    copy[:] = 255 - copy
    assert np.array_equal(copy, 255 - array)


def test_deleted_arrays_give_their_frames_back(travel: ho.Travel) -> None:
    for _ in range(200):
        np.asarray(travel.video.acquire(ho.PixelFormat.RGB24))
    arrays = [np.asarray(travel.video.acquire()) for _ in range(64)]
    with pytest.raises(ho.LimitReached):
        travel.video.acquire()
    arrays.pop()
    travel.video.acquire().close()


def test_audio_is_an_array_of_frames_and_channels(travel: ho.Travel) -> None:
    with travel.audio() as stream:
        chunk = stream.get(timeout=10)
    assert chunk is not None
    array = np.asarray(chunk)
    assert (array.shape, array.dtype) == ((chunk.frame_count, 2), np.int16)
    assert not array.flags.writeable
    assert array.tobytes() == chunk.tobytes()
    assert np.asarray(chunk, dtype=np.float32).dtype == np.float32
