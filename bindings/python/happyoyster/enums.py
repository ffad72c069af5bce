# SPDX-License-Identifier: Apache-2.0
"""The vocabulary of the library as integers with names.

Enums are open: a number that this version does not name becomes a member called ``UNKNOWN_<n>``.
``str()`` gives the spelling of the SDK reference, such as ``running`` or ``frontLeft``.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TypeVar

from ._raw.control import oyster_interaction as _interaction
from ._raw.control import oyster_rotation as _rotation
from ._raw.control import oyster_translation as _translation
from ._raw.error import oyster_error_code as _code
from ._raw.error import oyster_error_kind_value as _kind
from ._raw.event import oyster_status as _status
from ._raw.log import oyster_log_level as _level
from ._raw.travel import oyster_action as _action
from ._raw.travel import oyster_mode as _mode
from ._raw.video import oyster_pixel_format as _format

_E = TypeVar("_E", bound="OpenEnum")


class OpenEnum(IntEnum):
    """An enum that accepts numbers of later versions."""

    @classmethod
    def _missing_(cls, value: object) -> OpenEnum | None:
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{value}"
        member._value_ = value
        return member

    @property
    def label(self) -> str:
        """The spelling of the SDK reference: ``FRONT_LEFT`` is ``frontLeft``."""
        head, *tail = self._name_.lower().split("_")
        return head + "".join(word.capitalize() for word in tail)

    @classmethod
    def from_label(cls: type[_E], label: object, default: _E) -> _E:
        """Return the member with this reference spelling, or the default."""
        return next((member for member in cls if member.label == label), default)

    def __str__(self) -> str:
        return self.label

    def __format__(self, spec: str) -> str:
        return format(self.label, spec)


class Status(OpenEnum):
    """Status of a travel. ``ENDED`` and ``FAILED`` are terminal."""

    IDLE = _status.OYSTER_STATUS_IDLE
    PREPARE = _status.OYSTER_STATUS_PREPARE
    RUNNING = _status.OYSTER_STATUS_RUNNING
    PAUSING = _status.OYSTER_STATUS_PAUSING
    PAUSED = _status.OYSTER_STATUS_PAUSED
    ENDED = _status.OYSTER_STATUS_ENDED
    FAILED = _status.OYSTER_STATUS_FAILED

    @property
    def is_terminal(self) -> bool:
        """Whether nothing comes after this status."""
        return self in (Status.ENDED, Status.FAILED)


class Mode(OpenEnum):
    """What a world understands."""

    UNKNOWN = _mode.OYSTER_MODE_UNKNOWN
    ADVENTURE = _mode.OYSTER_MODE_ADVENTURE
    DIRECTING = _mode.OYSTER_MODE_DIRECTING
    ACTING = _mode.OYSTER_MODE_ACTING


class Action(OpenEnum):
    """An action for :meth:`Travel.can`."""

    START = _action.OYSTER_ACTION_START
    SEND_COMMAND = _action.OYSTER_ACTION_SEND_COMMAND
    SEND_INSTRUCT = _action.OYSTER_ACTION_SEND_INSTRUCT
    PAUSE = _action.OYSTER_ACTION_PAUSE
    RESUME = _action.OYSTER_ACTION_RESUME
    REWIND = _action.OYSTER_ACTION_REWIND
    END = _action.OYSTER_ACTION_END
    UPDATE_SCRIPT = _action.OYSTER_ACTION_UPDATE_SCRIPT


class Translation(OpenEnum):
    """Movement of a command."""

    NONE = _translation.OYSTER_TRANSLATION_NONE
    FRONT = _translation.OYSTER_TRANSLATION_FRONT
    BACK = _translation.OYSTER_TRANSLATION_BACK
    LEFT = _translation.OYSTER_TRANSLATION_LEFT
    RIGHT = _translation.OYSTER_TRANSLATION_RIGHT
    FRONT_LEFT = _translation.OYSTER_TRANSLATION_FRONT_LEFT
    FRONT_RIGHT = _translation.OYSTER_TRANSLATION_FRONT_RIGHT
    BACK_LEFT = _translation.OYSTER_TRANSLATION_BACK_LEFT
    BACK_RIGHT = _translation.OYSTER_TRANSLATION_BACK_RIGHT


class Rotation(OpenEnum):
    """View rotation of a command."""

    NONE = _rotation.OYSTER_ROTATION_NONE
    MOUSE_UP = _rotation.OYSTER_ROTATION_MOUSE_UP
    MOUSE_DOWN = _rotation.OYSTER_ROTATION_MOUSE_DOWN
    MOUSE_LEFT = _rotation.OYSTER_ROTATION_MOUSE_LEFT
    MOUSE_RIGHT = _rotation.OYSTER_ROTATION_MOUSE_RIGHT
    MOUSE_UP_LEFT = _rotation.OYSTER_ROTATION_MOUSE_UP_LEFT
    MOUSE_UP_RIGHT = _rotation.OYSTER_ROTATION_MOUSE_UP_RIGHT
    MOUSE_DOWN_LEFT = _rotation.OYSTER_ROTATION_MOUSE_DOWN_LEFT
    MOUSE_DOWN_RIGHT = _rotation.OYSTER_ROTATION_MOUSE_DOWN_RIGHT


class Interaction(OpenEnum):
    """One-shot action of a command: submitted once, sent exactly once."""

    NONE = _interaction.OYSTER_INTERACTION_NONE
    JUMP = _interaction.OYSTER_INTERACTION_JUMP
    ATTACK = _interaction.OYSTER_INTERACTION_ATTACK
    CROUCH = _interaction.OYSTER_INTERACTION_CROUCH
    SPRINT = _interaction.OYSTER_INTERACTION_SPRINT


class PixelFormat(OpenEnum):
    """Pixel formats, 8 bits per sample, byte order as in memory."""

    I420 = _format.OYSTER_PIXEL_FORMAT_I420
    NV12 = _format.OYSTER_PIXEL_FORMAT_NV12
    RGBA = _format.OYSTER_PIXEL_FORMAT_RGBA
    BGRA = _format.OYSTER_PIXEL_FORMAT_BGRA
    RGB24 = _format.OYSTER_PIXEL_FORMAT_RGB24
    BGR24 = _format.OYSTER_PIXEL_FORMAT_BGR24


class LogLevel(OpenEnum):
    """Severity of a log record. ``DEFAULT`` leaves the level as it is."""

    DEFAULT = _level.OYSTER_LOG_LEVEL_DEFAULT
    DEBUG = _level.OYSTER_LOG_LEVEL_DEBUG
    INFO = _level.OYSTER_LOG_LEVEL_INFO
    WARNING = _level.OYSTER_LOG_LEVEL_WARNING
    ERROR = _level.OYSTER_LOG_LEVEL_ERROR


class ErrorKind(OpenEnum):
    """Semantic view of an error code: the cases of the SDK reference, and one of ours."""

    NONE = _kind.OYSTER_ERROR_KIND_NONE
    NOT_INITIALIZED = _kind.OYSTER_ERROR_KIND_NOT_INITIALIZED
    TOKEN_MISSING = _kind.OYSTER_ERROR_KIND_TOKEN_MISSING
    TOKEN_INVALID = _kind.OYSTER_ERROR_KIND_TOKEN_INVALID
    NO_ACTIVE_TRAVEL = _kind.OYSTER_ERROR_KIND_NO_ACTIVE_TRAVEL
    INVALID_STATE = _kind.OYSTER_ERROR_KIND_INVALID_STATE
    SEND_COMMAND_IN_DIRECTING = _kind.OYSTER_ERROR_KIND_SEND_COMMAND_IN_DIRECTING
    CONCURRENT_TRAVEL = _kind.OYSTER_ERROR_KIND_CONCURRENT_TRAVEL
    REALTIME_CONNECT_FAILED = _kind.OYSTER_ERROR_KIND_REALTIME_CONNECT_FAILED
    REALTIME_JOIN_TIMEOUT = _kind.OYSTER_ERROR_KIND_REALTIME_JOIN_TIMEOUT
    FIRST_FRAME_TIMEOUT = _kind.OYSTER_ERROR_KIND_FIRST_FRAME_TIMEOUT
    CHANNEL_NOT_READY = _kind.OYSTER_ERROR_KIND_CHANNEL_NOT_READY
    CALLBACK_TIMEOUT = _kind.OYSTER_ERROR_KIND_CALLBACK_TIMEOUT
    LOCAL_NETWORK = _kind.OYSTER_ERROR_KIND_LOCAL_NETWORK
    RESPONSE_DECODE_FAILED = _kind.OYSTER_ERROR_KIND_RESPONSE_DECODE_FAILED
    STREAM_AUTO_END = _kind.OYSTER_ERROR_KIND_STREAM_AUTO_END
    PROXY_OR_UNRECOGNIZED = _kind.OYSTER_ERROR_KIND_PROXY_OR_UNRECOGNIZED
    FEATURE_GATE_DISABLED = _kind.OYSTER_ERROR_KIND_FEATURE_GATE_DISABLED
    SERVER = _kind.OYSTER_ERROR_KIND_SERVER
    UNKNOWN = _kind.OYSTER_ERROR_KIND_UNKNOWN
    INTERFACE_MISUSE = _kind.OYSTER_ERROR_KIND_INTERFACE_MISUSE


ErrorCode = _code
"""Every error code that this version names, as in the C header."""
