# SPDX-License-Identifier: Apache-2.0
"""A base class for tests with sessions of the library, through its Python package."""

from __future__ import annotations

import threading
import unittest
from collections.abc import Callable
from typing import Any, TypeVar

import happyoyster as ho

import wire

T = TypeVar("T")
LEGAL = {
    ho.ConnectionStatus.NOT_CONNECTED: {ho.ConnectionStatus.CONNECTING},
    ho.ConnectionStatus.CONNECTING: {
        ho.ConnectionStatus.CONNECTED,
        ho.ConnectionStatus.NOT_CONNECTED,
        ho.ConnectionStatus.DISCONNECTING,
    },
    ho.ConnectionStatus.CONNECTED: {
        ho.ConnectionStatus.RECONNECTING,
        ho.ConnectionStatus.DISCONNECTING,
        ho.ConnectionStatus.NOT_CONNECTED,
        ho.ConnectionStatus.FAILED,
    },
    ho.ConnectionStatus.RECONNECTING: {
        ho.ConnectionStatus.CONNECTED,
        ho.ConnectionStatus.DISCONNECTING,
        ho.ConnectionStatus.NOT_CONNECTED,
        ho.ConnectionStatus.FAILED,
    },
    ho.ConnectionStatus.DISCONNECTING: {ho.ConnectionStatus.NOT_CONNECTED},
    ho.ConnectionStatus.FAILED: set(),
}
"""Which status may follow which one."""


class Host:
    """A session of the library with the events that its host received."""

    def __init__(self, url: str, key: str, session_id: str, **options: Any) -> None:
        self.changed = threading.Condition()
        self.events: list[ho.SessionEvent] = []
        self.session = ho.Session(url, key, session_id, **options)
        self.session.add_listener(self._note)

    def _note(self, event: ho.SessionEvent) -> None:
        with self.changed:
            self.events.append(event)
            self.changed.notify_all()

    def wait(self, look: Callable[[], T | None], what: str, timeout: float = wire.TIMEOUT) -> T:
        """Wait until ``look`` returns something true; it is called at each event."""
        with self.changed:
            if not self.changed.wait_for(look, timeout):
                names = [type(event).__name__ for event in self.events[-8:]]
                raise AssertionError(f"not within {timeout} s: {what}; the events end with {names}")
            found = look()
            assert found
            return found

    def wait_for(self, kind: type[ho.SessionEvent], count: int = 1) -> ho.SessionEvent:
        """Wait for an event of a class; return the newest of them."""

        def look() -> ho.SessionEvent | None:
            found = [event for event in self.events if isinstance(event, kind)]
            return found[-1] if len(found) >= count else None

        return self.wait(look, f"{count} {kind.__name__}")

    def count(self, kind: type[ho.SessionEvent]) -> int:
        return sum(isinstance(event, kind) for event in self.events)

    def signals(self, kind: str | None = None) -> list[str | None]:
        """Return the data of the signals so far, of one type or of all."""
        return [
            event.data
            for event in self.events
            if isinstance(event, ho.SignalReceived) and kind in (None, event.type)
        ]

    def check(self, test: unittest.TestCase) -> None:
        """Assert what holds for the events of every session."""
        status = ho.ConnectionStatus.NOT_CONNECTED
        for index, event in enumerate(self.events):
            test.assertEqual(event.sequence, index + 1)
            if isinstance(event, ho.SessionStatusChanged):
                test.assertIn(event.status, LEGAL[status], self.events)
                status = event.status
            if isinstance(event, ho.SessionDisconnected):
                later = [type(one) for one in self.events[index + 1 :]]
                test.assertIn(later[:1], ([], [ho.SessionStatusChanged]), later)


class LibraryTest(unittest.TestCase):
    def host(self, url: str, key: str, session_id: str, **options: Any) -> Host:
        """Create a session of the library; after the test it is checked and closed."""
        host = Host(url, key, session_id, **options)
        self.addCleanup(host.check, self)
        self.addCleanup(host.session.close)
        return host
