# SPDX-License-Identifier: Apache-2.0
"""HappyOyster for Linux: interactive worlds as live video.

Token and ticket come from your own server; this package never obtains or refreshes them::

    from happyoyster import Engine, Interaction, Translation

    with Engine() as engine:
        engine.initialize(api_host="…", model="happyoyster-1.0-adventure")
        engine.update_token(token)
        with engine.create_travel(ticket) as travel:
            travel.add_listener(print)
            travel.start()
            travel.send_command(Translation.FRONT, interaction=Interaction.JUMP)
            frame = next(travel.video.frames(timeout=5))

Methods block and Ctrl-C interrupts them; :mod:`happyoyster.aio` has the same methods for asyncio.
Failures raise :class:`OysterError` or a subclass for their code.
"""

from . import _process as _process  # installs the drain at exit
from . import log
from ._raw._library import LibraryNotFoundError, LibraryVersionError
from ._raw.base import oyster_version as _oyster_version
from ._version import __version__
from .audio import AudioChunk, AudioStream
from .engine import Engine
from .enums import (
    Action,
    ErrorCode,
    ErrorKind,
    Interaction,
    LogLevel,
    Mode,
    PixelFormat,
    Rotation,
    Status,
    Translation,
)
from .errors import (
    Aborted,
    CallbackTimeout,
    CapacityExhausted,
    ChannelNotReady,
    ConcurrentTravel,
    ContentRejected,
    FeatureGateDisabled,
    FirstFrameTimeout,
    ForkedError,
    InterfaceMisuse,
    InvalidArgument,
    InvalidConfig,
    InvalidHandle,
    InvalidState,
    LimitReached,
    LocalNetwork,
    ModeMismatch,
    NoActiveTravel,
    NoFrame,
    NotInitialized,
    OutOfResources,
    OysterError,
    ProxyOrUnrecognized,
    RealtimeConnectFailed,
    RealtimeJoinTimeout,
    ResponseDecodeFailed,
    ServerError,
    ShutDown,
    StreamAutoEnd,
    TicketInvalid,
    TicketUsed,
    TimedOut,
    TokenInvalid,
    TokenMissing,
    Unsupported,
    WouldDeadlock,
)
from .events import (
    ErrorEvent,
    Event,
    FirstFrameGenerated,
    StatusChanged,
    TravelInfoReady,
    TravelUpdated,
)
from .frame import Frame
from .listeners import EventStream, Listener
from .results import (
    EndResult,
    InstructResult,
    RewindResult,
    ScriptResult,
    StartResult,
    StateResult,
)
from .travel import Travel
from .video import VideoView


def library_version() -> str:
    """Return the version of the loaded library, such as ``0.1.0``."""
    version: bytes = _oyster_version()
    return version.decode()


__all__ = [
    "Aborted",
    "Action",
    "AudioChunk",
    "AudioStream",
    "CallbackTimeout",
    "CapacityExhausted",
    "ChannelNotReady",
    "ConcurrentTravel",
    "ContentRejected",
    "EndResult",
    "Engine",
    "ErrorCode",
    "ErrorEvent",
    "ErrorKind",
    "Event",
    "EventStream",
    "FeatureGateDisabled",
    "FirstFrameGenerated",
    "FirstFrameTimeout",
    "ForkedError",
    "Frame",
    "InstructResult",
    "Interaction",
    "InterfaceMisuse",
    "InvalidArgument",
    "InvalidConfig",
    "InvalidHandle",
    "InvalidState",
    "LibraryNotFoundError",
    "LibraryVersionError",
    "LimitReached",
    "Listener",
    "LocalNetwork",
    "LogLevel",
    "Mode",
    "ModeMismatch",
    "NoActiveTravel",
    "NoFrame",
    "NotInitialized",
    "OutOfResources",
    "OysterError",
    "PixelFormat",
    "ProxyOrUnrecognized",
    "RealtimeConnectFailed",
    "RealtimeJoinTimeout",
    "ResponseDecodeFailed",
    "RewindResult",
    "Rotation",
    "ScriptResult",
    "ServerError",
    "ShutDown",
    "StartResult",
    "StateResult",
    "Status",
    "StatusChanged",
    "StreamAutoEnd",
    "TicketInvalid",
    "TicketUsed",
    "TimedOut",
    "TokenInvalid",
    "TokenMissing",
    "Translation",
    "Travel",
    "TravelInfoReady",
    "TravelUpdated",
    "Unsupported",
    "VideoView",
    "WouldDeadlock",
    "__version__",
    "library_version",
    "log",
]
