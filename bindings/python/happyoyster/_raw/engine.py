# SPDX-License-Identifier: Apache-2.0
"""Mirror of ``happyoyster/engine.h``."""

from ctypes import POINTER, Structure, c_bool, c_char_p, c_int, c_size_t, c_uint32, c_void_p
from enum import IntEnum

from ._library import function
from .base import cJSON_p, oyster_done_fn, oyster_engine_p, oyster_result, oyster_travel_p


class oyster_config(Structure):
    size: int
    log_level: int
    api_host: bytes | None
    model: bytes | None
    callback_timeout_ms: int
    poll_interval_ms: int
    stream_engine: bytes | None
    ca_file: bytes | None
    user_agent: bytes | None
    reserved: int | None
    play_audio: int

    _fields_ = [
        ("size", c_uint32),
        ("log_level", c_int),
        ("api_host", c_char_p),
        ("model", c_char_p),
        ("callback_timeout_ms", c_uint32),
        ("poll_interval_ms", c_uint32),
        ("stream_engine", c_char_p),
        ("ca_file", c_char_p),
        ("user_agent", c_char_p),
        ("reserved", c_void_p),
        ("play_audio", c_uint32),
    ]


class oyster_delivery(IntEnum):
    OYSTER_DELIVERY_THREAD = 0
    OYSTER_DELIVERY_HOST = 1


oyster_engine_shared = function("oyster_engine_shared", oyster_engine_p)
oyster_engine_create = function("oyster_engine_create", oyster_result, POINTER(oyster_engine_p))
oyster_engine_destroy = function(
    "oyster_engine_destroy", oyster_result, oyster_engine_p, POINTER(c_int)
)
oyster_engine_initialize = function(
    "oyster_engine_initialize", oyster_result, oyster_engine_p, POINTER(oyster_config)
)
oyster_engine_check_config = function(
    "oyster_engine_check_config",
    oyster_result,
    oyster_engine_p,
    POINTER(oyster_config),
    POINTER(cJSON_p),
)
oyster_engine_is_ready = function("oyster_engine_is_ready", c_bool, oyster_engine_p)
oyster_engine_update_token = function(
    "oyster_engine_update_token", oyster_result, oyster_engine_p, c_char_p
)
oyster_engine_create_travel = function(
    "oyster_engine_create_travel",
    oyster_result,
    oyster_engine_p,
    c_char_p,
    POINTER(oyster_travel_p),
)
oyster_engine_cleanup = function(
    "oyster_engine_cleanup", oyster_result, oyster_engine_p, oyster_done_fn, c_void_p
)
oyster_engine_set_delivery = function(
    "oyster_engine_set_delivery", oyster_result, oyster_engine_p, c_int
)
oyster_engine_event_fd = function(
    "oyster_engine_event_fd", oyster_result, oyster_engine_p, POINTER(c_int)
)
oyster_engine_dispatch = function(
    "oyster_engine_dispatch", oyster_result, oyster_engine_p, c_uint32, POINTER(c_size_t)
)
oyster_engine_shutdown_all = function("oyster_engine_shutdown_all", oyster_result, c_uint32)
