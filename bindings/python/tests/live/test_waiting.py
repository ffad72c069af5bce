# SPDX-License-Identifier: Apache-2.0
"""Blocking waits: bounds, Ctrl-C, silence after release."""

from __future__ import annotations

import gc
import signal
import threading
import time
import unittest

from live import QUIET, LiveTest

import happyoyster as ho
from happyoyster import _callbacks


class Waiting(LiveTest):
    def hold_start(self) -> ho.Travel:
        """Return a travel whose start is never answered."""
        travel = self.travel("adventure")
        self.gateway.fault("travels/enter-travel", kind="hang")
        self.addCleanup(self.gateway.clear_faults)
        self.addCleanup(travel.release)
        return travel

    def test_a_wait_with_timeout_raises_and_the_operation_continues(self) -> None:
        travel = self.hold_start()
        begin = time.monotonic()
        with self.assertRaises(TimeoutError):
            travel.start(timeout=0.2)
        self.assertLess(time.monotonic() - begin, 2)

    def test_ctrl_c_interrupts_a_wait(self) -> None:
        travel = self.hold_start()
        # A shell may have started us in the background, where the signal is ignored.
        former = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, former)
        main = threading.main_thread().ident
        assert main is not None
        timer = threading.Timer(0.3, signal.pthread_kill, (main, signal.SIGINT))
        timer.start()
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            travel.start()
        self.assertLess(time.monotonic() - begin, 2)
        timer.join()

    def test_release_aborts_a_wait_of_another_thread(self) -> None:
        travel = self.hold_start()
        failures: list[BaseException] = []

        def run() -> None:
            try:
                travel.start()
            except ho.OysterError as failure:
                failures.append(failure)

        before = len(self.gateway.requests("travels/enter-travel"))
        thread = threading.Thread(target=run)
        thread.start()
        while len(self.gateway.requests("travels/enter-travel")) == before:
            self.assertTrue(thread.is_alive())
        travel.release()
        thread.join(10)
        self.assertFalse(thread.is_alive())
        self.assertEqual([type(failure) for failure in failures], [ho.Aborted])

    def test_after_close_no_handler_is_held(self) -> None:
        before = _callbacks.registered()
        with self.travel("adventure") as travel:
            travel.add_listener(lambda event: None)
            travel.video.on_frame(lambda frame: None)
            stream = travel.events()
            travel.start()
        del stream
        gc.collect()
        deadline = time.monotonic() + 5
        while _callbacks.registered() > before and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertEqual(_callbacks.registered(), before)

    def test_engine_close_ends_streams_and_invalidates_travels(self) -> None:
        travel = self.travel("adventure")
        travel.start()
        events = travel.events()
        self.engine.close()
        self.assertTrue(all(isinstance(event, ho.Event) for event in events))
        self.assertTrue(travel.is_ended)
        with self.assertRaises(ho.InvalidHandle):
            travel.end()

    def test_cleanup_ends_the_travel_and_the_engine_can_be_used_again(self) -> None:
        travel = self.travel("adventure")
        travel.start()
        self.engine.cleanup()
        self.assertTrue(travel.is_ended)
        self.assertFalse(self.engine.is_ready)
        self.assertEqual(self.travel("acting").start().mode, ho.Mode.ACTING)

    def test_forwarded_log_records_contain_no_secrets(self) -> None:
        ho.log.forward()
        self.addCleanup(ho.log.restore)
        self.addCleanup(ho.log.set_level, QUIET)
        ho.log.set_level(ho.LogLevel.DEBUG)
        credentials = self.gateway.credentials("adventure")
        with self.assertLogs("happyoyster", "DEBUG") as logs:
            credentials.apply(self.engine)
            with self.engine.create_travel(credentials.ticket) as travel:
                travel.start()
        text = "\n".join(logs.output)
        self.assertNotIn(credentials.token, text)
        self.assertNotIn(credentials.ticket, text)


if __name__ == "__main__":
    unittest.main()
