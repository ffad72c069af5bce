# SPDX-License-Identifier: Apache-2.0
"""The asyncio layer: calls, events, frames, and a loop that keeps beating."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
import unittest

import gateway

import happyoyster as ho
from happyoyster import aio


class Heartbeat:
    """Measures the longest time that the event loop did not come round."""

    def __init__(self) -> None:
        self.worst = 0.0
        self._task = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            self.worst = max(self.worst, now - last)
            last = now

    def stop(self) -> None:
        self._task.cancel()


class Asyncio(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.gateway = gateway.Gateway()
        cls.addClassCleanup(cls.gateway.close)

    async def asyncSetUp(self) -> None:
        self.engine = aio.Engine()
        self.addCleanup(self.engine.close)

    def travel(self, mode: str) -> aio.Travel:
        credentials = self.gateway.credentials(mode)
        gateway.initialize(self.engine, credentials)
        return self.engine.create_travel(credentials["ticket"])

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

    async def test_the_loop_beats_and_no_foreign_thread_runs_python(self) -> None:
        foreign: set[str] = set()

        def watch(frame: object, event: str, argument: object) -> None:
            foreign.add(threading.current_thread().name)

        # A thread of the library would get its profile function when it first runs Python code.
        threading.setprofile(watch)
        self.addCleanup(threading.setprofile, None)
        threads = set(sys._current_frames())
        heart = Heartbeat()
        async with self.travel("adventure") as travel:
            await travel.start()
            count = 0
            async for frame in travel.video.frames(ho.PixelFormat.RGB24, timeout=10):
                travel.send_command(ho.Translation.FRONT)
                frame.close()
                count += 1
                self.assertLessEqual(set(sys._current_frames()), threads)
                if count == 48:
                    break
            await travel.end()
        heart.stop()
        print(f"longest gap of the event loop: {heart.worst * 1000:.1f} ms", file=sys.stderr)
        self.assertEqual(foreign, set())

    async def test_closing_the_engine_aborts_calls(self) -> None:
        travel = self.travel("adventure")
        self.gateway.post("/faults", {"route": "travels/enter-travel", "kind": "hang"})
        self.addCleanup(self.gateway.request, "DELETE", "/faults")
        call = asyncio.create_task(travel.start())
        await asyncio.sleep(0)
        self.engine.close()
        with self.assertRaises(ho.Aborted):
            await asyncio.wait_for(call, 10)
        travel.release()


if __name__ == "__main__":
    unittest.main()
