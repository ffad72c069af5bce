# SPDX-License-Identifier: Apache-2.0
"""The library against the independent client, over the real server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import unittest
from pathlib import Path
from typing import Any

import happyoyster as ho

import wire
from library_test import Host, LibraryTest
from peer import Peer
from session_server import PACE, STREAMS, Server, wait_for

COUNT = 1000


class Chat:
    """The C program examples/c/chat; a thread reads what it prints."""

    def __init__(self, access: wire.Json, folder: Path) -> None:
        program = os.environ.get("OYSTER_C_CHAT")
        if program is None:
            raise RuntimeError("OYSTER_C_CHAT does not name the program; make test-session sets it")
        file = folder / "access.json"
        file.write_text(json.dumps(access))
        self.lines: list[str] = []
        self.changed = threading.Condition()
        self.process = subprocess.Popen(
            [program, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(line.rstrip("\n"))
                self.changed.notify_all()

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def said_by(self, name: str) -> list[str]:
        return [line[len(name) + 2 :] for line in self.lines if line.startswith(name + ": ")]

    def wait(self, look: Any, what: str) -> None:
        with self.changed:
            if not self.changed.wait_for(look, wire.TIMEOUT):
                raise AssertionError(f"not within {wire.TIMEOUT} s: {what}; {self.lines[-5:]}")

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.thread.join(wire.TIMEOUT)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


class ThroughRestart(unittest.TestCase):
    """A C program and the independent client, while the server is killed and started again."""

    def exchange(self, *, journal: bool, pauses: bool) -> tuple[Chat, Peer]:
        """Send 1,000 signals in each direction, with a kill of the server in the middle.

        With ``pauses`` both sides have received everything before the kill.
        """
        server = Server(journal=journal, limits=PACE, heartbeatMs=500)
        self.addCleanup(server.close)
        session = server.create_session()
        access = {
            "api": server.api.url,
            "key": server.key,
            "sessionId": session,
            "token": server.token(session, connection_data="C"),
        }
        chat = Chat(access, server.folder)
        self.addCleanup(chat.close)
        chat.wait(lambda: "status: connected" in chat.lines, "the connect of the C program")
        peer = Peer(server.api, session, server.token(session, connection_data="Python"))
        self.addCleanup(peer.close)
        chat.wait(lambda: any("joined: Python" in line for line in chat.lines), "the peer")

        def has(count: int) -> None:
            chat.wait(lambda: len(chat.said_by("Python")) >= count, f"{count} signals of the peer")
            peer.wait(lambda: len(self.of_c(peer)) >= count, f"{count} signals of the C program")

        for n in range(COUNT):
            chat.type(str(n))
            peer.request("signal", type="chat", data=str(n))
            if n == COUNT // 2:
                has(n + 1 if pauses else COUNT // 4)
                server.kill()
                server.start()
                if pauses:
                    wait_for(lambda: server.metric(STREAMS) == 2, "both event streams")
        has(COUNT)
        # A signal that arrives twice would come before these.
        chat.type("end")
        peer.request("signal", type="chat", data="end")
        has(COUNT + 1)
        return chat, peer

    @staticmethod
    def of_c(peer: Peer) -> list[str]:
        return [one["data"] for one in peer.signals() if one["from"]["data"] == "C"]

    def assert_in_order(self, chat: Chat, peer: Peer) -> None:
        expected = [*(str(n) for n in range(COUNT)), "end"]
        self.assertEqual(chat.said_by("Python"), expected)
        self.assertEqual(self.of_c(peer), expected)
        self.assertEqual(chat.said_by("C"), expected)
        self.assertEqual(peer.faults, [])
        self.assertFalse([line for line in chat.lines if line.startswith(("left:", "session:"))])
        chat.type("/quit")
        self.assertEqual(chat.process.wait(wire.TIMEOUT), 0)
        gone = peer.wait_for_event("connectionDestroyed")
        self.assertEqual(gone.data["reason"], "client")

    def test_1000_signals_each_way_arrive_once_and_in_order_with_a_journal(self) -> None:
        chat, peer = self.exchange(journal=True, pauses=False)
        self.assert_in_order(chat, peer)
        self.assertEqual(peer.resumes, 0)

    def test_1000_signals_each_way_arrive_once_and_in_order_without_a_journal(self) -> None:
        chat, peer = self.exchange(journal=False, pauses=True)
        self.assert_in_order(chat, peer)
        self.assertEqual(peer.resumes, 1)


class Interoperation(LibraryTest):
    def serve(self, **settings: Any) -> Server:
        server = Server(**{"limits": PACE, "heartbeatMs": 500, **settings})
        self.addCleanup(server.close)
        self.session_id = server.create_session()
        return server

    def joined(self, server: Server, role: str = "publisher", **options: Any) -> Host:
        host = self.host(server.api.url, server.key, self.session_id, **options)
        token = server.token(self.session_id, role=role, connection_data="library")
        host.session.connect(token, timeout=wire.TIMEOUT)
        return host

    def peer(self, server: Server, role: str = "publisher") -> Peer:
        token = server.token(self.session_id, role=role, connection_data="peer")
        peer = Peer(server.api, self.session_id, token)
        self.addCleanup(peer.close)
        return peer

    def test_both_see_each_other_and_their_signals(self) -> None:
        server = self.serve()
        host = self.joined(server)
        peer = self.peer(server)
        created = host.wait_for(ho.ConnectionCreated)
        assert isinstance(created, ho.ConnectionCreated)
        self.assertEqual((created.connection.id, created.connection.data), (peer.id, "peer"))
        for members in (
            {},
            {"type": "t" * 128},
            {"data": "x" * 8192},
            {"type": "chat", "data": "🐚 \n \u2028"},
        ):
            with self.subTest(members=str(members)[:30]):
                before = len(peer.signals())
                host.session.send_signal(members.get("type"), members.get("data"))
                received = peer.wait(lambda n=before: peer.signals()[n:], "the library's signal")[0]
                found = {name: received[name] for name in ("type", "data") if name in received}
                self.assertEqual(found, members)
                self.assertEqual(received["from"]["data"], "library")
                before = host.count(ho.SignalReceived)
                peer.ask("signal", to=host.session.connection.id, **members)
                event = host.wait_for(ho.SignalReceived, before + 1)
                assert isinstance(event, ho.SignalReceived)
                self.assertEqual(event.type, members.get("type"))
                self.assertEqual(event.data, members.get("data"))
        peer.close()
        destroyed = host.wait_for(ho.ConnectionDestroyed)
        assert isinstance(destroyed, ho.ConnectionDestroyed)
        self.assertEqual(destroyed.reason, ho.SessionReason.CLIENT)
        with self.assertRaises(ho.OysterError) as caught:
            host.session.connect("x")
        self.assertEqual(caught.exception.code, 1015)

    def test_the_library_moderates_the_peer_and_the_other_way_round(self) -> None:
        server = self.serve()
        host = self.joined(server, "moderator")
        first, second = self.peer(server), self.peer(server, "moderator")
        host.session.force_mute_all()
        first.wait_for_event("muteForced", active=True)
        host.wait_for(ho.MuteForced)
        host.session.force_disconnect(first.id)
        first.wait(lambda: first.reason, "the end of the peer")
        self.assertEqual(first.reason, "forced")
        host.wait_for(ho.ConnectionDestroyed)
        host.session.send_signal("to", "nothing", to="unknown")
        host.wait_for(ho.SessionErrorEvent)
        second.ask("forceDisconnect", connection=host.session.connection.id)
        over = host.wait_for(ho.SessionDisconnected)
        assert isinstance(over, ho.SessionDisconnected)
        self.assertEqual(over.reason, ho.SessionReason.FORCED)
        self.assertEqual(host.session.status, ho.ConnectionStatus.NOT_CONNECTED)

    def test_a_restart_is_reconnecting_and_reconnected(self) -> None:
        for journal in (True, False):
            with self.subTest(journal=journal):
                server = self.serve(journal=journal, graceTimeMs=3000)
                host, peer = self.joined(server), self.peer(server)
                host.wait_for(ho.ConnectionCreated)
                server.kill()
                host.wait_for(ho.SessionReconnecting)
                self.assertEqual(host.session.status, ho.ConnectionStatus.RECONNECTING)
                host.session.send_signal("kept", "while away")
                with self.assertRaises(ho.OysterError) as caught:
                    host.session.send_signal("lost", "x", retry_after_reconnect=False)
                self.assertEqual(caught.exception.code, 1010)
                server.start()
                host.wait_for(ho.SessionReconnected)
                peer.wait(lambda peer=peer: peer.signals(), "the signal")
                peer.request("signal", data="back")
                host.wait(lambda host=host: "back" in host.signals(), "the peer's signal")
                self.assertEqual([one.get("type") for one in peer.signals()][:1], ["kept"])
                self.assertEqual(host.count(ho.ConnectionCreated), 1)
                self.assertEqual(host.count(ho.ConnectionDestroyed), 0)
                host.session.disconnect(timeout=wire.TIMEOUT)

    def test_a_server_that_does_not_return_is_1022(self) -> None:
        server = self.serve(graceTimeMs=1000)
        host = self.joined(server)
        server.kill()
        over = host.wait_for(ho.SessionDisconnected)
        assert isinstance(over, ho.SessionDisconnected)
        self.assertEqual(over.reason, ho.SessionReason.LOST)
        failed = host.wait_for(ho.SessionFailed)
        assert isinstance(failed, ho.SessionFailed)
        self.assertEqual(failed.error.code, 1022)

    def test_an_operator_who_ends_the_server_is_the_reason_server(self) -> None:
        server = self.serve()
        host = self.joined(server)
        self.assertEqual(server.stop(signal.SIGINT), 0)
        over = host.wait_for(ho.SessionDisconnected)
        assert isinstance(over, ho.SessionDisconnected)
        self.assertEqual(over.reason, ho.SessionReason.SERVER)

    def test_a_paused_server_is_a_loss_and_its_return_a_reconnect(self) -> None:
        server = self.serve(graceTimeMs=20000)
        host, peer = self.joined(server), self.peer(server)
        os.kill(server.pid, signal.SIGSTOP)
        try:
            host.wait_for(ho.SessionReconnecting)
        finally:
            os.kill(server.pid, signal.SIGCONT)
        host.wait_for(ho.SessionReconnected)
        host.session.send_signal("after", "the pause")
        peer.wait_for_event("signal", type="after")

    def test_refusals_of_a_connect_have_the_codes_of_the_page(self) -> None:
        server = self.serve()
        token = server.token
        for code, session_id, text in (
            (1004, self.session_id, "nonsense"),
            (1004, self.session_id, token(self.session_id, exp=1)),
            (1004, self.session_id, token()),
            (1005, "nonsense", token("nonsense")),
            (6000, server.create_session(encrypted=True), None),
        ):
            with self.subTest(code=code, session_id=session_id[:8]):
                host = self.host(server.api.url, server.key, session_id)
                with self.assertRaises(ho.OysterError) as caught:
                    host.session.connect(text or token(session_id), timeout=wire.TIMEOUT)
                self.assertEqual(caught.exception.code, code)
                host.wait_for(ho.SessionFailed)
                self.assertEqual(host.session.status, ho.ConnectionStatus.NOT_CONNECTED)


if __name__ == "__main__":
    unittest.main()
