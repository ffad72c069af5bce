# SPDX-License-Identifier: Apache-2.0
"""The log of the library: lines on stderr, or records of ``logging`` after :func:`forward`.

It never contains tokens, tickets, RTC secrets or media URLs.
"""

from __future__ import annotations

import logging

from . import _callbacks, _process
from ._native import enumeration
from ._raw import log as raw
from ._raw.base import oyster_release_fn
from .enums import LogLevel
from .errors import check

_LEVELS = {
    LogLevel.DEBUG: logging.DEBUG,
    LogLevel.INFO: logging.INFO,
    LogLevel.WARNING: logging.WARNING,
    LogLevel.ERROR: logging.ERROR,
}


def set_level(level: LogLevel) -> None:
    """Set the lowest level that is logged. It replaces ``log_level`` and ``HAPPYOYSTER_LOG``."""
    name = "log.set_level"
    number = enumeration(level, LogLevel, name, "level")
    check(raw.oyster_log_set_minimum_level(number), name)


def forward(logger: logging.Logger | None = None) -> None:
    """Send the log to children of a logger, named after the parts of the library.

    The default logger is ``happyoyster``; its children are ``core``, ``network``, ``world``,
    ``stream``, ``control`` and ``sdk``. Records arrive in order on a thread of the library; a slow
    handler of the logger delays only later records.
    """
    parent = logger or _callbacks.logger

    def write(level: int, tag: bytes, message: bytes) -> None:
        severity = _LEVELS.get(LogLevel(level), logging.ERROR)
        child = parent.getChild(tag.decode(errors="replace"))
        child.log(severity, "%s", message.decode(errors="replace"))

    context = _callbacks.register(write)
    code = raw.oyster_log_set_handler(_callbacks.on_log, context, _callbacks.on_release, None)
    if code:
        _callbacks.forget(context)
    check(code, "log.forward")
    _process.log_handler = context


def restore() -> None:
    """Send the log to stderr again."""
    code = raw.oyster_log_set_handler(raw.oyster_log_fn(), None, oyster_release_fn(), None)
    check(code, "log.restore")
