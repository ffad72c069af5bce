# SPDX-License-Identifier: Apache-2.0
"""The asyncio layer against the fake library."""

from __future__ import annotations

import asyncio
import ctypes
import threading
import unittest
from unittest import mock

import support

import happyoyster as ho
from happyoyster import _aio_engine, _callbacks, aio

fake_play = ctypes.CDLL(str(support.fake_library)).fake_play
fake_play.restype = ctypes.c_bool


class Asyncio(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.engine = aio.Engine()
        self.addCleanup(lambda: self.assertEqual(_callbacks.registered(), 0))
        self.addCleanup(self.engine.close)
        self.engine.initialize(api_host="127.0.0.1", model="fake")
        self.engine.update_token("token")

    async def test_each_call_completes_in_the_loop(self) -> None:
        async with self.engine.create_travel("directing") as travel:
            self.assertEqual((await travel.start()).mode, ho.Mode.DIRECTING)
            await travel.pause()
            self.assertTrue((await travel.send_instruct("rain")).queued)
            await travel.resume()
            self.assertEqual((await travel.rewind(6)).resumed_at_sec, 4.0)
            self.assertEqual((await travel.update_script(["act"] * 45)).turn_count, 45)
            self.assertEqual((await travel.end()).duration, 88.0)
        self.assertTrue(travel.is_closed)

    async def test_a_call_in_another_loop_is_a_runtime_error(self) -> None:
        async with self.engine.create_travel("directing") as travel:
            await travel.start()
            for call in (travel.end, self.engine.cleanup):
                with self.assertRaisesRegex(RuntimeError, "belongs to another event loop"):
                    await asyncio.to_thread(lambda call=call: asyncio.run(call()))

    async def test_async_for_yields_events_before_the_call_returns(self) -> None:
        lines: list[str] = []
        async with self.engine.create_travel("directing") as travel:
            events = travel.events()

            async def watch() -> None:
                async for event in events:
                    lines.append(str(event.status))

            task = asyncio.create_task(watch())
            await asyncio.sleep(0)
            await travel.start()
            lines.append("started")
        await task
        self.assertEqual(lines, ["prepare", "prepare", "running", "started", "ended"])

    async def test_handlers_run_in_the_thread_of_the_loop(self) -> None:
        threads: set[int] = set()
        async with self.engine.create_travel("acting") as travel:
            travel.add_listener(lambda event: threads.add(threading.get_ident()))
            await travel.start()
        self.assertEqual(threads, {threading.get_ident()})

    async def test_refusals_raise_and_cancelled_calls_continue(self) -> None:
        async with self.engine.create_travel("used") as travel:
            with self.assertRaises(ho.TicketUsed):
                await travel.start()
        async with self.engine.create_travel("acting") as travel:
            call = asyncio.create_task(travel.start())
            await asyncio.sleep(0)
            call.cancel()
            while travel.status != ho.Status.RUNNING:
                await asyncio.sleep(0)

    async def test_a_keyboard_interrupt_inside_a_callback_is_not_lost(self) -> None:
        def handler(event: ho.Event) -> None:
            raise KeyboardInterrupt

        async with self.engine.create_travel("acting") as travel:
            listener = travel.add_listener(handler)
            travel.send_command(ho.Translation.FRONT)
            self.engine._loop.remove_reader(self.engine._fd)
            with self.assertRaises(KeyboardInterrupt):
                _aio_engine.dispatch(self.engine._handle)
            listener.close()
            self.engine._loop.add_reader(self.engine._fd, _aio_engine.dispatch, self.engine._handle)

    async def test_the_first_frame_can_be_awaited(self) -> None:
        async with self.engine.create_travel("adventure") as travel:
            with self.assertRaises(ho.NoFrame):
                travel.video.acquire()
            await travel.start()
            with await anext(travel.frames(ho.PixelFormat.RGB24, timeout=10)) as frame:
                self.assertEqual(frame.format, ho.PixelFormat.RGB24)

    async def test_async_for_yields_frames(self) -> None:
        async with self.engine.create_travel("adventure") as travel:
            await travel.start()
            sizes = []
            async for frame in travel.video.frames(ho.PixelFormat.RGBA, timeout=5):
                sizes.append(frame.planes[0].nbytes)
                if len(sizes) == 3:
                    break
        self.assertEqual(sizes, [8192] * 3)

    async def test_frame_handlers_run_in_the_loop_and_their_exceptions_are_logged(self) -> None:
        threads: list[int] = []

        def handler(frame: ho.Frame) -> None:
            threads.append(threading.get_ident())
            raise RuntimeError("a bug of the host")

        async with self.engine.create_travel("adventure") as travel:
            await travel.start()
            with self.assertLogs("happyoyster", "ERROR") as logs:
                travel.video.on_frame(handler, ho.PixelFormat.RGBA)
                while len(threads) < 3:
                    await asyncio.sleep(0)
            travel.video.on_frame(None)
            count = len(threads)
            await anext(aiter(travel.frames(timeout=5)))
            self.assertEqual(len(threads), count)
        self.assertIn("exception in frame callback", logs.output[0])
        self.assertEqual(set(threads), {threading.get_ident()})

    async def test_a_frame_handler_that_keeps_64_frames_misses_later_ones(self) -> None:
        kept: list[ho.Frame] = []
        async with self.engine.create_travel("adventure") as travel:
            await travel.start()
            travel.video.on_frame(kept.append)
            while len(kept) < 64:
                await asyncio.sleep(0)
            with self.assertRaises(ho.LimitReached):
                travel.video.acquire()
            kept.pop(0)
            while len(kept) < 64:
                await asyncio.sleep(0)

    async def test_a_waiting_iterator_makes_no_calls_and_ends_with_the_travel(self) -> None:
        async with self.engine.create_travel("adventure") as travel:
            waiting = asyncio.create_task(anext(travel.frames(), None))
            heard = asyncio.create_task(anext(travel.audio(), None))
            loop = asyncio.get_running_loop()
            for _ in range(3):
                await asyncio.sleep(0)
            with mock.patch.object(loop, "_run_once", wraps=loop._run_once) as turns:
                await asyncio.sleep(0.05)
                # The sleep itself, and nothing else.
                self.assertLessEqual(turns.call_count, 3)
            await travel.end()
            self.assertEqual([await waiting, await heard], [None, None])

    async def test_closing_ends_iterators_and_leaves_no_descriptor_watched(self) -> None:
        travel = self.engine.create_travel("acting")
        waiting = asyncio.create_task(anext(travel.frames(), None))
        heard = asyncio.create_task(anext(travel.audio(), None))
        await asyncio.sleep(0.01)
        selector = asyncio.get_running_loop()._selector
        watched = len(selector.get_map())
        travel.release()
        self.assertEqual([await waiting, await heard], [None, None])
        self.assertEqual(len(selector.get_map()), watched - 2)

    async def test_a_cancelled_or_expired_wait_for_a_frame_is_removed(self) -> None:
        async with self.engine.create_travel("acting") as travel:
            with self.assertRaises(TimeoutError):
                await anext(travel.frames(timeout=0.01))
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(anext(travel.frames()), 0.01)
            selector = asyncio.get_running_loop()._selector
            self.assertNotIn(travel.video.fileno(), selector.get_map())

    async def test_the_shared_engine_belongs_to_one_layer(self) -> None:
        async with aio.Engine.shared() as shared:
            self.assertIs(shared, aio.Engine.shared())
            with self.assertRaises(RuntimeError):
                ho.Engine.shared()
        ho.Engine.shared().close()

    async def test_async_for_yields_audio_in_the_loop(self) -> None:
        async with self.engine.create_travel("directing") as travel:
            await travel.start()
            stream = travel.audio()
            for first in range(3):
                await asyncio.to_thread(fake_play, first)
            firsts = []
            async for chunk in stream:
                firsts.append(chunk.samples[0, 0])
                if len(firsts) == 3:
                    break
            self.assertEqual(firsts, [0, 1, 2])
            await asyncio.to_thread(fake_play, 3)
            await travel.end()
            self.assertEqual([chunk.samples[0, 0] async for chunk in stream], [3])

    async def test_a_slow_stream_drops_the_oldest_audio(self) -> None:
        async with self.engine.create_travel("directing") as travel:
            stream = travel.audio()
            for first in range(70):
                fake_play(first)
            self.assertEqual((await anext(stream)).samples[0, 0], 6)
            stream.close()

    async def test_audio_handlers_run_in_the_thread_of_the_loop(self) -> None:
        threads: set[int] = set()
        async with self.engine.create_travel("acting") as travel:
            heard = asyncio.Event()

            def handler(chunk: ho.AudioChunk) -> None:
                threads.add(threading.get_ident())
                heard.set()
                raise RuntimeError("a bug of the host")

            travel.on_audio(handler)
            await asyncio.sleep(0)
            with self.assertLogs("happyoyster", "ERROR"):
                await asyncio.to_thread(fake_play, 1)
                await heard.wait()
                await asyncio.sleep(0)
            travel.on_audio(None)
            heard.clear()
            fake_play(1)
            await asyncio.sleep(0)
            self.assertFalse(heard.is_set())
        self.assertEqual(threads, {threading.get_ident()})


class Loops(unittest.TestCase):
    def test_an_engine_needs_a_running_loop(self) -> None:
        with self.assertRaises(RuntimeError):
            aio.Engine()

    def test_a_shared_engine_of_a_closed_loop_is_replaced(self) -> None:
        async def take() -> aio.Engine:
            return aio.Engine.shared()

        first = asyncio.run(take())
        second = asyncio.run(take())
        self.assertIsNot(first, second)
        ho.Engine.shared().close()


if __name__ == "__main__":
    unittest.main()
