# SPDX-License-Identifier: Apache-2.0
"""Mirror of ``happyoyster/control.h``."""

from ctypes import c_char_p, c_int, c_void_p
from enum import IntEnum

from ._library import function
from .base import oyster_done_fn, oyster_result, oyster_travel_p


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


oyster_travel_send_command = function(
    "oyster_travel_send_command", oyster_result, oyster_travel_p, c_int, c_int, c_int
)
oyster_travel_flush_commands = function(
    "oyster_travel_flush_commands", oyster_result, oyster_travel_p
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
