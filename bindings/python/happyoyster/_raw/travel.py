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
    c_uint64,
    c_void_p,
)
from enum import IntEnum

from ._library import function
from .base import (
    cJSON_p,
    oyster_done_fn,
    oyster_release_fn,
    oyster_result,
    oyster_travel_p,
    oyster_video_view_p,
)
from .event import oyster_event_fn


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


class oyster_translation(IntEnum):
    OYSTER_TRANSLATION_NONE = 0
    OYSTER_TRANSLATION_FRONT = 1
    OYSTER_TRANSLATION_BACK = 2
    OYSTER_TRANSLATION_LEFT = 3
    OYSTER_TRANSLATION_RIGHT = 4
    OYSTER_TRANSLATION_FRONT_LEFT = 5
    OYSTER_TRANSLATION_FRONT_RIGHT = 6
    OYSTER_TRANSLATION_BACK_LEFT = 7
    OYSTER_TRANSLATION_BACK_RIGHT = 8


class oyster_rotation(IntEnum):
    OYSTER_ROTATION_NONE = 0
    OYSTER_ROTATION_MOUSE_UP = 1
    OYSTER_ROTATION_MOUSE_DOWN = 2
    OYSTER_ROTATION_MOUSE_LEFT = 3
    OYSTER_ROTATION_MOUSE_RIGHT = 4
    OYSTER_ROTATION_MOUSE_UP_LEFT = 5
    OYSTER_ROTATION_MOUSE_UP_RIGHT = 6
    OYSTER_ROTATION_MOUSE_DOWN_LEFT = 7
    OYSTER_ROTATION_MOUSE_DOWN_RIGHT = 8


class oyster_interaction(IntEnum):
    OYSTER_INTERACTION_NONE = 0
    OYSTER_INTERACTION_JUMP = 1
    OYSTER_INTERACTION_ATTACK = 2
    OYSTER_INTERACTION_CROUCH = 3
    OYSTER_INTERACTION_SPRINT = 4


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
oyster_travel_send_instruct = function(
    "oyster_travel_send_instruct",
    oyster_result,
    oyster_travel_p,
    c_char_p,
    oyster_done_fn,
    c_void_p,
)
oyster_travel_update_script = function(
    "oyster_travel_update_script",
    oyster_result,
    oyster_travel_p,
    c_char_p,
    oyster_done_fn,
    c_void_p,
)
oyster_travel_end = function(
    "oyster_travel_end", oyster_result, oyster_travel_p, oyster_done_fn, c_void_p
)
oyster_travel_send_command = function(
    "oyster_travel_send_command", oyster_result, oyster_travel_p, c_int, c_int, c_int
)
oyster_travel_flush_commands = function(
    "oyster_travel_flush_commands", oyster_result, oyster_travel_p
)
oyster_travel_pause_local_audio_capture = function(
    "oyster_travel_pause_local_audio_capture", oyster_result, oyster_travel_p
)
oyster_travel_resume_local_audio_capture = function(
    "oyster_travel_resume_local_audio_capture", oyster_result, oyster_travel_p
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
oyster_travel_video_view = function(
    "oyster_travel_video_view", oyster_result, oyster_travel_p, POINTER(oyster_video_view_p)
)
oyster_travel_release = function(
    "oyster_travel_release", oyster_result, oyster_travel_p, POINTER(c_int)
)
oyster_status_name = function("oyster_status_name", c_char_p, c_int)
