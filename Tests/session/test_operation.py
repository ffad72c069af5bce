# SPDX-License-Identifier: Apache-2.0
"""What operators and browsers need: health, metrics, CORS, configuration, signals, memory."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

import wire
from session_server import Server, ServerTest, program

KIB = 1024
NAMES = "Authorization, Content-Type, Last-Event-ID"
METRIC = r'[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? \S+'
GOOD = "a secret that has at least 32 bytes"


class Service(ServerTest):
    def test_the_first_line_has_api_key_and_secret(self) -> None:
        self.assertEqual(self.server.first_line["key"], self.server.key)
        self.assertEqual(self.server.first_line["secret"], self.server.secret)
        self.assertRegex(self.server.first_line["api"], r"^http://127\.0\.0\.1:\d+$")

    def test_health_is_200(self) -> None:
        status, _, body = self.server.api.call("GET", "/healthz")
        self.assertEqual((status, body), (200, {"status": "ok"}))

    def test_metrics_are_prometheus_text_and_count(self) -> None:
        before = self.server.metric("oyster_session_signals_total")
        session = self.server.create_session()
        member, _ = self.join(session)
        member.post([{"number": 1, "op": "signal"}, {"number": 2, "op": "none"}])
        self.assertEqual(self.server.metric("oyster_session_signals_total"), before + 1)
        self.assertGreaterEqual(
            self.server.metric('oyster_session_connections{state="connected"}'), 1
        )
        refusals = 'oyster_session_refusals_total{code="1004"}'
        before = self.server.metric(refusals)
        self.assert_refused(401, 1004, lambda: self.server.api.connect(session, "wrong"))
        self.assertEqual(self.server.metric(refusals), before + 1)
        status, headers, text = self.server.api.call("GET", "/metrics")
        self.assertEqual(status, 200)
        self.assertTrue(headers["Content-Type"].startswith("text/plain"))
        for line in text.splitlines():
            self.assertRegex(line, f"^(# (HELP|TYPE) [a-z_]+ .+|{METRIC})$")
        for name in (
            "oyster_session_sessions",
            "oyster_session_event_streams",
            "oyster_session_connects_total",
            "oyster_session_resumes_total",
            "oyster_session_requests_total",
        ):
            self.assertRegex(text, re.compile(f"^{name} ", re.MULTILINE))

    def test_a_preflight_allows_what_a_browser_s_client_needs(self) -> None:
        session = self.server.create_session()
        for path in (
            "/v1/sessions",
            f"/v1/sessions/{session}/connections",
            f"/v1/sessions/{session}/connections/x/events",
            f"/v1/sessions/{session}/connections/x/requests",
            f"/v1/sessions/{session}/connections/x/resume",
        ):
            for origin in ("https://example.org", "null"):
                with self.subTest(path=path, origin=origin):
                    status, headers, body = self.server.api.call(
                        "OPTIONS",
                        path,
                        headers={
                            "Origin": origin,
                            "Access-Control-Request-Method": "POST",
                            "Access-Control-Request-Headers": NAMES.lower(),
                        },
                    )
                    self.assertEqual((status, body or None), (204, None))
                    self.assertEqual(headers["Access-Control-Allow-Origin"], "*")
                    allowed = headers["Access-Control-Allow-Headers"].lower()
                    for name in NAMES.lower().split(", "):
                        self.assertIn(name, allowed)
                    for method in ("GET", "POST"):
                        self.assertIn(method, headers["Access-Control-Allow-Methods"])

    def test_answers_and_refusals_may_be_read_by_any_origin(self) -> None:
        session = self.server.create_session()
        member, events = self.join(session)
        self.assertEqual(events.headers["Access-Control-Allow-Origin"], "*")
        call = self.server.api.call
        for method, path, bearer in (
            ("POST", f"{member.path}/requests", member.bearer),
            ("POST", f"{member.path}/requests", "wrong"),
            ("GET", f"{member.path}/events?wait=0", member.bearer),
            ("GET", f"{member.path}/events", "wrong"),
            ("GET", "/nowhere", None),
            ("POST", f"/v1/sessions/{session}/connections", None),
        ):
            with self.subTest(path=path, bearer=bearer == "wrong"):
                body = {} if method == "POST" else None
                _, headers, _ = call(method, path, body, bearer, {"Origin": "https://example.org"})
                self.assertEqual(headers["Access-Control-Allow-Origin"], "*")
                exposed = headers["Access-Control-Expose-Headers"]
                self.assertIn("Retry-After", exposed)
                self.assertIn("Location", exposed)

    def test_the_log_has_no_secret(self) -> None:
        session = self.server.create_session()
        text = self.server.token(session, jti="named-in-the-log")
        member = self.server.api.connect(session, text)
        self.addCleanup(member.close)
        with contextlib.closing(member.events()) as events:
            events.hello()
            member.post([{"number": 1, "op": "signal", "data": "private words"}])
        log = (self.server.folder / "log").read_text()
        for secret in (text, member.bearer, member.ticket, self.server.secret, "private words"):
            self.assertNotIn(secret, log)


class Configurations(unittest.TestCase):
    def run_with(self, *arguments: str, text: str | None = None) -> tuple[int, str]:
        """Run the server until it ends; return exit status and standard error."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "server.json")
            if text is not None:
                file.write_text(text)
            command = [*program(), *(one.replace("FILE", str(file)) for one in arguments)]
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=wire.TIMEOUT,
                check=False,
            )
            return done.returncode, done.stderr.decode()

    def test_a_wrong_member_is_named_and_the_status_is_2(self) -> None:
        good: wire.Json = {
            "port": 0,
            "serverSecret": GOOD,
            "projects": [{"key": "k", "secrets": [{"secret": GOOD}]}],
        }
        wrong: tuple[tuple[str, Any], ...] = (
            ("port", "8090"),
            ("port", -1),
            ("port", 65536),
            ("port", 1.5),
            ("address", "not an address"),
            ("address", 5),
            ("serverSecret", "short"),
            ("projects", []),
            ("projects", {}),
            ("secrets", [{"key": "k", "secrets": []}]),
            ("secret", [{"key": "k", "secrets": [{"secret": "short"}]}]),
            ("key", [{"key": "", "secrets": [{"secret": GOOD}]}]),
            ("key", [{"secrets": [{"secret": GOOD}]}]),
            ("graceTimeMs", "20 s"),
            ("graceTimeMs", 0),
            ("graceTimeMs", 10**9),
            ("heartbeatMs", 0),
            ("limits", 5),
            ("connections", {"connections": 0}),
            ("signalsPerSecond", {"signalsPerSecond": -1}),
            ("unknown", {"unknown": 1}),
            ("gracetime", 20000),
            ("state", 5),
        )
        nested = {"secrets": "projects", "secret": "projects", "key": "projects"}
        nested |= dict.fromkeys(("connections", "signalsPerSecond", "unknown"), "limits")
        for name, value in wrong:
            with self.subTest(name=name, value=value):
                settings = good | {nested.get(name, name): value}
                status, errors = self.run_with("--config", "FILE", text=json.dumps(settings))
                self.assertEqual(status, 2, errors)
                self.assertIn(name, errors)
                self.assertIn("server.json", errors)
                self.assertNotIn(GOOD, errors)

    def test_a_file_that_is_missing_or_no_json_is_2(self) -> None:
        for text in (None, "", "{", "[]", "{} more", '{"port": 0, "port": 1}'):
            with self.subTest(text=text):
                status, errors = self.run_with("--config", "FILE", text=text)
                self.assertEqual(status, 2, errors)
                self.assertIn("server.json", errors)

    def test_without_dev_projects_and_server_secret_are_required(self) -> None:
        for text, name in (
            (json.dumps({"serverSecret": GOOD}), "projects"),
            (
                json.dumps({"projects": [{"key": "k", "secrets": [{"secret": GOOD}]}]}),
                "serverSecret",
            ),
        ):
            with self.subTest(name=name):
                status, errors = self.run_with("--config", "FILE", text=text)
                self.assertEqual(status, 2)
                self.assertIn(name, errors)

    def test_wrong_arguments_are_2(self) -> None:
        for arguments in ((), ("--nonsense",), ("--config",), ("more", "words")):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.run_with(*arguments)[0], 2)

    def test_help_and_version_end_with_0(self) -> None:
        for argument in ("--help", "--version"):
            with self.subTest(argument=argument):
                self.assertEqual(self.run_with(argument)[0], 0)

    def test_a_port_in_use_ends_the_server_with_an_error(self) -> None:
        server = Server()
        self.addCleanup(server.close)
        status, errors = self.run_with(
            "--dev", "--config", "FILE", text=json.dumps({"port": server.api.port})
        )
        self.assertNotEqual(status, 0)
        self.assertIn(str(server.api.port), errors)

    def test_dev_needs_no_configuration(self) -> None:
        process = subprocess.Popen(
            [*program(), "--dev"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        try:
            assert process.stdout is not None
            line = json.loads(process.stdout.readline())
            api = wire.Api(line["api"])
            session = api.create_session(wire.token(line["key"], line["secret"]))
            api.connect(session, wire.token(line["key"], line["secret"], session))
        finally:
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(wire.TIMEOUT), 0)
            process.stdout.close()


class Stopping(unittest.TestCase):
    def test_both_signals_end_the_server_beside_open_streams_and_polls(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number.name):
                server = Server()
                self.addCleanup(server.close)
                session = server.create_session()
                joined = [server.join(session) for _ in range(5)]
                idle = server.api.dial()
                self.addCleanup(idle.close)
                half = server.api.dial()
                self.addCleanup(half.close)
                half.sendall(b"POST /v1/sessions HTTP/1.1\r\nContent-Length: 50\r\n\r\n{")
                self.assertEqual(server.stop(number), 0, server.log())
                for _, events in joined:
                    last = events.wait_for_end()
                    kinds = [event.data for event in last if event.type == "disconnected"]
                    expected = [{"reason": "server"}] if number == signal.SIGINT else []
                    self.assertEqual(kinds, expected)


class Memory(ServerTest):
    settings = {"graceTimeMs": 100}

    def resident(self) -> int:
        """Return the server's resident memory in KiB."""
        text = Path(f"/proc/{self.server.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+) kB", text)[0])

    def cycles(self, count: int) -> None:
        """Connect, signal and leave, also by losing the connection, in one session and in many."""
        session = self.server.create_session()
        for n in range(count):
            member, events = self.server.join(session if n % 2 else self.server.create_session())
            member.post([{"number": m, "op": "signal", "data": "x" * 4000} for m in range(1, 11)])
            if n % 4:
                member.post([{"number": 11, "op": "leave"}])
                events.wait_for_end()
            events.close()
            member.close()

    def test_200_cycles_of_connect_and_leave_do_not_grow_the_server(self) -> None:
        self.cycles(200)
        before = self.resident()
        descriptors = len(list(Path(f"/proc/{self.server.pid}/fd").iterdir()))
        self.cycles(200)
        self.assertLess(self.resident() - before, 2 * KIB, "KiB of growth in 200 cycles")
        after = len(list(Path(f"/proc/{self.server.pid}/fd").iterdir()))
        self.assertLess(after - descriptors, 10)


if __name__ == "__main__":
    unittest.main()
