# SPDX-License-Identifier: Apache-2.0
"""A session server for tests, and base classes for tests with one."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import select
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import wire

T = TypeVar("T")
LOOK_EVERY = 0.02
PROGRAM = "OYSTER_SESSION_SERVER"
PACE = {"signalsPerSecond": 5000, "signalsAtOnce": 5000}
"""Limits for tests that send many signals."""
STREAMS = "oyster_session_event_streams"
"""The metric of open event streams and long polls."""
LOST = 'oyster_session_connections{state="lost"}'
"""The metric of lost connections."""


def wait_for(look: Callable[[], T | None], what: str, timeout: float = wire.TIMEOUT) -> T:
    """Call ``look`` until it returns something other than None and False; return that."""
    until = time.monotonic() + timeout
    while True:
        found = look()
        if found is not None and found is not False:
            return found
        if time.monotonic() > until:
            raise AssertionError(f"not within {timeout} s: {what}")
        time.sleep(LOOK_EVERY)


def free_port() -> int:
    """Return a port of loopback that was free at the call."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
    return port


def program() -> list[str]:
    """Return the command that starts the server; $OYSTER_SESSION_SERVER names it."""
    command = os.environ.get(PROGRAM, "")
    if not command:
        raise RuntimeError(f"{PROGRAM} does not name the server; make test-session sets it")
    return command.split()


class Server:
    """``oyster-session-server --dev`` on a free port of loopback, with its own configuration."""

    def __init__(self, *, journal: bool = False, **settings: Any) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="session-server-")
        self.folder = Path(self._folder.name)
        self.key = "key-" + secrets.token_hex(4)
        self.secret = secrets.token_hex(32)
        self.settings: wire.Json = {
            "port": 0,
            "projects": [{"key": self.key, "secrets": [{"secret": self.secret}]}],
            "serverSecret": secrets.token_hex(32),
            **settings,
        }
        if journal:
            self.settings["state"] = str(self.folder / "journal")
        self.process: subprocess.Popen[bytes] | None = None
        self.first_line: wire.Json = {}
        self._members: list[wire.Member] = []
        try:
            self.start()
        except BaseException:
            self.close()
            raise

    def start(self) -> None:
        """Start the process, on the former port if there is one; wait until it accepts."""
        configuration = self.folder / "server.json"
        configuration.write_text(json.dumps(self.settings))
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*program(), "--dev", "--config", str(configuration)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], wire.TIMEOUT)[0]:
            raise AssertionError(f"the server printed nothing: {self.log()}")
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"the server ended with {self.process.wait()}: {self.log()}")
        self.first_line = json.loads(line)
        self.api = wire.Api(self.first_line["api"])
        self.settings["port"] = self.api.port

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def log(self) -> str:
        """Return the last lines that the server wrote to standard error."""
        return (self.folder / "log").read_text(errors="replace")[-4000:]

    def kill(self) -> None:
        """End the process by SIGKILL."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal; return the exit status."""
        assert self.process is not None
        self.process.send_signal(number)
        status = self.process.wait(wire.TIMEOUT)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status

    def close(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.kill()
        for member in self._members:
            member.close()
        with contextlib.suppress(OSError):
            self._folder.cleanup()

    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def token(self, session: str | None = None, **claims: Any) -> str:
        return wire.token(self.key, self.secret, session, **claims)

    def create_session(self, **options: Any) -> str:
        return self.api.create_session(self.token(), **options)

    def connect(
        self, session: str, role: str | None = None, data: str | None = None, **options: Any
    ) -> wire.Member:
        text = self.token(session, role=role, connection_data=data)
        member = self.api.connect(session, text, **options)
        self._members.append(member)
        return member

    def join(
        self, session: str, role: str | None = None, data: str | None = None, **options: Any
    ) -> tuple[wire.Member, wire.EventStream]:
        """Connect and open the event stream, so that others see the connection."""
        member = self.connect(session, role, data, **options)
        events = member.events()
        events.hello()
        return member, events

    def metric(self, name: str) -> float:
        """Return a value of /metrics; 0 when it is not there."""
        status, _, text = self.api.call("GET", "/metrics")
        assert status == 200, status
        for line in str(text).splitlines():
            if line.startswith(name + " "):
                return float(line.rpartition(" ")[2])
        return 0.0


class SessionTest(unittest.TestCase):
    """A test with clients of the session server."""

    def open_events(self, member: wire.Member, last: str | None = None) -> wire.EventStream:
        """Open the event stream of a connection, and read hello; it is closed after the test."""
        events = member.events(last)
        self.addCleanup(events.close)
        self.assertEqual(events.hello().data["epoch"], member.epoch)
        return events

    def assert_refused(
        self, status: int, code: int | None, call: Callable[[], Any]
    ) -> wire.Refused:
        """Assert that the server refuses a call, with the body that the page describes."""
        with self.assertRaises(wire.Refused) as caught:
            call()
        refusal = caught.exception
        self.assertEqual((refusal.status, refusal.code), (status, code), refusal.body)
        self.assertIsInstance(refusal.error.get("message"), str)
        self.assertTrue(refusal.error["message"])
        return refusal


class ServerTest(SessionTest):
    """A test with one server per class. ``settings`` are members of its configuration."""

    settings: ClassVar[dict[str, Any]] = {}
    server: Server

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server(**cls.settings)
        cls.addClassCleanup(cls.server.close)

    def tearDown(self) -> None:
        self.assertTrue(self.server.is_alive(), f"the server ended: {self.server.log()}")

    def join(
        self, session: str, role: str | None = None, data: str | None = None, **options: Any
    ) -> tuple[wire.Member, wire.EventStream]:
        """As ``Server.join``; the event stream is closed after the test."""
        member, events = self.server.join(session, role, data, **options)
        self.addCleanup(events.close)
        return member, events
