# SPDX-License-Identifier: Apache-2.0
"""The common part of the blocking and the asyncio engine."""

from __future__ import annotations

import warnings
from ctypes import byref, c_int, c_void_p, sizeof
from typing import Any, ClassVar, TypeVar

from . import _callbacks, _process
from ._native import enumeration, flag, optional_text, take_json_object, text, uint32
from ._operations import Operation
from ._raw import engine as raw
from ._raw.base import oyster_done_fn
from .enums import ErrorCode, LogLevel
from .errors import check, error_for

_E = TypeVar("_E", bound="EngineCore")


def _create_handle() -> int:
    handle = c_void_p()
    check(raw.oyster_engine_create(byref(handle)), "Engine", "4096 engines exist")
    return handle.value or 0


def _shared_handle() -> int:
    """Return the handle of the shared engine, or raise the reason why there is none."""
    shared: int | None = raw.oyster_engine_shared()
    if shared:
        return shared
    # C returns only NULL here. The code of a refused creation is the reason.
    raw.oyster_engine_destroy(_create_handle(), None)
    raise error_for(ErrorCode.OYSTER_ERROR_OUT_OF_RESOURCES, {"operation": "shared"})


class EngineCore:
    """Configuration, token and life of an engine."""

    runs_in_loop: ClassVar[bool] = False
    """Whether callbacks run in an event loop: that of asyncio."""
    _shared: ClassVar[EngineCore | None] = None
    _handle: int = 0
    _is_shared: bool = False

    def __init__(self) -> None:
        """Create an independent engine; close it, or use it in a ``with`` statement."""
        self._open(_create_handle(), is_shared=False)

    def _open(self, handle: int, *, is_shared: bool) -> None:
        self._handle = handle
        self._is_shared = is_shared
        if not is_shared:
            _process.engines.add(self)

    def _is_stale(self) -> bool:
        """Whether the engine cannot be used any more although it was not closed."""
        return False

    @classmethod
    def shared(cls: type[_E]) -> _E:
        """Return the process-level engine: the same object each time.

        It is a blocking or an asyncio engine, as the first call chose, until it is closed.
        """
        handle = _shared_handle()
        known = EngineCore._shared
        if known is not None and known._is_stale():
            known.close()
        if known is None or known.is_closed:
            known = cls.__new__(cls)
            known._open(handle, is_shared=True)
            EngineCore._shared = known
        if not isinstance(known, cls):
            raise RuntimeError(f"the shared engine is in use as {type(known).__module__}.Engine")
        return known

    def initialize(
        self,
        *,
        api_host: str,
        model: str,
        callback_timeout_ms: int = 0,
        poll_interval_ms: int = 0,
        stream_engine: str | None = None,
        ca_file: str | None = None,
        user_agent: str | None = None,
        play_audio: bool = False,
        log_level: LogLevel = LogLevel.DEFAULT,
    ) -> None:
        """Apply a configuration. It replaces the former one; the token is kept.

        ``api_host`` is ``host[:port]`` or an ``https://`` URL (``http://`` for loopback only);
        ``model`` is a versioned name such as ``happyoyster-1.0-adventure``. 0 and ``None`` mean
        the default. ``stream_engine`` is ``"auto"``, ``"webrtc"``, ``"loopback"`` or the path of
        an adapter, which is loaded here. ``"auto"`` uses the loopback test card only against a
        loopback ``api_host``. ``play_audio`` makes the stream engine play audio on the default
        output, if it can. Raises :class:`InvalidConfig`, or :class:`ConcurrentTravel` while a
        travel is in flight.
        """
        name = "initialize"
        config = raw.oyster_config(
            size=sizeof(raw.oyster_config),
            log_level=enumeration(log_level, LogLevel, name, "log_level"),
            api_host=text(api_host, name, "api_host"),
            model=text(model, name, "model"),
            callback_timeout_ms=uint32(callback_timeout_ms, name, "callback_timeout_ms"),
            poll_interval_ms=uint32(poll_interval_ms, name, "poll_interval_ms"),
            stream_engine=optional_text(stream_engine, name, "stream_engine"),
            ca_file=optional_text(ca_file, name, "ca_file"),
            user_agent=optional_text(user_agent, name, "user_agent"),
            play_audio=flag(play_audio, name, "play_audio"),
        )
        code = raw.oyster_engine_initialize(self._handle, byref(config))
        if code == ErrorCode.OYSTER_ERROR_INVALID_CONFIG:
            raise error_for(code, {**self._refusal(config), "operation": name})
        check(code, name)

    def _refusal(self, config: raw.oyster_config) -> dict[str, Any]:
        """Return the error object of a configuration, which names the field; empty if valid."""
        tree = c_void_p()
        raw.oyster_engine_check_config(self._handle, byref(config), byref(tree))
        return take_json_object(tree.value)

    @property
    def is_ready(self) -> bool:
        """Whether the engine has a valid configuration."""
        return bool(raw.oyster_engine_is_ready(self._handle))

    @property
    def is_closed(self) -> bool:
        """Whether :meth:`close` was called."""
        return not self._handle

    def update_token(self, token: str) -> None:
        """Set the token that the host's own server issued. The engine uses the latest one."""
        name = "update_token"
        check(raw.oyster_engine_update_token(self._handle, text(token, name, "token")), name)

    def _create_travel_handle(self, ticket: str) -> int:
        name, handle = "create_travel", c_void_p()
        ticket_text = text(ticket, name, "ticket")
        code = raw.oyster_engine_create_travel(self._handle, ticket_text, byref(handle))
        check(code, name, "4096 travels exist")
        return handle.value or 0

    def _cleanup_operation(self) -> Operation[None]:
        def call(done: Any, context: int) -> int:
            return int(raw.oyster_engine_cleanup(self._handle, done, context))

        return Operation("cleanup", call, lambda data: None)

    def _set_delivery(self, delivery: raw.oyster_delivery) -> None:
        check(raw.oyster_engine_set_delivery(self._handle, delivery), "set_delivery")

    def _event_fd(self) -> int:
        descriptor = c_int()
        check(raw.oyster_engine_event_fd(self._handle, byref(descriptor)), "event_fd")
        return descriptor.value

    def close(self) -> None:
        """Give the engine back; closing again does nothing.

        The library ends a travel in flight on the server in the background, and pending operations
        raise :class:`Aborted`. The shared engine only forgets configuration and token.
        """
        handle, self._handle = self._handle, 0
        if handle and self._is_shared:
            raw.oyster_engine_cleanup(handle, oyster_done_fn(), None)
        elif handle:
            # Refused only after a fork or at exit, when there is no handle to give back.
            raw.oyster_engine_destroy(handle, None)
        _callbacks.reports.flush()

    def __del__(self) -> None:
        if self._handle and not self._is_shared and not _process.is_draining():
            warnings.warn(f"unclosed {self!r}", ResourceWarning, source=self, stacklevel=2)
            self.close()

    def __repr__(self) -> str:
        state = "closed" if self.is_closed else "ready" if self.is_ready else "not initialized"
        return f"<{type(self).__module__}.Engine {'shared ' * self._is_shared}{state}>"
