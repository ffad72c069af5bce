# SPDX-License-Identifier: Apache-2.0
"""An event loop runs a task every 10 ms while travels run in the same loop.

The delay of a beat depends on the load of the machine, so the longest gap is only printed. The test
checks the causes of gaps: each step of the loop uses little processor time, and none waits for a
server.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import sys
import threading
import time
import unittest
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from unittest import mock

import live

import happyoyster as ho
from happyoyster import aio
from happyoyster.testing import Gateway

BEAT = 0.01
"""Seconds between two beats."""

LONGEST = 0.05
"""Seconds of processor time that one step of the loop may take."""

DELAY = 0.3
"""Seconds that the gateway takes for each answer. A step that sleeps as long waited for one."""


class ThreadTimes:
    """Times that the calling thread has used until now."""

    def __init__(self) -> None:
        self.time = time.monotonic()
        self.computed = time.thread_time()
        self.waits = resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw

    def computed_since(self, begin: ThreadTimes) -> float:
        """Return the seconds of processor time since an earlier measurement."""
        return self.computed - begin.computed

    def slept_since(self, begin: ThreadTimes) -> float:
        """Return the seconds that the thread slept since an earlier measurement.

        A thread that the scheduler preempted, and that never waited, has not slept.
        """
        if self.waits == begin.waits:
            return 0.0
        return self.time - begin.time - self.computed_since(begin)


@dataclass
class Steps:
    """The longest steps of a loop, in seconds of its thread."""

    count: int = 0
    computed: float = 0.0
    slept: float = 0.0
    threads: set[int] = field(default_factory=set)

    @contextlib.contextmanager
    def watch(self) -> Iterator[None]:
        """Measure each callback and each step of a task that any loop runs."""
        run = asyncio.Handle._run

        def measured(handle: asyncio.Handle) -> None:
            begin = ThreadTimes()
            run(handle)
            end = ThreadTimes()
            self.threads.add(threading.get_ident())
            self.count += 1
            self.computed = max(self.computed, end.computed_since(begin))
            self.slept = max(self.slept, end.slept_since(begin))

        with mock.patch.object(asyncio.Handle, "_run", measured):
            yield


async def beat(gaps: list[float]) -> None:
    """Note the seconds between beats until cancelled."""
    last = time.perf_counter()
    while True:
        await asyncio.sleep(BEAT)
        now = time.perf_counter()
        gaps.append(now - last)
        last = now


@contextlib.asynccontextmanager
async def heart(gaps: list[float]) -> AsyncIterator[None]:
    """Beat meanwhile."""
    task = asyncio.create_task(beat(gaps))
    try:
        yield
    finally:
        task.cancel()


class Heartbeat(unittest.TestCase):
    def setUp(self) -> None:
        ho.log.set_level(live.QUIET)
        self.gateway = Gateway()
        self.addCleanup(self.gateway.close)
        self.gateway.fault("*", delayMs=round(DELAY * 1000))
        self.handled: list[int] = []
        self.gaps: list[float] = []

    def handle(self, _: object) -> None:
        self.handled.append(threading.get_ident())

    @contextlib.asynccontextmanager
    async def travel(self, engine: aio.Engine, mode: str) -> AsyncIterator[aio.Travel]:
        """A started travel with all kinds of callbacks."""
        credentials = self.gateway.credentials(mode)
        credentials.apply(engine)
        async with engine.create_travel(credentials.ticket) as travel:
            travel.add_listener(self.handle)
            travel.video.on_frame(self.handle)
            await travel.start()
            yield travel
            await travel.end()

    async def look(self, travel: aio.Travel, count: int) -> None:
        """Take frames and answer each with a command where the mode has any."""
        async for frame in travel.frames(ho.PixelFormat.RGB24, timeout=20):
            with frame:
                count -= 1
            if travel.can(ho.Action.SEND_COMMAND):
                travel.send_command(ho.Translation.FRONT)
            if count == 0:
                break

    async def story(self) -> None:
        """An adventure and a directing travel, from the engine's making to its end."""
        async with heart(self.gaps), aio.Engine() as engine:
            async with self.travel(engine, "adventure") as travel:
                await self.look(travel, 48)
            async with self.travel(engine, "directing") as travel:
                await travel.send_instruct("It begins to snow")
                await travel.pause()
                await travel.rewind(0)
                await self.look(travel, 24)

    def test_steps_of_the_event_loop_are_short_and_do_not_block(self) -> None:
        foreign: set[int] = set()
        # A thread of the library would get its profile function when it first runs Python code.
        threading.setprofile(lambda *_: foreign.add(threading.get_ident()))
        self.addCleanup(threading.setprofile, None)
        steps = Steps()
        with steps.watch():
            asyncio.run(self.story())
        print(
            f"heartbeat: {len(self.gaps)} beats, longest gap {max(self.gaps) * 1000:.1f} ms; "
            f"of {steps.count} steps the longest computed {steps.computed * 1000:.1f} ms "
            f"and slept {steps.slept * 1000:.1f} ms",
            file=sys.stderr,
        )
        self.assertEqual(foreign, set())
        self.assertEqual(steps.threads | set(self.handled), {threading.get_ident()})
        self.assertGreater(len(self.handled), 48)
        self.assertLess(steps.computed, LONGEST)
        self.assertLess(steps.slept, DELAY)


if __name__ == "__main__":
    unittest.main()
