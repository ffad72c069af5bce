# SPDX-License-Identifier: Apache-2.0
"""Mirror of ``happyoyster/video.h``."""

from ctypes import (
    CFUNCTYPE,
    POINTER,
    Array,
    Structure,
    c_int,
    c_int64,
    c_uint32,
    c_uint64,
    c_void_p,
)
from enum import IntEnum

from ._library import function
from .base import (
    oyster_frame_p,
    oyster_release_fn,
    oyster_result,
    oyster_travel_p,
    oyster_video_view_p,
)


class oyster_pixel_format(IntEnum):
    OYSTER_PIXEL_FORMAT_I420 = 1
    OYSTER_PIXEL_FORMAT_NV12 = 2
    OYSTER_PIXEL_FORMAT_RGBA = 3
    OYSTER_PIXEL_FORMAT_BGRA = 4
    OYSTER_PIXEL_FORMAT_RGB24 = 5
    OYSTER_PIXEL_FORMAT_BGR24 = 6


class oyster_frame_info(Structure):
    size: int
    format: int
    width: int
    height: int
    plane_count: int
    strides: Array[c_uint32]
    planes: Array[c_void_p]
    sequence: int
    pts_us: int
    monotonic_time_us: int
    reserved: int | None

    _fields_ = [
        ("size", c_uint32),
        ("format", c_int),
        ("width", c_uint32),
        ("height", c_uint32),
        ("plane_count", c_uint32),
        ("strides", c_uint32 * 3),
        ("planes", c_void_p * 3),
        ("sequence", c_uint64),
        ("pts_us", c_int64),
        ("monotonic_time_us", c_int64),
        ("reserved", c_void_p),
    ]


oyster_frame_fn = CFUNCTYPE(None, c_void_p, POINTER(oyster_frame_info))

oyster_travel_video_view = function(
    "oyster_travel_video_view", oyster_result, oyster_travel_p, POINTER(oyster_video_view_p)
)
oyster_video_view_set_frame_callback = function(
    "oyster_video_view_set_frame_callback",
    oyster_result,
    oyster_video_view_p,
    c_int,
    oyster_frame_fn,
    c_void_p,
    oyster_release_fn,
    POINTER(c_int),
)
oyster_video_view_acquire_frame = function(
    "oyster_video_view_acquire_frame",
    oyster_result,
    oyster_video_view_p,
    c_int,
    POINTER(oyster_frame_p),
)
oyster_video_view_wait_frame = function(
    "oyster_video_view_wait_frame",
    oyster_result,
    oyster_video_view_p,
    c_int,
    c_uint64,
    c_uint32,
    POINTER(oyster_frame_p),
)
oyster_video_view_frame_fd = function(
    "oyster_video_view_frame_fd", oyster_result, oyster_video_view_p, POINTER(c_int)
)
oyster_frame_get_info = function(
    "oyster_frame_get_info", oyster_result, oyster_frame_p, POINTER(oyster_frame_info)
)
oyster_frame_release = function("oyster_frame_release", oyster_result, oyster_frame_p)
