# SPDX-License-Identifier: Apache-2.0
"""Exceptions by code.

Every failure is an :class:`OysterError` whose class follows from its ``code``: catch the class
you can act upon, and print ``advice`` for the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ._raw import error as raw
from .enums import ErrorCode, ErrorKind


def _snake_case(name: str) -> str:
    """Turn the reference's spelling of a method, ``sendInstruct``, into Python's."""
    return re.sub("[A-Z]", lambda capital: "_" + capital[0].lower(), name)


class OysterError(Exception):
    """A failure that the library or the service reported.

    ``details`` is the error object of docs/json.md; what it lacks follows from the code.
    """

    def __init__(self, code: int, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(code, details)
        known = details or {}
        self.code: int = code
        """The number that tells the type of the error, such as 401011."""
        self.kind: ErrorKind = ErrorKind(raw.oyster_error_kind(code))
        """Semantic view of the code."""
        self.name: str = raw.oyster_error_name(code).decode()
        """Short name of the code, such as ``SERVER_TICKET_USED``."""
        self.advice: str = raw.oyster_error_advice(code).decode()
        """What a developer does about it."""
        self.message: str = str(known.get("message") or self.name)
        """What happened, in one sentence."""
        self.operation: str = _snake_case(str(known.get("operation") or ""))
        """The method that failed, in this package's spelling (``send_instruct``); empty when
        nobody called one."""
        self.retryable: bool = known.get("retryable") is True
        """Whether the same call may succeed later."""
        ends = known.get("endsTravel")
        self.ends_travel: bool = (
            ends if isinstance(ends, bool) else raw.oyster_error_ends_travel(code)
        )
        """Whether the travel is over because of it."""
        self.raw: Any = known.get("raw")
        """Diagnostics of unstable shape, for logs only; ``None`` where there are none, as when the
        library refuses a call without asking the service."""

    def __str__(self) -> str:
        place = f"{self.operation}: " if self.operation else ""
        said = "" if self.message == self.name else f" {self.message.rstrip('.')}."
        advice = f" {self.advice}" if self.advice else ""
        return f"{place}{self.code} {self.name}.{said}{advice}"


class NotInitialized(OysterError):
    """100001: the engine has no valid configuration yet."""


class InvalidConfig(OysterError):
    """100002: host, model or an option is blank or invalid."""


class TokenMissing(OysterError):
    """101001: no token was injected."""


class TokenInvalid(OysterError):
    """101002: the service refused the token."""


class NoActiveTravel(OysterError):
    """103001: the travel has not started or is over."""


class InvalidState(OysterError):
    """103002: the travel's status does not allow the call."""


class ModeMismatch(OysterError):
    """103003: the travel's mode does not know the call."""


class ConcurrentTravel(OysterError):
    """103004: another travel of this engine is in flight."""


class RealtimeConnectFailed(OysterError):
    """105001: the media connection failed."""


class RealtimeJoinTimeout(OysterError):
    """105002: joining the media connection took too long."""


class FirstFrameTimeout(OysterError):
    """105003: no first frame came in time."""


class ChannelNotReady(OysterError):
    """105004: the command channel is not open."""


class CallbackTimeout(OysterError):
    """105005: a network step took too long; the travel goes on."""


class StreamAutoEnd(OysterError):
    """105006: no stream came in time and the travel was ended."""


class LocalNetwork(OysterError):
    """106001: the network on this side failed."""


class ResponseDecodeFailed(OysterError):
    """106002: an answer could not be understood."""


class ProxyOrUnrecognized(OysterError):
    """106003: something that is not the service answered."""


class FeatureGateDisabled(OysterError):
    """108001: the service does not admit this SDK version."""


class InterfaceMisuse(OysterError):
    """109xxx: the C interface was used wrongly, or cannot serve now."""


class InvalidHandle(InterfaceMisuse):
    """109001: the object was closed."""


class InvalidArgument(InterfaceMisuse, ValueError):
    """109002: an argument is out of range or not acceptable text."""


class ForkedError(InterfaceMisuse):
    """109003: this process is a fork of one that used the library."""


class WouldDeadlock(InterfaceMisuse):
    """109004: a blocking call inside a callback would wait for itself."""


class Unsupported(InterfaceMisuse):
    """109005: not possible here."""


class Aborted(InterfaceMisuse):
    """109006: the operation was overtaken by a release or a cleanup."""


class LimitReached(InterfaceMisuse):
    """109007: too many objects of one kind."""


class ShutDown(InterfaceMisuse):
    """109008: the library was shut down for the exit of the process."""


class NoFrame(InterfaceMisuse):
    """109009: no frame has arrived yet."""


class TimedOut(InterfaceMisuse):
    """109010: the library's own wait ran out."""


class OutOfResources(InterfaceMisuse):
    """109011: memory, threads or descriptors ran out."""


class ServerError(OysterError):
    """4xxxxx and 5xxxxx: the service refused or failed."""


class TicketInvalid(ServerError):
    """401010: the ticket is unknown or expired."""


class TicketUsed(ServerError):
    """401011: the ticket was used before; get a new one."""


class ContentRejected(ServerError):
    """403004 and 403005: the text was refused by moderation or for copyright."""


class CapacityExhausted(ServerError):
    """403008, 429001 and 429002: no room at the moment."""


_CLASSES: dict[int, type[OysterError]] = {
    ErrorCode.OYSTER_ERROR_NOT_INITIALIZED: NotInitialized,
    ErrorCode.OYSTER_ERROR_INVALID_CONFIG: InvalidConfig,
    ErrorCode.OYSTER_ERROR_TOKEN_MISSING: TokenMissing,
    ErrorCode.OYSTER_ERROR_TOKEN_INVALID: TokenInvalid,
    ErrorCode.OYSTER_ERROR_NO_ACTIVE_TRAVEL: NoActiveTravel,
    ErrorCode.OYSTER_ERROR_INVALID_STATE: InvalidState,
    ErrorCode.OYSTER_ERROR_MODE_MISMATCH: ModeMismatch,
    ErrorCode.OYSTER_ERROR_CONCURRENT_TRAVEL: ConcurrentTravel,
    ErrorCode.OYSTER_ERROR_REALTIME_CONNECT_FAILED: RealtimeConnectFailed,
    ErrorCode.OYSTER_ERROR_REALTIME_JOIN_TIMEOUT: RealtimeJoinTimeout,
    ErrorCode.OYSTER_ERROR_FIRST_FRAME_TIMEOUT: FirstFrameTimeout,
    ErrorCode.OYSTER_ERROR_CHANNEL_NOT_READY: ChannelNotReady,
    ErrorCode.OYSTER_ERROR_CALLBACK_TIMEOUT: CallbackTimeout,
    ErrorCode.OYSTER_ERROR_STREAM_AUTO_END: StreamAutoEnd,
    ErrorCode.OYSTER_ERROR_LOCAL_NETWORK: LocalNetwork,
    ErrorCode.OYSTER_ERROR_RESPONSE_DECODE_FAILED: ResponseDecodeFailed,
    ErrorCode.OYSTER_ERROR_PROXY_OR_UNRECOGNIZED: ProxyOrUnrecognized,
    ErrorCode.OYSTER_ERROR_FEATURE_GATE_DISABLED: FeatureGateDisabled,
    ErrorCode.OYSTER_ERROR_INVALID_HANDLE: InvalidHandle,
    ErrorCode.OYSTER_ERROR_INVALID_ARGUMENT: InvalidArgument,
    ErrorCode.OYSTER_ERROR_FORKED: ForkedError,
    ErrorCode.OYSTER_ERROR_WOULD_DEADLOCK: WouldDeadlock,
    ErrorCode.OYSTER_ERROR_UNSUPPORTED: Unsupported,
    ErrorCode.OYSTER_ERROR_ABORTED: Aborted,
    ErrorCode.OYSTER_ERROR_LIMIT_REACHED: LimitReached,
    ErrorCode.OYSTER_ERROR_SHUT_DOWN: ShutDown,
    ErrorCode.OYSTER_ERROR_NO_FRAME: NoFrame,
    ErrorCode.OYSTER_ERROR_TIMED_OUT: TimedOut,
    ErrorCode.OYSTER_ERROR_OUT_OF_RESOURCES: OutOfResources,
    ErrorCode.OYSTER_ERROR_SERVER_TICKET_INVALID: TicketInvalid,
    ErrorCode.OYSTER_ERROR_SERVER_TICKET_USED: TicketUsed,
    ErrorCode.OYSTER_ERROR_SERVER_CONTENT_MODERATION: ContentRejected,
    ErrorCode.OYSTER_ERROR_SERVER_CONTENT_COPYRIGHT: ContentRejected,
    ErrorCode.OYSTER_ERROR_SERVER_CAPACITY_UNAVAILABLE: CapacityExhausted,
    ErrorCode.OYSTER_ERROR_SERVER_CONCURRENCY_LIMIT: CapacityExhausted,
    ErrorCode.OYSTER_ERROR_SERVER_CAPACITY_EXHAUSTED: CapacityExhausted,
}


def error_for(code: int, details: Mapping[str, Any] | None = None) -> OysterError:
    """Build the exception of a code."""
    known = _CLASSES.get(code)
    if known is None:
        known = ServerError if 400000 <= code < 600000 else OysterError
    return known(code, details)


def refusal(code: int, operation: str, limit: str = "") -> OysterError:
    """Build the exception of a function that refused at once.

    ``limit`` says which limit 109007 means, since the code alone does not.
    """
    details = {"operation": operation}
    if limit and code == ErrorCode.OYSTER_ERROR_LIMIT_REACHED:
        details["message"] = f"A limit of the library is reached: {limit}."
    return error_for(code, details)


def check(code: int, operation: str, limit: str = "") -> None:
    """Raise the exception of a code that a function returned, unless it is 0."""
    if code:
        raise refusal(code, operation, limit)
