# SPDX-License-Identifier: Apache-2.0
"""Sessions at the exit of the process, after a fork, and at the loss of the server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import unittest

from session_live import TIMEOUT, Member, SessionTest

import happyoyster as ho
from happyoyster.testing import SessionServer

BEGIN = """
import asyncio, json, os, sys, threading
import happyoyster as ho
from happyoyster import aio
url, key, session_id, token = json.loads(os.environ["ACCESS"])
"""
BLOCKING = """
session = ho.Session(url, key, session_id)
session.add_listener(lambda event: None)
events = session.events()
session.connect(token)
"""
LOOP = """
async def stay():
    session = aio.Session(url, key, session_id)
    events = session.events()
    await session.connect(token)
    session.send_signal("connected")
    async for event in events:
        if isinstance(event, ho.SignalReceived):
            sys.exit(3)
asyncio.run(stay())
"""
READER = """
threading.Thread(target=lambda: list(events), daemon=True).start()
sys.exit(3)
"""
BUSY = """
import time
def chatter():
    while True:
        try:
            session.send_signal("noise")
        except ho.OysterError:
            pass
        time.sleep(0.02)
threading.Thread(target=chatter, daemon=True).start()
"""
FORK = """
pid = os.fork()
if pid == 0:
    for call in (session.disconnect, lambda: session.send_signal("x"), lambda: session.status,
                 lambda: session.connection, session.force_mute_all):
        try:
            call()
        except ho.ForkedError as error:
            print(error.code, flush=True)
    sys.exit(0)
status = os.waitpid(pid, 0)[1]
print(status, session.status)
"""


class Exit(SessionTest):
    def run_program(self, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
        access = [
            self.server.url,
            self.server.key,
            self.session_id,
            self.server.token(self.session_id, "publisher", "leaver"),
        ]
        return subprocess.run(
            [sys.executable, "-c", BEGIN + code],
            env={**os.environ, "ACCESS": json.dumps(access), **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def test_an_exit_with_a_connected_session_prints_nothing_and_leaves(self) -> None:
        observer = self.connected("moderator")
        for name, code, status in (
            ("end of the program", BLOCKING, 0),
            ("exit with a reader", BLOCKING + READER, 3),
            ("exit inside a loop", LOOP, 3),
            ("exit while a thread signals", BLOCKING + BUSY, 0),
        ):
            with self.subTest(name):
                result = self.run_program(code)
                self.assertEqual(
                    (result.returncode, result.stdout, result.stderr), (status, "", "")
                )
                left = observer.next(ho.ConnectionDestroyed)
                self.assertEqual(left.connection.data, "leaver")
                self.assertEqual(left.reason, ho.SessionReason.CLIENT)

    def test_a_forked_child_gets_forked_errors_and_the_parent_stays(self) -> None:
        quiet = "ignore::DeprecationWarning"
        result = self.run_program(BLOCKING + FORK, PYTHONWARNINGS=quiet)
        self.assertEqual(result.stderr, "")
        self.assertEqual(result.stdout, "109003\n" * 5 + "0 connected\n")


class Loss(unittest.TestCase):
    def test_a_server_that_is_gone_fails_the_session_after_the_grace_time(self) -> None:
        ho.log.set_level(ho.LogLevel.ERROR)
        server = SessionServer(graceTimeMs=1000)
        self.addCleanup(server.close)
        member = Member(server, server.create_session(), "publisher", "")
        self.addCleanup(member.session.close)
        member.connect()
        os.kill(server.pid, signal.SIGKILL)
        member.next(ho.SessionReconnecting)
        self.assertEqual(member.session.status, ho.ConnectionStatus.RECONNECTING)
        failed = member.next(ho.SessionFailed)
        self.assertIsInstance(failed.error, ho.SessionConnectionDropped)
        last = member.events.get(timeout=TIMEOUT)
        self.assertIsInstance(last, ho.SessionDisconnected)
        self.assertEqual(last.reason, ho.SessionReason.LOST)
        self.assertEqual(member.session.status, ho.ConnectionStatus.FAILED)
        with self.assertRaises(ho.SessionStateFailed):
            member.connect()
        self.assertIsNone(member.events.get(timeout=TIMEOUT))

    def test_signals_that_wait_are_sent_after_a_reconnect(self) -> None:
        ho.log.set_level(ho.LogLevel.ERROR)
        server = SessionServer()
        self.addCleanup(server.close)
        session_id = server.create_session()
        ada, grace = (Member(server, session_id, "publisher", name) for name in ("Ada", "Grace"))
        for member in (ada, grace):
            self.addCleanup(member.session.close)
            member.connect()
        os.kill(server.pid, signal.SIGSTOP)
        try:
            ada.next(ho.SessionReconnecting)
            with self.assertRaises(ho.SessionNotConnected):
                ada.session.send_signal("chat", "lost", retry_after_reconnect=False)
            ada.session.send_signal("chat", "kept")
        finally:
            os.kill(server.pid, signal.SIGCONT)
        ada.next(ho.SessionReconnected)
        for member in (ada, grace):
            self.assertEqual(member.next(ho.SignalReceived).data, "kept")
        self.assertEqual(ada.session.status, ho.ConnectionStatus.CONNECTED)


if __name__ == "__main__":
    unittest.main()
