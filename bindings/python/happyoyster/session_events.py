# SPDX-License-Identifier: Apache-2.0
"""Events of a session: one class per type of event.

``sequence`` is 1, 2, 3 … per session; a gap means dropped events. ``monotonic_time`` is in seconds
of :func:`time.monotonic`. ``status`` is the status of the session after the event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ._members import list_of, object_of, optional_text_of, text_of
from ._native import json_object
from ._raw.session import oyster_session_event, oyster_session_event_type
from .enums import ConnectionStatus, SessionReason, StreamChange
from .errors import OysterError, error_for
from .session_values import Capabilities, Connection, Stream, connection_of


@dataclass(frozen=True)
class SessionEvent:
    """Any event. An event of a type that this version does not know has this class."""

    sequence: int
    monotonic_time: float
    status: ConnectionStatus


@dataclass(frozen=True)
class SessionStatusChanged(SessionEvent):
    """``status`` changed."""


@dataclass(frozen=True)
class SessionConnected(SessionEvent):
    """The session is connected."""

    connection: Connection
    """The own connection."""
    capabilities: Capabilities


@dataclass(frozen=True)
class SessionDisconnected(SessionEvent):
    """The connection is over. It is the last event of a connection."""

    reason: SessionReason


@dataclass(frozen=True)
class SessionFailed(SessionEvent):
    """A connect failed, or the connection was lost for longer than the grace time.

    In the second case :class:`SessionDisconnected` follows directly.
    """

    error: OysterError


@dataclass(frozen=True)
class SessionErrorEvent(SessionEvent):
    """The server refused a call that the library had accepted, such as a signal."""

    error: OysterError


@dataclass(frozen=True)
class SessionReconnecting(SessionEvent):
    """The connection to the server is lost, and the library tries to restore it."""


@dataclass(frozen=True)
class SessionReconnected(SessionEvent):
    """The connection to the server is restored. The events that were missed follow."""


@dataclass(frozen=True)
class ConnectionCreated(SessionEvent):
    """Another client connected, or is present at the connect."""

    connection: Connection


@dataclass(frozen=True)
class ConnectionDestroyed(SessionEvent):
    """Another connection is over. Its streams were destroyed before."""

    connection: Connection
    reason: SessionReason


@dataclass(frozen=True)
class StreamCreated(SessionEvent):
    """Another connection publishes a stream, or did so at the connect."""

    stream: Stream


@dataclass(frozen=True)
class StreamDestroyed(SessionEvent):
    """A stream of another connection is over."""

    stream: Stream
    reason: SessionReason


@dataclass(frozen=True)
class StreamChanged(SessionEvent):
    """A stream of another connection changed; ``stream`` is as it is now."""

    stream: Stream
    changed: frozenset[StreamChange]


@dataclass(frozen=True)
class SignalReceived(SessionEvent):
    """A signal arrived. Each member is ``None`` when the signal has none."""

    type: str | None
    data: str | None
    sender: Connection | None


@dataclass(frozen=True)
class MuteForced(SessionEvent):
    """A moderator muted all streams (``active``), or lifted that state."""

    active: bool


@dataclass(frozen=True)
class ArchiveStarted(SessionEvent):
    """The session server began to record the session."""

    id: str
    name: str | None


@dataclass(frozen=True)
class ArchiveStopped(SessionEvent):
    """The session server no longer records the session."""

    id: str


_Header: TypeAlias = tuple[int, float, ConnectionStatus]
_Payload: TypeAlias = Mapping[str, Any]
_TYPE = oyster_session_event_type


def _stream(data: _Payload) -> Stream:
    return Stream.parse(object_of(data, "stream") or {})


def _reason(data: _Payload) -> SessionReason:
    return SessionReason.from_label(data.get("reason"), SessionReason.UNKNOWN)


def _connected(header: _Header, data: _Payload) -> SessionEvent:
    capabilities = Capabilities.parse(object_of(data, "capabilities") or {})
    return SessionConnected(*header, connection_of(data), capabilities)


def _stream_changed(header: _Header, data: _Payload) -> SessionEvent:
    names = list_of(data, "changed")
    changed = frozenset(change for change in StreamChange if change.label in names)
    return StreamChanged(*header, _stream(data), changed)


def _signal(header: _Header, data: _Payload) -> SessionEvent:
    sender = object_of(data, "from")
    return SignalReceived(
        *header,
        optional_text_of(data, "type"),
        optional_text_of(data, "data"),
        None if sender is None else Connection.parse(sender),
    )


_READERS: dict[int, Callable[[_Header, _Payload], SessionEvent]] = {
    _TYPE.OYSTER_SESSION_EVENT_STATUS_CHANGED: lambda head, _: SessionStatusChanged(*head),
    _TYPE.OYSTER_SESSION_EVENT_CONNECTED: _connected,
    _TYPE.OYSTER_SESSION_EVENT_DISCONNECTED: lambda head, data: SessionDisconnected(
        *head, _reason(data)
    ),
    _TYPE.OYSTER_SESSION_EVENT_RECONNECTING: lambda head, _: SessionReconnecting(*head),
    _TYPE.OYSTER_SESSION_EVENT_RECONNECTED: lambda head, _: SessionReconnected(*head),
    _TYPE.OYSTER_SESSION_EVENT_CONNECTION_CREATED: lambda head, data: ConnectionCreated(
        *head, connection_of(data)
    ),
    _TYPE.OYSTER_SESSION_EVENT_CONNECTION_DESTROYED: lambda head, data: ConnectionDestroyed(
        *head, connection_of(data), _reason(data)
    ),
    _TYPE.OYSTER_SESSION_EVENT_STREAM_CREATED: lambda head, data: StreamCreated(
        *head, _stream(data)
    ),
    _TYPE.OYSTER_SESSION_EVENT_STREAM_DESTROYED: lambda head, data: StreamDestroyed(
        *head, _stream(data), _reason(data)
    ),
    _TYPE.OYSTER_SESSION_EVENT_STREAM_CHANGED: _stream_changed,
    _TYPE.OYSTER_SESSION_EVENT_SIGNAL: _signal,
    _TYPE.OYSTER_SESSION_EVENT_MUTE_FORCED: lambda head, data: MuteForced(
        *head, data.get("active") is True
    ),
    _TYPE.OYSTER_SESSION_EVENT_ARCHIVE_STARTED: lambda head, data: ArchiveStarted(
        *head, text_of(data, "id"), optional_text_of(data, "name")
    ),
    _TYPE.OYSTER_SESSION_EVENT_ARCHIVE_STOPPED: lambda head, data: ArchiveStopped(
        *head, text_of(data, "id")
    ),
}


def decode(event: oyster_session_event) -> SessionEvent:
    """Copy a borrowed C event into one of these classes."""
    header = (event.sequence, event.monotonic_time_us / 1e6, ConnectionStatus(event.status))
    payload = json_object(event.payload)
    if event.type == _TYPE.OYSTER_SESSION_EVENT_FAILED:
        return SessionFailed(*header, error_for(event.code, payload))
    if event.type == _TYPE.OYSTER_SESSION_EVENT_ERROR:
        return SessionErrorEvent(*header, error_for(event.code, payload))
    read = _READERS.get(event.type)
    return SessionEvent(*header) if read is None else read(header, payload)
