# SPDX-License-Identifier: Apache-2.0
"""Audio of the loopback stream engine, and recordings that it refuses."""

from __future__ import annotations

import asyncio
import itertools
import threading
import unittest

from live import LiveTest

import happyoyster as ho
from happyoyster import aio


class Audio(LiveTest):
    def test_audio_arrives_in_order_and_ends_with_the_travel(self) -> None:
        travel = self.travel("adventure")
        stream = travel.audio()
        travel.start()
        chunks = [next(stream) for _ in range(30)]
        self.assertEqual({(c.sample_rate, c.channels) for c in chunks}, {(48000, 2)})
        times = [chunk.pts for chunk in chunks]
        self.assertEqual(times, sorted(times))
        for chunk, following in itertools.pairwise(chunks):
            self.assertAlmostEqual(following.pts, chunk.pts + chunk.duration, places=4)
        self.assertTrue(any(max(chunk.samples.cast("B").cast("h")) > 500 for chunk in chunks))
        travel.end()
        for _ in stream:
            pass
        self.assertIsNone(stream.get())

    def test_without_a_receiver_no_audio_is_decoded(self) -> None:
        travel = self.travel("adventure")
        travel.start()
        travel.audio().close()
        self.assertEqual(travel.stats()["audioChunksReceived"], 0)

    def test_a_handler_receives_audio_on_another_thread_until_it_is_removed(self) -> None:
        travel = self.travel("adventure")
        travel.start()
        heard = threading.Event()
        threads: set[int] = set()

        def handler(chunk: ho.AudioChunk) -> None:
            threads.add(threading.get_ident())
            heard.set()

        travel.on_audio(handler)
        self.assertTrue(heard.wait(10))
        travel.on_audio(None)
        self.assertNotIn(threading.get_ident(), threads)

    def test_asyncio_receives_audio_in_the_loop(self) -> None:
        credentials = self.gateway.credentials("adventure")

        async def listen() -> list[float]:
            async with aio.Engine() as engine:
                credentials.apply(engine)
                async with engine.create_travel(credentials.ticket) as travel:
                    stream = travel.audio()
                    await travel.start()
                    times = []
                    async for chunk in stream:
                        times.append(chunk.pts)
                        if len(times) == 10:
                            await travel.end()
                    return times

        times = asyncio.run(listen())
        self.assertGreaterEqual(len(times), 10)
        self.assertEqual(times, sorted(times))

    def test_a_recording_that_the_stream_refuses_is_an_error_event(self) -> None:
        travel = self.travel("adventure")
        events = travel.events()
        travel.record("a.webm")
        travel.start()
        errors = (event for event in events if isinstance(event, ho.ErrorEvent))
        error = next(errors).error
        self.assertIsInstance(error, ho.Unsupported)
        self.assertEqual(error.operation, "record")
        self.assertEqual(travel.status, ho.Status.RUNNING)
        travel.end()
        self.assertRaises(ho.NoActiveTravel, travel.record, "a.webm")


if __name__ == "__main__":
    unittest.main()
