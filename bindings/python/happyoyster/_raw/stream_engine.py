# SPDX-License-Identifier: Apache-2.0
"""Mirror of ``happyoyster/stream_engine.h``: the contract with adapters, types only."""

from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_bool,
    c_char_p,
    c_int,
    c_int32,
    c_int64,
    c_size_t,
    c_uint32,
    c_uint64,
    c_void_p,
)
from enum import IntEnum

from .base import oyster_result

OYSTER_STREAM_ENGINE_ABI = 1
OYSTER_STREAM_ENGINE_ENTRY = "oyster_stream_engine_entry"


class oyster_stream_state(IntEnum):
    OYSTER_STREAM_STATE_CONNECTING = 1
    OYSTER_STREAM_STATE_CONNECTED = 2
    OYSTER_STREAM_STATE_PLAYING = 3
    OYSTER_STREAM_STATE_BUFFERING = 4
    OYSTER_STREAM_STATE_RECONNECTING = 5
    OYSTER_STREAM_STATE_DISCONNECTED = 6


class oyster_stream_command(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("translation", c_int32),
        ("rotation", c_int32),
        ("interaction", c_int32),
        ("sequence", c_uint64),
        ("monotonic_time_us", c_int64),
    ]


class oyster_stream_frame(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("format", c_int),
        ("width", c_uint32),
        ("height", c_uint32),
        ("strides", c_uint32 * 3),
        ("planes", c_void_p * 3),
        ("pts_us", c_int64),
        ("release", CFUNCTYPE(None, c_void_p)),
        ("owner", c_void_p),
    ]


class oyster_stream_audio(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("sample_rate", c_uint32),
        ("channels", c_uint32),
        ("frame_count", c_uint32),
        ("samples", c_void_p),
        ("pts_us", c_int64),
    ]


class oyster_stream_http_response(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("status", c_int32),
        ("body", c_char_p),
        ("body_length", c_size_t),
        ("location", c_char_p),
        ("failure", c_char_p),
    ]


class oyster_stream_http_request(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("method", c_char_p),
        ("url", c_char_p),
        ("bearer", c_char_p),
        ("content_type", c_char_p),
        ("body", c_char_p),
        ("body_length", c_size_t),
        ("timeout_ms", c_uint32),
        ("done", CFUNCTYPE(None, c_void_p, POINTER(oyster_stream_http_response))),
        ("owner", c_void_p),
    ]


class oyster_stream_sink(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("context", c_void_p),
        ("state", CFUNCTYPE(None, c_void_p, c_int)),
        ("first_frame", CFUNCTYPE(None, c_void_p)),
        ("failure", CFUNCTYPE(None, c_void_p, c_char_p)),
        ("wants_frames", CFUNCTYPE(c_bool, c_void_p)),
        ("frame", CFUNCTYPE(None, c_void_p, POINTER(oyster_stream_frame))),
        ("log", CFUNCTYPE(None, c_void_p, c_int, c_char_p)),
        ("closed", CFUNCTYPE(None, c_void_p)),
        ("wants_audio", CFUNCTYPE(c_bool, c_void_p)),
        ("audio", CFUNCTYPE(None, c_void_p, POINTER(oyster_stream_audio))),
        ("http", CFUNCTYPE(oyster_result, c_void_p, POINTER(oyster_stream_http_request))),
        ("recording_failed", CFUNCTYPE(None, c_void_p, c_char_p)),
    ]


class oyster_stream_requirements(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("play_audio", c_uint32),
    ]


class oyster_stream_join(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("rtc_config", c_char_p),
        ("travel_id", c_char_p),
        ("mode", c_int32),
        ("aspect_ratio", c_char_p),
        ("timeout_ms", c_uint32),
        ("play_audio", c_uint32),
    ]


class oyster_stream_engine(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("abi", c_uint32),
        ("name", c_char_p),
        ("engine", c_void_p),
        ("supports", CFUNCTYPE(c_bool, c_void_p, c_char_p)),
        (
            "join",
            CFUNCTYPE(
                oyster_result,
                c_void_p,
                POINTER(oyster_stream_join),
                POINTER(oyster_stream_sink),
                POINTER(c_void_p),
            ),
        ),
        ("leave", CFUNCTYPE(None, c_void_p)),
        ("send_command", CFUNCTYPE(oyster_result, c_void_p, POINTER(oyster_stream_command))),
        ("set_local_audio", CFUNCTYPE(None, c_void_p, c_bool)),
        ("stats", CFUNCTYPE(c_size_t, c_void_p, c_void_p, c_size_t)),
        ("record", CFUNCTYPE(oyster_result, c_void_p, c_char_p)),
        (
            "prepare",
            CFUNCTYPE(
                oyster_result, c_void_p, POINTER(oyster_stream_requirements), c_void_p, c_size_t
            ),
        ),
    ]


oyster_stream_engine_entry_fn = CFUNCTYPE(POINTER(oyster_stream_engine), c_uint32)
