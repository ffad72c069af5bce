# SPDX-License-Identifier: Apache-2.0
"""Sessions in an event loop: many at a time, and no thread but the loop's."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import unittest

import live

import happyoyster as ho
from happyoyster import aio
from happyoyster.testing import SessionServer

TIMEOUT = 30.0
MEMBERS = 20


class Asyncio(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls) -> None:
        ho.log.set_level(live.QUIET)
        cls.server = SessionServer()
        cls.addClassCleanup(cls.server.close)

    async def asyncSetUp(self) -> None:
        self.session_id = self.server.create_session()
        self.engine = aio.Engine()
        self.addCleanup(self.engine.close)

    def session(self) -> aio.Session:
        return self.engine.create_session(self.server.url, self.server.key, self.session_id)

    def token(self, role: str = "publisher", name: str = "") -> str:
        return self.server.token(self.session_id, role, name)

    async def test_a_chat_by_async_for(self) -> None:
        lines: list[str | None] = []
        async with self.session() as ada, self.session() as grace:
            events = grace.events()

            async def watch() -> None:
                async for event in events:
                    if isinstance(event, ho.SignalReceived):
                        assert event.sender is not None
                        lines.append(f"{event.sender.data}: {event.data}")
                    elif isinstance(event, ho.SessionDisconnected):
                        lines.append(str(event.reason))

            watcher = asyncio.create_task(watch())
            await asyncio.gather(
                ada.connect(self.token("moderator", "Ada")), grace.connect(self.token())
            )
            ada.send_signal("chat", "hello")
            ada.send_signal("chat", "that is all")
            self.assertTrue(await ada.report_issue())
            ada.force_disconnect(grace.connection)
            await asyncio.wait_for(watcher, TIMEOUT)
        self.assertEqual(lines, ["Ada: hello", "Ada: that is all", "forced"])

    async def test_many_sessions_share_a_loop(self) -> None:
        sessions = [self.session() for _ in range(MEMBERS)]
        streams = [session.events() for session in sessions]
        await asyncio.gather(*(session.connect(self.token()) for session in sessions))
        self.assertEqual(len({session.connection.id for session in sessions}), MEMBERS)
        for session in sessions:
            session.send_signal("hello", session.connection.id)

        async def senders(stream: aio.SessionEventStream) -> set[str | None]:
            found: set[str | None] = set()
            async for event in stream:
                if isinstance(event, ho.SignalReceived):
                    found.add(event.data)
                if len(found) == MEMBERS:
                    break
            return found

        everyone = {session.connection.id for session in sessions}
        reading = asyncio.gather(*(senders(stream) for stream in streams))
        for found in await asyncio.wait_for(reading, TIMEOUT):
            self.assertEqual(found, everyone)
        await asyncio.gather(*(session.close() for session in sessions))

    async def test_no_thread_of_the_library_runs_python(self) -> None:
        foreign = live.watch_for_threads(self)
        threads = set(sys._current_frames())
        handled: set[int] = set()
        async with self.session() as session:
            received = asyncio.Event()

            def handler(event: ho.SessionEvent) -> None:
                handled.add(threading.get_ident())
                if isinstance(event, ho.SignalReceived):
                    received.set()

            session.add_listener(handler)
            await session.connect(self.token())
            session.send_signal("chat")
            await asyncio.wait_for(received.wait(), TIMEOUT)
            self.assertLessEqual(set(sys._current_frames()), threads)
        self.assertEqual(foreign, set())
        self.assertEqual(handled, {threading.get_ident()})

    async def test_closing_the_engine_aborts_a_connect(self) -> None:
        # The system accepts HTTP connections for this socket, and no answer follows.
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            session = self.engine.create_session(url, "key", "session")
            connecting = asyncio.create_task(session.connect("token"))
            await asyncio.sleep(0)
            self.engine.close()
            with self.assertRaises(ho.Aborted):
                await asyncio.wait_for(connecting, TIMEOUT)
            session.release()

    async def test_a_cancelled_connect_continues_and_can_be_left(self) -> None:
        async with self.session() as session:
            events = session.events()
            connecting = asyncio.create_task(session.connect(self.token()))
            await asyncio.sleep(0)
            connecting.cancel()

            async def connected() -> ho.SessionConnected:
                while not isinstance(event := await anext(events), ho.SessionConnected):
                    pass
                return event

            event = await asyncio.wait_for(connected(), TIMEOUT)
            self.assertEqual(event.connection, session.connection)
        self.assertTrue(connecting.cancelled())
        self.assertTrue(session.is_closed)


if __name__ == "__main__":
    unittest.main()
