# SPDX-License-Identifier: Apache-2.0
"""Mirror of ``happyoyster/audio.h``."""

from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_int,
    c_int16,
    c_int64,
    c_size_t,
    c_uint32,
    c_void_p,
)

from ._library import function
from .base import oyster_release_fn, oyster_result, oyster_travel_p


class oyster_audio_info(Structure):
    size: int
    sample_rate: int
    channels: int
    frame_count: int
    samples: int | None
    pts_us: int
    monotonic_time_us: int
    reserved: int | None

    _fields_ = [
        ("size", c_uint32),
        ("sample_rate", c_uint32),
        ("channels", c_uint32),
        ("frame_count", c_uint32),
        ("samples", c_void_p),
        ("pts_us", c_int64),
        ("monotonic_time_us", c_int64),
        ("reserved", c_void_p),
    ]


oyster_audio_fn = CFUNCTYPE(None, c_void_p, POINTER(oyster_audio_info))

oyster_travel_set_audio_callback = function(
    "oyster_travel_set_audio_callback",
    oyster_result,
    oyster_travel_p,
    oyster_audio_fn,
    c_void_p,
    oyster_release_fn,
    POINTER(c_int),
)
oyster_travel_read_audio = function(
    "oyster_travel_read_audio",
    oyster_result,
    oyster_travel_p,
    POINTER(c_int16),
    c_size_t,
    c_uint32,
    POINTER(oyster_audio_info),
)
oyster_travel_audio_fd = function(
    "oyster_travel_audio_fd", oyster_result, oyster_travel_p, POINTER(c_int)
)
oyster_travel_pause_local_audio_capture = function(
    "oyster_travel_pause_local_audio_capture", oyster_result, oyster_travel_p
)
oyster_travel_resume_local_audio_capture = function(
    "oyster_travel_resume_local_audio_capture", oyster_result, oyster_travel_p
)
