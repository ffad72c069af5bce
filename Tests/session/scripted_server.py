# SPDX-License-Identifier: Apache-2.0
"""A small session server whose answers a test may replace: what a client meets at a faulty server.

It has sessions, roles, signals, moderation, replay, long polling and tickets, but no limits and no
journal. A hook receives the HTTP exchange and returns True when it has answered.

    python3 Tests/session/scripted_server.py --dev --config FILE
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import secrets
import threading
import time
from collections.abc import Callable
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from scripted_token import TokenError, check

Json = dict[str, Any]
Hook = Callable[["Exchange", "Connection | None"], bool]
RIGHTS = {
    "subscriber": (False, True, True, False),
    "publisher": (True, True, True, False),
    "publisher-only": (True, False, False, False),
    "moderator": (True, True, True, True),
}
NAMES = ("canPublish", "canSubscribe", "canSignal", "canForceMute")


class Refusal(Exception):
    def __init__(self, status: int, code: int, **members: Any) -> None:
        self.status = status
        self.body = {"error": {"code": code, "message": f"refused with {code}", **members}}
        super().__init__(code)


class Connection:
    """A connection of a session; the server's lock guards it."""

    def __init__(self, session: str, claims: Json, body: Json) -> None:
        self.session = session
        self.id = "c-" + secrets.token_hex(8)
        self.role = claims.get("role", "publisher")
        now = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
        self.public = {
            "id": self.id,
            "createdAt": now.replace("+00:00", "Z"),
            "data": claims.get("connection_data", ""),
        }
        self.suppresses = bool(body.get("suppressConnectionEvents"))
        self.next_request = 1
        self.answers: dict[int, Json] = {}
        self.reason: str | None = None
        self.is_visible = False
        self.reader = 0
        self.lost_at: float | None = None
        self.renew()

    def renew(self) -> None:
        self.bearer = secrets.token_hex(16)
        self.epoch = secrets.token_hex(8)
        self.events: list[tuple[int, str, Json]] = []
        self.count = 0

    def add(self, kind: str, **data: Any) -> None:
        if not (self.suppresses and kind.startswith("connection")):
            self.count += 1
            self.events.append((self.count, kind, data))

    def acknowledge(self, position: str) -> None:
        epoch, _, number = position.rpartition("-")
        if epoch == self.epoch and number.isdigit():
            self.events = [event for event in self.events if event[0] > int(number)]


class ScriptedServer(ThreadingHTTPServer):
    """The server; ``hooks`` maps ``connect``, ``events``, ``requests``, ``resume`` to functions."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, port: int = 0, *, key: str, secret: str, grace_ms: int = 20000) -> None:
        self.key = key
        self.secret = secret
        self.grace_ms = grace_ms
        self.heartbeat_ms = 1000
        self.hooks: dict[str, Hook] = {}
        self.changed = threading.Condition()
        self.sessions: dict[str, dict[str, Connection]] = {}
        self.mute: dict[str, bool] = {}
        self.tickets: dict[str, Connection] = {}
        super().__init__(("127.0.0.1", port), Exchange)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        threading.Thread(target=self._expire, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, *_: Any) -> None:
        pass

    def others(self, one: Connection) -> list[Connection]:
        every = self.sessions[one.session].values()
        return [other for other in every if other is not one and other.is_visible]

    def end(self, one: Connection, reason: str) -> None:
        one.reason = reason
        self.sessions[one.session].pop(one.id, None)
        if one.is_visible:
            for other in self.others(one):
                other.add("connectionDestroyed", connection=one.public, reason=reason)
        one.add("disconnected", reason=reason)
        self.changed.notify_all()

    def answer(self, one: Connection) -> Json:
        may = RIGHTS[one.role]
        ticket = secrets.token_hex(16)
        self.tickets[ticket] = one
        return {
            "connection": one.public,
            "bearer": one.bearer,
            "resumeTicket": ticket,
            "epoch": one.epoch,
            "nextRequest": one.next_request,
            "capabilities": dict(zip((*NAMES, "canForceDisconnect"), (*may, may[3]), strict=True)),
            "graceTimeMs": self.grace_ms,
            "heartbeatMs": self.heartbeat_ms,
            "iceServers": [],
            "snapshot": {
                "upTo": one.count,
                "complete": True,
                "connections": [other.public for other in self.others(one)],
                "streams": [],
                "muteForced": {"active": self.mute.get(one.session, False)},
            },
        }

    def _expire(self) -> None:
        while True:
            with self.changed:
                for session in list(self.sessions.values()):
                    for one in list(session.values()):
                        if one.lost_at and time.monotonic() > one.lost_at + self.grace_ms / 1000:
                            self.end(one, "lost")
                self.changed.wait(0.05)

    def execute(self, one: Connection, request: Json) -> Json:
        """Execute one request and return its answer."""
        op = request["op"]
        may = RIGHTS[one.role]

        def refused(code: int) -> Json:
            return {"error": {"code": code, "message": f"refused with {code}"}}

        code: int | None = None
        if op == "signal":
            code = self._signal(one, request, may_signal=may[2])
        elif op in ("forceMuteAll", "disableForceMute"):
            if not may[3]:
                return refused(1540)
            self.mute[one.session] = op == "forceMuteAll"
            for every in (*self.others(one), one):
                every.add("muteForced", active=op == "forceMuteAll")
        elif op == "forceMuteStream":
            code = 1535 if may[3] else 1540
        elif op == "forceDisconnect":
            target = self.sessions[one.session].get(request.get("connection", ""))
            if may[3] and target is not None:
                self.end(target, "forced")
            else:
                code = 1011 if may[3] else 1520
        elif op == "reportIssue":
            return {"result": {"issueId": secrets.token_hex(8)}}
        elif op == "leave":
            self.end(one, "client")
        elif op != "none":
            code = 1011
        return refused(code) if code else {}

    def _signal(self, one: Connection, request: Json, *, may_signal: bool) -> int | None:
        kind, data, to = (request.get(name) for name in ("type", "data", "to"))
        if not may_signal:
            return 1550
        if kind is not None and not re.fullmatch(r"[A-Za-z0-9_~-]{1,128}", kind):
            return 1461
        if data is not None and len(data.encode()) > 8192:
            return 1413
        targets = [*self.others(one), one]
        if to is not None:
            targets = [other for other in targets if other.id == to]
            if not targets:
                return 1011
        every = {"type": kind, "data": data, "from": one.public, "number": request["number"]}
        for target in targets:
            target.add("signal", **{name: val for name, val in every.items() if val is not None})
        return None


class Exchange(BaseHTTPRequestHandler):
    """One HTTP connection."""

    protocol_version = "HTTP/1.1"
    server: ScriptedServer

    def log_message(self, *_: Any) -> None:
        pass

    def send(self, status: int, body: Json | None, **headers: str) -> None:
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Access-Control-Allow-Origin", "*")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def do_OPTIONS(self) -> None:
        names = "Authorization, Content-Type, Last-Event-ID"
        self.send(
            204,
            None,
            Access_Control_Allow_Headers=names,
            Access_Control_Allow_Methods="GET, POST",
        )

    def do_GET(self) -> None:
        self._serve({})

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            self._serve(json.loads(text or b"{}"))
        except ValueError:
            self.send(400, Refusal(400, 1011).body)

    def _serve(self, body: Json) -> None:
        path, _, query = self.path.partition("?")
        parts = path.split("/")[1:]
        try:
            if path == "/v1/sessions":
                check(self.bearer(), self.server.key, self.server.secret, None)
                self.send(201, {"sessionId": "s-" + secrets.token_hex(8)})
            elif len(parts) == 4:
                self._connect(parts[2], body)
            elif len(parts) == 6:
                self._member(parts, body, query)
            else:
                raise Refusal(404, 1011)
        except Refusal as refusal:
            self.send(refusal.status, refusal.body)
        except TokenError as error:
            self.send(error.status, Refusal(error.status, error.code).body)

    def bearer(self) -> str:
        return (self.headers.get("Authorization") or "").removeprefix("Bearer ")

    def _hook(self, name: str, one: Connection | None) -> bool:
        hook = self.server.hooks.get(name)
        return hook is not None and hook(self, one)

    def _connect(self, session: str, body: Json) -> None:
        if self._hook("connect", None):
            return
        claims = check(body.get("token", ""), self.server.key, self.server.secret, session)
        one = Connection(session, claims, body)
        with self.server.changed:
            self.server.sessions.setdefault(session, {})[one.id] = one
            answer = self.server.answer(one)
        self.send(201, answer)

    def _member(self, parts: list[str], body: Json, query: str) -> None:
        _, _, session, _, name, action = parts
        if action == "resume":
            return self._resume(body)
        with self.server.changed:
            known = [*self.server.sessions.get(session, {}).values(), *self.server.tickets.values()]
            one = next((one for one in known if one.id == name), None)
        if one is None:
            raise Refusal(404, 1005)
        if one.bearer != self.bearer():
            raise Refusal(401, 1004)
        if self._hook(action, one):
            return None
        if action == "events":
            return self._events(one, query)
        return self._requests(one, body)

    def _resume(self, body: Json) -> None:
        one = self.server.tickets.get(body.get("ticket", ""))
        if self._hook("resume", one):
            return
        if one is None:
            raise Refusal(401, 1004)
        with self.server.changed:
            if one.reason:
                raise Refusal(410, 1022, resume=False, reason=one.reason)
            one.renew()
            one.reader += 1
            self.server.changed.notify_all()
            answer = self.server.answer(one)
        self.send(200, answer)

    def open_stream(self) -> None:
        """Send the headers of an event stream."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store, no-transform")
        self.send_header("X-Accel-Buffering", "no")
        self.send_header("Access-Control-Allow-Origin", "*")
        # nginx asks with HTTP/1.0, which has no chunks: the end of the stream ends the answer.
        self.has_chunks = self.request_version != "HTTP/1.0"
        if self.has_chunks:
            self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def chunk(self, text: str | bytes) -> None:
        data = text.encode() if isinstance(text, str) else text
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data) if self.has_chunks else data)
        self.wfile.flush()

    def hello(self, one: Connection) -> None:
        data = {
            "epoch": one.epoch,
            "heartbeatMs": self.server.heartbeat_ms,
            "graceTimeMs": self.server.grace_ms,
        }
        self.chunk(f"event: hello\ndata: {json.dumps(data)}\n\n")

    def event(self, one: Connection, number: int, kind: str, data: Json) -> None:
        self.chunk(f"id: {one.epoch}-{number}\nevent: {kind}\ndata: {json.dumps(data)}\n\n")

    def enter(self, one: Connection) -> int:
        """Note a new reader of the events; return its number."""
        last = self.headers.get("Last-Event-ID")
        with self.server.changed:
            if one.reason and not (one.events and one.events[-1][1] == "disconnected"):
                raise Refusal(410, 1022, resume=False, reason=one.reason)
            if last is not None:
                if last.rpartition("-")[0] != one.epoch:
                    raise Refusal(410, 1022, resume=True)
                one.acknowledge(last)
            if one.reason and not one.events:
                raise Refusal(410, 1022, resume=False, reason=one.reason)
            one.reader += 1
            one.lost_at = None
            if not one.is_visible:
                one.is_visible = True
                for other in self.server.others(one):
                    other.add("connectionCreated", connection=one.public)
            self.server.changed.notify_all()
            return one.reader

    def _events(self, one: Connection, query: str) -> None:
        reader = self.enter(one)
        if query:
            return self._poll(one, reader, int(query.partition("=")[2]))
        self.open_stream()
        self.hello(one)
        sent = [0]
        epoch = one.epoch
        with contextlib.suppress(OSError):
            while True:
                with self.server.changed:
                    ready = self.server.changed.wait_for(
                        lambda: (
                            one.reader != reader or (one.events and one.events[-1][0] > sent[0])
                        ),
                        self.server.heartbeat_ms / 1000,
                    )
                    if one.reader != reader or one.epoch != epoch:
                        break
                    batch = [event for event in one.events if event[0] > sent[0]]
                if not ready:
                    self.chunk(": heartbeat\n\n")
                for number, kind, data in batch:
                    self.event(one, number, kind, data)
                    sent[0] = number
                    if kind == "disconnected":
                        one.events.clear()
                        self.chunk("")
                        self.close_connection = True
                        return None
        with self.server.changed:
            if one.reader == reader and not one.reason:
                one.lost_at = time.monotonic()
        with contextlib.suppress(OSError):
            self.chunk("")
        self.close_connection = True
        return None

    def _poll(self, one: Connection, reader: int, wait: int) -> None:
        with self.server.changed:
            self.server.changed.wait_for(lambda: one.reader != reader or one.events, wait)
            batch = one.events[:64] if one.reader == reader else []
            epoch = one.epoch
        events = [{"id": f"{epoch}-{n}", "type": kind, "data": data} for n, kind, data in batch]
        self.send(200, {"epoch": epoch, "events": events})

    def _requests(self, one: Connection, body: Json) -> None:
        answers = []
        with self.server.changed:
            if one.reason:
                raise Refusal(410, 1022, resume=False, reason=one.reason)
            if not one.is_visible:
                raise Refusal(409, 1015)
            one.acknowledge(body.get("lastEvent") or "")
            for request in body.get("requests", []):
                number = request["number"]
                if number > one.next_request:
                    raise Refusal(409, 1015, nextRequest=one.next_request)
                if number == one.next_request:
                    one.next_request += 1
                    one.answers[number] = {"number": number, **self.server.execute(one, request)}
                answers.append(one.answers[number])
                if request["op"] == "leave":
                    break
            self.server.changed.notify_all()
        self.send(200, {"answers": answers, "nextRequest": one.next_request})


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--dev", action="store_true")
    parser.add_argument("--config", required=True)
    with open(parser.parse_args().config, encoding="utf-8") as file:
        settings = json.load(file)
    project = settings["projects"][0]
    server = ScriptedServer(
        settings["port"],
        key=project["key"],
        secret=project["secrets"][0]["secret"],
        grace_ms=settings.get("graceTimeMs", 20000),
    )
    print(json.dumps({"api": server.url, "key": server.key, "secret": server.secret}), flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
