# SPDX-License-Identifier: Apache-2.0
"""The requests of docs/session-server.md, one function each; written from that page alone."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import http.client
import json
import os
import queue
import socket
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

TIMEOUT = float(os.environ.get("OYSTER_TEST_TIMEOUT", "60"))
"""How long a client waits for an answer, in seconds; the machine of a test may be busy."""

Json = dict[str, Any]


class Refused(Exception):
    """An answer other than 2xx."""

    def __init__(self, status: int, body: Any, headers: Mapping[str, str]) -> None:
        self.status = status
        self.body: Json = body if isinstance(body, dict) else {}
        error = self.body.get("error")
        self.error: Json = error if isinstance(error, dict) else {}
        self.code = self.error.get("code")
        self.headers = headers
        super().__init__(f"{status} {self.code}: {self.error.get('message')}")


def _part(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def sign(secret: str, claims: Json, header: Json | None = None) -> str:
    """Return a JWT with exactly these claims, signed with HMAC-SHA256."""
    head = {"alg": "HS256", "typ": "JWT"} if header is None else header
    text = f"{_part(json.dumps(head).encode())}.{_part(json.dumps(claims).encode())}"
    signature = hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest()
    return f"{text}.{_part(signature)}"


def token(
    key: str, secret: str, session: str | None = None, *, kid: str | None = None, **claims: Any
) -> str:
    """Return a token to connect to a session or, without a session, one to create sessions.

    A claim with the value None is left out.
    """
    scope = "session.create" if session is None else "session.connect"
    every = {"iss": key, "scope": scope, "session_id": session, "exp": int(time.time()) + 600}
    every = {name: value for name, value in (every | claims).items() if value is not None}
    header = {"alg": "HS256", "typ": "JWT"} | ({"kid": kid} if kid is not None else {})
    return sign(secret, every, header)


@dataclass(frozen=True)
class Event:
    """One event; ``id`` is None for ``hello``."""

    id: str | None
    type: str
    data: Json

    @property
    def position(self) -> int:
        """The n of the id."""
        return int((self.id or "").rpartition("-")[2])


class Api:
    """The address of a server."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.url = url
        self.host = parts.hostname or "127.0.0.1"
        self.port = parts.port or 80

    def dial(self) -> socket.socket:
        """Open a TCP connection for bytes that no HTTP client would send."""
        return socket.create_connection((self.host, self.port), TIMEOUT)

    def open(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.host, self.port, timeout=TIMEOUT)

    def call(  # noqa: PLR0917, the parts of a request in their order
        self,
        method: str,
        path: str,
        body: Any = None,
        bearer: str | None = None,
        headers: Mapping[str, str] = {},
        over: http.client.HTTPConnection | None = None,
    ) -> tuple[int, Mapping[str, str], Any]:
        """Send one request; return status, headers and parsed body. ``bytes`` are sent as is."""
        connection = over or self.open()
        every = dict(headers)
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            every.setdefault("Content-Type", "application/json")
        if bearer is not None:
            every["Authorization"] = f"Bearer {bearer}"
        try:
            connection.request(method, path, data, every)
            answer = connection.getresponse()
            text = answer.read()
        finally:
            if over is None:
                connection.close()
        found: Any = text.decode()
        with contextlib.suppress(ValueError):
            found = json.loads(text) if text else None
        return answer.status, answer.headers, found

    def json(self, method: str, path: str, *args: Any, **named: Any) -> Json:
        """Send one request; return the body of a 2xx, raise ``Refused`` for others."""
        status, headers, body = self.call(method, path, *args, **named)
        if status // 100 != 2:
            raise Refused(status, body, headers)
        assert isinstance(body, dict), body
        return body

    def create_session(self, creating_token: str, **options: Any) -> str:
        """Create a session; return its id."""
        found = self.json("POST", "/v1/sessions", options, creating_token)["sessionId"]
        assert isinstance(found, str)
        return found

    def connect(self, session: str, connect_token: str, **options: Any) -> Member:
        """Connect; the connection is visible only once its event stream is open."""
        path = f"/v1/sessions/{session}/connections"
        return Member(self, session, self.json("POST", path, {"token": connect_token, **options}))


@dataclass
class Member:
    """A connection of a session, with what the answer to its connect or resume says."""

    api: Api
    session: str
    answer: Json
    lane: http.client.HTTPConnection | None = field(default=None, repr=False)

    @property
    def id(self) -> str:
        return str(self.answer["connection"]["id"])

    @property
    def bearer(self) -> str:
        return str(self.answer["bearer"])

    @property
    def ticket(self) -> str:
        return str(self.answer["resumeTicket"])

    @property
    def epoch(self) -> str:
        return str(self.answer["epoch"])

    @property
    def snapshot(self) -> Json:
        return dict(self.answer["snapshot"])

    @property
    def path(self) -> str:
        return f"/v1/sessions/{self.session}/connections/{self.id}"

    def post(self, requests: Sequence[Json] = (), last_event: str | None = None) -> Json:
        """Send one POST of the request lane."""
        body: Json = {"requests": list(requests)}
        if last_event is not None:
            body["lastEvent"] = last_event
        self.lane = self.lane or self.api.open()
        try:
            return self.api.json("POST", f"{self.path}/requests", body, self.bearer, over=self.lane)
        except (OSError, http.client.HTTPException):
            self.lane.close()
            raise

    def close(self) -> None:
        """Close the HTTP connection of the request lane."""
        if self.lane is not None:
            self.lane.close()

    def events(self, last: str | None = None, timeout: float = TIMEOUT) -> EventStream:
        """Open the event stream; return after the headers of the answer."""
        return EventStream(self, last, timeout)

    def dial_events(self) -> socket.socket:
        """Request the event stream over a TCP connection of the caller, who need not read it."""
        raw = self.api.dial()
        raw.sendall(
            f"GET {self.path}/events HTTP/1.1\r\nHost: x\r\n"
            f"Authorization: Bearer {self.bearer}\r\n\r\n".encode()
        )
        return raw

    def poll(self, wait: int = 20, last: str | None = None) -> list[Event]:
        """Receive events by a long poll."""
        headers = {"Accept": "application/json"}
        if last is not None:
            headers["Last-Event-ID"] = last
        path = f"{self.path}/events?wait={wait}"
        found = self.api.json("GET", path, None, self.bearer, headers)
        return [Event(one["id"], one["type"], one["data"]) for one in found["events"]]

    def resume(self, next_request: int = 1, ticket: str | None = None, **options: Any) -> Json:
        """Resume, and remember the new bearer, epoch, ticket and snapshot."""
        body = {"ticket": ticket or self.ticket, "nextRequest": next_request, **options}
        self.answer = self.api.json("POST", f"{self.path}/resume", body)
        return self.answer


class EventStream:
    """An open event stream; a thread of its own reads it."""

    def __init__(self, member: Member, last: str | None, timeout: float) -> None:
        headers = {
            "Authorization": f"Bearer {member.bearer}",
            "Accept": "text/event-stream",
            "Accept-Encoding": "identity",
        }
        if last is not None:
            headers["Last-Event-ID"] = last
        self._connection = http.client.HTTPConnection(
            member.api.host, member.api.port, timeout=timeout
        )
        self._connection.request("GET", f"{member.path}/events", headers=headers)
        self._socket = self._connection.sock
        try:
            answer = self._connection.getresponse()
        except OSError:
            self._connection.close()
            raise
        self.headers: Mapping[str, str] = answer.headers
        if answer.status != 200:
            text = answer.read()
            self._connection.close()
            body = None
            with contextlib.suppress(ValueError):
                body = json.loads(text)
            raise Refused(answer.status, body, answer.headers)
        self._socket.settimeout(None)
        self._found: queue.SimpleQueue[Event | str | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._read, args=(answer,), daemon=True)
        self._thread.start()

    def _read(self, answer: http.client.HTTPResponse) -> None:
        members: dict[str, str] = {}
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
            while line := answer.readline():
                text = line.decode().rstrip("\r\n")
                if text.startswith(":"):
                    self._found.put(text)
                elif text:
                    name, _, value = text.partition(":")
                    value = value.removeprefix(" ")
                    if name == "data" and "data" in members:
                        value = members["data"] + "\n" + value
                    members[name] = value
                elif members:
                    data = json.loads(members["data"])
                    self._found.put(Event(members.get("id"), members["event"], data))
                    members = {}
        self._found.put(None)

    def next_item(self, timeout: float = TIMEOUT) -> Event | str | None:
        """Return the next event or comment; None at the end of the stream."""
        try:
            return self._found.get(timeout=timeout)
        except queue.Empty:
            raise AssertionError(f"no event within {timeout} s") from None

    def next(self, timeout: float = TIMEOUT) -> Event:
        """Return the next event. The end of the stream is an AssertionError."""
        while True:
            item = self.next_item(timeout)
            if item is None:
                raise AssertionError("the event stream ended")
            if isinstance(item, Event):
                return item

    def hello(self) -> Event:
        first = self.next()
        if first.type != "hello" or first.id is not None:
            raise AssertionError(f"not hello: {first}")
        return first

    def until(self, kind: str) -> list[Event]:
        """Return the events up to the first one of a type, inclusive; without hello."""
        found: list[Event] = []
        while not found or found[-1].type != kind:
            found.append(self.next())
        return [event for event in found if event.id is not None]

    def wait_for_end(self) -> list[Event]:
        """Return the remaining events, after the server has closed the stream."""
        found = []
        while (item := self.next_item()) is not None:
            if isinstance(item, Event):
                found.append(item)
        return found

    def close(self) -> None:
        """Close the HTTP connection, as a client that is lost."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(TIMEOUT)
        self._connection.close()
