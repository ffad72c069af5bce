# SPDX-License-Identifier: Apache-2.0
"""Mirror of ``happyoyster/event.h``."""

from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char_p,
    c_int,
    c_int64,
    c_uint32,
    c_uint64,
    c_void_p,
)
from enum import IntEnum

from ._library import function
from .base import cJSON_p, oyster_release_fn, oyster_result, oyster_travel_p


class oyster_status(IntEnum):
    OYSTER_STATUS_IDLE = 0
    OYSTER_STATUS_PREPARE = 1
    OYSTER_STATUS_RUNNING = 2
    OYSTER_STATUS_PAUSING = 3
    OYSTER_STATUS_PAUSED = 4
    OYSTER_STATUS_ENDED = 5
    OYSTER_STATUS_FAILED = 6


class oyster_event_type(IntEnum):
    OYSTER_EVENT_STATUS_CHANGED = 1
    OYSTER_EVENT_ERROR = 2
    OYSTER_EVENT_TRAVEL_INFO_READY = 3
    OYSTER_EVENT_FIRST_FRAME_GENERATED = 4
    OYSTER_EVENT_TRAVEL_UPDATED = 5


class oyster_event(Structure):
    size: int
    type: int
    status: int
    code: int
    payload: int | None
    sequence: int
    monotonic_time_us: int
    reserved: int | None

    _fields_ = [
        ("size", c_uint32),
        ("type", c_int),
        ("status", c_int),
        ("code", oyster_result),
        ("payload", cJSON_p),
        ("sequence", c_uint64),
        ("monotonic_time_us", c_int64),
        ("reserved", c_void_p),
    ]


oyster_event_fn = CFUNCTYPE(None, c_void_p, POINTER(oyster_event))

oyster_travel_add_listener = function(
    "oyster_travel_add_listener",
    oyster_result,
    oyster_travel_p,
    oyster_event_fn,
    c_void_p,
    oyster_release_fn,
    POINTER(c_uint64),
)
oyster_travel_remove_listener = function(
    "oyster_travel_remove_listener", oyster_result, oyster_travel_p, c_uint64, POINTER(c_int)
)
oyster_status_name = function("oyster_status_name", c_char_p, c_int)
