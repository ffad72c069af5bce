# SPDX-License-Identifier: Apache-2.0
"""Clients that do not keep to HTTP or to the protocol: the server serves the others."""

from __future__ import annotations

import contextlib
import http.client
import random
import resource
import socket
import time
import unittest

import wire
from session_server import PACE, STREAMS, ServerTest, wait_for

KIB = 1024
POST = b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\n"


class HostileTest(ServerTest):
    def assert_serves(self) -> None:
        """Assert that a new client can connect and signal to itself."""
        member, events = self.join(self.server.create_session())
        member.post([{"number": 1, "op": "signal", "data": "alive"}])
        self.assertEqual(events.next().data["data"], "alive")

    def tearDown(self) -> None:
        super().tearDown()
        self.assert_serves()

    def exchange(self, data: bytes, *, is_complete: bool = True) -> bytes:
        """Send bytes over an HTTP connection of its own; return all that the server sends."""
        with self.server.api.dial() as raw:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                raw.sendall(data)
                if is_complete:
                    raw.shutdown(socket.SHUT_WR)
            answer = b""
            with contextlib.suppress(ConnectionResetError):
                while piece := raw.recv(65536):
                    answer += piece
            return answer

    def status(self, answer: bytes) -> int:
        """Return the status of an answer; 0 when there is none."""
        first = answer.split(b"\r\n", 1)[0].split(b" ")
        return int(first[1]) if len(first) > 1 and first[0].startswith(b"HTTP/1.") else 0

    def request(
        self, path: str, headers: str = "", body: bytes = b"", method: str = "POST"
    ) -> bytes:
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}"
        if body:
            head += f"Content-Length: {len(body)}\r\n"
        return head.encode() + b"\r\n" + body


class Bytes(HostileTest):
    settings = {"limits": {"requestTimeMs": 2000}}

    def test_garbage_is_refused_or_closed(self) -> None:
        random.seed(20261201)
        samples = [
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + random.randbytes(500),  # TLS
            b"\x00" * 1000,
            b"\xff" * 1000,
            b"\r\n" * 1000,
            b"GET\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET  /  HTTP/1.1\r\n\r\n",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            POST + b"Content-Length: -5\r\n\r\n",
            POST + b"Content-Length: 99999999999999999999999\r\n\r\n",
            POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
            b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
            b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            b"ffffffffffffffffff\r\n{}\r\n0\r\n\r\n",
            b"GET /healthz HTTP/1.1\r\nHost : x\r\n: no name\r\n\r\n",
            b"GET /healthz HTTP/1.1\r\nX: \x00\x01\r\n\r\n",
        ]
        samples += [random.randbytes(random.randint(1, 3000)) for _ in range(50)]
        for index, sample in enumerate(samples):
            with self.subTest(index):
                answer = self.exchange(sample)
                self.assertIn(self.status(answer) // 100, (0, 2, 4, 5), answer[:80])
                self.assertNotEqual(self.status(answer), 500, answer[:80])

    def test_long_headers_are_431_and_long_lines_too(self) -> None:
        for name, data in {
            "one long header": self.request("/healthz", f"X: {'a' * 17 * KIB}\r\n", method="GET"),
            "many headers": self.request(
                "/healthz", "".join(f"X-{n}: {'a' * 100}\r\n" for n in range(200)), method="GET"
            ),
            "a long path": self.request("/" + "a" * 20 * KIB, method="GET"),
            "a long query": self.request("/healthz?" + "a" * 20 * KIB, method="GET"),
            "a long bearer": self.request(
                "/v1/sessions", f"Authorization: Bearer {'a' * 100 * KIB}\r\n"
            ),
            "an endless header": b"GET / HTTP/1.1\r\nX: " + b"a" * 1024 * KIB,
        }.items():
            with self.subTest(name):
                answer = self.exchange(data)
                self.assertIn(self.status(answer), (0, 400, 413, 414, 431), answer[:80])

    def test_headers_below_16_kib_are_read(self) -> None:
        data = self.request("/healthz", f"X: {'a' * 14 * KIB}\r\n", method="GET")
        self.assertEqual(self.status(self.exchange(data)), 200)

    def test_an_announced_body_beyond_the_limit_is_not_read(self) -> None:
        for path, size in (("/v1/sessions", 10**9), ("/v1/sessions/x/connections", 10**12)):
            with self.subTest(path=path):
                head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n"
                answer = self.exchange(head.encode() + b"{" * 100 * KIB)
                self.assertIn(self.status(answer), (0, 400, 401, 404, 413), answer[:80])

    def test_an_endless_chunked_body_is_refused(self) -> None:
        head = b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
        answer = self.exchange(head + chunk * 64)
        self.assertIn(self.status(answer), (0, 400, 401, 413), answer[:80])

    def test_a_chunked_body_is_read_as_any_other(self) -> None:
        head = (
            "POST /v1/sessions HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            f"Authorization: Bearer {self.server.token()}\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        answer = self.exchange(head.encode() + b"1\r\n{\r\n1\r\n}\r\n0\r\n\r\n")
        self.assertEqual(self.status(answer), 201, answer[:80])

    def test_half_requests_that_end_are_closed(self) -> None:
        member, _ = self.join(self.server.create_session())
        body = b'{"requests": [{"number": 1, "op": "signal", "data": "half"}]}'
        whole = self.request(
            f"{member.path}/requests", f"Authorization: Bearer {member.bearer}\r\n", body
        )
        for length in (1, 10, 40, 100, len(whole) - len(body), len(whole) - 5, len(whole) - 1):
            with self.subTest(length=length):
                self.assertIn(self.status(self.exchange(whole[:length])), (0, 400), length)
        self.assertEqual(member.post()["nextRequest"], 1)
        self.assertEqual(self.status(self.exchange(whole)), 200)
        self.assertEqual(member.post()["nextRequest"], 2)

    def test_a_client_that_sends_byte_by_byte_is_closed_within_the_bound(self) -> None:
        begin = time.monotonic()
        with self.server.api.dial() as raw:
            raw.settimeout(0.5)
            sent = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                raw.sendall(sent)
                while True:
                    raw.sendall(b"X-Slow: a\r\n")
                    with contextlib.suppress(TimeoutError):
                        if not raw.recv(100):
                            break
                    if time.monotonic() - begin > wire.TIMEOUT:
                        self.fail("the server still waits for the end of the headers")
        self.assertGreater(time.monotonic() - begin, 1)

    def test_pipelined_requests_are_answered_in_order(self) -> None:
        one = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        answer = self.exchange(one * 20 + self.request("/nowhere", method="GET"))
        self.assertEqual(answer.count(b"HTTP/1.1 200"), 20)
        self.assertEqual(answer.count(b"HTTP/1.1 404"), 1)


class Paths(HostileTest):
    def test_paths_that_are_no_path_of_the_protocol_are_refused(self) -> None:
        member, _ = self.join(self.server.create_session())
        bearer = f"Authorization: Bearer {member.bearer}\r\n"
        session, connection = member.session, member.id
        for path in (
            "/",
            "//",
            "/v1",
            "/v1/",
            "/v1/sessions/",
            "/v2/sessions",
            "/V1/sessions",
            "/v1//sessions",
            "/v1/sessions/../sessions",
            "/v1/sessions/%2e%2e/metrics",
            "/../../../../etc/passwd",
            "/%2e%2e/%2e%2e/etc/passwd",
            "/v1/sessions/..%2f..%2fetc/connections",
            f"/v1/sessions/{session}",
            f"/v1/sessions/{session}/connections/",
            f"/v1/sessions/{session}/connections/{connection}",
            f"/v1/sessions/{session}/connections/{connection}/",
            f"/v1/sessions/{session}/connections/{connection}/requests/",
            f"/v1/sessions/{session}/connections/{connection}/requests/x",
            f"/v1/sessions/{session}/connections/{connection}%00/requests",
            f"/v1/sessions/{session}/connections/{connection}%2e/requests",
            f"/v1/sessions/{session}/connections//requests",
            f"/v1/sessions//connections/{connection}/requests",
            f"/v1/sessions/{session[:-1]}/connections/{connection}/requests",
            f"/v1/sessions/{'a' * 5000}/connections/{connection}/requests",
            "/v1/sessions/%ff%fe/connections",
            "/v1/sessions/\xff/connections",
            "*",
            "http://[::1",
            "healthz",
        ):
            with self.subTest(path=path[:80]):
                answer = self.exchange(self.request(path, bearer, b"{}"))
                self.assertIn(self.status(answer), (0, 400, 401, 404, 405, 414), answer[:80])
        self.assertEqual(member.post()["nextRequest"], 1)

    def test_other_methods_are_404_or_405(self) -> None:
        call = self.server.api.json
        for method, path in (
            ("GET", "/v1/sessions"),
            ("PUT", "/v1/sessions"),
            ("DELETE", "/v1/sessions"),
            ("POST", "/healthz"),
            ("PATCH", "/metrics"),
            ("BREW", "/healthz"),
        ):
            with self.subTest(method=method, path=path):
                with self.assertRaises(wire.Refused) as caught:
                    call(method, path, {} if method != "GET" else None)
                self.assertIn(caught.exception.status, (400, 404, 405, 501))


class Bearers(HostileTest):
    def test_another_connection_s_bearer_is_401(self) -> None:
        session = self.server.create_session()
        victim, _ = self.join(session, "moderator")
        attacker, _ = self.join(session, "subscriber")
        call = self.server.api.json
        body = {"requests": [{"number": 1, "op": "forceMuteAll"}]}
        for method, path, content in (
            ("POST", f"{victim.path}/requests", body),
            ("GET", f"{victim.path}/events", None),
            ("GET", f"{victim.path}/events?wait=0", None),
        ):
            with self.subTest(path=path[-8:]):
                self.assert_refused(
                    401,
                    1004,
                    lambda m=method, p=path, c=content: call(m, p, c, attacker.bearer),
                )
        self.assertEqual(victim.post()["nextRequest"], 1)

    def test_a_bearer_opens_no_connection_of_another_session(self) -> None:
        member, _ = self.join(self.server.create_session())
        other = self.server.create_session()
        path = f"/v1/sessions/{other}/connections/{member.id}/requests"
        with self.assertRaises(wire.Refused) as caught:
            self.server.api.json("POST", path, {}, member.bearer)
        self.assertIn(caught.exception.status, (401, 404))

    def test_an_unknown_connection_is_404(self) -> None:
        member, _ = self.join(self.server.create_session())
        path = f"/v1/sessions/{member.session}/connections/unknown"
        call = self.server.api.json
        self.assert_refused(404, 1005, lambda: call("POST", f"{path}/requests", {}, member.bearer))
        self.assert_refused(404, 1005, lambda: call("GET", f"{path}/events", None, member.bearer))

    def test_headers_of_a_wrong_form_are_401(self) -> None:
        member, _ = self.join(self.server.create_session())
        for value in (
            "Bearer",
            "Bearer ",
            f"Basic {member.bearer}",
            member.bearer,
            f"Bearer {member.bearer} x",
            f"Bearer {member.bearer[:-1]}",
            f"Bearer {member.bearer}x",
        ):
            with self.subTest(form=value[:7]):
                self.assert_refused(
                    401,
                    1004,
                    lambda value=value: self.server.api.json(
                        "POST", f"{member.path}/requests", {}, None, {"Authorization": value}
                    ),
                )


class Crowds(HostileTest):
    settings = {"limits": PACE}

    def test_a_slow_reader_does_not_delay_the_others(self) -> None:
        session = self.server.create_session()
        member, events = self.join(session)
        slow = self.server.connect(session)
        with slow.dial_events():
            self.assertEqual(events.next().type, "connectionCreated")
            for first in range(1, 321, 64):
                batch = range(first, first + 64)
                member.post([{"number": n, "op": "signal", "data": "x" * 8192} for n in batch])
                found = [events.next() for _ in batch]
                self.assertEqual([event.data["number"] for event in found], list(batch))
                member.post([], found[-1].id)

    def test_connections_that_are_opened_and_dropped_leave_nothing(self) -> None:
        session = self.server.create_session()
        before = self.server.metric(STREAMS)
        for _ in range(100):
            member = self.server.connect(session)
            member.dial_events().close()
            member.close()
        wait_for(lambda: self.server.metric(STREAMS) <= before, "the end of the event streams")
        self.assert_serves()

    def test_many_clients_at_once_get_right_answers(self) -> None:
        session = self.server.create_session()
        joined = [self.join(session) for _ in range(50)]
        for index, (member, _) in enumerate(joined):
            member.post([{"number": 1, "op": "signal", "data": str(index)}])
        for _, events in joined:
            found: list[str] = []
            while len(found) < len(joined):
                event = events.next()
                if event.type == "signal":
                    found.append(event.data["data"])
            self.assertEqual(found, [str(index) for index in range(len(joined))])


class IdleConnections(HostileTest):
    settings = {"limits": {"httpConnectionsPerAddress": 0}}

    def open_many(self, count: int) -> list[socket.socket]:
        """Open up to ``count`` HTTP connections; they are closed after the test."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = min(hard, count + 500)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        found = []
        for _ in range(min(count, wanted - 200)):
            found.append(self.server.api.dial())
            self.addCleanup(found[-1].close)
        return found

    def test_thousands_of_idle_http_connections_do_not_stop_the_service(self) -> None:
        self.open_many(3000)
        for _ in range(20):
            self.assertEqual(self.server.api.call("GET", "/healthz")[0], 200)
        self.assert_serves()


class ManyOfOneAddress(HostileTest):
    settings = {
        "limits": {"httpConnectionsPerAddress": 20, "requestTimeMs": 1000, "idleTimeMs": 1000}
    }

    def test_one_address_gets_503_beyond_its_limit_until_its_idle_ones_are_closed(self) -> None:
        idle = [self.server.api.dial() for _ in range(20)]
        for one in idle:
            self.addCleanup(one.close)

        def status() -> int:
            with contextlib.suppress(OSError, http.client.HTTPException):
                return self.server.api.call("GET", "/healthz")[0]
            return 0

        self.assertIn(status(), (0, 503))
        wait_for(lambda: status() == 200, "an answer after the idle HTTP connections")
        for one in idle:
            one.settimeout(wire.TIMEOUT)
            while one.recv(4096):
                pass


if __name__ == "__main__":
    unittest.main()
