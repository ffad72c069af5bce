# SPDX-License-Identifier: Apache-2.0
"""The common part of the blocking and the asyncio session."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from ctypes import byref, c_char_p, c_int, c_void_p, sizeof, string_at
from typing import Any, ClassVar

from . import _callbacks
from ._engine_core import EngineCore
from ._library_object import LibraryObject
from ._members import text_of
from ._native import flag, optional_text, take_json_objects, text, uint32
from ._operations import Operation
from ._raw import session as raw
from ._raw.base import oyster_string_free
from .enums import ConnectionStatus, ErrorCode
from .errors import check, refusal
from .listeners import Listener, Source
from .session_events import (
    SessionDisconnected,
    SessionEvent,
    SignalReceived,
    decode,
)
from .session_values import Capabilities, Connection, Stream, connection_of

DISCONNECT_TIMEOUT = 10.0
"""Seconds that :meth:`Session.close` waits for the session to leave."""
REQUESTS = "1000 requests of this session, or 4 MiB of them, wait for the session server"
LEFT = (
    ConnectionStatus.NOT_CONNECTED,
    ConnectionStatus.DISCONNECTING,
    ConnectionStatus.FAILED,
)


class SessionCore(LibraryObject):
    """The methods of a session that do not wait."""

    _kind = "session"
    _engine_class: ClassVar[type[EngineCore]] = EngineCore

    def __init__(
        self,
        server_url: str,
        key: str,
        session_id: str,
        *,
        engine: EngineCore | None = None,
        suppress_connection_events: bool = False,
        ca_file: str | None = None,
        user_agent: str | None = None,
        timeout_ms: int = 0,
    ) -> None:
        """Create a session, without ``engine`` in an engine of its own; nothing is sent yet.

        ``server_url`` is ``host[:port]`` or an ``https://`` URL (``http://`` for loopback only);
        ``key`` names the project. With ``suppress_connection_events`` the session receives no
        events about connections of others. ``timeout_ms`` bounds each network step. 0 and ``None``
        mean the default. Raises :class:`SessionInvalidParameter`; the log names the parameter.
        """
        name = "create_session"
        options = raw.oyster_session_options(
            size=sizeof(raw.oyster_session_options),
            suppress_connection_events=flag(
                suppress_connection_events, name, "suppress_connection_events"
            ),
            server_url=text(server_url, name, "server_url"),
            key=text(key, name, "key"),
            session_id=text(session_id, name, "session_id"),
            ca_file=optional_text(ca_file, name, "ca_file"),
            user_agent=optional_text(user_agent, name, "user_agent"),
            timeout_ms=uint32(timeout_ms, name, "timeout_ms"),
        )
        if engine is not None and engine.runs_in_loop != self._engine_class.runs_in_loop:
            raise TypeError(f"{name}: engine must be a {self._engine_class.__module__} engine")
        self._engine = engine or self._engine_class()
        self._is_owner = engine is None
        handle = c_void_p()
        code = raw.oyster_engine_create_session(self._engine._handle, byref(options), byref(handle))
        if code:
            self._close_own_engine()
        check(code, name, "4096 sessions exist")
        self._handle = handle.value or 0

    @property
    def status(self) -> ConnectionStatus:
        """Current status. Raises :class:`InvalidHandle` when the session is closed."""
        status = c_int()
        check(raw.oyster_session_status(self._handle, byref(status)), "status")
        return ConnectionStatus(status.value)

    @property
    def id(self) -> str:
        """The session id, as the host stated it."""
        copy = c_void_p()
        check(raw.oyster_session_id(self._handle, byref(copy)), "id")
        try:
            return string_at(copy.value or 0).decode()
        finally:
            oyster_string_free(copy)

    @property
    def connection(self) -> Connection:
        """The own connection. Raises :class:`SessionNotConnected` before it is connected."""
        return Connection.parse(self._read_object(raw.oyster_session_connection, "connection"))

    @property
    def streams(self) -> dict[str, Stream]:
        """The streams of others by id, in the order of their creation."""
        tree = c_void_p()
        check(raw.oyster_session_streams(self._handle, byref(tree)), "streams")
        found = [Stream.parse(each) for each in take_json_objects(tree.value)]
        return {stream.id: stream for stream in found}

    @property
    def capabilities(self) -> Capabilities:
        """What the role of the token allows."""
        found = raw.oyster_capabilities(size=sizeof(raw.oyster_capabilities))
        check(raw.oyster_session_capabilities(self._handle, byref(found)), "capabilities")
        return Capabilities(
            bool(found.can_publish),
            bool(found.can_subscribe),
            bool(found.can_signal),
            bool(found.can_force_mute),
            bool(found.can_force_disconnect),
        )

    def stats(self) -> dict[str, Any]:
        """Return statistics of the session: the JSON object of docs/json.md."""
        return self._read_object(raw.oyster_session_stats, "stats")

    def send_signal(
        self,
        type: str | None = None,
        data: str | None = None,
        to: Connection | str | None = None,
        *,
        retry_after_reconnect: bool = True,
    ) -> None:
        """Send a signal to a connection or its id; ``None`` is all, the sender included.

        A type has 1 to 128 characters of ``A-Z a-z 0-9 - _ ~``, data at most 8192 bytes of UTF-8;
        both may be ``None``. Success means that the signal is valid and handed over: no receipt
        follows. While the session reconnects, a signal waits until it is connected again, or with
        ``retry_after_reconnect=False`` raises :class:`SessionNotConnected`.
        """
        name = "send_signal"
        if isinstance(type, str) and "\0" in type:
            raise refusal(ErrorCode.OYSTER_ERROR_SESSION_INVALID_SIGNAL_TYPE, name)
        signal = raw.oyster_signal(
            size=sizeof(raw.oyster_signal),
            retry_after_reconnect=flag(retry_after_reconnect, name, "retry_after_reconnect"),
            type=optional_text(type, name, "type"),
            data=optional_text(data, name, "data"),
            to=optional_text(_id_of(to), name, "to"),
        )
        check(raw.oyster_session_send_signal(self._handle, byref(signal)), name, REQUESTS)

    def force_mute_all(self, excluded: Iterable[Stream | str] | None = None) -> None:
        """Mute all streams but the excluded ones, and each later one (moderators).

        The own stream is muted, too, unless it is excluded. All connections receive
        :class:`MuteForced`.
        """
        name = "force_mute_all"
        if isinstance(excluded, str):
            raise TypeError(f"{name}: excluded must be several streams or ids, not a str")
        ids = [optional_text(_id_of(each), name, "excluded") for each in excluded or ()]
        array = (c_char_p * len(ids))(*ids) if ids else None
        code = raw.oyster_session_force_mute_all(self._handle, array, len(ids))
        check(code, name, REQUESTS)

    def disable_force_mute(self) -> None:
        """Let later streams start unmuted again; it unmutes none (moderators)."""
        check(raw.oyster_session_disable_force_mute(self._handle), "disable_force_mute", REQUESTS)

    def force_mute_stream(self, stream: Stream | str) -> None:
        """Mute one stream (moderators)."""
        name = "force_mute_stream"
        target = optional_text(_id_of(stream), name, "stream")
        check(raw.oyster_session_force_mute_stream(self._handle, target), name, REQUESTS)

    def force_disconnect(self, connection: Connection | str) -> None:
        """End a connection, which may be the own one (moderators)."""
        name = "force_disconnect"
        target = optional_text(_id_of(connection), name, "connection")
        check(raw.oyster_session_force_disconnect(self._handle, target), name, REQUESTS)

    def add_listener(self, handler: Callable[[SessionEvent], None]) -> Listener:
        """Call a handler for every event from now on, in order.

        With the blocking session the handler runs on a thread of the library; a call such as
        ``connect`` returns after the handlers of earlier events. With asyncio it runs in the event
        loop. The handler must be quick and must not make a blocking call. Exceptions that leave it
        are logged. Earlier events are not repeated: call it before ``connect``.
        """
        return Listener(SESSION, self._handle, handler, "add_listener")

    def _connect(self, token: str) -> Operation[Connection]:
        name = "connect"
        argument = optional_text(token, name, "token")
        return self._operation(name, raw.oyster_session_connect, connection_of, argument)

    def _disconnect(self) -> Operation[None]:
        return self._operation("disconnect", raw.oyster_session_disconnect, lambda data: None)

    def _report_issue(self) -> Operation[str]:
        return self._operation(
            "report_issue", raw.oyster_session_report_issue, lambda data: text_of(data, "issueId")
        )

    def _must_leave(self) -> bool:
        """Whether a disconnect has something to do."""
        status = c_int()
        refused = raw.oyster_session_status(self._handle, byref(status))
        return not refused and status.value not in LEFT

    def release(self) -> None:
        """Give the handle back at once; another call does nothing.

        The library leaves the session in the background. Event streams end, and pending operations
        raise :class:`Aborted`.
        """
        handle, self._handle = self._handle, 0
        if handle:
            # Refused only when the engine was closed, after a fork, or at exit.
            raw.oyster_session_release(handle, None)
            _callbacks.reports.flush()
            self._close_own_engine()

    def _close_own_engine(self) -> None:
        if self._is_owner:
            self._engine.close()

    def __repr__(self) -> str:
        status = c_int()
        refused = raw.oyster_session_status(self._handle, byref(status))
        state = "closed" if refused else str(ConnectionStatus(status.value))
        return f"<{type(self).__module__}.Session {state}>"


def _id_of(target: Connection | Stream | str | None) -> str | None:
    """Return the id of a connection or a stream; C refuses None where it is required."""
    return target.id if isinstance(target, (Connection, Stream)) else target


def _is_over(session: int) -> bool:
    """Whether a session will have no more events."""
    status = c_int()
    refused = raw.oyster_session_status(session, byref(status))
    return bool(refused) or status.value == ConnectionStatus.FAILED


SESSION = Source(
    name="session",
    add=raw.oyster_session_add_listener,
    remove=raw.oyster_session_remove_listener,
    trampoline=_callbacks.on_session_event,
    decode=decode,
    is_over=_is_over,
    is_last=lambda event: isinstance(event, SessionDisconnected),
    is_essential=lambda event: not isinstance(event, SignalReceived),
    capacity=4096,
)
"""The events of a session."""
