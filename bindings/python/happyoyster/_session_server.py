# SPDX-License-Identifier: Apache-2.0
"""The session server for tests."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import shlex
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ._server_process import ServerProcess, ServerProcessError, find_program

ENVIRONMENT_VARIABLE = "OYSTER_SESSION_SERVER"
EXECUTABLE = "oyster-session-server"


class SessionServerError(ServerProcessError):
    """The session server is missing, does not start, or refuses a request of a test."""


class SessionServer:
    """A session server on a free port of this machine, with a project of its own.

    It ends with the process that started it::

        with SessionServer() as server, Engine() as engine:
            session_id = server.create_session()
            with engine.create_session(server.url, server.key, session_id) as session:
                session.connect(server.token(session_id, role="moderator"))
    """

    def __init__(self, command: Sequence[str] | None = None, **settings: Any) -> None:
        """Start it and wait until it is ready. Raises :class:`SessionServerError`.

        Settings are members of the configuration file, such as ``graceTimeMs``;
        docs/session-server.md lists them. ``command`` is that of the variable
        ``OYSTER_SESSION_SERVER``, else ``oyster-session-server`` in the ``PATH``, else that of this
        package.
        """
        command = command or _find_command()
        self.key: str = "key-" + secrets.token_hex(4)
        """The project's key."""
        self.secret: str = secrets.token_hex(32)
        """The project's secret, which signs tokens."""
        configuration = {
            "port": 0,
            "projects": [{"key": self.key, "secrets": [{"secret": self.secret}]}],
            "serverSecret": secrets.token_hex(32),
            **settings,
        }
        # The server reads the file before it is ready.
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(configuration, file)
            file.flush()
            arguments = [*command, "--dev", "--config", file.name]
            self._process = ServerProcess("session server", arguments, SessionServerError)
        self.url: str = self._process.ready["api"]
        """Its address: the argument ``server_url`` of a session."""

    @property
    def pid(self) -> int:
        """Process id of the server."""
        return self._process.pid

    def token(
        self, session_id: str, role: str = "publisher", data: str | None = None, **claims: Any
    ) -> str:
        """Make a token that connects to a session, valid for an hour. Claims replace others."""
        optional = {} if data is None else {"connection_data": data}
        return self._sign(
            {
                "scope": "session.connect",
                "session_id": session_id,
                "role": role,
                **optional,
                **claims,
            }
        )

    def _sign(self, claims: dict[str, Any]) -> str:
        head = {"alg": "HS256", "typ": "JWT"}
        body = {"iss": self.key, "exp": int(time.time()) + 3600, **claims}
        signed = b".".join(_encode(json.dumps(part).encode()) for part in (head, body))
        mac = hmac.new(self.secret.encode(), signed, hashlib.sha256).digest()
        return b".".join([signed, _encode(mac)]).decode()

    def create_session(self, *, encrypted: bool = False, hard_mute: bool = False) -> str:
        """Create a session and return its id."""
        options = json.dumps({"encrypted": encrypted, "hardMute": hard_mute}).encode()
        headers = {
            "Authorization": "Bearer " + self._sign({"scope": "session.create"}),
            "Content-Type": "application/json",
        }
        request = urllib.request.Request(self.url + "/v1/sessions", options, headers)
        session_id: str = self._process.send("create a session", request)["sessionId"]
        return session_id

    def close(self) -> None:
        """Stop the server; closing again does nothing."""
        self._process.close()

    def __enter__(self) -> SessionServer:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _find_command() -> list[str]:
    """Return the command of the server: its path, or what the variable has in place of a path."""
    found = find_program(EXECUTABLE, ENVIRONMENT_VARIABLE, SessionServerError)
    return [found] if Path(found).exists() else shlex.split(found)


def _encode(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")
