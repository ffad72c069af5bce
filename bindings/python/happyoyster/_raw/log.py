# SPDX-License-Identifier: Apache-2.0
"""Mirror of ``happyoyster/log.h``."""

from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_void_p
from enum import IntEnum

from ._library import function
from .base import oyster_release_fn, oyster_result


class oyster_log_level(IntEnum):
    OYSTER_LOG_LEVEL_DEFAULT = 0
    OYSTER_LOG_LEVEL_DEBUG = 1
    OYSTER_LOG_LEVEL_INFO = 2
    OYSTER_LOG_LEVEL_WARNING = 3
    OYSTER_LOG_LEVEL_ERROR = 4


oyster_log_fn = CFUNCTYPE(None, c_void_p, c_int, c_char_p, c_char_p)

oyster_log_set_minimum_level = function("oyster_log_set_minimum_level", oyster_result, c_int)
oyster_log_set_handler = function(
    "oyster_log_set_handler",
    oyster_result,
    oyster_log_fn,
    c_void_p,
    oyster_release_fn,
    POINTER(c_int),
)
