# SPDX-License-Identifier: Apache-2.0
"""Callbacks from C into Python.

C receives a number as its context, never the address of a Python object, and one static trampoline
per signature. Numbers are never reused, so a late or repeated callback finds no handler. Only
single dict operations, which are atomic, change the table: a finaliser may run at any point.
"""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Callable
from typing import Any

from ._native import json_object
from ._raw.audio import oyster_audio_fn
from ._raw.base import oyster_done_fn, oyster_release_fn
from ._raw.event import oyster_event_fn
from ._raw.log import oyster_log_fn
from ._raw.session import oyster_session_event_fn
from ._raw.video import oyster_frame_fn
from ._reports import Reports

logger = logging.getLogger("happyoyster")
reports = Reports(logger)

_handlers: dict[int, Callable[..., None]] = {}
_numbers = itertools.count(1)


class _Thread(threading.local):
    """State of the current thread."""

    depth = 0
    stop: BaseException | None = None


_thread = _Thread()


def register(handler: Callable[..., None]) -> int:
    """Keep a handler alive and return its context number."""
    context = next(_numbers)
    _handlers[context] = handler
    return context


def forget(context: int) -> None:
    """Drop a handler after C refused it."""
    _handlers.pop(context, None)


def registered() -> int:
    """Return how many handlers C holds."""
    return len(_handlers)


def is_registered(context: int) -> bool:
    """Whether C holds the handler with this context number."""
    return context in _handlers


def is_inside() -> bool:
    """Whether this thread runs an event or completion callback, where waiting would deadlock."""
    return _thread.depth > 0


def raise_pending_stop() -> None:
    """Raise a KeyboardInterrupt or SystemExit that a callback raised inside a dispatch."""
    stop, _thread.stop = _thread.stop, None
    if stop is not None:
        raise stop


def _run(what: str, handler: Callable[..., None], *arguments: Any) -> None:
    """Call Python code; no exception leaves it into C."""
    try:
        handler(*arguments)
    except Exception as error:
        reports.report(what, error)
    except BaseException as stop:
        _thread.stop = stop


def _run_serial(what: str, handler: Callable[..., None], *arguments: Any) -> None:
    """Call Python code of a callback for which later callbacks of the engine wait."""
    _thread.depth += 1
    try:
        _run(what, handler, *arguments)
    finally:
        _thread.depth -= 1


def _nothing(*arguments: Any) -> None:
    """Replace a handler that was removed."""


def _complete(context: int, code: int, result: int | None) -> None:
    handler: Callable[..., None] = _handlers.pop(context, _nothing)
    handler(code, json_object(result))


def _pass_on(context: int, *borrowed: Any) -> None:
    handler: Callable[..., None] = _handlers.get(context, _nothing)
    handler(*borrowed)


def _on_done(context: int, code: int, result: int | None) -> None:
    _run_serial("completion", _complete, context, code, result)


def _on_event(context: int, event: Any) -> None:
    _run_serial("event", _pass_on, context, event.contents)


def _on_frame(context: int, info: Any) -> None:
    _run("frame", _pass_on, context, info.contents)


def _on_audio(context: int, info: Any) -> None:
    _run("audio", _pass_on, context, info.contents)


def _on_log(context: int, level: int, tag: bytes, message: bytes) -> None:
    _run("log", _pass_on, context, level, tag, message)


on_done = oyster_done_fn(_on_done)
"""Trampoline of completions: the handler receives code and JSON object, once."""

on_event = oyster_event_fn(_on_event)
"""Trampoline of the events of travels: the handler receives the borrowed C struct."""

on_session_event = oyster_session_event_fn(_on_event)
"""Trampoline of the events of sessions: the handler receives the borrowed C struct."""

on_frame = oyster_frame_fn(_on_frame)
"""Trampoline of frames: the handler receives the borrowed C struct."""

on_audio = oyster_audio_fn(_on_audio)
"""Trampoline of audio: the handler receives the borrowed C struct."""

on_log = oyster_log_fn(_on_log)
"""Trampoline of log records: the handler receives level, tag and message."""

on_release = oyster_release_fn(_handlers.pop)
"""Drops a handler. A built-in method, so that no signal handler can interrupt it."""
