# SPDX-License-Identifier: Apache-2.0
"""What the live tests of sessions have in common: a server per class, and members."""

from __future__ import annotations

import contextlib
import unittest
from collections.abc import Callable, Iterator
from typing import TypeVar

from live import QUIET

import happyoyster as ho
from happyoyster.testing import SessionServer

E = TypeVar("E", bound=ho.SessionEvent)
TIMEOUT = 30.0


def no_condition(event: ho.SessionEvent) -> bool:
    """Take any event."""
    return event is not None


class Member:
    """A session of the blocking package with a stream of all its events."""

    def __init__(self, server: SessionServer, session_id: str, role: str, name: str) -> None:
        self.session = ho.Session(server.url, server.key, session_id)
        self.events = self.session.events()
        self.token = server.token(session_id, role, name)

    def connect(self) -> ho.Connection:
        """Connect with the member's token."""
        return self.session.connect(self.token, timeout=TIMEOUT)

    def next(self, kind: type[E], condition: Callable[[E], bool] = no_condition) -> E:
        """Return the next event of a class, and drop earlier ones of other classes."""
        while True:
            event = self.events.get(timeout=TIMEOUT)
            if event is None:
                raise AssertionError(f"the events ended before {kind.__name__}")
            if isinstance(event, kind) and condition(event):
                return event

    def rest(self) -> list[ho.SessionEvent]:
        """Return all events until the disconnect."""
        found = []
        while (event := self.events.get(timeout=TIMEOUT)) is not None:
            found.append(event)
        return found


class SessionTest(unittest.TestCase):
    """A test with a session server per class and a new session per test."""

    server: SessionServer

    @classmethod
    def setUpClass(cls) -> None:
        ho.log.set_level(QUIET)
        cls.server = SessionServer()
        cls.addClassCleanup(cls.server.close)

    def setUp(self) -> None:
        self.session_id = self.server.create_session()

    def member(self, role: str = "publisher", name: str = "") -> Member:
        """Create a member, which does not connect yet; it is closed after the test."""
        member = Member(self.server, self.session_id, role, name)
        self.addCleanup(member.session.close)
        return member

    def connected(self, role: str = "publisher", name: str = "") -> Member:
        """Create a member and connect it."""
        member = self.member(role, name)
        member.connect()
        return member

    @contextlib.contextmanager
    def refused(self, kind: type[ho.OysterError], code: int) -> Iterator[None]:
        """Expect an exception of a class with a code."""
        with self.assertRaises(kind) as caught:
            yield
        error = caught.exception
        self.assertEqual((type(error), error.code), (kind, code))
        self.assertEqual(error.kind, ho.ErrorKind.SESSION)
        self.assertTrue(error.name)
        self.assertTrue(error.advice)
