# SPDX-License-Identifier: Apache-2.0
"""The servers of ``happyoyster.testing``, with a stand-in for their executables."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import sys
import unittest
from unittest import mock

from support import scratch

from happyoyster.testing import Gateway, GatewayError, SessionServer, SessionServerError

STAND_IN = """
import json, sys, threading
from http.server import BaseHTTPRequestHandler, HTTPServer
settings = json.load(open(sys.argv[sys.argv.index("--config") + 1]))

class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        status = 400 if asked["encrypted"] else 201
        answer = {"sessionId": self.headers["Authorization"].removeprefix("Bearer ")}
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *arguments):
        pass

server = HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(json.dumps({"api": f"http://127.0.0.1:{server.server_port}", **settings}), flush=True)
sys.stdin.read()
"""


def claims(token: str, secret: str) -> dict[str, object]:
    """Check the signature of a token, and return what it states."""
    head, body, signature = token.split(".")
    mac = hmac.new(secret.encode(), f"{head}.{body}".encode(), hashlib.sha256).digest()
    assert base64.urlsafe_b64encode(mac).rstrip(b"=").decode() == signature
    read = [json.loads(base64.urlsafe_b64decode(part + "==")) for part in (head, body)]
    assert read[0] == {"alg": "HS256", "typ": "JWT"}
    return dict(read[1])


class SessionServers(unittest.TestCase):
    def setUp(self) -> None:
        program = scratch / "stand-in.py"
        program.write_text(STAND_IN)
        self.command = [sys.executable, str(program)]

    def server(self, **settings: object) -> SessionServer:
        server = SessionServer(self.command, **settings)
        self.addCleanup(server.close)
        return server

    def test_settings_reach_the_configuration_file(self) -> None:
        server = self.server(graceTimeMs=2000)
        ready = server._process.ready
        self.assertEqual((ready["graceTimeMs"], ready["port"]), (2000, 0))
        project = {"key": server.key, "secrets": [{"secret": server.secret}]}
        self.assertEqual(ready["projects"], [project])
        self.assertGreaterEqual(len(server.secret), 32)

    def test_a_token_states_session_and_role(self) -> None:
        server = self.server()
        token = server.token("the-id", "moderator", "Ada", exp=5)
        expected = {
            "iss": server.key,
            "scope": "session.connect",
            "session_id": "the-id",
            "role": "moderator",
            "connection_data": "Ada",
            "exp": 5,
        }
        self.assertEqual(claims(token, server.secret), expected)
        self.assertNotIn("connection_data", claims(server.token("the-id"), server.secret))

    def test_a_session_is_created_with_a_token_of_that_scope(self) -> None:
        server = self.server()
        self.assertEqual(claims(server.create_session(), server.secret)["scope"], "session.create")
        with self.assertRaisesRegex(SessionServerError, "create a session: 400"):
            server.create_session(encrypted=True)

    def test_a_variable_holds_the_command(self) -> None:
        with mock.patch.dict(os.environ, OYSTER_SESSION_SERVER=" ".join(self.command)):
            server = SessionServer()
        self.addCleanup(server.close)
        self.assertTrue(server.url.startswith("http://127.0.0.1:"))

    def test_a_server_that_ends_at_once_is_an_error_with_its_words(self) -> None:
        self.command = [sys.executable, "-c", "raise SystemExit('the port is in use')"]
        with self.assertRaisesRegex(SessionServerError, "status 1: the port is in use"):
            self.server()

    def test_a_missing_server_is_an_error_that_names_the_variable(self) -> None:
        # A wheel has the server itself.
        missing = mock.patch("happyoyster._session_server.EXECUTABLE", "oyster-missing-server")
        with missing, mock.patch.dict(os.environ):
            os.environ.pop("OYSTER_SESSION_SERVER", None)
            with self.assertRaisesRegex(SessionServerError, "set OYSTER_SESSION_SERVER"):
                SessionServer()


class Gateways(unittest.TestCase):
    def test_a_path_with_a_space_that_does_not_exist_is_named_as_a_whole(self) -> None:
        missing = mock.patch.dict(os.environ, OYSTER_GATEWAY="/no such/gateway")
        with missing, self.assertRaisesRegex(GatewayError, "cannot run /no such/gateway: No such"):
            Gateway()


if __name__ == "__main__":
    unittest.main()
