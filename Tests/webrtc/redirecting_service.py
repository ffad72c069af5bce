# SPDX-License-Identifier: Apache-2.0
"""A proxy between client and gateway that replaces the signalling URL of each channel."""

from __future__ import annotations

import json
import sys
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TIMEOUT = 20
ENTER = "/travels/enter-travel"


class Server(ThreadingHTTPServer):
    """Ignores clients that disconnect before they read an answer."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report exceptions of a handler, except lost connections."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Service:
    """Forwards requests to the gateway, and replaces the signalling URL in enter-travel."""

    def __init__(self, gateway_url: str, signalling_url: str) -> None:
        """Start to serve on a free port of 127.0.0.1."""
        self._gateway_url = gateway_url
        self._signalling_url = signalling_url
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                service._pass_on(self)

            do_POST = do_GET

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def _pass_on(self, handler: BaseHTTPRequestHandler) -> None:
        length = int(handler.headers.get("Content-Length") or 0)
        body = handler.rfile.read(length) if length else None
        headers = {
            name: value
            for name, value in handler.headers.items()
            if name.lower() in ("authorization", "content-type", "user-agent")
        }
        request = urllib.request.Request(
            self._gateway_url + handler.path, body, headers, method=handler.command
        )
        try:
            with self._opener.open(request, timeout=TIMEOUT) as answer:
                status, content = answer.status, answer.read()
        except urllib.error.HTTPError as refusal:
            with refusal:
                status, content = refusal.code, refusal.read()
        if handler.path.endswith(ENTER) and status == 200:
            content = self._redirect(content)
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    def _redirect(self, content: bytes) -> bytes:
        answer = json.loads(content)
        answer["output"]["data"]["rtcConfig"]["signalingUrl"] = self._signalling_url
        return json.dumps(answer).encode()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
