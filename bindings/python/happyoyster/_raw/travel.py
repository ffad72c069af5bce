# SPDX-License-Identifier: Apache-2.0
"""Mirror of ``happyoyster/travel.h``."""

from ctypes import (
    POINTER,
    Structure,
    c_bool,
    c_char_p,
    c_double,
    c_int,
    c_int32,
    c_uint32,
    c_void_p,
)
from enum import IntEnum

from ._library import function
from .base import (
    cJSON_p,
    oyster_done_fn,
    oyster_result,
    oyster_travel_p,
)


class oyster_mode(IntEnum):
    OYSTER_MODE_UNKNOWN = 0
    OYSTER_MODE_ADVENTURE = 1
    OYSTER_MODE_DIRECTING = 2
    OYSTER_MODE_ACTING = 3


class oyster_action(IntEnum):
    OYSTER_ACTION_START = 0
    OYSTER_ACTION_SEND_COMMAND = 1
    OYSTER_ACTION_SEND_INSTRUCT = 2
    OYSTER_ACTION_PAUSE = 3
    OYSTER_ACTION_RESUME = 4
    OYSTER_ACTION_REWIND = 5
    OYSTER_ACTION_END = 6
    OYSTER_ACTION_UPDATE_SCRIPT = 7


class oyster_start_options(Structure):
    size: int
    max_experience_time_sec: int
    reserved: int | None

    _fields_ = [
        ("size", c_uint32),
        ("max_experience_time_sec", c_int32),
        ("reserved", c_void_p),
    ]


oyster_travel_start = function(
    "oyster_travel_start",
    oyster_result,
    oyster_travel_p,
    POINTER(oyster_start_options),
    oyster_done_fn,
    c_void_p,
)
oyster_travel_pause = function(
    "oyster_travel_pause", oyster_result, oyster_travel_p, oyster_done_fn, c_void_p
)
oyster_travel_resume = function(
    "oyster_travel_resume", oyster_result, oyster_travel_p, oyster_done_fn, c_void_p
)
oyster_travel_rewind = function(
    "oyster_travel_rewind", oyster_result, oyster_travel_p, c_double, oyster_done_fn, c_void_p
)
oyster_travel_end = function(
    "oyster_travel_end", oyster_result, oyster_travel_p, oyster_done_fn, c_void_p
)
oyster_travel_record = function("oyster_travel_record", oyster_result, oyster_travel_p, c_char_p)
oyster_travel_status = function(
    "oyster_travel_status", oyster_result, oyster_travel_p, POINTER(c_int)
)
oyster_travel_is_ended = function("oyster_travel_is_ended", c_bool, oyster_travel_p)
oyster_travel_can = function("oyster_travel_can", c_bool, oyster_travel_p, c_int)
oyster_travel_info = function(
    "oyster_travel_info", oyster_result, oyster_travel_p, POINTER(cJSON_p)
)
oyster_travel_stats = function(
    "oyster_travel_stats", oyster_result, oyster_travel_p, POINTER(cJSON_p)
)
oyster_travel_release = function(
    "oyster_travel_release", oyster_result, oyster_travel_p, POINTER(c_int)
)
