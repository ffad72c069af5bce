# SPDX-License-Identifier: Apache-2.0
"""Mirror of ``happyoyster/base.h``."""

from ctypes import CFUNCTYPE, c_char_p, c_int32, c_uint32, c_void_p
from enum import IntEnum

from ._library import function

oyster_result = c_int32
oyster_engine_p = c_void_p
oyster_travel_p = c_void_p
oyster_video_view_p = c_void_p
oyster_frame_p = c_void_p
cJSON_p = c_void_p

oyster_release_fn = CFUNCTYPE(None, c_void_p)
oyster_done_fn = CFUNCTYPE(None, c_void_p, oyster_result, cJSON_p)


class oyster_release_outcome(IntEnum):
    OYSTER_RELEASE_COMPLETE = 0
    OYSTER_RELEASE_DEFERRED = 1


oyster_version = function("oyster_version", c_char_p)
oyster_abi_version = function("oyster_abi_version", c_uint32)
# The text is the caller's to free, so ctypes must not turn it into bytes on its own.
oyster_json_print = function("oyster_json_print", c_void_p, cJSON_p)
oyster_json_free = function("oyster_json_free", None, cJSON_p)
oyster_string_free = function("oyster_string_free", None, c_void_p)
