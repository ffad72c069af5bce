# SPDX-License-Identifier: Apache-2.0
"""The asyncio session against the fake library."""

from __future__ import annotations

import asyncio
import threading
import unittest

import support  # noqa: F401

import happyoyster as ho
from happyoyster import _callbacks, aio

SERVER = ("http://127.0.0.1:1", "key")


class Asyncio(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.addCleanup(lambda: self.assertEqual(_callbacks.registered(), 0))

    async def test_each_call_completes_in_the_loop(self) -> None:
        async with aio.Session(*SERVER, "one") as session:
            connection = await session.connect("moderator")
            self.assertEqual(connection, session.connection)
            self.assertEqual(await session.report_issue(), "issue-1")
            session.send_signal("chat", "hello")
            session.force_mute_all()
            await session.disconnect()
            await session.connect("publisher")
        self.assertTrue(session.is_closed)
        self.assertTrue(session._engine.is_closed)

    async def test_async_for_ends_with_the_disconnect(self) -> None:
        lines: list[str] = []
        async with aio.Session(*SERVER, "one") as session:
            events = session.events()

            async def watch() -> None:
                async for event in events:
                    lines.append(type(event).__name__)

            task = asyncio.create_task(watch())
            await session.connect("publisher")
            session.send_signal("chat", "hello")
        await task
        self.assertEqual(
            lines,
            [
                "SessionStatusChanged",
                "SessionStatusChanged",
                "SessionConnected",
                "ConnectionCreated",
                "StreamCreated",
                "SignalReceived",
                "SessionStatusChanged",
                "SessionStatusChanged",
                "SessionDisconnected",
            ],
        )

    async def test_handlers_run_in_the_thread_of_the_loop(self) -> None:
        threads: set[int] = set()
        async with aio.Session(*SERVER, "one") as session:
            session.add_listener(lambda event: threads.add(threading.get_ident()))
            await session.connect("publisher")
        self.assertEqual(threads, {threading.get_ident()})

    async def test_refusals_raise(self) -> None:
        async with aio.Session(*SERVER, "one") as session:
            with self.assertRaises(ho.SessionAuthorizationFailed):
                await session.connect("expired")
            await session.connect("publisher")
            with self.assertRaises(ho.SessionIllegalState):
                await session.connect("publisher")

    async def test_several_sessions_share_an_engine(self) -> None:
        async with aio.Engine() as engine:
            sessions = [engine.create_session(*SERVER, f"id-{number}") for number in range(4)]
            connections = await asyncio.gather(*(each.connect("publisher") for each in sessions))
            self.assertEqual(len(connections), 4)
            self.assertEqual([each.id for each in sessions], ["id-0", "id-1", "id-2", "id-3"])
            for each in sessions:
                await each.close()
            self.assertFalse(engine.is_closed)

    async def test_a_call_in_another_loop_is_a_runtime_error(self) -> None:
        async with aio.Session(*SERVER, "one") as session:
            with self.assertRaisesRegex(RuntimeError, "belongs to another event loop"):
                await asyncio.to_thread(lambda: asyncio.run(session.connect("publisher")))

    async def test_an_engine_of_the_other_kind_is_a_type_error(self) -> None:
        async with aio.Engine() as engine:
            with self.assertRaisesRegex(TypeError, "engine must be"):
                ho.Session(*SERVER, "one", engine=engine)
        with ho.Engine() as blocking, self.assertRaisesRegex(TypeError, "engine must be"):
            aio.Session(*SERVER, "one", engine=blocking)

    async def test_release_ends_a_stream(self) -> None:
        session = aio.Session(*SERVER, "one")
        events = session.events()
        session.release()
        self.assertEqual([event async for event in events], [])


if __name__ == "__main__":
    unittest.main()
