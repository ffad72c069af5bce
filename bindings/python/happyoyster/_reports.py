# SPDX-License-Identifier: Apache-2.0
"""Reports of exceptions that leave handlers of the host.

One rule for all handlers: the first exception of a kind is logged at once, with its traceback.
Later exceptions of that kind are counted; a line with the count follows at most once per second.
The remaining counts are logged when a travel or an engine is closed, and at exit.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

INTERVAL = 1.0
"""Least time between two lines about exceptions of one kind, in seconds."""

CAPACITY = 64
"""Number of kinds with an entry of their own; further kinds share one entry per callback."""

_Place: TypeAlias = tuple[str, int]
_Key: TypeAlias = tuple[str, str | None, _Place | None]


@dataclass
class _Entry:
    """Exceptions of one kind."""

    reported: float
    count: int = 0
    newest: str = ""


class Reports:
    """Logs exceptions of handlers, at most once a second for each kind.

    A kind is the callback, the type of the exception and the line that raised it.
    """

    def __init__(self, log: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._clock = clock
        self._entries: dict[_Key, _Entry] = {}
        # A finaliser may run a handler while this thread holds the lock.
        self._lock = threading.RLock()

    def report(self, callback: str, error: BaseException) -> None:
        """Log an exception, or count it; called while it is handled."""
        kind = f"{type(error).__module__}.{type(error).__qualname__}"
        key: _Key = (callback, kind, _place(error))
        now = self._clock()
        with self._lock:
            if key not in self._entries and len(self._entries) >= CAPACITY:
                key = (callback, None, None)
            entry = self._entries.get(key)
            if entry is None:
                self._entries[key] = _Entry(now)
            else:
                entry.count += 1
                entry.newest = _text(error)
                count = self._take(entry, now)
        if entry is None:
            self._log.error("exception in %s callback", callback, exc_info=error)
        elif count:
            self._log_count(callback, count, entry.newest)

    def flush(self) -> None:
        """Log the remaining counts. The next exception of each kind counts as its first."""
        with self._lock:
            left = [(key[0], entry.count, entry.newest) for key, entry in self._entries.items()]
            self._entries.clear()
        for callback, count, newest in left:
            if count:
                self._log_count(callback, count, newest)

    def _take(self, entry: _Entry, now: float) -> int:
        """Return the count to log now and reset it; 0 within the interval."""
        if now - entry.reported < INTERVAL:
            return 0
        count, entry.count, entry.reported = entry.count, 0, now
        return count

    def _log_count(self, callback: str, count: int, newest: str) -> None:
        times = "once more" if count == 1 else f"{count} more times"
        self._log.error("exception in %s callback, %s: %s", callback, times, newest)


def _place(error: BaseException) -> _Place | None:
    """Return file and line that raised an exception."""
    trace, place = error.__traceback__, None
    while trace is not None:
        place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    return place


def _text(error: BaseException) -> str:
    """Return type and message of an exception, whose own ``str`` may fail."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__
