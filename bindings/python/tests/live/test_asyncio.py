# SPDX-License-Identifier: Apache-2.0
"""The asyncio layer: calls, events, frames, and no thread but the loop's."""

from __future__ import annotations

import asyncio
import select
import sys
import threading
import time
import unittest
from collections.abc import AsyncIterator
from unittest import mock

import live

import happyoyster as ho
from happyoyster import aio
from happyoyster.testing import Gateway


class Asyncio(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.gateway = Gateway()
        cls.addClassCleanup(cls.gateway.close)

    async def asyncSetUp(self) -> None:
        self.gateway.reset()
        self.engine = aio.Engine()
        self.addCleanup(self.engine.close)

    def travel(self, mode: str) -> aio.Travel:
        credentials = self.gateway.credentials(mode)
        credentials.apply(self.engine)
        return self.engine.create_travel(credentials.ticket)

    async def test_a_whole_travel_by_async_for(self) -> None:
        async with self.travel("directing") as travel:
            statuses: list[ho.Status] = []
            events = travel.events()

            async def watch() -> None:
                async for event in events:
                    if isinstance(event, ho.StatusChanged):
                        statuses.append(event.status)

            watcher = asyncio.create_task(watch())
            self.assertEqual((await travel.start()).mode, ho.Mode.DIRECTING)
            await travel.pause()
            self.assertTrue((await travel.send_instruct("It begins to snow")).queued)
            await travel.rewind(0)
            await travel.end()
            await asyncio.wait_for(watcher, 10)
        names = "prepare running pausing paused prepare running ended"
        self.assertEqual(" ".join(map(str, statuses)), names)

    async def test_errors_are_raised(self) -> None:
        async with self.travel("adventure") as travel:
            await travel.start()
            with self.assertRaises(ho.ModeMismatch):
                await travel.pause()

    async def test_no_thread_of_the_library_runs_python(self) -> None:
        foreign = live.watch_for_threads(self)
        threads = set(sys._current_frames())
        handled: list[int] = []
        async with self.travel("adventure") as travel:
            travel.add_listener(lambda event: handled.append(threading.get_ident()))
            travel.video.on_frame(lambda frame: handled.append(threading.get_ident()))
            travel.on_audio(lambda chunk: handled.append(threading.get_ident()))
            await travel.start()
            count = 0
            async for frame in travel.frames(ho.PixelFormat.RGB24, timeout=10):
                travel.send_command(ho.Translation.FRONT)
                frame.close()
                count += 1
                self.assertLessEqual(set(sys._current_frames()), threads)
                if count == 48:
                    break
            await travel.end()
        self.assertEqual(foreign, set())
        self.assertGreater(len(handled), 24)
        self.assertEqual(set(handled), {threading.get_ident()})

    async def test_after_a_rewind_no_earlier_frame_or_audio_is_returned(self) -> None:
        async with self.travel("directing") as travel:
            chunks = travel.audio()
            await travel.start()
            kept = await anext(travel.frames(timeout=10))
            await anext(chunks)
            await travel.pause()
            begin = time.monotonic()
            await travel.rewind(0)
            frame = await anext(travel.frames(timeout=10))
            self.assertGreater(frame.monotonic_time, begin)
            self.assertGreater(frame.sequence, kept.sequence)
            self.assertGreater((await anext(chunks)).monotonic_time, begin)
            await travel.end()

    async def test_a_paused_travel_wakes_no_iterator(self) -> None:
        async with self.travel("directing") as travel:
            await travel.start()
            frames, chunks = travel.frames(), travel.audio()
            await anext(frames)
            await anext(chunks)
            await travel.pause()
            looks = 0

            async def watch(things: AsyncIterator[object]) -> None:
                nonlocal looks
                async for _ in things:
                    looks += 1

            tasks = [asyncio.create_task(watch(things)) for things in (frames, chunks)]
            while select.select([travel.video, travel._audio], [], [], 0)[0]:
                await asyncio.sleep(0)  # What was there before the pause is taken.
            await asyncio.sleep(0)
            taken = looks
            waits = mock.Mock(wraps=travel.video.readiness.wait)
            with mock.patch.object(travel.video.readiness, "wait", waits):
                await asyncio.sleep(0.3)
            self.assertEqual((looks, waits.call_count), (taken, 0))
            await travel.end()
            await asyncio.wait_for(asyncio.gather(*tasks), 10)

    async def test_closing_the_engine_aborts_calls(self) -> None:
        travel = self.travel("adventure")
        self.gateway.fault("travels/enter-travel", kind="hang")
        call = asyncio.create_task(travel.start())
        await asyncio.sleep(0)
        self.engine.close()
        with self.assertRaises(ho.Aborted):
            await asyncio.wait_for(call, 10)
        travel.release()


if __name__ == "__main__":
    unittest.main()
