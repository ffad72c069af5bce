# SPDX-License-Identifier: Apache-2.0
"""The library against a server that answers wrongly: its host gets documented events.

The library neither hangs nor crashes. Each fault concerns the library's connection only; then the
server is right again, and the library has to receive each signal once, or to end the connection.
"""

from __future__ import annotations

import contextlib
import secrets
import socket
import threading
import time
import unittest
from collections.abc import Callable
from typing import Any

import happyoyster as ho

import wire
from library_test import Host, LibraryTest
from peer import Peer
from scripted_server import Connection, Exchange, Refusal, ScriptedServer

Fault = Callable[[Exchange, Connection], bool]
KIB = 1024
NAME = "library"


def raw(exchange: Exchange, text: bytes) -> bool:
    """Send bytes in place of an answer, and close."""
    exchange.wfile.write(text)
    exchange.close_connection = True
    return True


def answer(status: int, body: Any) -> Fault:
    """An answer with a body that is not the right one."""

    def fault(exchange: Exchange, _: Connection | None) -> bool:
        if isinstance(body, bytes):
            head = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n"
            return raw(exchange, f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        exchange.send(status, body)
        return True

    return fault


def silent(exchange: Exchange, _: Connection | None) -> bool:
    """No answer: wait until the client closes."""
    with contextlib.suppress(OSError):
        while exchange.connection.recv(4096):
            pass
    exchange.close_connection = True
    return True


def reset(exchange: Exchange, _: Connection | None) -> bool:
    """A reset in place of an answer."""
    exchange.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    exchange.connection.close()
    exchange.close_connection = True
    return True


def stream(*pieces: bytes | str, hello: bool = True, stays: bool = False) -> Fault:
    """An event stream with pieces that are not events of the connection."""

    def fault(exchange: Exchange, one: Connection | None) -> bool:
        assert one is not None
        exchange.enter(one)
        exchange.open_stream()
        with contextlib.suppress(OSError):
            if hello:
                exchange.hello(one)
            for piece in pieces:
                text = piece if isinstance(piece, bytes) else piece.encode()
                exchange.chunk(text.replace(b"EPOCH", one.epoch.encode()))
            if stays:
                silent(exchange, one)
            else:
                exchange.chunk("")
        exchange.close_connection = True
        return True

    return fault


def event(position: str, kind: str, data: str) -> str:
    return f"id: {position}\nevent: {kind}\ndata: {data}\n\n"


def signal(number: int, data: str, position: int | None = None) -> str:
    body = '{"data": "%s", "number": %d, "from": {"id": "x", "createdAt": "", "data": ""}}'
    return event(f"EPOCH-{position or number}", "signal", body % (data, number))


class HostileTest(LibraryTest):
    def setUp(self) -> None:
        self.server = ScriptedServer(key="key", secret=secrets.token_hex(32), grace_ms=3000)
        self.server.heartbeat_ms = 200
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.session_id = "s-" + secrets.token_hex(4)
        self.used = threading.Event()

    def token(self, data: str) -> str:
        key, secret = self.server.key, self.server.secret
        return wire.token(key, secret, self.session_id, role="moderator", connection_data=data)

    def set_fault(self, where: str, fault: Fault, times: int = 1) -> None:
        """Let the next answers to the library be a fault."""
        left = [times]
        self.used.clear()

        def hook(exchange: Exchange, one: Connection | None) -> bool:
            if left[0] == 0 or (one is not None and one.public["data"] != NAME):
                return False
            left[0] -= 1
            self.used.set()
            return fault(exchange, one)

        self.server.hooks[where] = hook

    def connected(self) -> tuple[Host, Peer]:
        host = self.host(self.server.url, self.server.key, self.session_id, timeout_ms=2000)
        host.session.connect(self.token(NAME), timeout=wire.TIMEOUT)
        peer = Peer(wire.Api(self.server.url), self.session_id, self.token("peer"))
        self.addCleanup(peer.abandon)
        host.wait_for(ho.ConnectionCreated)
        return host, peer

    def lose(self) -> None:
        """End the library's event stream, so that it opens another one."""
        with self.server.changed:
            for one in self.server.sessions[self.session_id].values():
                if one.public["data"] == NAME:
                    one.reader += 1
            self.server.changed.notify_all()

    def epoch(self) -> str | None:
        """Return the epoch of the library's connection; None after its end."""
        with self.server.changed:
            for one in self.server.sessions[self.session_id].values():
                if one.public["data"] == NAME:
                    return one.epoch
        return None

    def assert_recovers_or_ends(self, host: Host, peer: Peer, epoch: str | None = None) -> bool:
        """Assert that signals arrive once and in order, or that the connection is over.

        Those that were sent before a resume may be missing. Without one, that is when ``epoch`` is
        still the epoch of the connection, none is.
        """

        def numbers() -> list[int]:
            return [
                int(one.data or "")
                for one in host.events
                if isinstance(one, ho.SignalReceived) and one.type == "count"
            ]

        sent = 0

        def is_settled() -> bool:
            found = numbers()
            return bool(found and found[-1] >= 19) or host.count(ho.SessionDisconnected) > 0

        until = time.monotonic() + wire.TIMEOUT
        while not is_settled():
            self.assertLess(time.monotonic(), until, [type(one) for one in host.events[-8:]])
            if sent < 20 or len(peer.answers) >= sent:
                peer.request("signal", type="count", data=str(sent))
                sent += 1
            if sent >= 20:
                with host.changed:
                    host.changed.wait_for(is_settled, 0.2)
        found = numbers()
        if found:
            self.assertEqual(found, list(range(found[0], found[0] + len(found))))
        if host.count(ho.SessionDisconnected):
            host.wait_for(ho.SessionFailed)
            return False
        if epoch is not None and epoch == self.epoch():
            self.assertLessEqual(found[0], 1)  # A wrong event may have used up one position.
        return True


class Connects(HostileTest):
    FAULTS: dict[str, Fault] = {
        "500": answer(500, {"error": {"code": 2000, "message": "x"}}),
        "503": answer(503, {"error": {"code": 1503, "message": "x"}}),
        "429": answer(429, {"error": {"code": 1011, "message": "x", "retryAfterMs": 10}}),
        "an unknown code": answer(400, {"error": {"code": 424242, "message": "x"}}),
        "a refusal without a body": answer(401, b""),
        "a code of another type": answer(401, {"error": {"code": "1004", "message": 5}}),
        "a redirect": answer(302, {}),
        "no content": answer(204, b""),
        "garbage": answer(201, b"\x00\xff\xfe garbage"),
        "no object": answer(201, b"[]"),
        "an empty object": answer(201, {}),
        "members of wrong types": answer(
            201, {"connection": 5, "bearer": [], "epoch": {}, "snapshot": "x"}
        ),
        "deep nesting": answer(201, b"[" * 100_000),
        "10 MiB": answer(201, b'{"x": "' + b"a" * 10 * KIB * KIB + b'"}'),
        "not HTTP": lambda exchange, _: raw(exchange, b"220 mail.example.org ESMTP\r\n"),
        "a cut answer": lambda exchange, _: raw(
            exchange, b'HTTP/1.1 201 X\r\nContent-Length: 500\r\n\r\n{"conn'
        ),
        "silence": silent,
        "a reset": reset,
    }

    def test_a_wrong_answer_fails_the_connect_and_the_next_one_works(self) -> None:
        for name, fault in self.FAULTS.items():
            with self.subTest(name):
                # More often than the library repeats.
                self.set_fault("connect", fault, times=50)
                host = self.host(self.server.url, "key", self.session_id, timeout_ms=1000)
                with self.assertRaises(ho.OysterError) as caught:
                    host.session.connect(self.token(NAME), timeout=wire.TIMEOUT)
                self.assertIsInstance(caught.exception.code, int)
                failed = host.wait_for(ho.SessionFailed)
                assert isinstance(failed, ho.SessionFailed)
                self.assertEqual(failed.error.code, caught.exception.code)
                self.assertEqual(host.session.status, ho.ConnectionStatus.NOT_CONNECTED)
                self.assertEqual(host.count(ho.SessionConnected), 0)
                self.server.hooks.clear()
                host.session.connect(self.token(NAME), timeout=wire.TIMEOUT)
                host.session.disconnect(timeout=wire.TIMEOUT)


class Streams(HostileTest):
    FAULTS: dict[str, tuple[Fault, int]] = {
        "500": (answer(500, {}), 3),
        "404 without a body": (answer(404, b""), 1),
        "401": (answer(401, {"error": {"code": 1004, "message": "x"}}), 1),
        "410 with resume": (answer(410, Refusal(410, 1022, resume=True).body), 1),
        "a silent server": (silent, 1),
        "resets": (reset, 3),
        "not HTTP": (lambda exchange, _: raw(exchange, b"\x00\x01\x02\r\n\r\n"), 2),
        "no hello": (stream(hello=False, stays=True), 1),
        "an end without hello": (stream(hello=False), 2),
        "hello of another epoch": (
            stream('event: hello\ndata: {"epoch": "x"}\n\n', hello=False, stays=True),
            1,
        ),
        "hello that is no object": (stream("event: hello\ndata: 5\n\n", hello=False), 1),
        "another epoch": (stream(event("other-1", "signal", "{}"), stays=True), 1),
        "an id that is none": (stream(event("x", "signal", "{}"), stays=True), 1),
        "a gap": (stream(signal(900, "gap"), stays=True), 1),
        "garbage": (stream(b"\xff\xfe\x00 garbage\n\n" * 100, stays=True), 1),
        "data that is no JSON": (stream(event("EPOCH-2", "signal", "{"), stays=True), 1),
        "data that is no object": (stream(event("EPOCH-2", "signal", "[]"), stays=True), 1),
        "a signal without number": (stream(event("EPOCH-2", "signal", "{}"), stays=True), 1),
        "a line of 1 MiB": (stream("data: " + "x" * KIB * KIB, stays=True), 1),
        "an event of 1 MiB": (stream(("data: " + "x" * 1000 + "\n") * 1100, stays=True), 1),
        "a comment of 10 MiB": (stream(b":" + b"x" * 10 * KIB * KIB, stays=True), 1),
        "deep nesting": (stream(event("EPOCH-2", "signal", "[" * 50_000), stays=True), 1),
    }

    def test_after_a_wrong_stream_signals_arrive_once_or_the_connection_is_over(self) -> None:
        for name, (fault, times) in self.FAULTS.items():
            with self.subTest(name):
                self.session_id = "s-" + secrets.token_hex(4)
                host, peer = self.connected()
                epoch = self.epoch()
                self.set_fault("events", fault, times)
                self.lose()
                self.assertTrue(self.used.wait(wire.TIMEOUT), "the library opens another stream")
                self.assert_recovers_or_ends(host, peer, epoch)
                self.server.hooks.clear()
                host.session.close()
                peer.abandon()

    def test_an_event_that_is_sent_twice_is_delivered_once(self) -> None:
        def twice(exchange: Exchange, one: Connection | None) -> bool:
            assert one is not None
            original = exchange.event

            def repeat(one: Connection, number: int, kind: str, data: wire.Json) -> None:
                for _ in range(3):
                    original(one, number, kind, data)

            exchange.event = repeat  # type: ignore[method-assign]
            return False

        host, peer = self.connected()
        self.set_fault("events", twice, times=1)
        self.lose()
        self.assertTrue(self.used.wait(wire.TIMEOUT))
        self.assertTrue(self.assert_recovers_or_ends(host, peer))

    def test_unknown_events_and_members_are_ignored(self) -> None:
        host, peer = self.connected()
        with self.server.changed:
            for one in self.server.sessions[self.session_id].values():
                one.add("somethingNew", data={"x": [1, None, {}]}, more=5)
                one.add("signal", data="known", number=5, later={"a": 1}, **{"from": {"id": "q"}})
            self.server.changed.notify_all()
        host.wait(lambda: "known" in host.signals(), "the signal with unknown members")
        self.assertTrue(self.assert_recovers_or_ends(host, peer))

    def test_a_half_open_stream_is_noticed(self) -> None:
        host, peer = self.connected()
        self.set_fault("events", stream(stays=True))
        self.lose()
        self.assertTrue(self.used.wait(wire.TIMEOUT))
        host.wait_for(ho.SessionReconnecting)
        self.assertTrue(self.assert_recovers_or_ends(host, peer))

    def test_410_without_resume_is_the_end(self) -> None:
        host, _ = self.connected()
        body = Refusal(410, 1022, resume=False, reason="lost").body
        self.set_fault("events", answer(410, body), times=100)
        self.lose()
        over = host.wait_for(ho.SessionDisconnected)
        assert isinstance(over, ho.SessionDisconnected)
        self.assertEqual(over.reason, ho.SessionReason.LOST)


class Lanes(HostileTest):
    FAULTS: dict[str, tuple[Fault, int]] = {
        "500": (answer(500, {}), 3),
        "503": (answer(503, {"error": {"code": 1503, "message": "x"}}), 2),
        "429": (answer(429, {"error": {"code": 1011, "message": "x", "retryAfterMs": 50}}), 2),
        "429 without a time": (answer(429, {}), 2),
        "429 with a negative time": (
            answer(429, {"error": {"code": 1011, "message": "x", "retryAfterMs": -5}}),
            2,
        ),
        "401": (answer(401, {"error": {"code": 1004, "message": "x"}}), 1),
        "409 of another number": (answer(409, Refusal(409, 1015, nextRequest=900).body), 1),
        "garbage": (answer(200, b"\xff\x00"), 2),
        "an empty body": (answer(200, b""), 2),
        "no answers": (answer(200, {}), 2),
        "answers of wrong types": (answer(200, {"answers": [5, None, {}], "nextRequest": "x"}), 1),
        "10 MiB": (answer(200, b'{"x": "' + b"a" * 10 * KIB * KIB + b'"}'), 1),
        "silence": (silent, 1),
        "resets": (reset, 2),
    }

    def test_after_a_wrong_answer_requests_are_executed_once_or_the_connection_is_over(
        self,
    ) -> None:
        for name, (fault, times) in self.FAULTS.items():
            with self.subTest(name):
                self.session_id = "s-" + secrets.token_hex(4)
                host, peer = self.connected()
                self.set_fault("requests", fault, times)
                for n in range(10):
                    host.session.send_signal("own", str(n))
                self.assertTrue(self.used.wait(wire.TIMEOUT), "the library posts")

                def own(peer: Peer = peer) -> list[str]:
                    return [one["data"] for one in peer.signals() if one.get("type") == "own"]

                peer.wait(
                    lambda own=own, host=host: (
                        len(own()) >= 10 or host.count(ho.SessionDisconnected)
                    ),
                    "the library's signals or its end",
                )
                expected = [str(n) for n in range(10)]
                if host.count(ho.SessionDisconnected):
                    self.assertEqual(own(), expected[: len(own())])
                else:
                    self.assertEqual(own(), expected)
                    self.assert_recovers_or_ends(host, peer)
                self.server.hooks.clear()
                host.session.close()
                peer.abandon()

    def test_a_disconnect_completes_although_no_request_is_answered(self) -> None:
        host, _ = self.connected()
        self.set_fault("requests", silent, times=1000)
        host.session.disconnect(timeout=wire.TIMEOUT)
        over = host.wait_for(ho.SessionDisconnected)
        assert isinstance(over, ho.SessionDisconnected)
        self.assertEqual(over.reason, ho.SessionReason.CLIENT)


class Resumes(HostileTest):
    def test_a_wrong_answer_to_a_resume_is_tried_again_or_ends_the_connection(self) -> None:
        gone = Refusal(410, 1022, resume=True).body
        for name, fault, times in (
            ("500", answer(500, {}), 2),
            ("garbage", answer(200, b"\xff"), 2),
            ("an empty object", answer(200, {}), 2),
            ("401", answer(401, {"error": {"code": 1004, "message": "x"}}), 1),
            ("410 with resume", answer(410, gone), 1),
            ("silence", silent, 1),
        ):
            with self.subTest(name):
                self.session_id = "s-" + secrets.token_hex(4)
                host, peer = self.connected()
                self.set_fault("resume", fault, times)
                hook = self.server.hooks["resume"]
                self.set_fault("events", answer(410, gone), 1)
                self.server.hooks["resume"] = hook
                self.lose()
                self.assertTrue(self.used.wait(wire.TIMEOUT))
                self.assert_recovers_or_ends(host, peer)
                self.server.hooks.clear()
                host.session.close()
                peer.abandon()

    def test_after_a_resume_the_difference_is_delivered(self) -> None:
        host, peer = self.connected()
        second = Peer(wire.Api(self.server.url), self.session_id, self.token("second"))
        self.addCleanup(second.abandon)
        host.wait_for(ho.ConnectionCreated, 2)
        self.set_fault("events", answer(410, Refusal(410, 1022, resume=True).body), 1)
        with self.server.changed:
            one = next(
                one
                for one in self.server.sessions[self.session_id].values()
                if one.public["data"] == NAME
            )
            one.suppresses = True  # Events that the library never receives.
        second.close()
        with self.server.changed:
            self.server.mute[self.session_id] = True
            one.suppresses = False
        self.lose()
        destroyed = host.wait_for(ho.ConnectionDestroyed)
        assert isinstance(destroyed, ho.ConnectionDestroyed)
        self.assertEqual(destroyed.connection.id, second.id)
        muted = host.wait_for(ho.MuteForced)
        assert isinstance(muted, ho.MuteForced)
        self.assertTrue(muted.active)
        self.assertTrue(self.assert_recovers_or_ends(host, peer))


if __name__ == "__main__":
    unittest.main()
